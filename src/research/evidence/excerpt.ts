/** Which of a text's sentences are quoted: what answers before how it was done, and the aspect that was asked. */
import { stem } from '../../text/index.ts';
import { degreesAsked, isApartIn } from '../degrees.ts';
import { groupsIn } from '../population.ts';
import { withoutCadence } from '../rhythm.ts';
import { withoutConditions } from '../vocabulary.ts';
import { kindsNamed, reachOfKind } from '../whom.ts';
import { hasFigures, type Statement } from './abstract.ts';
import { graveOf, type Treated } from './harms.ts';
import { isDenial, isHope } from './hopes.ts';
import { isSameOutcome, type Result } from './outcome-names.ts';
import { mainResult } from './outcomes.ts';
import { appraisal, foldText, hasAny } from './words.ts';

export interface Asked {
  /** Stems of what is asked about. */
  readonly words: ReadonlySet<string>;
  /** Safety, children, dose: see appraisal.yml. */
  readonly aspects: readonly string[];
  /** Outcomes by name: see outcomes.ts. */
  readonly outcomes?: readonly string[] | undefined;
  /** How much a shared word counts: a guideline advises on much, and only what was asked is wanted. */
  readonly weight?: number | undefined;
  /** It advises on many medicines: what it says of others is not wanted. */
  readonly apart?: boolean | undefined;
  /** Medicines by name, as the question writes them. */
  readonly names?: readonly string[] | undefined;
  /** Which kind of people, where one is asked for: twins. */
  readonly kinds?: readonly string[] | undefined;
  /** What they are asked against that is no medicine: placebo. */
  readonly beside?: readonly string[] | undefined;
  /** Medicines by name that other sources treat with. */
  readonly known?: readonly string[] | undefined;
  /** What it treats, and with what: its illness is no harm of it. */
  readonly treated?: Treated | undefined;
  /** What an authority decided, in its words. */
  readonly ruling?: string | undefined;
}

export interface Excerpt {
  readonly text: string;
  /** The asked aspects of which it tells. */
  readonly aspects: readonly string[];
}

/** What of a subject a question asks. "Tell me only about safety" says when to be told, and asks for nothing. */
export function aspectsAsked(asked: string): string[] {
  // What is waited for is asked after by nobody.
  const question = withoutCadence(withoutConditions(asked));
  const plain = foldText(question);
  const { aspects } = appraisal();
  const whom = groupsIn(question);
  const isOf = (id: string) => (BY_AGE[id] ?? []).some((group) => whom.includes(group));
  return Object.keys(aspects).filter((id) => isOf(id) || hasAny(plain, aspects[id]!.asked));
}

/** Aspects that are asked by whom it is for. */
export const BY_AGE: Readonly<Record<string, readonly string[]>> = { children: ['children'], age: ['older adults'] };

const MOST_SENTENCES = 2;
const LONGEST_EXCERPT = 320;
const WEIGHTS = {
  aspect: 5,
  verdict: 5,
  telling: 2.5,
  method: 3,
  number: 1,
  line: 20,
  main: 8,
  ruling: 20,
  named: 2,
  outcome: 9,
  pair: 10,
  figures: 2,
  before: 12,
  how: 8,
  hope: 8,
  grave: 3,
};

export function chooseExcerpt(
  statements: readonly Statement[],
  asked: Asked,
  results: readonly Result[] = [],
  asWritten = (sentence: string) => sentence,
): Excerpt {
  const sentences = statements.map(({ text }) => text);
  const main = mainResult(results)?.told;
  const answering = results
    .filter(({ outcome }) => asked.outcomes?.some((each) => isSameOutcome(each, outcome)))
    .map(({ told }) => told);
  const paired = (asked.names ?? []).concat(asked.beside ?? []);
  // Asked of one against another, who names both answers; what is said of a third does not.
  const isOnPair = (text: string) => paired.length > 1 && paired.every((name) => hasAny(foldText(text), [name]));
  const isNamed = (text: string) => asked.names?.some((name) => hasAny(foldText(text), [name])) ?? false;
  // What a guideline says of other medicines answers nothing that is asked of this one.
  const isApart = asked.apart === true && sentences.some(isNamed);
  const degrees = degreesAsked(asked.words);
  const scores = statements.map(({ text, role }) => {
    if (!isProse(text)) return -WEIGHTS.line;
    // Asked of the mild, what is advised in the severe is quoted last.
    if (isApartIn(text, degrees)) return -WEIGHTS.line;
    // Nor what was found in the other kind.
    if (reachOfKind(kindsNamed(text), asked.kinds ?? []) === 'others') return -WEIGHTS.line;
    const isOfOther = paired.length > 1 && main !== undefined && !isOnPair(main) && sentences.some(isOnPair);
    const found =
      (text === main && asked.aspects.every((id) => id in BY_AGE) && !isOfOther ? WEIGHTS.main : 0) +
      (isOnPair(text) && role !== 'method' ? WEIGHTS.pair : 0) +
      (isRuling(text, asked) && asked.aspects.length === 0 ? WEIGHTS.ruling : 0) +
      (isNamed(text) ? (asked.apart ? (asked.weight ?? 1) : 1) * WEIGHTS.named : isApart ? -WEIGHTS.line : 0) +
      (answering.includes(text) ? WEIGHTS.outcome : 0) +
      (asked.aspects.includes('safety') ? harmWeight(text, graveOf(text, results, asked.treated)) : 0) +
      (role === 'result' && hasFigures(text) ? WEIGHTS.figures : 0) -
      (isHope(text) ? WEIGHTS.hope : 0);
    // Whom a study took in is no word on how it went with them.
    const aspects = role === 'method' ? asked.aspects.filter((id) => !(id in BY_AGE)) : asked.aspects;
    return (
      scoreOf(text, { ...asked, aspects }) +
      found -
      (role === 'background'
        ? WEIGHTS.before
        : role === 'method'
          ? asked.aspects.length > 0
            ? WEIGHTS.how
            : WEIGHTS.method
          : 0)
    );
  });
  const tellsOf = (sentence: string, id: string) =>
    tells(sentence, id) || (id === 'safety' && graveOf(sentence, results, asked.treated) > 0);
  const best = scores.indexOf(Math.max(...scores));
  if (best < 0) return { text: '', aspects: [] };
  const second = secondOf(statements, best, asked, { scores, main, tellsOf });
  const chosen = (second === undefined ? [best] : [best, second]).toSorted((a, b) => a - b).slice(0, MOST_SENTENCES);
  const told = chosen.map((at) => sentences[at]!);
  return {
    text: told.map((sentence) => shorten(asWritten(sentence))).join(' '),
    aspects: asked.aspects.filter((id) => told.some((sentence) => tellsOf(sentence, id))),
  };
}

/** What a guideline says of what was asked is quoted, with both sides of it; and what a study says in words of its own result. */
export function withAdvice(excerpt: Excerpt, advised: readonly string[], verdict?: string): Excerpt {
  const told = [...new Set(advised)].slice(0, MOST_ADVISED);
  const isWhole = told.every((sentence) => excerpt.text.includes(sentence));
  const text = isWhole ? excerpt.text : told.join(' ');
  return { ...excerpt, text: verdict === undefined || text.includes(verdict) ? text : `${text} ${verdict}`.trim() };
}

const MOST_ADVISED = 3;

/** A harm tells of safety, whatever its name. */
function harmWeight(sentence: string, grave: number): number {
  return WEIGHTS.grave * grave + (grave > 0 && signsOf(sentence, 'safety') === 0 ? WEIGHTS.aspect : 0);
}

function isRuling(text: string, { ruling }: Asked): boolean {
  return ruling !== undefined && (text.includes(ruling) || ruling.includes(text));
}

/** "Invented Heart 2023-02-01." says where it stood, and nothing. */
function isProse(sentence: string): boolean {
  return (sentence.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}/gu) ?? []).length >= FEWEST_WORDS;
}

const FEWEST_WORDS = 2;

/** How many words of a sentence tell of an aspect. */
function signsOf(sentence: string, aspect: string): number {
  const plain = foldText(sentence);
  return (appraisal().aspects[aspect]?.told ?? []).filter((word) => hasAny(plain, [word])).length;
}

const MOST_SIGNS = 4;

function tells(sentence: string, aspect: string): boolean {
  return signsOf(sentence, aspect) > 0;
}

function scoreOf(sentence: string, { words, aspects, weight = 1 }: Asked): number {
  const stems = new Set((sentence.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).map(stem));
  const shared = [...words].filter((word) => stems.has(word)).length;
  const told = aspects.map((id) => Math.min(MOST_SIGNS, signsOf(sentence, id)));
  const aspect = told.reduce((all, signs) => all + (signs === 0 ? 0 : WEIGHTS.aspect + signs), 0);
  return shared * weight + aspect + tellingScore(sentence) - Math.abs(sentence.length - 160) / 400;
}

/** How much a sentence says of a result: what it found counts, how it was done does not. */
function tellingScore(sentence: string): number {
  const { telling, method, directions } = appraisal();
  const plain = foldText(sentence);
  const isVerdict = hasAny(plain, [...directions.failed, ...directions.met, ...directions.against, ...directions.same]);
  const found = telling.filter((phrase) => hasAny(plain, [phrase])).length;
  return (
    (isVerdict ? WEIGHTS.verdict : 0) +
    Math.min(found, 2) * WEIGHTS.telling -
    (!isVerdict && hasAny(plain, method) ? WEIGHTS.method : 0) +
    (/\d/.test(sentence) ? WEIGHTS.number : 0)
  );
}

/** Neither what was known before nor how it was done is told beside a finding. */
const NO_SECOND: readonly Statement['role'][] = ['background', 'method'];

interface Weighed {
  readonly scores: readonly number[];
  readonly main: string | undefined;
  tellsOf(sentence: string, aspect: string): boolean;
}

/** What limits the first; else another aspect that was asked; else the main result. What it says of harm is told apart. */
function secondOf(
  statements: readonly Statement[],
  best: number,
  { aspects, apart = false }: Asked,
  { scores, main, tellsOf }: Weighed,
): number | undefined {
  const sentences = statements.map(({ text }) => text);
  const { advised } = appraisal();
  const next = sentences[best + 1];
  // An advice of its own limits nothing.
  const isOwn = next !== undefined && apart && hasAny(foldText(next), [...advised.for, ...advised.against]);
  if (next !== undefined && !isOwn && hasAny(foldText(next), appraisal().limits)) return best + 1;
  // A hope is not quoted without what the same text denies.
  const denied = isHope(sentences[best]!) ? sentences.findIndex(isDenial) : -1;
  if (denied >= 0) return denied;
  const others = sentences.map((_, at) => at).filter((at) => at !== best);
  const strongest = (some: readonly number[]) => some.toSorted((a, b) => scores[b]! - scores[a]!)[0];
  const open = aspects.filter((id) => !tellsOf(sentences[best]!, id));
  const found = others.filter((at) => !NO_SECOND.includes(statements[at]!.role) && scores[at]! > -WEIGHTS.method);
  const onAspect = (ids: readonly string[]) => found.filter((at) => ids.some((id) => tellsOf(sentences[at]!, id)));
  const mainAt = main === undefined ? -1 : sentences.indexOf(main);
  return (
    strongest(onAspect(open).filter((at) => scores[at]! > 0)) ??
    strongest(onAspect(aspects)) ??
    (mainAt >= 0 && mainAt !== best && open.length === aspects.length ? mainAt : undefined)
  );
}

function shorten(sentence: string): string {
  if (sentence.length <= LONGEST_EXCERPT) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', LONGEST_EXCERPT))} …`;
}
