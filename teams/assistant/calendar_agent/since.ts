/** What comes again, changed from a day on: before it nothing is touched. */
import type { Occasion } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { sayWhen } from '../_shared/say.ts';
import { aboutEvent, here, look, type Seen, sayClashes } from './desk.ts';
import { moveSeries, placed, seenBody } from './moving.ts';

export async function cancelSince(context: ToolContext, { event, title, zone, start }: Occasion, since: string) {
  const { calendar, user, now } = here(context);
  const day = since.slice(0, 10);
  const change = calendar.end(user, event, day, context.idempotencyKey);
  return {
    say: `**${title}** comes no more from ${sayWhen(day, now)} on. "Undo that" brings it back.${await look(context, true)}`,
    about: aboutEvent(event, title, start, zone),
    change: change.id,
  };
}

/** To another hour, or another rhythm. */
export async function moveSince(
  context: ToolContext,
  found: Seen,
  given: {
    readonly since: string;
    readonly start?: string | undefined;
    readonly clock?: string | undefined;
    readonly when?: string | undefined;
  },
) {
  const { calendar, user, now, zone } = here(context);
  const day = given.since.slice(0, 10);
  const { id, body: kept } = calendar.split(user, found.event, day, context.idempotencyKey);
  const body = seenBody(kept, zone);
  const occasion = { ...found, event: id, start: body.start, end: body.end };
  if (given.when !== undefined) return moveSeries(context, occasion, `${given.when} starting ${day}`);
  const hour = given.clock ?? given.start?.slice(11) ?? '';
  const to = placed(hour === '' ? body.start : `${body.start.slice(0, 10)}T${hour}`, occasion);
  const { change, clashes } = calendar.change(user, id, { ...to, zone }, { key: context.idempotencyKey });
  return {
    say: `From ${sayWhen(day, now)} on **${found.title}** is at ${to.start.slice(11)}, first on ${sayWhen(to.start, now)}.${sayClashes(clashes, now, zone)}${await look(context, true)}`,
    about: aboutEvent(id, found.title, to.start, zone),
    change: change.id,
  };
}
