/** Hopelessness without plain words: a sentence that is near in meaning to what people say who see no point any more. */

import { z } from 'zod';
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { readRows } from '../../text/rows.ts';
import { pattern } from '../patterns.ts';
import { clausesOf } from './clause.ts';
import { writeOut } from './speech.ts';

const data = z
  .strictObject({
    near: z.number(),
    hopeless: z.array(z.string()).min(1),
    not: z.array(z.string()).min(1),
    examples: z.array(z.string()).min(1),
    counters: z.array(z.string()).min(1),
  })
  .parse(readRows(new URL('./mood.yml', import.meta.url)));

export const moods = data;
const LONGEST = 400;
/** Words without which nobody says so: what has none of them needs no look at its meaning. */
const WORDS = pattern('hopeless_words');

export function isHopeless(message: string): boolean {
  const text = writeOut(message).slice(0, LONGEST);
  if (!WORDS.test(text)) return false;
  return [text, ...clausesOf(text).map((clause) => clause.text)].some(isNear);
}

const DEADLY = pattern('asks_deadly_amount');
const HIDDEN = pattern('hides_or_gathers');

/** "How many would be too many? I counted mine, don't tell mom": what is asked and what is hidden say it together. */
export function asksDeadlyAmount(message: string): boolean {
  const text = writeOut(message).slice(0, LONGEST);
  return (DEADLY.test(text) && HIDDEN.test(text)) || (DEADLY.test(message) && HIDDEN.test(message));
}

function isNear(clause: string): boolean {
  if (!WORDS.test(clause)) return false;
  const best = (texts: readonly string[]) => Math.max(...nearnessTo(clause, texts));
  const near = best(data.hopeless);
  return near >= data.near && near > best(data.not);
}
