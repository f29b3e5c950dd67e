/** Members of one row (kinds.yml): lentils that are red are not green, what comes by post does not come by e-mail. */
import { z } from 'zod';
import { wordsIn } from '../../../text/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import { root } from '../../statements/wording.ts';

const readSheet = sheet(
  './kinds.yml',
  import.meta.url,
  z.array(z.strictObject({ kind: z.string(), members: z.array(z.string()).min(2) })),
);

let kept: readonly (readonly string[])[] | undefined;

function readKinds(): readonly (readonly string[])[] {
  kept ??= readSheet().map(({ members }) => members.map(rooted));
  return kept;
}

function rooted(text: string): string {
  return wordsIn(text.replace(/e-mail/gi, 'email').replace(/postgres\b/gi, 'postgresql'))
    .map(({ lower }) => root(lower))
    .join(' ');
}

/** Another member of a row stands there, and not the one that is claimed. */
export function kindDiffers(claim: string, passage: string): boolean {
  const [here, there] = [` ${rooted(claim)} `, ` ${rooted(passage)} `];
  return readKinds().some((row) => {
    const claimed = row.filter((one) => here.includes(` ${one} `));
    const found = row.filter((one) => there.includes(` ${one} `));
    return claimed.length > 0 && found.length > 0 && !claimed.every((one) => found.includes(one));
  });
}
