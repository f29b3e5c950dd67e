/** The lexicon of the general policy, read when the first message needs it. */

import { z } from 'zod';
import { porterStem, splitName } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

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
  const raw = lexiconSchema.parse(readRows(new URL('./words.yml', import.meta.url)));
  const stems = (words: readonly string[]) => new Set(words.flatMap((word) => splitName(word)).map(porterStem));
  loaded = {
    stop: stems(raw.stop),
    generic: stems(raw.generic),
    whole: new Set(raw.whole),
    passage: new Set(raw.passage),
    time: stems(raw.time),
  };
  return loaded;
}
