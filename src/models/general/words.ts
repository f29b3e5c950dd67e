/** The lexicon of the general policy, read when the first message needs it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const lexiconSchema = z.strictObject({
  stop: z.array(z.string()),
  generic: z.array(z.string()),
  whole: z.array(z.string()),
  passage: z.array(z.string()),
  time: z.array(z.string()),
});

interface Lexicon {
  /** Stems. */
  readonly stop: ReadonlySet<string>;
  readonly generic: ReadonlySet<string>;
  /** Names of fields. */
  readonly whole: ReadonlySet<string>;
  readonly passage: ReadonlySet<string>;
  /** Stems of single words. */
  readonly time: ReadonlySet<string>;
}

let loaded: Lexicon | undefined;

export function lexicon(): Lexicon {
  if (loaded !== undefined) return loaded;
  const raw = lexiconSchema.parse(parse(readFileSync(new URL('./words.yml', import.meta.url), 'utf8')));
  const stems = (words: readonly string[]) => new Set(words.flatMap((word) => splitWords(word)).map(stem));
  loaded = {
    stop: stems(raw.stop),
    generic: stems(raw.generic),
    whole: new Set(raw.whole),
    passage: new Set(raw.passage),
    time: stems(raw.time),
  };
  return loaded;
}

/** Words in lower case; `camelCase` and `snake_case` come apart, apostrophes go. */
export function splitWords(text: string): string[] {
  const apart = text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/['’]/g, '');
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** English endings off: reminder, reminders and reminding become one. Rough, but the same for both sides. */
export function stem(word: string): string {
  let root = word;
  if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 3 && root.endsWith('s') && !/(ss|us|is)$/.test(root)) root = root.slice(0, -1);
  const bare = root.replace(/(?:ation|ing|ion|ment|ed|er|or|ly|al)$/, '');
  if (bare.length >= 4 || (bare.length === 3 && /(?:ing|ed)$/.test(root)))
    root = bare.replace(/([^aeioulsz])\1$/, '$1');
  return root.length > 3 && /[eyi]$/.test(root) ? root.slice(0, -1) : root;
}
