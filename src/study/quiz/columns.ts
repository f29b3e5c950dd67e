/** What the head of a column tells of its entries: whether each belongs to one row, or may be true of several (columns.yml). */
import { z } from 'zod';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

const file = z.strictObject({
  open: z.strictObject({ nouns: z.array(z.string()), begins: z.array(z.string()) }),
});

const keyOf = (phrase: string) => phrase.toLowerCase().split(/\s+/).map(stem).join(' ');

let read: { readonly nouns: ReadonlySet<string>; readonly begins: readonly string[] } | undefined;

function words() {
  if (read === undefined) {
    const { open } = file.parse(readRows(new URL('./columns.yml', import.meta.url)));
    read = { nouns: new Set(open.nouns.map(keyOf)), begins: open.begins };
  }
  return read;
}

/** Signs, causes, treatments and the like: what stands there of one row may be true of another as well. */
export function isOpen(head: string): boolean {
  const { nouns, begins } = words();
  const lower = head.toLowerCase().trim();
  if (begins.some((word) => lower === word || lower.startsWith(`${word} `))) return true;
  // "What it measures" ends in a verb.
  if (/^(?:what|how|where|when) (?:it|they) /.test(lower)) return false;
  const phrase = lower.split(/\s+(?:of|in|for|to|by|with|from|on|at|after|during|that|which)\s+|[,(:/]/)[0] ?? '';
  return [1, 2].some((length) => nouns.has(keyOf(phrase.trim().split(/\s+/).slice(-length).join(' '))));
}
