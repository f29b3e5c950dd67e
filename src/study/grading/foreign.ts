/** Answers in German, French or Spanish, as far as they are names: word by word in English, German compounds taken apart. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

interface Glosses {
  /** Words of another language that are English words too: alone they tell nothing of the language. */
  readonly english: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, string>;
  readonly first: ReadonlyMap<string, string>;
  readonly last: readonly (readonly [part: string, english: string])[];
}

let read: Glosses | undefined;

function glosses(): Glosses {
  read ??= compile();
  return read;
}

function compile(): Glosses {
  const file = z.strictObject({
    words: z.string(),
    english: z.string(),
    first_parts: z.string(),
    last_parts: z.string(),
  });
  const data = file.parse(readRows(new URL('./foreign.yml', import.meta.url)));
  const rows = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' = ').map((side) => side.trim()) as [string, string]);
  return {
    words: new Map(rows(data.words).flatMap(([english, others]) => others.split(', ').map((each) => [each, english]))),
    english: new Set(data.english.split(', ').map((word) => word.trim())),
    first: new Map(rows(data.first_parts)),
    last: rows(data.last_parts).sort(([a], [b]) => b.length - a.length),
  };
}

const LONGEST_ANSWER = 8;
/** So much of a compound must stand before its last part. */
const SHORTEST_FIRST = 4;
const ARTICLE = /^(?:der|die|das|ein|eine|einen|le|la|les|un|une|el|los|las|una|del|de la|du|des|de)$/;

/** The text as it is where no word of it is known in another language. */
export function fromForeign(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  if (words.length > LONGEST_ANSWER) return text;
  const { words: known, english: shared } = glosses();
  const whole = known.get(words.join(' '));
  if (whole !== undefined) return whole;
  let isForeign = words.length < 4 && ARTICLE.test(words[0] as string) && known.has(words.at(-1) as string);
  const english = words.map((written) => {
    const [, word = '', sign = ''] = /^(.*?)([.,;:!?]*)$/.exec(written) ?? [];
    const found = known.get(word) ?? takeApart(word);
    if (found !== undefined && found !== word && !shared.has(word)) isForeign = true;
    return { english: found ?? word, word, sign };
  });
  if (!isForeign) return text;
  return english
    .filter(({ word }) => !ARTICLE.test(word))
    .map(({ english: each, sign }) => `${each}${sign}`)
    .join(' ');
}

/** "Vorhofflattern" is atrial flutter; the first part may be Latin: "Okzipitallappen". */
function takeApart(word: string): string | undefined {
  const { first, last } = glosses();
  for (const [part, english] of last) {
    if (!word.endsWith(part) || word.length - part.length < SHORTEST_FIRST) continue;
    const begin = word.slice(0, -part.length).replace(/-$/, '');
    const known = first.get(begin) ?? first.get(begin.replace(/(?:s|n|en|e)$/, ''));
    // An English word may end so by chance: what is no German first part must be an adjective.
    if (known === undefined && !/(?:al|ar|ial|är|iv|isch|oid|o)$/.test(begin)) continue;
    return `${known ?? begin} ${english}`;
  }
  return undefined;
}
