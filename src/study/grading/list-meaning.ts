/**
 * What is left of a list once all names are known: items that nobody named, and parts of the answer that are no names. Which part means
 * which item is a contest: a part stands for the item that it is nearest to where that item is nearest to it too. Where as many parts are
 * left as items, less nearness is enough; a name of something else, and what says the contrary, never stands for an item.
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold } from '../../text/index.ts';
import { areKin, isCommonWord } from '../../text/lexicon.ts';
import { grammar } from '../facts/grammar.ts';
import { thingOf } from '../facts/things.ts';
import { isCommonWord as isWrittenSmall } from '../material/things.ts';
import { align, areOpposed, isSameWord, readOrder, readWords, share, type Word } from './alignment.ts';
import { isKnown } from './claims.ts';
import { canonical, cleanAnswer } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { meaningsOf } from './glossary.ts';
import { nearAlone } from './replaced.ts';
import { areOneDeed } from './sound.ts';
import { spellOut } from './word-parts.ts';
import { answerWords } from './words.ts';

/** So near two texts mean the same; so near they may where nothing else is left; and a name that is known has to be nearer. */
const MEANT = 0.45;
const LEFT_OVER = 0.25;
const KNOWN = 0.55;
/** From here on each word of the one stands for a word of the other. */
const ALIGNED = 0.8;

interface Pair {
  readonly item: string;
  readonly part: string;
  readonly much: number;
}

/** Each part that means an item, by the item. */
export function meantOf(items: readonly string[], parts: readonly string[]): Map<string, string> {
  const open = parts.filter((part) => isOpen(cleanAnswer(part)));
  if (items.length === 0 || open.length === 0 || items.some((item) => item.length < 3)) return new Map();
  const pairs = weigh(items, open);
  const most = (by: (pair: Pair) => boolean) => Math.max(...pairs.filter(by).map(({ much }) => much));
  const isElse = items.length !== parts.length || open.length !== parts.length;
  const meant = new Map<string, string>();
  for (const pair of pairs.toSorted((a, b) => b.much - a.much)) {
    const { item, part, much } = pair;
    const isMutual = much === most((each) => each.item === item) && much === most((each) => each.part === part);
    const bar = isKnown(thingOf(cleanAnswer(part))) ? KNOWN : isElse || !isMutual || !isTold(part) ? MEANT : LEFT_OVER;
    if (much < bar || meant.has(item) || [...meant.values()].includes(part)) continue;
    if (!isContrary(item, part) && !isRival(item, part)) meant.set(item, part);
  }
  return meant;
}

/** No name of something else; a name of several everyday words may describe as well. */
function isOpen(part: string): boolean {
  return part !== '' && (!isKnown(thingOf(part)) || isTold(part));
}

/** "blood that clots too easily": told in words of every day, and no term. */
function isTold(part: string): boolean {
  const words = wordsOf(part);
  return words.length > 1 && words.every(isEveryday);
}

const LONGEST_PLAIN = 8;
const TERM = /(?:[ai]l|[ia]c|is|us|um|i?a|ae|ine?|ases?|i[dt]es?|ates?)$/;

/** A word of the dictionary, or a short one that the knowledge base writes small and that is not made as terms are. */
function isEveryday(word: string): boolean {
  if (TERM.test(word) && !isCommonWord(word)) return false;
  return isCommonWord(word) || (word.length <= LONGEST_PLAIN && isWrittenSmall(word));
}

function wordsOf(text: string): string[] {
  const { small } = grammar();
  return (fold(cleanAnswer(text)).match(/\p{L}+/gu) ?? []).filter((word) => !small.has(word));
}

function isContrary(item: string, part: string): boolean {
  const [own, given] = [item, part].map(plainOf);
  if (contradicts(item, part) || contradicts(own!, given!)) return true;
  return wordsOf(own!).some((word) => wordsOf(given!).some((other) => areOpposed(word, other)));
}

/** So near two words have to be by themselves to stand for one another. */
const IN_PLACE = 0.5;

/** "Iron deficiency" for folate deficiency: one word stands in the place of another. */
function isRival(item: string, part: string): boolean {
  const [own, given] = [item, cleanAnswer(part)].map((text) => readOrder(canonical(text)).words);
  const apart = (words: readonly Word[], others: readonly Word[]) =>
    words.filter((word) => !others.some((other) => isSameWord(word, other)));
  const [left, put] = [apart(own!, given!), apart(given!, own!)];
  if (left.length !== 1 || put.length !== 1 || own!.length < 2) return false;
  return nearAlone(left[0]!.text, put[0]!.text) < IN_PLACE;
}

function plainOf(text: string): string {
  return canonical(spellOut(canonical(text)));
}

/** Every item beside every part: as they are, in plain words, and by what the glossary has for the item. */
function weigh(items: readonly string[], parts: readonly string[]): Pair[] {
  const forms = new Map(items.map((item) => [item, [item, plainOf(item), ...meaningsOf(item)]]));
  const said = new Map(parts.map((part) => [part, [cleanAnswer(part), plainOf(cleanAnswer(part))]]));
  const near = nearnessAmong([...forms.values(), ...said.values()].flat()) ?? (() => 0);
  return items.flatMap((item) =>
    parts
      .filter((part) => isPhrase(item, part) || (items.length === 1 && isPlainFor(item, part)))
      .map((part) => {
        const all = forms.get(item)!.flatMap((own) => said.get(part)!.map((given) => near(own, given)));
        return { item, part, much: Math.max(...all, alignedShare(item, cleanAnswer(part))) };
      }),
  );
}

/** Of single words the nearest are those beside it: yellow is near to green. */
function isPhrase(item: string, part: string): boolean {
  return item.includes(' ') || cleanAnswer(part).includes(' ');
}

/** "clotting" for haemostasis: the last one that is left, a term in a word of every day. */
function isPlainFor(item: string, part: string): boolean {
  return !isEveryday(fold(item)) && !isKnown(thingOf(part)) && isCommonWord(fold(part));
}

/** "makes proteins" for protein synthesis: as deed and thing, in any order. */
function alignedShare(item: string, part: string): number {
  const [own, given] = [item, part].map((text) => readWords(canonical(text)).words);
  if (own!.length < 2 || given!.length < 2) return 0;
  const both = Math.min(share(align(own!, given!)), share(align(given!, own!)));
  return both >= ALIGNED ? both : 0;
}

/** "adhere" for adhesion: one word as noun and as verb. */
export function isOneDeed(part: string, item: string): boolean {
  return !part.includes(' ') && !item.includes(' ') && (areOneDeed(part, item) || areKin(part, item));
}

/** "and one more I forgot": says that something is missing, and nothing else. */
export function saysNothing(part: string): boolean {
  return cleanAnswer(part) === '' || answerWords().forgotten.test(part);
}
