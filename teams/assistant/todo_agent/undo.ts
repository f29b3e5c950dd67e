/** Taking back: the last request, the last few, or all that the last message brought about. */
import { ASKED, besideThem, type Confirm, lastChanges, type Undone, undoAll } from 'consilium/assistant';
import { type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { lookAtServer } from '../_shared/server.ts';
import { here } from './desk.ts';

const WAITS_MS = 10 * 60_000;

export const undo = tool({
  name: 'undo',
  description:
    'Takes back what was done last, to todos, calendar, memory, files or devices: the last request, the last `count` of them, or with `all` everything that the last message that changed something brought about.',
  input: z.strictObject({
    count: z.number().int().min(1).max(50).optional(),
    all: z.boolean().optional(),
    query: z.string().max(300).optional().describe('the thing that was cancelled, removed or ticked off last'),
  }),
  execute: async ({ count = 1, all = false, query }, context) => {
    const { effects, shelf, user } = here(context);
    // Chosen once: when a question waits for its answer, part of it is done already.
    const kept = shelf.get<Chosen>(user, ASKED, context.idempotencyKey)?.body;
    const chosen =
      kept ??
      (query === undefined ? lastChanges(effects, user, all ? 'turn' : { acts: count }) : [endOf(context, query)]).map(
        ({ id, what }) => ({ id, what }),
      );
    if (kept === undefined)
      shelf.put({ user, kind: ASKED, id: context.idempotencyKey, body: chosen, what: 'Asked about undoing', text: '' });
    const undone = await undoAll(effects, user, chosen, confirm(context));
    shelf.forget(user, ASKED, context.idempotencyKey);
    const server = undone.changes.length > 0 ? await lookAtServer(context, true) : '';
    const beside = query === undefined ? sayBeside(besideThem(effects, user, chosen)) : '';
    return { say: `${sayUndone(undone)}${beside}${server}`, changes: undone.changes.map(({ id }) => id) };
  },
});

/** The last change that took it away or ticked it off: by the name that the change tells. */
function endOf(context: ToolContext, query: string) {
  const { effects, user } = here(context);
  const ends = effects.list(user, MOST_BACK).flatMap((change) => {
    const [, name] = change.undone ? [] : (ENDED.exec(change.what) ?? []);
    return name === undefined ? [] : [{ ...change, name }];
  });
  const last = new Map(ends.toReversed().map((one) => [one.thing, one]));
  const newest = ends.filter((one) => last.get(one.thing) === one);
  return choose(query, newest, 'cancelled, removed or done thing', { last: newest[0]?.id });
}

const ENDED = /^(?:Cancelled|Removed|Done:) "(.+?)"/;
const MOST_BACK = 500;

type Chosen = readonly { readonly id: string; readonly what: string }[];

function confirm(context: ToolContext): Confirm {
  return async ({ name, back }) => {
    const reply = await context.ask({
      what: `${back.say.charAt(0).toUpperCase()}${back.say.slice(1)} ${name}`,
      why: `You asked: "${context.message.slice(0, 200)}"`,
      effect: `${name} goes back to how it was: I would ${back.say} it.`,
      until: context.clock.now() + WAITS_MS,
    });
    return reply.kind === 'yes';
  };
}

/** Of one message that did several things the last is taken back; what else it did is said. */
function sayBeside(beside: readonly { readonly what: string }[]): string {
  if (beside.length === 0) return '';
  const named = beside.slice(0, 4).map(({ what }) => what);
  const more = beside.length > named.length ? ` and ${beside.length - named.length} more` : '';
  return `\n\nOf the same message this still stands: ${named.join('; ')}${more}. "Undo all of that" takes it back too.`;
}

function sayUndone({ changes, left }: Undone): string {
  const [one] = changes;
  const done =
    one === undefined ? '' : changes.length === 1 ? `${one.what}.` : changes.map(({ what }) => `- ${what}`).join('\n');
  if (changes.length === 0 && left.length === 1 && left[0]!.refused) return 'I left it as it is.';
  const rest = left.map(({ what, why }) => `I left as it is: ${what} (${why.replace(/\.$/, '')}).`);
  return [done, ...rest].filter(Boolean).join('\n\n');
}
