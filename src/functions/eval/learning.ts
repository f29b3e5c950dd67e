/**
 * What is learned from labelled verdicts: which criteria reading cannot settle, what the signs of a document weigh and what
 * those of code do. Regressions; what a sign can only speak for or only speak against is held to that.
 */
import { embed } from '../statements/index.ts';
import { readClaim } from '../validation/content/index.ts';
import { SIGNS, type Signs, signsOf } from '../validation/content/signs.ts';
import { CLASSES, type Class, type Weights } from '../validation/content/weights.ts';
import type { Values } from '../validation/facts/signs.ts';
import { type Bench, type Learned, makeBench, spokenOf } from '../validation/judgement.ts';
import { type Openness, openness } from '../validation/openness.ts';
import { codeSigns, learnCode } from './learn-code.ts';
import { type Labelled, learnOpenness, readOwn } from './learn-openness.ts';
import { regress } from './regression.ts';
import type { Case } from './sets.ts';

export type Verdict = Case<'verdicts'>;
/** What a case is judged on. */
export type BenchOf = (one: Verdict) => Bench;
/** A case with what it shows: read once, learned from as often as sets are left out. */
export interface Shown {
  readonly one: Verdict;
  readonly isCode: boolean;
  readonly content?: Omit<Example, 'gold'> | undefined;
  readonly code?: Values | undefined;
}

type Sign = (typeof SIGNS)[number];
interface Example {
  readonly mode: keyof Weights;
  readonly gold: Class;
  readonly values: Signs['values'];
}

const FOR: Readonly<Record<Class, readonly Sign[]>> = {
  met: [
    'alike',
    'soft',
    'least',
    'shared',
    'literal',
    'amount_agrees',
    'kept',
    'kept_alike',
    'anywhere',
    'anywhere_least',
    'agree',
    'stance_agrees',
    'often_agrees',
    'section_agrees',
    'so',
    'so_near',
  ],
  violated: [
    'clash',
    'disagree',
    'stance_differs',
    'slot_differs',
    'section_differs',
    'odds',
    'denial_differs',
    'pole_differs',
    'amount_differs',
    'opposed',
    'answer_missing',
    'contrary',
    'contrary_near',
  ],
  undecidable: ['beyond', 'open', 'name_missing', 'future', 'expected'],
};
const AGAINST: Readonly<Record<Class, readonly Sign[]>> = {
  met: [...FOR.violated, 'amount_missing', 'name_missing', 'beyond', 'open'],
  violated: ['literal', 'kept', 'kept_alike', 'beyond', 'open', 'amount_agrees'],
  undecidable: ['soft', 'shared', 'anywhere', 'anywhere_least', 'literal'],
};
const SHRINK = 0.05;
/** The sets are learned from in so many parts; each is told of the others only, as a new criterion would be. */
const PARTS = 5;

/** Several criteria may share an artifact: it is read once. */
export async function readBenches(cases: readonly Verdict[]): Promise<BenchOf> {
  const keyOf = ({ artifact, path, language }: Verdict) => JSON.stringify([artifact, path, language]);
  const benches = new Map<string, Bench>();
  for (const [key, same] of Map.groupBy(cases, keyOf)) {
    const spoken = same.flatMap(({ criterion }) => spokenOf(criterion));
    benches.set(key, await makeBench(same[0]!, spoken));
  }
  return (one) => benches.get(keyOf(one))!;
}

export async function readShown(cases: readonly Verdict[], benchOf: BenchOf): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const one of cases) {
    const bench = benchOf(one);
    const isCode = bench.artifact.code !== undefined;
    shown.push({
      one,
      isCode,
      ...(isCode ? { code: await codeSigns(one, bench) } : { content: contentSigns(one, bench) }),
    });
  }
  return shown;
}

function contentSigns(one: Verdict, { readable }: Bench): Shown['content'] {
  if (one.kind !== 'content' && one.kind !== 'beyond') return undefined;
  const claim = readClaim(one.criterion);
  const mode = claim.mode === 'topic' ? 'topic' : 'fact';
  if (claim.forbidden || (mode === 'topic' && one.gold === 'undecidable')) return undefined;
  return { mode, values: signsOf(readable, claim, () => 0).values };
}

export async function learnVerdicts(shown: readonly Shown[], isFresh: (one: Verdict) => boolean): Promise<Learned> {
  const { all, byPart, vectors } = await learnOpen(shown);
  const open = (index: number, kind: 'text' | 'code') =>
    openness(vectors.get(shown[index]!.one.criterion), kind, byPart[index % PARTS]);
  const examples = shown.flatMap(({ one: { gold }, content }, index): Example[] => {
    if (content === undefined) return [];
    const values = { ...content.values, open: open(index, 'text') };
    const own = { mode: content.mode, gold, values };
    // What is known to be beyond reading is known by a list; the other signs must carry it where the list ends.
    return values.beyond === 1 ? [own, { ...own, values: { ...values, beyond: 0 } }] : [own];
  });
  const of = (mode: keyof Weights) => examples.filter((one) => one.mode === mode);
  return {
    openness: all,
    content: { topic: learn(of('topic'), ['met', 'violated']), fact: learn(of('fact'), CLASSES) },
    facts: learnCode(
      shown.flatMap(({ one, code }, index) =>
        code === undefined ? [] : [{ one, values: { ...code, open: open(index, 'code') }, fresh: isFresh(one) }],
      ),
    ),
  };
}

interface Open {
  readonly all: Openness;
  readonly byPart: readonly Openness[];
  readonly vectors: ReadonlyMap<string, Int8Array>;
}

async function learnOpen(shown: readonly Shown[]): Promise<Open> {
  const labelled = shown.map(
    ({ one, isCode }): Labelled => ({ criterion: one.criterion, code: isCode, open: one.gold === 'undecidable' }),
  );
  const own = readOwn();
  const texts = [...new Set([...labelled, ...own].map(({ criterion }) => criterion))];
  const found = await embed(texts);
  const vectors = new Map(texts.map((text, index) => [text, found[index]!]));
  const without = (part: number) => labelled.filter((_, index) => index % PARTS !== part);
  return {
    all: learnOpenness([...labelled, ...own], vectors),
    byPart: Array.from({ length: PARTS }, (_, part) => learnOpenness([...without(part), ...own], vectors)),
    vectors,
  };
}

function learn<Own extends Class>(examples: readonly Example[], classes: readonly Own[]) {
  const side = (name: Class, sign: Sign) => (FOR[name].includes(sign) ? 1 : AGAINST[name].includes(sign) ? -1 : 0);
  return regress(examples as readonly (Example & { readonly gold: Own })[], SIGNS, classes, { shrink: SHRINK, side });
}
