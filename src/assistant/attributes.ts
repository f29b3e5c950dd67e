/**
 * "The car is red", of a car of which more is known: it says one thing of it, and takes the place of nothing but what said that
 * before ("a grey Skoda with plate B-AB 123"). A name, a number or a whole description takes the place of all.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';

const schema = z.record(z.string(), z.array(z.string().min(1)).min(2));

let rows: readonly (readonly string[])[] | undefined;

function rowsOf(): readonly (readonly string[])[] {
  rows ??= Object.values(schema.parse(readRows(join(import.meta.dirname, 'attributes.yml'))));
  return rows;
}

/** What is known with what is told beside it; undefined where what is told is all that holds. */
export function withAttribute(known: string, told: string): string | undefined {
  const now = told.trim().replace(/[.!]+$/, '');
  const isShort = now.split(/\s+/).length <= MOST_WORDS && /^\p{Ll}[\p{L}\s'-]*$/u.test(now) && !ARTICLE.test(now);
  if (!isShort || known.trim().split(/\s+/).length < LEAST_WORDS) return undefined;
  const word = now.replace(/^(?:now|really|very|all)\s+/i, '').toLowerCase();
  const row = rowsOf().find((list) => list.includes(word));
  const before = row
    ?.toSorted((one, other) => other.length - one.length)
    .map((one) => new RegExp(`\\b${one}\\b`, 'i'))
    .find((one) => one.test(known));
  return before === undefined ? `${known.replace(/[.;\s]+$/, '')}; ${now}` : known.replace(before, word);
}

const MOST_WORDS = 3;
/** Of less nothing is lost that was not meant. */
const LEAST_WORDS = 4;
const ARTICLE = /^(?:an?|the|my|our|called|named|in|at|on|with|not|no)\b/i;
