/** Words of medicine in plain ones (word-parts.yml): "hepatotoxic" is damage of the liver, "hyperkalaemia" high potassium. */
import { z } from 'zod';
import { fold } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

const rows = z.record(z.string(), z.array(z.string()));
const file = z.strictObject({ heads: rows, ends: rows, phrases: rows });

interface Parts {
  readonly heads: readonly (readonly [part: string, plain: string])[];
  readonly ends: ReadonlyMap<string, string>;
  readonly phrases: readonly (readonly [pattern: RegExp, plain: string])[];
}

let read: Parts | undefined;

function parts(): Parts {
  read ??= compile(file.parse(readRows(new URL('./word-parts.yml', import.meta.url))));
  return read;
}

function compile({ heads, ends, phrases }: z.infer<typeof file>): Parts {
  const pairs = (of: z.infer<typeof rows>) =>
    Object.entries(of).flatMap(([plain, words]) => words.map((word) => [word, plain] as const));
  return {
    heads: pairs(heads),
    ends: new Map(pairs(ends)),
    phrases: pairs(phrases)
      .sort(([a], [b]) => b.length - a.length)
      .map(([phrase, plain]) => [new RegExp(`(?<![\\p{L}\\p{N}-])${phrase}(?![\\p{L}\\p{N}-])`, 'gu'), plain] as const),
  };
}

/** A text with its words of medicine spelled out; what cannot be taken apart stays. */
export function spellOut(text: string): string {
  let plain = fold(text);
  for (const [pattern, words] of parts().phrases) plain = plain.replace(pattern, words);
  return plain.replace(/\p{L}{7,}/gu, (word) => takenApart(word) ?? word);
}

function takenApart(word: string): string | undefined {
  const { heads, ends } = parts();
  for (const [head, plain] of heads) {
    const end = word.startsWith(head) ? ends.get(word.slice(head.length)) : undefined;
    if (end !== undefined) return `${plain} ${end}`;
  }
  return undefined;
}
