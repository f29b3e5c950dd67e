/** What touches many things at once is asked first: what, how many, and how to get it back. */
import type { ToolContext } from 'consilium/kernel';

export const MOST_AT_ONCE = 200;
export const WAITS_MS = 24 * 60 * 60 * 1000;

/** One thing needs no question. */
export async function askForAll(context: ToolContext, verb: string, names: readonly string[]): Promise<boolean> {
  if (names.length < 2) return true;
  const shown = names.slice(0, 12).map((name) => `- ${name}`);
  const more = names.length > shown.length ? `\n- and ${names.length - shown.length} more` : '';
  const reply = await context.ask({
    what: `${verb} ${names.length} things`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `${shown.join('\n')}${more}`,
    undo: '"Undo that" brings them all back; one by one they are under Changes.',
    until: context.clock.now() + WAITS_MS,
  });
  return reply.kind === 'yes';
}
