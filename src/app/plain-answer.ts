/** A message that is nothing but an answer: the words are data. Whatever says more is a message of its own. */

import { join } from 'node:path';
import { z } from 'zod';
import type { ReadReply } from '../kernel/index.ts';
import { readRows } from '../text/rows.ts';

const list = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({ yes: list, no: list, orders: list, limits: list });

interface Words {
  readonly plain: ReadonlyMap<string, 'yes' | 'no'>;
  readonly orders: ReadonlySet<string>;
  /** A yes, and behind it what of several things it is not for. */
  readonly limited: RegExp;
}

let words: Words | undefined;

/** No answer is as long as that. */
const LONGEST = 40;
/** With what is left out. */
const LONGEST_LIMITED = 300;

export function readPlainAnswer(message: string): ReadReply | undefined {
  if (message.length > LONGEST_LIMITED) return undefined;
  words ??= readWords();
  const said = fold(message);
  const kind = message.length > LONGEST ? undefined : words.plain.get(said);
  if (kind !== undefined) return { kind, ...(words.orders.has(said) && { orders: true }) };
  return words.limited.test(said) ? { kind: 'text', text: message.trim() } : undefined;
}

function readWords(): Words {
  const data = schema.parse(readRows(join(import.meta.dirname, 'plain-answers.yml')));
  const ways = (list: readonly string[]) =>
    list
      .map(fold)
      .toSorted((one, other) => other.length - one.length)
      .join('|');
  return {
    plain: new Map((['yes', 'no'] as const).flatMap((kind) => data[kind].map((word) => [fold(word), kind] as const))),
    orders: new Set(data.orders.map(fold)),
    limited: new RegExp(`^(?:${ways(data.yes)}) (?:${ways(data.limits)}) \\p{L}`, 'u'),
  };
}

function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .replace(/[\s,]+/g, ' ');
}
