/**
 * A reminder of a medicine with its dose, again and again: the health team is asked, as the same person, how much of it is
 * too much, and what is more than it says is set only after a yes.
 */
import { extractFacts } from 'consilium/clinical';
import type { ToolContext } from 'consilium/kernel';
import { nextOccasion, readSchedule } from 'consilium/triggers';
import { WAITS_MS } from '../_shared/all.ts';
import { askOther } from '../_shared/bridge.ts';
import { here } from './desk.ts';

/** False where the person said no. */
export async function isDoseMeant(context: ToolContext, what: string, when: string): Promise<boolean> {
  const { askTeam } = here(context);
  const medicine = extractFacts(`I ${what}`).find(({ kind, dose }) => kind === 'medication' && dose !== undefined);
  const times = askTeam === undefined || medicine === undefined ? 0 : timesADay(context, when);
  const dose = times < 1 ? undefined : milligrams(medicine?.dose ?? '');
  if (dose === undefined) return true;
  const { text } = await askOther('health', `What is the highest dose of ${medicine!.name} a day?`, context);
  const warning = tooMuch(text, dose * times);
  if (warning === undefined) return true;
  const reply = await context.ask({
    what: `Remind you: ${what}, ${when}`,
    why: `That is ${sayAmount(dose * times)} a day. The health team says: ${warning}`,
    effect: 'I would remind you all the same. Ask a doctor or pharmacist first.',
    undo: '"Undo that" takes the reminder away.',
    until: context.clock.now() + WAITS_MS,
  });
  return reply.kind === 'yes';
}

const DAY = 24 * 60 * 60 * 1000;
const MOST_TIMES = 100;

/** How often in the first day; nothing for what does not come again. */
function timesADay(context: ToolContext, when: string): number {
  const { now, zone } = here(context);
  const { schedule } = readSchedule(when, { now, zone });
  if (schedule.kind === 'once') return 0;
  let [times, next] = [0, nextOccasion(schedule, now)];
  const first = next;
  while (next !== undefined && first !== undefined && next < first + DAY && times < MOST_TIMES) {
    times++;
    next = nextOccasion(schedule, next);
  }
  return times;
}

const UNITS: Readonly<Record<string, number>> = { g: 1_000, mg: 1, mcg: 0.001, µg: 0.001 };

function milligrams(dose: string): number | undefined {
  const [, count, unit] = /^([\d.]+)\s*(g|mg|mcg|µg)\b/i.exec(dose) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit!.toLowerCase()]!;
}

const A_DAY = /([\d.]+)\s*(g|mg|mcg|µg)\s+(?:a day|in 24 hours|per day|daily)/gi;

/** The sentence of the answer that so much is against: more than the most that it names, or what is never taken daily. */
function tooMuch(answer: string, milligramsADay: number): string | undefined {
  const sentences = answer.replace(/\[\^[^\]]*\]|\*+/g, '').split(/(?<=[.!])\s+|\n/);
  const named = sentences.flatMap((sentence) =>
    [...sentence.matchAll(A_DAY)].map(([, count, unit]) => ({ sentence, most: milligrams(`${count} ${unit}`) ?? 0 })),
  );
  const most = named.toSorted((one, other) => other.most - one.most)[0];
  if (most !== undefined && milligramsADay > most.most) return most.sentence.trim();
  return sentences.find((sentence) => /\bnever daily\b/i.test(sentence))?.trim();
}

function sayAmount(milligramsADay: number): string {
  return milligramsADay >= 1_000 ? `${milligramsADay / 1_000} g` : `${milligramsADay} mg`;
}
