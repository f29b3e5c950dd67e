/** "Dentist b4 work n pls remind me": written short, read long; what is only breathed out is no part of it. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';

const schema = z.strictObject({
  long: z.record(z.string(), z.string().min(1)),
  breathed: z.array(z.string().min(1)).min(1),
});

let read: { long: ReadonlyMap<string, string>; lead: RegExp; tail: RegExp } | undefined;

function shorthand() {
  if (read !== undefined) return read;
  const { long, breathed } = schema.parse(readRows(join(import.meta.dirname, 'shorthand.yml')));
  const ways = breathed.join('|');
  read = {
    long: new Map(Object.entries(long)),
    lead: new RegExp(`^(?:(?:${ways})(?:[\\s,.!…]+))+(?=\\S)`, 'i'),
    tail: new RegExp(`(?:[\\s,]+(?:${ways}))+(?=[.!?]*$)`, 'i'),
  };
  return read;
}

/** Nothing that stands in quotes, in a path or behind a colon is touched, nor what was written large. */
export function withLongWords(text: string): string {
  if (/["“”:/]/.test(text) || text.length > LONGEST) return text;
  const { long, lead, tail } = shorthand();
  return text
    .replace(lead, '')
    .replace(tail, '')
    .replace(/(?<![\p{L}\p{N}'’._-])[\p{Ll}\d]{1,6}(?![\p{L}\p{N}'’_-]|\.\p{L})/gu, (word) => long.get(word) ?? word);
}

const LONGEST = 400;
