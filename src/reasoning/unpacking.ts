/** FHIR resources as they are handed over. */
import { parseReference } from '../record/fhir/reference.ts';
import type { Resource } from '../record/fhir/schemas.ts';

/** Resources, and bundles of them, however deep they lie. */
export function unpackResources(given: readonly unknown[]): Resource[] {
  const found: Resource[] = [];
  const open = [...given];
  for (let at = 0; at < open.length; at++) {
    const value = open[at];
    if (!isResource(value)) continue;
    if (value.resourceType !== 'Bundle') found.push(value);
    else
      for (const entry of Array.isArray(value.entry) ? value.entry : [])
        open.push((entry as { resource?: unknown } | null)?.resource);
  }
  return found;
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && typeof (value as Resource).resourceType === 'string';
}

/** What names another patient is none of this one's. */
export function isAbout({ subject, patient }: Resource, patientId: string): boolean {
  const { reference } = ((subject ?? patient) as { reference?: unknown } | undefined) ?? {};
  if (typeof reference !== 'string') return true;
  const target = parseReference(reference);
  return target?.kind !== 'literal' || target.id === patientId;
}
