/** "Shall I hang on until nine?", "can it wait?": by what this person's own papers say of what is told, and never by a guess. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { inContext } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { plansFor } from './plan-cases.ts';

const ASKS = pattern('asks_to_wait');
const MOST = 2;

export function answerWaiting(desk: Desk, { text }: Frame): Block | undefined {
  if (!ASKS.test(text) || (desk.told.length === 0 && !desk.frames.some(({ act }) => act === 'tell'))) return undefined;
  const signs = desk.told.map(({ concept }) => concept).filter((id) => /^(?:symptom|condition|observation):/.test(id));
  const plans = plansFor(desk.chart, desk.message, signs).slice(0, MOST);
  const said = plans
    .map(({ passage }) => {
      for (const each of inContext(passage)) desk.quoted.delete(each);
      return sayPassage(desk, passage);
    })
    .filter((each) => each !== '');
  const told = desk.told.map(({ concept }) => concept);
  const whom = numberFor(desk, told) || doctorFor(desk, told);
  const [first, ...rest] = said;
  if (first === undefined) return undefined;
  return block(`**No, do not wait before this is read: your own papers say what to do then.** ${first}`, [
    ...rest,
    whom === undefined ? undefined : `Call ${whom} now: they say whether it can.`,
  ]);
}
