/** What stands with an event beside its name and its time: where it is, and what is noted. */
import type { ToolContext } from 'consilium/kernel';
import { sayWhen } from '../_shared/say.ts';
import { aboutEvent, here, look, type Seen } from './desk.ts';

/** Where it is; of what comes again, each time. */
export async function place(context: ToolContext, { event, title, start, zone }: Seen, location: string) {
  const { calendar, user, now } = here(context);
  const { change } = calendar.change(user, event, { location }, { key: context.idempotencyKey });
  return {
    say: `**${title}** (${sayWhen(start, now)}) is now at **${location}**.${await look(context, true)}`,
    about: aboutEvent(event, title, start, zone),
    change: change.id,
  };
}

export async function noteDown(context: ToolContext, { event, title, start, zone }: Seen, note: string) {
  const { calendar, user, now } = here(context);
  const before = calendar.get(user, event)?.body.notes;
  const notes = before === undefined || before === '' ? note : `${before}\n${note}`;
  const { change } = calendar.change(user, event, { notes }, { key: context.idempotencyKey });
  return {
    say: `Noted with **${title}** (${sayWhen(start, now)}): ${note}.${await look(context, true)}`,
    about: aboutEvent(event, title, start, zone),
    change: change.id,
  };
}
