/** Draft orders as what is told: a medicine or vaccine that is offered, a procedure that is planned. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Resource } from '../../record/fhir/schemas.ts';
import type { Told } from '../concerns/index.ts';
import { nodesOfResources } from '../resources.ts';
import { unpackResources } from '../unpacking.ts';

export interface Order {
  /** `MedicationRequest/123`, as a suggestion would delete it. */
  reference: string;
  name: string;
  told: Told[];
}

/** The orders of a bundle; with `selections` (ids with or without type) those alone. */
export function readOrders(patientId: string, bundle: unknown, selections?: readonly string[]): Order[] {
  const resources = unpackResources([bundle]);
  const chosen = selections && new Set(selections.map((selection) => selection.split('/').at(-1)));
  return resources
    .filter(({ id }) => chosen === undefined || (id !== undefined && chosen.has(id)))
    .flatMap((resource) => readOrder(patientId, resource, resources));
}

function readOrder(patientId: string, resource: Resource, all: readonly Resource[]): Order[] {
  const { resourceType: type, id = '' } = resource;
  const reference = `${type}/${id}`;
  if (type === 'MedicationRequest') return readMedicine(patientId, resource, all, reference);
  if (type !== 'ServiceRequest') return [];
  const code = (
    resource as { code?: { text?: string; coding?: { system?: string; code?: string; display?: string }[] } }
  ).code;
  const name = code?.text ?? code?.coding?.[0]?.display ?? '';
  const codes = (code?.coding ?? []).flatMap(({ system, code: value }) =>
    system && value ? [{ system, code: value }] : [],
  );
  const concept = openCatalogue().link({ name, codes, kinds: ['procedure'] });
  return concept ? [{ reference, name: concept.name, told: [{ concept: concept.id, act: 'plans' }] }] : [];
}

function readMedicine(patientId: string, resource: Resource, all: readonly Resource[], reference: string): Order[] {
  const medications = all.filter(({ resourceType }) => resourceType === 'Medication');
  const node = nodesOfResources(patientId, [resource, ...medications]).find(({ label }) => label === 'IntakeRegimen');
  if (!node) return [];
  const { name, code, system, dose, unit } = node.properties;
  const codes = typeof code === 'string' && typeof system === 'string' ? [{ system, code }] : [];
  const concepts = openCatalogue().linkAll({
    name: typeof name === 'string' ? name : '',
    codes,
    kinds: ['drug', 'drug_class', 'vaccine'],
  });
  if (concepts.length === 0) return [];
  const amount = typeof dose === 'number' && typeof unit === 'string' ? { value: dose, unit } : {};
  const told = concepts.map(({ id }): Told => ({ concept: id, act: 'offered', ...(concepts.length === 1 && amount) }));
  return [{ reference, name: concepts.map((concept) => concept.name).join('/'), told }];
}
