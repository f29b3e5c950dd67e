/** The words of a question that carry meaning, for finding passages. */
import { stem, wordsIn } from '../../text/index.ts';

const PLAIN = new Set(
  `what when was were is are am my the a an of do did does have has had i in on for and or any last latest most recent about with show tell me to get got need next been
  ever record say says know there it its this that these those them they he she his her him you your we our us be being can could should would will may might must shall
  not no yes if so as at by from into than then too very just still now again also only some all more much many how why which who whom where whose please ok okay
  one two time times day days today tomorrow yesterday week weeks month months year years ago since before after while during
  take taking took taken give given gave go going went come came make made think feel feeling felt like want wanted right good bad safe doctor told tell supposed allowed
  keep let put use used thing things anything something nothing im ive dont cant isnt wont didnt really actually anymore up out off back over down
  once saw see seen visit started start stopped stop began begin says please would surgery clinic practice dr letter note another each every per`.split(
    /\s+/,
  ),
);

export function contentWords(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { lower } of wordsIn(text)) {
    const word = lower.replace(/['’]s?$/, '').replace(/['’]/g, '');
    if ((word.length < 3 && !/^\d\d/.test(word)) || PLAIN.has(word)) continue;
    for (const part of [word, ...(word.includes('-') ? word.split('-') : [])])
      if (part.length > 2 || /^\d\d/.test(part)) found.set(stem(part), 1);
  }
  return found;
}

export function withWords(
  words: ReadonlyMap<string, number>,
  more: readonly string[],
  worth: number,
): Map<string, number> {
  const all = new Map(words);
  for (const word of more) if (!all.has(stem(word))) all.set(stem(word), worth);
  return all;
}
