/**
 * The record room: a person's health record, in and out. FHIR R4 into the graph and back, the reads the app needs,
 * facts from conversation, the demo patients.
 *
 * Touches the graph through `src/graph` and its tables, always within one patient; may use `kernel` and `clinical`.
 * Every read takes an audit function and calls it before it looks.
 */

export { assessByRange } from './assess.ts';
export { createPatient, type NewPatient, newPatient } from './create.ts';
export { DEMO_FOLDER, loadDemoPatients } from './demo/load.ts';
export { type Bundle, exportPatient } from './export.ts';
export { type Fact, factSchema, type Provenance, type SkipReason } from './facts/fact.ts';
export { type StoredFact, type StoreOptions, storeFacts, undoFact, undoMessages } from './facts/store.ts';
export { importTables } from './former-imports.ts';
export { type ImportOptions, type ImportProgress, type ImportResult, importFhir, importSources } from './import.ts';
export { requireTenant as requirePatient } from './patient.ts';
export * from './reads/index.ts';
export { openRecords, type PatientRecord, type RecordParts, type Records, type Visitor } from './records.ts';
export { describeRecord, patientRecord, queryNow, queryRecord, type RecordService } from './service.ts';
export { listSources, type Source, textSource } from './sources.ts';
export { patientOf, recordKeys, TOPIC_NODE_TYPES, type TopicNodeType } from './state.ts';
export { type RecordWriter, takeBackTold, tellRecord, writeRecord } from './telling.ts';
export type { Catalogue, CatalogueEntry } from './writing.ts';
