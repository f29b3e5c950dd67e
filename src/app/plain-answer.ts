/** A message that is nothing but an answer: the words are data. Whatever says more is a message of its own. */

import { join } from 'node:path';
import { z } from 'zod';
import type { GivenReply } from '../kernel/index.ts';
import { readRows } from '../text/rows.ts';

const schema = z.strictObject({ yes: z.array(z.string().min(1)).min(1), no: z.array(z.string().min(1)).min(1) });

let words: Map<string, 'yes' | 'no'> | undefined;

/** No answer is as long as that. */
const LONGEST = 40;

export function readPlainAnswer(message: string): GivenReply | undefined {
  if (message.length > LONGEST) return undefined;
  words ??= readWords();
  const kind = words.get(fold(message));
  return kind && { kind };
}

function readWords(): Map<string, 'yes' | 'no'> {
  const data = schema.parse(readRows(join(import.meta.dirname, 'plain-answers.yml')));
  return new Map((['yes', 'no'] as const).flatMap((kind) => data[kind].map((word) => [fold(word), kind] as const)));
}

function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .replace(/[\s,]+/g, ' ');
}
