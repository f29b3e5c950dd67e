/** What touches many things at once is asked first: what, how many, and how to get it back. */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { nearestTo } from './choose.ts';

export const MOST_AT_ONCE = 200;
/** What of a set is left as it is, in words. */
export const except = z.string().max(300).optional().describe('what of all is left as it is');
export const WAITS_MS = 24 * 60 * 60 * 1000;

/**
 * Those that a yes is for: what was shown with the question and is there still, nothing that came after it. Undefined
 * where it was no yes. One thing needs no question.
 */
export async function askForAll<Thing>(
  context: ToolContext,
  verb: string,
  things: readonly Thing[],
  { id, name }: { id: (thing: Thing) => string; name: (thing: Thing) => string },
): Promise<Thing[] | undefined> {
  const known = new Set(await context.commit('shown', () => things.map(id)));
  const left = things.filter((thing) => known.has(id(thing)));
  if (known.size < 2) return left;
  const names = left.map(name);
  const shown = names.slice(0, 12).map((name) => `- ${name}`);
  const more = names.length > shown.length ? `\n- and ${names.length - shown.length} more` : '';
  const reply = await context.ask({
    what: `${verb} ${known.size} things`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `${shown.join('\n')}${more}` || 'Nothing any more.',
    undo: '"Undo that" brings them all back; one by one they are under Changes.',
    until: context.clock.now() + WAITS_MS,
  });
  if (reply.kind !== 'yes') return undefined;
  if (left.length > 0) return left;
  throw new ConsiliumError('NOTHING_LEFT', 'None of what I asked you about is there any more.');
}

/** What of a set is left when the things are taken out that were named: "everything except yoga and the dentist". */
export function without<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  left: string | undefined,
): Thing[] {
  const named = (left ?? '').split(/\s*(?:,|\band\b|\bor\b|&)\s*/i).filter(Boolean);
  const out = new Set(named.flatMap((one) => nearestTo(one, things, nameOf)));
  return things.filter((thing) => !out.has(thing));
}
