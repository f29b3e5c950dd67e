/**
 * A course as it is asked about: its sentences read once, questions and cards made of them. A book of 2,000 pages takes
 * seconds: where threads are kept it is done in one, which holds the course for the next question.
 */

import { once } from '../text/pieces.ts';
import { callAside, Held, openHeld } from '../threads/index.ts';
import { openBreath } from './breath.ts';
import { type ExplainOrder, explainFrom } from './explaining.ts';
import { type Corpus, openCorpus } from './facts/corpus.ts';
import { type CardDraft, makeCards } from './making-cards.ts';
import type { Tier } from './material/passages.ts';
import { makeQuestions } from './quiz/quiz.ts';
import type { Explanation, Passage, Question, QuestionKind, Relation } from './types.ts';

interface Read {
  readonly passages: readonly Passage[];
  readonly byId: ReadonlyMap<string, Passage>;
  /** Read when it is first asked for. */
  readonly corpus: Promise<Corpus>;
}

/** Passages are told by their ids; `undefined` is the whole course. */
type Chosen = readonly string[] | undefined;

/** Where to look, the nearest to what was wished first; `about`: only the sentences that say one of these names. */
export interface ChosenTier {
  readonly passages: Chosen;
  readonly about?: readonly string[] | undefined;
}

export interface QuestionOrder {
  readonly tiers: readonly ChosenTier[];
  readonly count: number;
  /** Kinds of question; those of a later turn only where the turns before it give too few. */
  readonly turns: readonly (readonly QuestionKind[])[];
  readonly prefers?: readonly Relation[] | undefined;
  readonly seed: string;
}

export interface CardOrder {
  readonly tiers: readonly ChosenTier[];
  readonly count: number;
  readonly seed: string;
}

/** Passages by their ids; `around`: whether what stands around the topic may be told too. */
export interface ExplainChosen extends Omit<ExplainOrder, 'headings' | 'named' | 'around'> {
  readonly headings: readonly (readonly string[])[];
  readonly named: readonly string[];
  readonly around: boolean;
}

type HeldCourse = Held<Read>;

export const works = {
  async questions(held: HeldCourse, { tiers, turns, ...order }: QuestionOrder): Promise<Question[]> {
    const { passages, byId, corpus } = openHeld(held, read);
    let already: Question[] = [];
    for (const tier of tiers)
      for (const kinds of turns) {
        if (already.length >= order.count) break;
        already = await makeQuestions({
          ...{ ...order, kinds, corpus: await corpus, all: passages, already },
          ...{ passages: pick(tier.passages, passages, byId), about: tier.about },
        });
      }
    return already;
  },
  async cards(held: HeldCourse, { tiers, count, seed }: CardOrder): Promise<CardDraft[]> {
    const { passages, byId, corpus } = openHeld(held, read);
    const chosen = tiers.map((tier) => ({ passages: pick(tier.passages, passages, byId), about: tier.about }));
    return makeCards(await corpus, chosen, count, seed);
  },
  explain(held: HeldCourse, { headings, named, around, ...order }: ExplainChosen): Explanation {
    const { passages, byId } = openHeld(held, read);
    return explainFrom({
      ...order,
      headings: headings.map((ids) => pick(ids, passages, byId)),
      named: pick(named, passages, byId),
      ...(around && { around: passages }),
    });
  },
};

/** What travels to a thread: texts are copied at once, objects one by one. */
type Pieces = readonly string[];

function read(pieces: Pieces): Read {
  return readPassages(pieces.flatMap((piece) => JSON.parse(piece) as Passage[]));
}

function readPassages(passages: readonly Passage[]): Read {
  const corpus = once(() => openCorpus(passages));
  return {
    passages,
    byId: new Map(passages.map((each) => [each.id, each])),
    get corpus() {
      return corpus();
    },
  };
}

function pick(chosen: Chosen, passages: readonly Passage[], byId: ReadonlyMap<string, Passage>): readonly Passage[] {
  return chosen === undefined ? passages : chosen.flatMap((id) => byId.get(id) ?? []);
}

const LONGEST_MS = 180_000;

export interface Courses {
  questions(course: readonly Passage[], order: QuestionOrder, owner: string): Promise<Question[]>;
  cards(course: readonly Passage[], order: CardOrder, owner: string): Promise<CardDraft[]>;
  explain(course: readonly Passage[], order: ExplainChosen): Promise<Explanation>;
}

/** Courses are known by their passages, which stay the same for as long as the index does. */
export function openCourses(): Courses {
  const kept = new WeakMap<readonly Passage[], HeldCourse>();
  const hold = (passages: readonly Passage[]): HeldCourse => {
    const held = kept.get(passages) ?? holdCourse(passages);
    kept.set(passages, held);
    return held;
  };
  const options = (course: readonly Passage[], owner: string) => ({
    ...{ long: isLong(course), limitMs: LONGEST_MS, owner },
  });
  return {
    questions: (course, order, owner) =>
      callAside(import.meta.url, works, 'questions', [hold(course), order], options(course, owner)),
    cards: (course, order, owner) =>
      callAside(import.meta.url, works, 'cards', [hold(course), order], options(course, owner)),
    explain: (course, order) =>
      callAside(import.meta.url, works, 'explain', [hold(course), order], { limitMs: LONGEST_MS }),
  };
}

/** A thousand pages: what is shorter is read within a second or two, and need not wait until a second thread stands by. */
const LONG_TEXT = 2_000_000;

function isLong(course: readonly Passage[]): boolean {
  let length = 0;
  for (const { text } of course) length += text.length;
  return length > LONG_TEXT;
}

function holdCourse(passages: readonly Passage[]): HeldCourse {
  let here: Read | undefined;
  const open = () => {
    here ??= readPassages(passages);
    return here;
  };
  return new Held(`course ${crypto.randomUUID()}`, () => toPieces(passages), open);
}

const AT_ONCE = 100;

async function toPieces(passages: readonly Passage[]): Promise<Pieces> {
  const breathe = openBreath();
  const pieces: string[] = [];
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    await breathe();
    pieces.push(JSON.stringify(passages.slice(from, from + AT_ONCE)));
  }
  return pieces;
}

/** All passages of a course as `undefined`: their ids need not travel. */
export function chosenOf({ passages, about }: Tier, course: readonly Passage[]): ChosenTier {
  const chosen = passages.length === course.length ? undefined : passages.map(({ id }) => id);
  return { passages: chosen, ...(about !== undefined && { about }) };
}
