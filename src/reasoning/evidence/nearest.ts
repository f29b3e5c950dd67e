/**
 * Which paragraph of the papers a question is after: by its meaning, by the words that it shares and by the concepts that it
 * names, the rarer here the more. The weights were fitted to which paragraph answers the questions of the training sets.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { nearnessTo, nearnessToGroups } from '../../search/semantic/nearness.ts';
import type { Chart } from '../chart.ts';
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
  /** How near it is by itself, in meaning and words: a chance is large among few paragraphs, too. */
  near: number;
  /** The words of the question that the paragraph holds, each by one of its synonyms, with how rare it is here. */
  held: ReadonlyMap<string, number>;
}

const WORTH = { whole: 2.65, single: 5.95, words: 0.21, length: 0.92, concepts: 0.48 };
const WORD_NEARS = 0.03;

/** Every paragraph of the papers, the one that the words are most likely after first. */
export function rankParagraphs(chart: Chart, text: string): Ranked[] {
  const own = passagesOf(chart);
  const papers = own
    .filter((passage) => !passage.remark && !isPrintedForAll(passage, text, own))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, MOST_COMPARED);
  const groups = [...Map.groupBy(papers, ({ uuid, paragraph }) => `${uuid} ${paragraph}`).values()];
  const said = groups.map((group) => group.map(saidIn));
  const whole = nearnessToGroups(text, said);
  const single = nearnessTo(text, said.flat());
  const stems = groups.map((group) => new Set(group.flatMap(({ stems }) => [...stems])));
  const rarity = (many: number) => Math.log(1 + groups.length / (1 + many));
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
  let at = 0;
  const weighed = groups.map((group, place) => {
    const nears = single.slice(at, at + group.length);
    at += group.length;
    const best = nears.indexOf(Math.max(...nears));
    const shared = asked.map(({ word, alike }) => ({
      word,
      hits: alike.filter(({ same }) => stems[place]!.has(same)).map(({ worth }) => worth),
    }));
    const words = sum(shared.flatMap(({ hits }) => hits));
    const named = sum(concepts.filter(({ holders }) => holders[place]).map(({ worth }) => worth));
    const length = Math.log(sum(group.map(({ text }) => text.length)));
    return {
      passage: group[best]!,
      weight: Math.exp(
        WORTH.whole * whole[place]! +
          WORTH.single * nears[best]! +
          WORTH.words * words +
          WORTH.length * length +
          WORTH.concepts * named,
      ),
      near: (whole[place]! + nears[best]!) / 2 + WORD_NEARS * words,
      held: new Map(shared.filter(({ hits }) => hits.length > 0).map(({ word, hits }) => [word, Math.max(...hits)])),
    };
  });
  const all = sum(weighed.map(({ weight }) => weight));
  return weighed
    .map(({ passage, weight, near, held }): Ranked => ({ passage, chance: weight / all, near, held }))
    .toSorted((a, b) => b.chance - a.chance);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
