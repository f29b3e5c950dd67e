/**
 * Clinical text and clinical knowledge: text to facts, units, reference ranges, body systems, interactions, red flags
 * and the offline triage. Pure functions over their input and the YAML in `data/`; may touch the kernel's error
 * and place types and nothing else of the house, keeps no state but the parsed data.
 *
 * Its rooms, from the ground up: `tables` (data files), `words` (tokens, sentences, numbers in words), `rules` (patterns
 * of words), `dates`, `lexicon` (names and their forms), `context` (negated, doubtful, whose), `measures`, `medicines`,
 * `problems`, `facts` (all of them put together), `languages`, `danger` (red flags), `triage`; `eval` measures them.
 */

export { countryCode, settleCountry, type Whereabouts } from './danger/country.ts';
export { adviceLine, emergencyNumber, isAmbulanceNumber, knownNumber, numberAt } from './danger/numbers.ts';
export { findRedFlags, type RedFlag } from './danger/redflags.ts';
export { runBatch } from './facts/batch.ts';
export { type ExtractOptions, extractFacts } from './facts/extract.ts';
export type { Fact, FactKind } from './facts/facts.ts';
export { languageWithin, sayEmergency } from './languages/languages.ts';
export { bodySystem, bodySystems } from './lexicon/systems.ts';
export { heightOf } from './measures/heights.ts';
export {
  type CatalogueEntry,
  codesLike,
  type ObservationEntry,
  observationByCode,
  observationByName,
  observationCatalogue,
} from './measures/observations.ts';
export { type Flag, flagValue, type Person, type ReferenceRange, referenceRange } from './measures/ranges.ts';
export { describeTrend, type Point, type Trend } from './measures/trends.ts';
export { convert, unitOf } from './measures/units.ts';
export { findInteractions, type Interaction, identify } from './medicines/interactions.ts';
export { type OwnAllergen, ownAllergenIn } from './own-allergen.ts';
export { type Triage, type TriageRule, triage } from './triage/triage.ts';
