/** What people had before ("who has failed infliximab"): it says for whom something is asked, and is not what is asked about. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';

const schema = z.strictObject({ before: z.array(z.string()), organs: z.array(z.string()), until: z.array(z.string()) });

let clause: RegExp | undefined;

function readClause(): RegExp {
  const { before, organs, until } = schema.parse(readRows(join(import.meta.dirname, 'history.yml')));
  const any = (words: readonly string[]) =>
    words
      .toSorted((a, b) => b.length - a.length)
      .join('|')
      .replace(/ /g, '\\s+');
  const word = `(?!(?:${any(until)})(?![\\p{L}\\p{N}]))[\\p{L}\\p{N}'’-]+`;
  const ofOrgan = `(?<!(?<![\\p{L}\\p{N}])(?:${any(organs)})\\s+)`;
  return new RegExp(`(?<![\\p{L}\\p{N}-])${ofOrgan}(?:${any(before)})(?:\\s+${word}){1,${MOST_WORDS}}`, 'giu');
}

/** "Infliximab, adalimumab and two steroids" are as much as anybody says. */
const MOST_WORDS = 8;

/** The text without it; what is left stays in its place. */
export function withoutHistory(text: string): string {
  clause ??= readClause();
  return text.replace(clause, (found) => ' '.repeat(found.length));
}
