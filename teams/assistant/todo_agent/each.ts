/** Reminded before each time of what comes again: it goes with the event, wherever that goes. */
import { type Distance, momentOf, sayDistance } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { choose } from '../_shared/choose.ts';
import { sayMoment } from '../_shared/say.ts';
import { topicOf } from '../_shared/told.ts';
import { here } from './desk.ts';

/** Where nobody said how long before. */
const USUAL = -30;

export async function remindEach(
  context: ToolContext,
  { what, each, minutes = USUAL, clock }: { what: string; each: string } & Distance,
) {
  const { calendar, reminders, belonging, user, zone, now } = here(context);
  const events = calendar.list(user).map(({ id, body }) => ({ id, name: body.title, rule: body.rule }));
  const found = choose(each, events, 'event', { last: topicOf(context.state)?.id, now });
  const next = belonging.nextOf(user, { event: found.id, minutes, clock, zone });
  if (next === undefined)
    throw new ConsiliumError('WHEN_PAST', `"${found.name}" does not come again, so I set no reminder.`, {
      hint: 'When shall I remind you instead?',
    });
  const { due, ...owner } = next;
  const of = found.rule === undefined ? { ...owner, each: undefined } : owner;
  const reminder = await reminders.set(user, { what, when: due, zone, key: context.idempotencyKey, of });
  const far = sayDistance({ minutes, clock });
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
