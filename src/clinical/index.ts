/**
 * Clinical text and clinical knowledge: text to facts, units, reference ranges, body systems, interactions, red flags
 * and the offline triage. Pure functions over their input and the YAML in `data/`; may touch the kernel's error type
 * and nothing else of the house, keeps no state but the parsed data.
 */
export { type CatalogueEntry, type ObservationEntry, observationByCode, observationCatalogue } from './observations.ts';
