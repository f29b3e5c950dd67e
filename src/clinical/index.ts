/**
 * Clinical text and clinical knowledge: text to facts, units, reference ranges, body systems, interactions, red flags
 * and the offline triage. Pure functions over their input and the YAML in `data/`; may touch the kernel's error type
 * and nothing else of the house, keeps no state but the parsed data.
 */
export { runBatch } from './batch.ts';
export { type ExtractOptions, extractFacts } from './extract.ts';
export type { Fact, FactKind } from './facts.ts';
export { findInteractions, type Interaction, identify } from './interactions.ts';
export {
  type CatalogueEntry,
  codesLike,
  type ObservationEntry,
  observationByCode,
  observationByName,
  observationCatalogue,
} from './observations.ts';
export { type Flag, flagValue, type Person, type ReferenceRange, referenceRange } from './ranges.ts';
export { findRedFlags, type RedFlag } from './redflags.ts';
export { bodySystem, bodySystems } from './systems.ts';
export { describeTrend, type Point, type Trend } from './trends.ts';
export { type Triage, type TriageRule, triage } from './triage.ts';
export { convert, unitOf } from './units.ts';
