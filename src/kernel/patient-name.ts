/**
 * How a request names a patient, whatever hand wrote it. Each door has one place for it; what stands under such a name
 * elsewhere is meant for somebody all the same, so a door reads it or refuses the request, and passes over none.
 */
const NAMES: ReadonlySet<string> = new Set(['patient', 'patientid', 'patientuuid', 'patientref', 'patientreference']);

/** "patient_id", "patientId", "PATIENT-ID", and "X-Patient-Id" among headers. */
export function isPatientName(key: string): boolean {
  return NAMES.has(
    key
      .toLowerCase()
      .replace(/^x-/, '')
      .replace(/[^a-z]/g, ''),
  );
}

/** The id in what stands there: plain, a FHIR reference, or an object with one. Undefined where it tells of nobody by id. */
export function patientIdIn(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(?:.*\/)?Patient\//, '');
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const { id, uuid, reference } = value as Record<string, unknown>;
  const named = id ?? uuid ?? reference;
  return typeof named === 'object' ? undefined : patientIdIn(named);
}
