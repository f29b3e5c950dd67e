/**
 * Which paragraph of the papers a question is after: by its meaning, seen through a lens that brings questions and answers
 * together, by the words that it shares and by the concepts that it names, the rarer here the more.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { cosine, middleOf, vectorsOf } from '../../search/semantic/nearness.ts';
import type { Chart } from '../chart.ts';
import { throughLens } from './lens.ts';
import {
  holdsName,
  isPrintedForAll,
  MOST_COMPARED,
  namesOf,
  type Passage,
  passagesOf,
  saidIn,
  withSynonyms,
} from './passages.ts';
import { contentWords } from './words.ts';

export interface Ranked {
  /** The sentence of the paragraph that is nearest. */
  passage: Passage;
  /** How likely it is, among all paragraphs, that this one is meant. */
  chance: number;
  /** The same where there are only few: one of them is always the likeliest, so that each missing one counts as one. */
  fair: number;
  /** How near it is by itself, in meaning and words: a chance is large among few paragraphs, too. */
  near: number;
  /** The words of the question that the paragraph holds, each by one of its synonyms, with how rare it is here. */
  held: ReadonlyMap<string, number>;
}

/** What of a paragraph speaks for it, beside the meaning of its sentences. */
export interface Signs {
  group: readonly Passage[];
  words: number;
  concepts: number;
  length: number;
  held: ReadonlyMap<string, number>;
}

/** Learned with the lens: `npm run learn:papers` prints them. */
const WORTH = { whole: 5.358, single: 10.474, words: 0.151, length: 0.962, concepts: 0.364 };
const WORD_NEARS = 0.03;
/** Among fewer paragraphs one is always the likeliest, and no word is rare. */
const MANY = 12;
/** So many sentences that were never read before are read for one question. */
const MOST_READ = 160;

/** Every paragraph of the papers, the one that the words are most likely after first. */
export function rankParagraphs(chart: Chart, text: string): Ranked[] {
  const signs = signsOf(chart, text);
  const said = signs.map(({ group }) => group.map(saidIn));
  const [asked, ...vectors] = vectorsOf([text, ...said.flat()], MOST_READ);
  let at = 0;
  const weighed = signs.map(({ group, words, concepts, length, held }, place) => {
    const own = vectors.slice(at, at + said[place]!.length);
    at += own.length;
    const plain = nearnessIn(asked, own);
    const seen = nearnessIn(
      asked && throughLens(asked, 'asked'),
      own.map((vector) => vector && throughLens(vector, 'said')),
    );
    const best = seen.single.indexOf(Math.max(...seen.single));
    return {
      passage: group[best]!,
      weight: Math.exp(
        WORTH.whole * seen.whole +
          WORTH.single * seen.single[best]! +
          WORTH.words * words +
          WORTH.length * length +
          WORTH.concepts * concepts,
      ),
      near: (plain.whole + Math.max(...plain.single)) / 2 + WORD_NEARS * words,
      held,
    };
  });
  const all = sum(weighed.map(({ weight }) => weight));
  return weighed
    .map(({ passage, weight, near, held }): Ranked => {
      const chance = weight / all;
      return { passage, chance, fair: chance * Math.min(1, weighed.length / MANY), near, held };
    })
    .toSorted((a, b) => b.chance - a.chance);
}

/** The paragraphs of the papers, each with the words and concepts of the question that it holds. */
export function signsOf(chart: Chart, text: string): Signs[] {
  const own = passagesOf(chart);
  const papers = own
    .filter((passage) => !passage.remark && !isPrintedForAll(passage, text, own))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, MOST_COMPARED);
  const groups = [...Map.groupBy(papers, ({ uuid, paragraph }) => `${uuid} ${paragraph}`).values()];
  const stems = groups.map((group) => new Set(group.flatMap(({ stems }) => [...stems])));
  const rarity = (many: number) => Math.log(1 + Math.max(groups.length, MANY) / (1 + many));
  const asked = [...contentWords(text).keys()].map((word) => ({
    word,
    alike: [...withSynonyms(new Map([[word, 1]]))].map(([same, worth]) => ({
      same,
      worth: worth * rarity(stems.filter((held) => held.has(same)).length),
    })),
  }));
  const concepts = [
    ...new Set(
      openCatalogue()
        .find(text)
        .map(({ concept }) => concept.id),
    ),
  ].map((id) => {
    const holders = stems.map((held) => holdsName(namesOf(id), held));
    return { holders, worth: rarity(holders.filter(Boolean).length) };
  });
  return groups.map((group, place) => {
    const shared = asked.map(({ word, alike }) => ({
      word,
      hits: alike.filter(({ same }) => stems[place]!.has(same)).map(({ worth }) => worth),
    }));
    return {
      group,
      words: sum(shared.flatMap(({ hits }) => hits)),
      concepts: sum(concepts.filter(({ holders }) => holders[place]).map(({ worth }) => worth)),
      length: Math.log(sum(group.map(({ text }) => text.length))),
      held: new Map(shared.filter(({ hits }) => hits.length > 0).map(({ word, hits }) => [word, Math.max(...hits)])),
    };
  });
}

/** How near the sentences of a paragraph are, each and as a whole; 0 where it is not known. */
function nearnessIn(
  asked: Float32Array | undefined,
  said: readonly (Float32Array | undefined)[],
): { single: number[]; whole: number } {
  const known = said.filter((vector) => vector !== undefined);
  if (asked === undefined || known.length === 0) return { single: said.map(() => 0), whole: 0 };
  return {
    single: said.map((vector) => (vector === undefined ? 0 : cosine(asked, vector))),
    whole: cosine(asked, middleOf(known)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
