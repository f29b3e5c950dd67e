/** Days that are in no calendar, but were told: they are answered from what is remembered. */
import { readWhen } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { here, upcoming } from './desk.ts';

const MOST_ABOUT = 50;

/** "When is my wife's birthday": no event, but somebody told it. */
export function noteOn(context: ToolContext, query: string) {
  const { notes, user, zone, now } = here(context);
  const words = (text: string): readonly string[] =>
    text
      .toLowerCase()
      .replace(/['’]s\b/g, '')
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const asked = words(query);
  const isThere = upcoming(context).some(({ title }) => asked.every((word) => words(title).includes(word)));
  if (asked.length === 0 || isThere) return undefined;
  const about = notes.list(user).filter(({ body }) => {
    const own = new Set(words(`${body.subject ?? ''} ${body.text}`));
    return asked.every((word) => own.has(word));
  });
  // Of so many it is none in particular.
  if (about.length > MOST_ABOUT) return undefined;
  const told = about.filter(({ body }) => readWhen(body.text, { now, zone })?.dated);
  const [only, ...others] = told;
  if (only === undefined || others.length > 0) return undefined;
  const { subject, text: said } = only.body;
  return {
    say: `You told me: **${subject === undefined ? said : `${subject}: ${said}`}**. It is not in your calendar.`,
    about: { kinds: ['note' as const], name: subject ?? said.slice(0, 60) },
  };
}
