/** What a message says about somebody's health: the clinical engine finds it, not a list of words. */
import { extractFacts, findRedFlags } from '../../clinical/index.ts';

export interface HealthTold {
  /** Whether a symptom, a condition, a medicine or a value stands between two characters. */
  between(from: number, to: number): boolean;
  /** Signs of danger to life, now. */
  readonly danger: boolean;
}

const KINDS = new Set(['symptom', 'condition', 'medication', 'measurement', 'allergy']);

/** Characters that are looked at; whoever is unwell says so early. */
const LONGEST = 1_200;

export function healthIn(said: string): HealthTold {
  const text = said.slice(0, LONGEST);
  const facts = extractFacts(text).filter(({ kind, negated }) => KINDS.has(kind) && !negated);
  return {
    between: (from, to) => facts.some(({ start, end }) => start >= from && end <= to),
    get danger() {
      return findRedFlags(text).some(({ guessed }) => !guessed);
    },
  };
}
