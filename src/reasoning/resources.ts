/** FHIR R4 resources that were only handed over, as a patient: mapped as an import maps them, stored nowhere. */
import { ConsiliumError } from '../kernel/errors.ts';
import { isMapped, mapResource, parseResource, type Scope } from '../record/fhir/mapping.ts';
import { parseReference } from '../record/fhir/reference.ts';
import type { MappedType, Parsed, Reference, Resource } from '../record/fhir/schemas.ts';
import type { PatientView } from './patient.ts';
import { isAbout } from './unpacking.ts';
import { ASIDE, type Node, viewNodes } from './viewing.ts';

export function viewResources(patientId: string, resources: readonly Resource[], now: string): PatientView {
  return viewNodes(patientId, nodesOfResources(patientId, resources), now);
}

export function nodesOfResources(patientId: string, resources: readonly Resource[]): Node[] {
  const nodes: Node[] = [];
  const known = new Map(resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]));
  for (const [index, resource] of resources.entries()) {
    const { resourceType: type } = resource;
    if (!isMapped(type) || !isAbout(resource, patientId)) continue;
    const uuid = resource.id ?? `${type}-${index}`;
    try {
      mapResource(type, resource, scopeOf(patientId, uuid, resource, known, nodes));
    } catch (cause) {
      throw new ConsiliumError('REQUEST_INVALID', `A ${type} that was handed over is not FHIR R4.`, {
        hint: `Look at ${type}/${resource.id ?? index}.`,
        cause,
      });
    }
  }
  return nodes;
}

function scopeOf(
  patient: string,
  uuid: string,
  resource: Resource,
  known: ReadonlyMap<string, Resource>,
  nodes: Node[],
): Scope {
  const look = (reference: Reference | undefined, type: MappedType): Resource | undefined => {
    const target = parseReference(reference?.reference ?? '');
    if (target === undefined || target.kind === 'conditional') return undefined;
    if (target.kind === 'literal') return known.get(`${target.type ?? type}/${target.id}`);
    const contained = Array.isArray(resource.contained) ? (resource.contained as Resource[]) : [];
    return contained.find(({ id, resourceType }) => id === target.id && resourceType === type);
  };
  return {
    patient,
    uuid,
    node: (label, id, properties) => void nodes.push({ uuid: id, label, properties }),
    edge: () => {},
    type: () => undefined,
    aside: (property, sentence) => {
      if (sentence !== null) nodes.push({ uuid: patient, label: ASIDE, properties: { [property]: [sentence] } });
    },
    find: (reference, ...types) => types.map((type) => look(reference, type)?.id).find((id) => id !== undefined),
    read: <Type extends MappedType>(reference: Reference | undefined, type: Type): Parsed<Type> | undefined => {
      const found = look(reference, type);
      return found && parseResource(type, found);
    },
  };
}
