/** What the head of a column tells of its entries: whether each belongs to one row, or may be true of several (columns.yml). */
import { z } from 'zod';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

const heads = z.strictObject({ nouns: z.array(z.string()), begins: z.array(z.string()) });
const file = z.strictObject({ open: heads, own: heads });

const keyOf = (phrase: string) => phrase.toLowerCase().split(/\s+/).map(stem).join(' ');

interface Heads {
  readonly nouns: ReadonlySet<string>;
  readonly begins: readonly string[];
}

let read: { readonly open: Heads; readonly own: Heads } | undefined;

function words() {
  if (read === undefined) {
    const { open, own } = file.parse(readRows(new URL('./columns.yml', import.meta.url)));
    const toHeads = ({ nouns, begins }: z.infer<typeof heads>) => ({ nouns: new Set(nouns.map(keyOf)), begins });
    read = { open: toHeads(open), own: toHeads(own) };
  }
  return read;
}

/** Signs, causes, treatments and the like: what stands there of one row may be true of another as well. */
export function isOpen(head: string): boolean {
  return isOneOf(head, words().open);
}

/** Agents, mechanisms, ages and the like: what stands there is one row's own. */
export function isOwn(head: string): boolean {
  return !isOpen(head) && isOneOf(head, words().own);
}

function isOneOf(head: string, { nouns, begins }: Heads): boolean {
  const lower = head.toLowerCase().trim();
  if (begins.some((word) => lower === word || lower.startsWith(`${word} `))) return true;
  // "What it measures" ends in a verb.
  if (/^(?:what|how|where|when) (?:it|they) /.test(lower)) return false;
  const [whole = ''] = lower.split(/[,(:/]/);
  const phrase = whole.split(/\s+(?:of|in|for|to|by|with|from|on|at|after|during|that|which)\s+/)[0] ?? '';
  const last = (length: number) => phrase.trim().split(/\s+/).slice(-length).join(' ');
  return [whole.trim(), last(1), last(2)].some((words) => nouns.has(keyOf(words)));
}
