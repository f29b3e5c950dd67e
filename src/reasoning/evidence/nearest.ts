/**
 * Which paragraph of the papers a question is after: by its meaning, and by the words that it shares, the rarer the more.
 * The weights were fitted to which paragraph answers the questions of the training sets.
 */
import { nearnessTo, nearnessToGroups } from '../../search/semantic/nearness.ts';
import type { Chart } from '../chart.ts';
import { isPrintedForAll, MOST_COMPARED, type Passage, passagesOf, saidIn, withSynonyms } from './passages.ts';
import { contentWords } from './words.ts';

export interface Ranked {
  /** The sentence of the paragraph that is nearest. */
  passage: Passage;
  score: number;
  /** The words of the question that the paragraph holds, each by one of its synonyms, with how rare it is here. */
  held: ReadonlyMap<string, number>;
}

const WORD_WORTH = 0.03;
/** A line of a few words seldom answers. */
const LENGTH_WORTH = 0.03;

/** Every paragraph of the papers, the one that the words are most likely after first. */
export function rankParagraphs(chart: Chart, text: string): Ranked[] {
  const papers = passagesOf(chart)
    .filter((passage) => !passage.remark && !isPrintedForAll(passage, text))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, MOST_COMPARED);
  const groups = [...Map.groupBy(papers, ({ uuid, paragraph }) => `${uuid} ${paragraph}`).values()];
  const said = groups.map((group) => group.map(saidIn));
  const whole = nearnessToGroups(text, said);
  const single = nearnessTo(text, said.flat());
  const stems = groups.map((group) => new Set(group.flatMap(({ stems }) => [...stems])));
  const rarity = (word: string) => Math.log(1 + groups.length / (1 + stems.filter((held) => held.has(word)).length));
  const asked = [...contentWords(text).keys()].map((word) => ({
    word,
    alike: [...withSynonyms(new Map([[word, 1]]))].map(([same, worth]) => ({ same, worth: worth * rarity(same) })),
  }));
  let at = 0;
  return groups
    .map((group, place): Ranked => {
      const nears = single.slice(at, at + group.length);
      at += group.length;
      const best = nears.indexOf(Math.max(...nears));
      const shared = asked.map(({ word, alike }) => ({
        word,
        hits: alike.filter(({ same }) => stems[place]!.has(same)).map(({ worth }) => worth),
      }));
      const words = shared.flatMap(({ hits }) => hits).reduce((sum, worth) => sum + worth, 0);
      const length = group.reduce((sum, { text }) => sum + text.length, 0);
      return {
        passage: group[best]!,
        score: (whole[place]! + nears[best]!) / 2 + WORD_WORTH * words + LENGTH_WORTH * Math.log(length),
        held: new Map(shared.filter(({ hits }) => hits.length > 0).map(({ word, hits }) => [word, Math.max(...hits)])),
      };
    })
    .toSorted((a, b) => b.score - a.score);
}
