/**
 * What stands around a topic of which the material says little: for a beginner what the words of its sentences mean, for an exam what is
 * asked with it, for a clinician what is done. Sentences of the same material, chosen by the level (levels.yml, `around`).
 */
import { isCommonWord } from '../text/lexicon.ts';
import type { Part, Told } from './explaining.ts';
import { contentStems, mentions, termKey, withoutArticle } from './facts/terms.ts';
import { type LevelPlan, worthOf } from './levels.ts';
import { subjectsCarried } from './material/paragraphs.ts';
import { allTellings, listsInLine } from './material/points.ts';
import { isNamedIn } from './material/topics.ts';
import type { Passage } from './types.ts';

export interface Surroundings {
  /** All of the material. */
  readonly passages: readonly Passage[];
  readonly names: readonly string[];
}

/** With more sentences than this a topic is told by itself. */
export const LITTLE = 4;
const DEFINES = /^(.{2,60}?)(?: \(([^()]{2,30})\))? (?:is|are) (?:an?|the) /;
const LEANS = /^(?:it|they|this|that|these|those|its|their|such|both|then|also|however)\b/i;

export function surroundingsOf(told: readonly Told[], { passages, names }: Surroundings, plan: LevelPlan): Part[] {
  const { around, words } = plan;
  if (around === undefined || told.length === 0 || told.length > LITTLE) return [];
  const said = new Set(told.map(({ text }) => text));
  const isFree = (text: string) => !said.has(text) && !/\?$/.test(text) && !LEANS.test(text);
  const open = passages.flatMap((passage) => {
    const carried = subjectsCarried(listsInLine(passage.text));
    // "Attacks last 20 minutes" is said of what its paragraph is about, and does not name it.
    const isOfOther = (text: string) => {
      const subject = carried.get(text);
      return subject !== undefined && !isNamedIn(termKey(subject), names) && !mentions(termKey(text), subject);
    };
    return allTellings(passage)
      .filter(({ text, isError }) => !isError && isFree(text) && !isOfOther(text))
      .map((telling) => ({ ...telling, passage }));
  });
  const chosen = around.means
    ? meaningsFor(told, open, names)
    : worthMost(told, open, { passages, names }, words, around.least);
  const sentences = chosen.slice(0, around.most);
  return sentences.length === 0 ? [] : [{ opens: around.opens, sentences }];
}

/** What says what a word of the explanation is, in the order in which these words come. */
function meaningsFor(told: readonly Told[], open: readonly Told[], names: readonly string[]): Told[] {
  const key = termKey(told.map(({ text }) => text).join(' '));
  const own = new Set(names.map(termKey));
  return open
    .flatMap((one) => {
      const [, subject = '', short] = DEFINES.exec(one.text) ?? [];
      const named = [withoutArticle(subject), short ?? ''].filter((name) => name.length > 2 && !own.has(termKey(name)));
      const at = named.filter((name) => mentions(key, name)).map((name) => key.indexOf(termKey(name)));
      return at.length === 0 ? [] : [{ one, at: Math.min(...at) }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Words that stand in more of the material than this share of it are of no one thing. */
const COMMON = 0.2;
const ROOT = 6;

/** Under the same heading, or in the same document of the same things: the best for the level first. */
function worthMost(
  told: readonly Told[],
  open: readonly Told[],
  { passages, names }: Surroundings,
  words: LevelPlan['words'],
  least: number,
): Told[] {
  const topics = new Set(told.map(({ passage }) => passage.topic));
  const documents = new Set(told.map(({ passage }) => passage.source.title));
  const own = contentStems(names.join(' '));
  const stems = [...contentStems(told.map(({ text }) => text).join(' '))].filter((stem) => !own.has(stem));
  const within = passages.map(({ text }) => contentStems(text));
  const isCommon = (stem: string) =>
    within.filter((each) => each.has(stem)).length > Math.max(2, passages.length * COMMON);
  const rare = new Set(stems.filter((stem) => !isCommon(stem)));
  return open
    .flatMap((one) => {
      const there = [...contentStems(one.text)];
      const shared = stems.filter((stem) => there.some((other) => isOneRoot(stem, other)));
      const worth = worthOf(one.text, words);
      if (topics.has(one.passage.topic))
        return shared.length > 0 && worth >= least - SAME_HEADING ? [{ one, rate: worth + shared.length + 2 }] : [];
      const isOfIt = shared.filter((stem) => rare.has(stem) && !isCommonWord(stem)).length > 1;
      return isOfIt && documents.has(one.passage.source.title) && worth >= least
        ? [{ one, rate: worth + shared.length }]
        : [];
    })
    .toSorted((a, b) => b.rate - a.rate)
    .map(({ one }) => one);
}

/** What stands under the same heading may be worth so much less. */
const SAME_HEADING = 2;

/** "pigment" and "pigmentary". */
function isOneRoot(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return a === b || (short.length >= ROOT && long.startsWith(short));
}
