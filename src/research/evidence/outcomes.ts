/** What a study found, outcome by outcome: two trials may agree on attacks and differ on quality of life. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { abstractWords, definitionIn, type Statement } from './abstract.ts';
import { asRead, isSecondary, LONGEST_AIM } from './aims.ts';
import { type Arms, armsOf } from './arms.ts';
import { comparisonsIn, type Move } from './comparison.ts';
import { isOnGiving } from './giving.ts';
import { goodOfHeaded, headedIn } from './heads.ts';
import { outcomeWords } from './outcome-words.ts';
import { isOfSubgroup } from './subgroups.ts';
import { foldText, hasAny, hasPhrase } from './words.ts';

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

/**
 * Each outcome once: what is said of it first, for a text says its main result first. What was known before is no result.
 * `kindsIn`: in which kind of those who took part a sentence says it is; each of them has a result of its own.
 */
export function resultsOf(
  title: string,
  statements: readonly Statement[],
  arms = armsOf(title, statements),
  kindsIn: (sentence: string) => readonly string[] = () => [],
): Result[] {
  const aim = statements.map(({ text }) => definitionIn(text)).find((each) => each !== undefined);
  const found = new Map<string, Result>();
  let [last, meant]: [string, readonly string[]] = ['', []];
  for (const { text, role } of statements) {
    if (role === 'background' || role === 'method' || isOfSubgroup(text)) {
      last = text;
      continue;
    }
    const kinds = kindsIn(text);
    const results = [...deniedIn(text, meant), ...resultsIn(asRead(text, last), arms)];
    for (const result of results) {
      const key = [result.outcome, ...kinds].join(' | ');
      if (found.has(key)) continue;
      const marked = markMain(named(result, aim), aim ?? title);
      const isSecond = marked.main === undefined && isSecondary(text);
      found.set(key, {
        ...{ ...marked, ...(isSecond && { secondary: true }) },
        ...(kinds.length > 0 && { kinds }),
        told: text,
      });
    }
    if (results.length > 0) meant = results.map(({ said }) => said);
    last = text;
  }
  return [...found.values()];
}

/** "In twins it did not (relative risk 1.01, …)": what the sentence before told of was the same. */
const DENIED = /\b(?:it|they|this|these|treatment) (?:did|was|were) not(?= \(|[,;.]|$)/;

function deniedIn(text: string, meant: readonly string[]): Result[] {
  return DENIED.test(foldText(text)) ? resultsFor(meant, 'same', text) : [];
}

/** What it was made for is its main result. */
export function markMain(result: Result, aim: string): Result {
  return result.outcome === PRIMARY || isNamedIn(result, aim) ? { ...result, main: true } : result;
}

export const PRIMARY = 'primary outcome';

/** What a text calls "the primary outcome" is told with what it stands for. */
function named(result: Result, aim: string | undefined): Result {
  if (result.outcome !== PRIMARY || aim === undefined || aim.length > LONGEST_AIM) return result;
  return { ...result, said: `${PRIMARY} (${aim})` };
}

function isNamedIn({ outcome, said }: Result, aim: string): boolean {
  if (baseOf(outcome) in outcomeWords().outcomes) return outcomesIn(aim).some((each) => each.outcome === outcome);
  const forms = new Set(stemsOf(aim));
  return stemsOf(said).every((form) => forms.has(form));
}

const NO_ARMS: Arms = { studied: [], compared: [], names: { studied: [], compared: [] } };

/** What one sentence says. */
export function resultsIn(sentence: string, arms: Arms = NO_ARMS, meant: readonly string[] = []): Result[] {
  let before = [...meant];
  return clausesOf(sentence.replace(AMONG, '')).flatMap((clause) => {
    if (isOnGiving(clause)) return [];
    const compared = comparisonsIn(clause, arms, before);
    if (compared.length > 0) before = compared.map(({ said }) => said);
    else before = before.length > 0 ? before : subjectsIn(clause);
    return compared.flatMap(({ said, move }) => resultOf(said, move));
  });
}

/** "In gout (two trials, 566 patients) the difference was …": those in whom it was are no outcome. */
const AMONG =
  /^(?:In|Among) [^,;:()]{3,60}(?: \([^)]*\))?,? (?=the (?:mean |adjusted |pooled )?(?:difference|effect|ratio|estimate)\b)/u;

function resultOf(said: string, move: Move): Result[] {
  return keysOf(said).map(({ outcome, said: name, whole = outcome }) => ({
    outcome,
    said: name,
    change: changeOf(whole, move),
  }));
}

/** What became of these, as a sentence tells it otherwise. */
export function resultsFor(names: readonly string[], move: Move, told: string): Result[] {
  return names.flatMap((said) => resultOf(said, move)).map((result) => ({ ...result, told }));
}

/** "The change in MADRS was −12 for …; the difference was −6.6": the figures of the second are of the first. */
export function subjectsIn(clause: string): string[] {
  return outcomesIn(clause)
    .map(({ said }) => said)
    .concat(comparisonsIn(`${clause} (P<0.001; 1 vs 2)`, NO_ARMS).map(({ said }) => said))
    .slice(0, 1);
}

/** By its common name where it has one, else by its own. */
function keysOf(given: string): { outcome: string; said: string; whole?: string }[] {
  const [event] = given.split(' of ');
  const said = outcomeWords().events.includes(event!) ? event! : given;
  if (hasAny(said.replaceAll('-', ' '), abstractWords().places)) return [{ outcome: PRIMARY, said: PRIMARY }];
  // One of several is an outcome of its own: that infarction or death is the same says nothing of death.
  const known = / or /.test(said) ? [] : outcomesIn(withoutCause(said));
  const headed = headKeyOf(said, known);
  if (headed !== undefined) return [{ outcome: headed, said }];
  if (known.length > 0)
    return known.map((each) => ({ ...each, said: isPlain(said) && known.length === 1 ? said : each.said }));
  const forms = stemsOf(said);
  const measures = outcomeWords().measures.map(stem);
  const bare = forms.filter((form) => !measures.includes(form));
  const outcome = (bare.length > 0 ? bare : forms).join(' ');
  return forms.length === 0 ? [] : [{ outcome, said, whole: forms.join(' ') }];
}

/** A response of pain is no pain: the rest by its common name, and its head. Undefined where the common name holds the head. */
function headKeyOf(said: string, known: readonly Pick<Result, 'outcome' | 'said'>[]): string | undefined {
  const headed = / or /.test(said) ? undefined : headedIn(said);
  if (headed === undefined || headed.of === '') return undefined;
  const { head, of } = headed;
  const isIn = known.some((each) => stemsOf(each.said).includes(head));
  if (isIn && known.every(({ outcome }) => goodOf(outcome) === goodOfHeaded(head, of, goodOf))) return undefined;
  if (isIn && known.length === 1) return undefined;
  const rest = outcomesIn(of);
  const name = rest.length === 1 ? rest[0]!.outcome : stemsOf(of).join(' ');
  return name === '' ? undefined : `${name} ${head}`;
}

function withoutCause(said: string): string {
  return said.split(new RegExp(` (?:${abstractWords().caused.join('|')}) `))[0]!;
}

/** It is the name and no more: "at the interim analysis overall survival" is not. */
function isPlain(said: string): boolean {
  const [first = ''] = said.split(' ');
  return !abstractWords().ends.includes(first) && said.split(' ').length <= LONGEST_NAME;
}

const LONGEST_NAME = 4;

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

/** "… fell, but quality of life did not change": each part speaks for itself. What stands in brackets stays with its part. */
export function clausesOf(sentence: string): string[] {
  const brackets: string[] = [];
  const held = sentence.replace(/\([^)]*\)/g, (found) => `(${brackets.push(found) - 1})`);
  return held
    .split(
      /;\s|:\s(?=\p{Ll})|,? (?:but|whereas|while|although|though) |, and (?=(?:[\p{L}\p{N}-]+ ){1,5}(?:was|were|did|fell|rose|had|increased|reduced|decreased|improved|lowered|raised|worsened|prolonged)\b)|, with (?=no |little |fewer |more )/u,
    )
    .map((part) => part.replace(/\((\d+)\)/g, (_, at) => brackets[Number(at)] ?? ''));
}

function changeOf(outcome: string, move: Move): Tendency {
  if (move === 'same') return 'same';
  if (move === 'better') return 'favours';
  if (move === 'worse') return 'against';
  const good = goodOf(outcome);
  if (good === undefined) return move === 'up' ? 'higher' : 'lower';
  return (move === 'up') === (good === 'more') ? 'favours' : 'against';
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

/** What a study was about: what it was made for; else the first outcome it tells of that treatment is given for. */
export function mainResult(results: readonly Result[]): Result | undefined {
  return (
    results.find(({ main }) => main) ??
    results.find(({ outcome, secondary }) => !secondary && outcomeWords().outcomes[baseOf(outcome)]?.harm !== true)
  );
}

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

/** "Heart failure with reduced ejection fraction": how people are is nothing that is to become of them. */
const STATE =
  /\b(?:with|having) (?:(?:an?|mildly|severely|markedly) )*(?:reduced|preserved|low|high|elevated|raised|increased|impaired|decreased) (?:\p{L}+ ){0,2}(?:fraction|function|pressure|count|levels?|risk|weight|cholesterol|glucose|haemoglobin|hemoglobin)\b/giu;

/** What a question asks after: what it says to become lower, better, longer; else the common outcomes that it names. */
export function outcomesAsked(given: string): Result[] {
  const question = given.replace(STATE, ' ');
  const { openings, asking } = outcomeWords();
  const opening = new RegExp(`^\\s*(?:(?:${asking.join('|')})\\s+)?(?:${openings.join('|')})\\s+`, 'i');
  const asked = question
    .split(/(?<=[.!?;])\s+/)
    .flatMap((sentence) => resultsIn(sentence.replace(/[?!.]+$/, '').replace(opening, '')))
    // "X better than Y" asks after no outcome by name.
    .filter(({ outcome, change }) => goodOf(outcome) !== undefined || change === 'higher' || change === 'lower');
  if (asked.length > 0) return asked;
  return outcomesIn(question).map((each) => ({ ...each, change: 'same' }));
}
