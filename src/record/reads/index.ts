/** The reads of a record: plain functions over a `Reader`, JSON-shaped, each entry with its uuid and label to cite. */
export {
  type DocumentEntry,
  type EncounterEntry,
  type EncounterScope,
  type ProcedureEntry,
  readDocuments,
  readEncounters,
  readImmunizations,
  readProcedures,
  type TimedEntry,
} from './care.ts';
export {
  type AllergyEntry,
  type ConditionEntry,
  readAllergies,
  readConditions,
  readSymptoms,
  type SymptomEntry,
} from './conditions.ts';
export { type FullEntry, readBundle, readEntry } from './entry.ts';
export { type MedicationEntry, readMedications } from './medications.ts';
export {
  type HistoryFilter,
  type LatestObservation,
  type ObservationEntry,
  readObservationHistory,
  readObservations,
} from './observations.ts';
export { ageAt, createNaming, type Identity, listPatients, type PatientEntry } from './people.ts';
export type { Assess, Assessment, AuditEvent, Bearer, Borne, Entry, Flag, Reader } from './reader.ts';
export { copyRecord, isVast, open as openReading } from './reader.ts';
export { type Hit, searchRecord } from './search.ts';
export { readSection, SECTION_NAMES, type SectionName } from './sections.ts';
export { readSummary, type Summary } from './summary.ts';
export {
  readTimeline,
  TIMELINE_LABELS,
  type TimelineFilter,
  type TimelineItem,
  type TimelinePage,
} from './timeline.ts';
