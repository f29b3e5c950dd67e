/**
 * Thresholds that a note of the record sets for this person: "call if your weight rises more than 3 lb in a day". They
 * stand before a rule's own number wherever the rule says `or noted`.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { observationByCode } from '../../clinical/measures/observations.ts';
import { toCanonical } from '../../clinical/measures/quantities.ts';
import { readUnit } from '../../clinical/measures/units.ts';
import { sentencesOf } from '../../text/index.ts';
import type { PatientView } from '../patient.ts';

export interface NoteThreshold {
  observation: string;
  /** A limit of the value, or of its change. */
  of: 'value' | 'change';
  /** In the observation's own unit. */
  amount: number;
  /** Of a change: over how many days. */
  days: number;
  direction: 'up' | 'down';
  sentence: string;
  uuid: string;
  time: string | null;
}

const CALLS =
  /\b(?:call|contact|ring|phone|tell|notify|inform|report|seek|come (?:in|back)|attend|see|let (?:us|me))\b/i;
const CHANGES =
  /\b(?:gain|gains|gained|rise|rises|goes up|go up|went up|increase|increases|put on|puts on|up by|lose|loses|drop|drops|falls?|goes down|down by)\b/i;
const DOWN = /\b(?:lose|loses|drop|drops|falls?|goes down|down by|below|under|less than|lower than)\b/i;
const SPANS: [RegExp, number][] = [
  [/\b(?:a|one|per|1|in 24|24)[ -]?(?:day|hours?|night)|overnight|\bdaily\b/i, 1],
  [/\b(?:2|two) days/i, 2],
  [/\b(?:3|three) days/i, 3],
  [/\b(?:a|one|per|1) week|7 days|weekly/i, 7],
];

/** Newest note first. */
export function noteThresholds(view: PatientView, observation: string): NoteThreshold[] {
  const concept = openCatalogue().get(observation);
  if (!concept?.observation) return [];
  return [...view.documents]
    .filter(({ time }) => time === null || time <= view.now)
    .sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1))
    .flatMap(({ uuid, time, text }) =>
      sentencesOf(text)
        .filter((sentence) => CALLS.test(sentence) && names(sentence, observation))
        .flatMap((sentence) => readThresholds(sentence, observation).map((found) => ({ ...found, uuid, time }))),
    );
}

function names(sentence: string, observation: string): boolean {
  return openCatalogue()
    .find(sentence, { kinds: ['observation', 'symptom'] })
    .some(({ concept: { id } }) => id === observation || (observation === WEIGHT && id === 'symptom:weight_gain'));
}

const WEIGHT = 'observation:body_weight';

function readThresholds(sentence: string, observation: string): Omit<NoteThreshold, 'uuid' | 'time'>[] {
  const entry = observationByCode(openCatalogue().get(observation)!.observation!.loinc[0]!);
  if (!entry) return [];
  const found: Omit<NoteThreshold, 'uuid' | 'time'>[] = [];
  for (const match of sentence.matchAll(/(?<![\d.-])\d+(?:\.\d+)?(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?/g)) {
    const end = match.index + match[0].length;
    const unit = readUnit(sentence, end);
    const amount = unit ? toCanonical(entry, Number.parseFloat(match[0]), unit.unit.ucum) : undefined;
    if (amount === undefined) continue;
    const rest = sentence.slice(unit!.end, unit!.end + 30);
    const of = CHANGES.test(sentence) ? 'change' : 'value';
    const days = SPANS.find(([pattern]) => pattern.test(rest))?.[1] ?? 1;
    found.push({ observation, of, amount, days, direction: DOWN.test(sentence) ? 'down' : 'up', sentence });
  }
  return found;
}
