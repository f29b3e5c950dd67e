/** The calendar and what lies outside of it: a CalDAV server, and the appointments that the health team names. */
import { addDays, addMinutes, datedIn, wallOf } from 'consilium/assistant';
import { ConsiliumError, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askOther, forWhom } from '../_shared/bridge.ts';
import { sayWhen } from '../_shared/say.ts';
import { KEPT } from '../_shared/server.ts';
import { aboutEvent, HOUR, here, RECORD } from './desk.ts';

export const syncCalendar = tool({
  name: 'sync_calendar',
  description: 'Brings the calendar and the CalDAV server to the same state, both ways.',
  input: z.strictObject({}),
  timeoutMs: 120_000,
  execute: async (_input, context) => {
    const { sync, user, zone } = here(context);
    const { brought, sent, removed, conflicts, skipped, kept } = await sync.now(user, zone);
    const both =
      conflicts.length === 0 ? '' : ` Changed on both sides, so the server's stands: ${conflicts.join(', ')}.`;
    const left = skipped === 0 ? '' : ` ${skipped} on the server I did not understand, and left.`;
    const all = `${brought} brought, ${sent} sent, ${removed} removed`;
    if (kept.length === 0) return { say: `Your calendar is as on the server: ${all}.${both}${left}` };
    return { say: `${all}. ${sayKept(kept)}${both}${left}` };
  },
});

function sayKept(kept: readonly string[]): string {
  const named = kept.slice(0, MOST_NAMED).join(', ');
  const more = kept.length > MOST_NAMED ? ` and ${kept.length - MOST_NAMED} more` : '';
  return `**${KEPT}** It is: ${named}${more}. Cancel here what should go; what you change here goes back to the server.`;
}

const MOST_NAMED = 5;

export const bringAppointments = tool({
  name: 'bring_appointments',
  description:
    'Asks the health team for the appointments of the person that are to come and puts them into the calendar, each once; with `next` only the first.',
  input: z.strictObject({ next: z.boolean().optional() }),
  timeoutMs: 120_000,
  execute: async ({ next }, context) => {
    const { calendar, user, zone, now } = here(context);
    const asked = await askOther('health', 'When is my next appointment?', context, { anew: true });
    const { text: answer, citations = [], whose } = asked;
    const all = datedIn(answer, { now, zone })
      .map(({ title, when: day }) => ({ title, when: hourCited(citations, day.slice(0, 10), zone) ?? day }))
      .toSorted((one, other) => one.when.localeCompare(other.when));
    const found = next ? all.slice(0, 1) : all;
    if (found.length === 0)
      throw new ConsiliumError('NOT_FOUND_HERE', 'The health team named no appointment to come.', {
        hint: `It said: ${answer}`,
      });
    const kept = found.map(({ title: named, when: start }, at) => {
      const title = forWhom(named, whose);
      const end = start.length === 10 ? addDays(start, 1) : addMinutes(start, HOUR);
      const stands = calendar.list(user).some(({ body }) => body.title === title && body.start === start);
      if (!stands) calendar.add(user, { title, start, end, zone, source: RECORD }, `${context.idempotencyKey}:${at}`);
      return `${sayWhen(start, now)}: **${title}**${stands ? ' (was there)' : ''}`;
    });
    const [one] = kept;
    const [first] = found;
    const event = calendar
      .list(user)
      .find(({ body }) => body.title === forWhom(first!.title, whose) && body.start === first!.when);
    return {
      ...(kept.length === 1 && event && { about: aboutEvent(event.id, event.body.title, event.body.start, zone) }),
      say:
        kept.length === 1
          ? `From your health record, in your calendar: ${one}.`
          : `From your health record, in your calendar:\n\n${kept.map((line) => `- ${line}`).join('\n')}`,
    };
  },
});

/** The hour of a visit of that day, where the answer cites one. */
function hourCited(citations: readonly { label?: string; date?: string }[], day: string, zone: string) {
  const dates = citations.flatMap(({ label, date }) => (label === 'Encounter' && date ? [Date.parse(date)] : []));
  return dates
    .filter(Number.isFinite)
    .map((at) => wallOf(at, zone))
    .find((wall) => wall.slice(0, 10) === day);
}
