/** What a study found, outcome by outcome: two trials may agree on attacks and differ on quality of life. */
import { stem } from '../../text/index.ts';
import { abstractWords, definitionIn, type Statement } from './abstract.ts';
import { asRead, isSecondary, LONGEST_AIM } from './aims.ts';
import { type Arms, armsOf } from './arms.ts';
import { comparisonsIn, type Move } from './comparison.ts';
import { isOnGiving } from './giving.ts';
import { goodOfHeaded, headedIn } from './heads.ts';
import { baseOf, goodOf, outcomesIn, PRIMARY, type Result, stemsOf, type Tendency } from './outcome-names.ts';
import { outcomeWords } from './outcome-words.ts';
import { isOfSubgroup } from './subgroups.ts';
import { foldText, hasAny } from './words.ts';

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

/** What a study was about: what it was made for; else the first outcome it tells of that treatment is given for. */
export function mainResult(results: readonly Result[]): Result | undefined {
  return (
    results.find(({ main }) => main) ??
    results.find(({ outcome, secondary }) => !secondary && outcomeWords().outcomes[baseOf(outcome)]?.harm !== true)
  );
}

/** "Heart failure with reduced ejection fraction": how people are is nothing that is to become of them. */
const STATE =
  /\b(?:with|having) (?:(?:an?|mildly|severely|markedly) )*(?:reduced|preserved|low|high|elevated|raised|increased|impaired|decreased) (?:\p{L}+ ){0,2}(?:fraction|function|pressure|count|levels?|risk|weight|cholesterol|glucose|haemoglobin|hemoglobin)\b/giu;

/** What a question asks after: what it says to become lower, better, longer; else the common outcomes that it names. */
export function outcomesAsked(given: string): Result[] {
  const question = given.replace(STATE, ' ');
  // "X better than Y" asks after no outcome by name.
  const asked = changesAsked(question).filter(
    ({ outcome, change }) => goodOf(outcome) !== undefined || change === 'higher' || change === 'lower',
  );
  if (asked.length > 0) return asked;
  return outcomesIn(question).map((each) => ({ ...each, change: 'same' }));
}

/** What a question asks the change of, whichever way of it is wanted: sleep in "does X improve sleep?". */
export function changesAsked(question: string): Result[] {
  const { openings, asking } = outcomeWords();
  const opening = new RegExp(`^\\s*(?:(?:${asking.join('|')})\\s+)?(?:${openings.join('|')})\\s+`, 'i');
  return question
    .split(/(?<=[.!?;])\s+/)
    .flatMap((sentence) => resultsIn(sentence.replace(/[?!.]+$/, '').replace(opening, '')));
}
