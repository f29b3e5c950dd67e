/** What is free: at a time, in a part of the day, in gaps; and what stands at the same time. */
import { addDays, addMinutes, momentOf, type Occasion, wallOf } from 'consilium/assistant';
import { type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { sayList, sayMoment, sayWhen } from '../_shared/say.ts';
import { HOUR, here, look, when } from './desk.ts';

const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 21],
};
const MINUTE = 60_000;

export const freeTime = tool({
  name: 'free_time',
  description:
    'Whether and when the person is free between two moments (ms): at a time (`at`, for `minutes`), in a part of the day, or in gaps of so many minutes by day. With `clashes`: what stands at the same time.',
  input: z.strictObject({
    from: z.number(),
    to: z.number(),
    at: when.optional(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
    minutes: z.number().int().positive().optional(),
    clashes: z.boolean().optional(),
    say: z.string().max(60).optional(),
  }),
  idempotent: true,
  execute: async ({ from, to, at, part, minutes, clashes }, context) => {
    await look(context);
    if (clashes && at === undefined) return sayDouble(context, from, to);
    if (at !== undefined && at.length > 10) return freeAt(context, at, minutes, clashes);
    const { calendar, user, zone, now } = here(context);
    const spans = waking(from, to, zone, PARTS[part ?? ''] ?? [8, 21]).filter((span) => span.to > now);
    const [begins, ends] = [Math.max(spans[0]?.from ?? now, now), spans.at(-1)?.to ?? now];
    // The calendar is looked at once, however many days are asked for.
    const seen = begins < ends ? await calendar.look(user, begins, ends, zone) : [];
    const all = seen.filter((one) => spans.some((span) => one.from < span.to && one.to > Math.max(span.from, now)));
    const taken = once(all.filter(({ busy }) => busy));
    const days = sayDays(once(all));
    const gaps = spans.flatMap((span) => gapsIn(all, Math.max(span.from, now), span.to, minutes ?? 30));
    const said = `${spans.length === 1 ? `on ${sayMoment(spans[0]!.from, zone, now).slice(0, -7)}` : 'all that time'}${part ? ` in the ${part}` : ''}`;
    const slot = gaps[0] && { at: gaps[0].from, minutes: minutes ?? HOUR };
    if (taken.length === 0) return { say: `**Yes, you are free** ${said}.${days}`, free: gaps, slot };
    const busy = taken.slice(0, 4).map((one) => `${one.title} (${sayHours(one, zone)})`);
    const lines = gaps
      .slice(0, 10)
      .map((gap) => `- ${sayMoment(gap.from, zone, now)} to ${wallOf(gap.to, zone).slice(11)}`);
    const say =
      gaps.length === 0
        ? `**No**: ${busy.join(', ')}.${days}`
        : `**Partly.** Taken: ${busy.join(', ')}${taken.length > 4 ? ` and ${taken.length - 4} more` : ''}. Free:\n\n${lines.join('\n')}${days && `\n\n${days.trim()}`}`;
    return { say, free: gaps };
  },
});

/** What is free of a span, of at least so many minutes. */
function gapsIn(all: readonly Occasion[], from: number, to: number, minutes: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let free = from;
  for (const one of all) {
    if (!one.busy || one.to <= free || one.from >= to) continue;
    if (one.from - free >= minutes * MINUTE) gaps.push({ from: free, to: one.from });
    free = Math.max(free, one.to);
  }
  return to - free >= minutes * MINUTE ? [...gaps, { from: free, to }] : gaps;
}

export interface Room {
  readonly from: number;
  readonly to: number;
  readonly part?: string | undefined;
  readonly not_on?: readonly string[] | undefined;
}

/** The first hour at which there is room for so many minutes. */
export function firstRoom(context: ToolContext, { from, to, part, not_on: out = [] }: Room, minutes: number) {
  const { calendar, user, zone, now } = here(context);
  const spans = waking(from, to, zone, PARTS[part ?? ''] ?? [8, 21]).filter(
    (span) => span.to > now && !out.includes(wallOf(span.from, zone).slice(0, 10)),
  );
  const soonest = Math.ceil(now / QUARTER) * QUARTER;
  const end = spans.at(-1)?.to ?? 0;
  const all = end > soonest ? calendar.between(user, Math.max(spans[0]!.from, soonest), end, zone) : [];
  const [gap] = spans.flatMap((span) => gapsIn(all, Math.max(span.from, soonest), span.to, minutes));
  return gap && wallOf(gap.from, zone);
}

const QUARTER = 15 * MINUTE;

/** The hours of each day in which one would meet; of a span that begins or ends within a day, those. */
function waking(from: number, to: number, zone: string, [opens, closes]: readonly [number, number]) {
  const two = (hour: number) => String(hour).padStart(2, '0');
  const spans: { from: number; to: number }[] = [];
  for (let day = wallOf(from, zone).slice(0, 10); momentOf(day, zone) < to && spans.length < 62; day = addDays(day, 1))
    spans.push({
      from: Math.max(from, momentOf(`${day}T${two(opens)}:00`, zone)),
      to: Math.min(to, momentOf(`${day}T${two(closes)}:00`, zone)),
    });
  return spans.filter((span) => span.to > span.from);
}

/** At one time: yes, or what is there. */
function freeAt(context: ToolContext, at: string, minutes: number | undefined, clashes = false) {
  const { calendar, user, zone, now } = here(context);
  const from = momentOf(at, zone);
  const to = from + (minutes ?? HOUR) * MINUTE;
  const all = calendar.between(user, from, to, zone);
  const taken = all.filter(({ busy }) => busy);
  const said = `${sayWhen(at, now)}${minutes === undefined ? '' : ` to ${addMinutes(at, minutes).slice(11)}`}`;
  if (taken.length === 0)
    return {
      say: clashes
        ? `**No**, on ${said} there is nothing else.${sayDays(all)}`
        : `**Yes, you are free** on ${said}.${sayDays(all)}`,
      free: [{ from, to }],
      slot: { at: from, minutes: minutes ?? HOUR },
    };
  const names = taken.slice(0, 4).map((one) => `**${one.title}** (${sayHours(one, zone)})`);
  const lead = clashes ? `**Yes**: on ${said}` : `**No**, on ${said}`;
  return { say: `${lead} there is ${names.join(', ')}.${sayDays(all)}`, free: [] };
}

/** Two at one time; a day that is only marked clashes with nothing. */
function sayDouble(context: ToolContext, from: number, to: number) {
  const { calendar, user, zone, now } = here(context);
  const all = calendar.between(user, from, to, zone).filter(({ busy }) => busy);
  const pairs = all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => (other.from < one.to ? [[one, other] as const] : [])),
  );
  if (pairs.length === 0) return { say: 'No, nothing stands at the same time as something else.', clashes: [] };
  const lines = pairs
    .slice(0, 20)
    .map(
      ([one, other]) =>
        `- ${sayMoment(one.from, zone, now).slice(0, -7)}: **${one.title}** (${sayHours(one, zone)}) and **${other.title}** (${sayHours(other, zone)})`,
    );
  return {
    say: `**Yes**, these stand at the same time:\n\n${lines.join('\n')}`,
    clashes: pairs.map((pair) => pair.map(({ title }) => title)),
  };
}

/** What lasts over several of the spans is told once. */
function once(occasions: readonly Occasion[]): Occasion[] {
  return [...new Map(occasions.map((one) => [`${one.event} ${one.occasion}`, one])).values()];
}

/** Days that are only marked take no time, and are told beside what does. */
function sayDays(all: readonly Occasion[]): string {
  const marked = all.filter(({ isDay, busy }) => isDay && !busy).map(({ title }) => `**${title}**`);
  return marked.length === 0 ? '' : ` All day: ${sayList([...new Set(marked)].slice(0, 5))}.`;
}

function sayHours({ from, to, isDay, start, end }: Occasion, zone: string): string {
  if (isDay) return addDays(start, 1) === end ? 'all day' : `all day until ${sayWhen(addDays(end, -1))}`;
  return `${wallOf(from, zone).slice(11)}–${wallOf(to, zone).slice(11)}`;
}
