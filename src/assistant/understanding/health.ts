/** What a message says about somebody's health: the clinical engine finds it, not a list of words. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { extractFacts, findRedFlags } from '../../clinical/index.ts';

export interface HealthTold {
  /** Whether a symptom, a condition, a medicine or a value stands between two characters; `but`: what is none ("the blinds"). */
  between(from: number, to: number, but?: readonly { readonly from: number; readonly to: number }[]): boolean;
  /** Signs of danger to life, now. */
  readonly danger: boolean;
  /** Somebody thinks of taking their life: whatever they ask for beside it may be part of it. */
  readonly selfHarm: boolean;
}

const KINDS = new Set(['symptom', 'condition', 'medication', 'measurement', 'allergy']);

/** Characters that are looked at; whoever is unwell says so early. */
const LONGEST = 1_200;

/** Also where it is said with a "not": who asks for help so that they do not is in danger. */
function namesSelfHarm(said: string): boolean {
  const found = openCatalogue().find(said.slice(0, LONGEST), { kinds: ['symptom'] });
  return found.some(({ concept }) => concept.id === 'symptom:suicidal_thoughts');
}

/** `said`: the whole of what was said, of which the text may be a part; danger is looked for in all of it. */
export function healthIn(given: string, said = given): HealthTold {
  const text = given.slice(0, LONGEST);
  let found: ReturnType<typeof findRedFlags> | undefined;
  const flags = () => {
    found ??= findRedFlags(said);
    return found;
  };
  const facts = extractFacts(text).filter(({ kind, negated }) => KINDS.has(kind) && !negated);
  return {
    between: (from, to, but = []) =>
      facts.some(
        ({ start, end }) => start >= from && end <= to && !but.some((other) => other.from <= start && end <= other.to),
      ),
    get danger() {
      return flags().some(({ guessed }) => !guessed);
    },
    get selfHarm() {
      return flags().some(({ rule }) => rule === 'suicide') || namesSelfHarm(said);
    },
  };
}
