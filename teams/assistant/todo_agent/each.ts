/** Reminded before each time of what comes again: it goes with the event, wherever that goes. */
import { momentOf } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { choose } from '../_shared/choose.ts';
import { sayMoment } from '../_shared/say.ts';
import { topicOf } from '../_shared/told.ts';
import { here } from './desk.ts';

/** Where nobody said how long before. */
const USUAL = -30;

export async function remindEach(
  context: ToolContext,
  { what, each, minutes = USUAL }: { what: string; each: string; minutes?: number | undefined },
) {
  const { calendar, reminders, belonging, user, zone, now } = here(context);
  const events = calendar.list(user).map(({ id, body }) => ({ id, name: body.title, rule: body.rule }));
  const found = choose(each, events, 'event', { last: topicOf(context.state)?.id, now });
  const next = belonging.nextOf(user, { event: found.id, minutes, zone });
  if (next === undefined)
    throw new ConsiliumError('WHEN_PAST', `"${found.name}" does not come again, so I set no reminder.`, {
      hint: 'When shall I remind you instead?',
    });
  const { due, ...owner } = next;
  const of = found.rule === undefined ? { ...owner, each: undefined } : owner;
  const reminder = await reminders.set(user, { what, when: due, zone, key: context.idempotencyKey, of });
  const far = sayFar(minutes);
  const often =
    found.rule === undefined
      ? ` ${far} **${found.name}**, which comes once`
      : ` ${far} each **${found.name}**, whenever that is`;
  return {
    say: `I will remind you: **${what}**,${often}; first on ${sayMoment(momentOf(due, zone), zone, now)}.`,
    about: { kinds: ['reminder', 'todo'], name: what, id: reminder.of, at: momentOf(due, zone) },
    id: reminder.id,
    change: reminder.change,
  };
}

function sayFar(minutes: number): string {
  const far = Math.abs(minutes);
  const [count, unit] = far % 1440 === 0 ? [far / 1440, 'day'] : far % 60 === 0 ? [far / 60, 'hour'] : [far, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ${minutes < 0 ? 'before' : 'after'}`;
}
