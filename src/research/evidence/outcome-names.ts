/** Outcomes by their names: which one is meant, which way of it is good, and whether two names are of one thing. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { abstractWords } from './abstract.ts';
import { goodOfHeaded } from './heads.ts';
import { outcomeWords } from './outcome-words.ts';
import { foldText, hasPhrase } from './words.ts';

export type Change = 'favours' | 'same' | 'against';

/** Which way is good is not known of every outcome. */
export type Tendency = Change | 'higher' | 'lower';

export interface Result {
  /** By its name in outcomes.yml, with what narrows it ("severe attacks"); else by the stems of its own. */
  readonly outcome: string;
  /** As the text calls it: flares. */
  readonly said: string;
  readonly change: Tendency;
  /** What the study was made for. */
  readonly main?: true | undefined;
  /** It was looked at beside that. */
  readonly secondary?: true | undefined;
  /** Of an illness or a state that has several kinds, in which of them. */
  readonly kinds?: readonly string[] | undefined;
  /** The sentence that says so. */
  readonly told?: string | undefined;
}

export const PRIMARY = 'primary outcome';

export function stemsOf(text: string): string[] {
  const { openings } = abstractWords();
  return (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !openings.includes(word)).map(stem);
}

let names: readonly { readonly id: string; readonly word: string }[] | undefined;

/** The outcomes that words name by a common name, the longer before the shorter one inside it. */
export function outcomesIn(text: string): Pick<Result, 'outcome' | 'said'>[] {
  const { kinds } = outcomeWords();
  let plain = foldText(text);
  names ??= Object.entries(outcomeWords().outcomes)
    .flatMap(([id, { words }]) => words.map((word) => ({ id, word })))
    .toSorted((a, b) => b.word.length - a.word.length);
  const found = new Map<string, string>();
  for (const { id, word } of names) {
    if (!hasPhrase(plain, word)) continue;
    const { facets } = outcomeWords().outcomes[id]!;
    const [, special] = new RegExp(`(?<![\\p{L}\\p{N}-])(${SPECIAL}) ${word}(?![\\p{L}\\p{N}])`, 'u').exec(plain) ?? [];
    const kind = special ?? [...kinds, ...facets].find((each) => hasPhrase(plain, `${each} ${word}`));
    const narrow = (name: string) => (kind === undefined ? name : `${kind} ${name}`);
    if (!found.has(narrow(id))) found.set(narrow(id), narrow(word));
    plain = plain.replaceAll(word, ' ');
  }
  return [...found].map(([outcome, said]) => ({ outcome, said }));
}

export function baseOf(outcome: string): string {
  const { outcomes, kinds } = outcomeWords();
  if (outcome in outcomes) return outcome;
  const faceted = Object.keys(outcomes).find((id) => isFacetOf(outcome, id));
  return faceted ?? outcome.slice((kinds.find((kind) => outcome.startsWith(`${kind} `)) ?? '').length).trim();
}

/** Of one cause: aneurysm-related deaths, cancer-specific survival. */
const SPECIAL = '[\\p{L}\\p{N}]+-(?:related|specific|associated)';

const IS_SPECIAL = new RegExp(`^${SPECIAL}$`, 'u');

/** "Endoscopic remission" of remission. */
function isFacetOf(outcome: string, id: string): boolean {
  if (outcomeWords().outcomes[id] === undefined || !outcome.endsWith(` ${id}`)) return false;
  const facet = outcome.slice(0, -id.length - 1);
  return outcomeWords().outcomes[id]!.facets.includes(facet) || IS_SPECIAL.test(facet);
}

/** Which way of it is wanted: known of the common ones; else by the words of its name; a disease is never wanted. */
export function goodOf(outcome: string): 'more' | 'fewer' | undefined {
  const { outcomes, wanted, unwanted, unwanted_endings } = outcomeWords();
  const known = outcomes[baseOf(outcome)]?.good;
  if (known !== undefined) return known;
  if (outcome === PRIMARY) return 'fewer';
  if (REACHED.test(outcome)) return 'more';
  const forms = outcome.split(' ');
  const byHead =
    forms.length > 1 ? goodOfHeaded(forms.at(-1)!, forms.slice(0, -1).join(' '), (rest) => goodOf(rest)) : undefined;
  if (byHead !== undefined) return byHead;
  const has = (list: readonly string[]) => list.some((word) => forms.includes(stem(word)));
  if (has(unwanted)) return 'fewer';
  if (has(wanted)) return 'more';
  if (forms.some((form) => unwanted_endings.some((ending) => form.length > ending.length + 2 && form.endsWith(ending))))
    return 'fewer';
  const isIll = openCatalogue().find(outcome, { kinds: ['condition', 'symptom'] }).length > 0;
  return isIll ? 'fewer' : undefined;
}

/** "SALT50", "F-VASI75": how many came so far on a scale. */
const REACHED = /^(?!(?:ic|ec|ed|ld|id)-?\d)(?:\p{L}-)?\p{L}{2,}[ -]?(?:20|25|30|40|50|70|75|90|100)$/u;

/** Two names of one thing: the same, or one says the other more exactly. Deaths and survival are two sides of one. */
export function isSameOutcome(one: string, other: string): boolean {
  if (one === other) return true;
  const { outcomes } = outcomeWords();
  if (isFacetOf(one, other) || isFacetOf(other, one) || isHeadOf(one, other) || isHeadOf(other, one)) return true;
  if (one in outcomes && other in outcomes) return [one, other].toSorted().join() === 'deaths,survival';
  const [few, many] = [one.split(' '), other.split(' ')].toSorted((a, b) => a.length - b.length);
  return !(one in outcomes || other in outcomes) && few!.every((form) => many!.includes(form));
}

/** Two results on the same thing; asked by a word of its name ("prevent migraine"), what is counted of it tells ("migraine days"). */
export function isOnOutcome(
  result: Pick<Result, 'outcome' | 'said'>,
  asked: Pick<Result, 'outcome' | 'said'>,
): boolean {
  if (isSameOutcome(result.outcome, asked.outcome)) return true;
  const forms = stemsOf(asked.said);
  const told = stemsOf(result.said);
  return !(asked.outcome in outcomeWords().outcomes) && forms.length > 0 && forms.every((form) => told.includes(form));
}

/** Seizure control tells of seizures. */
function isHeadOf(headed: string, id: string): boolean {
  if (!(id in outcomeWords().outcomes) || !headed.startsWith(`${id} `)) return false;
  const head = headed.slice(id.length + 1);
  return !head.includes(' ') && goodOfHeaded(head, id, goodOf) !== undefined;
}
