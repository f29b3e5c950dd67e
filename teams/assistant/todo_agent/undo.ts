/** Taking back: all that the last message brought about, the last few steps, or the change of a thing that is named. */
import {
  ASKED,
  besideThem,
  type Confirm,
  type HowMuch,
  isOneAct,
  lastChanges,
  type Talk,
  type Undone,
  undoAll,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { lookAtServer } from '../_shared/server.ts';
import { keepNoted, notedOf, undoneOf } from '../_shared/told.ts';
import { here } from './desk.ts';

const WAITS_MS = 10 * 60_000;

export const undo = tool({
  name: 'undo',
  description:
    'Takes back what was done last, to todos, calendar, memory, files or devices: everything that the last message that changed something brought about; with `count` only its last so many steps; with `query` only what was done to one thing.',
  input: z.strictObject({
    count: z.number().int().min(1).max(50).optional().describe('so many steps, the last first; 1 for the last alone'),
    all: z.boolean().optional().describe('all of the last message, and of this one too'),
    query: z.string().max(300).optional().describe('the thing whose last change is taken back'),
    redo: z.boolean().optional().describe('what was taken back last is done again'),
    ended: z.boolean().optional().describe('with query: it was cancelled, removed or ticked off, and shall be back'),
  }),
  execute: async ({ count, all = false, query, redo = false, ended = false }, context) => {
    const { effects, shelf, user } = here(context);
    const isBare = count === undefined && query === undefined && !all && !redo;
    const noted = isBare ? notedOf(context.state) : undefined;
    if (noted !== undefined) {
      const last = lastChanges(effects, user, 'turn', await talkOf(context));
      keepNoted(context.state, undefined);
      throw inRecord(noted, last);
    }
    const undone = isBare ? undoneOf(context.state) : undefined;
    if (undone !== undefined) throw notDone(undone, lastChanges(effects, user, 'turn', await talkOf(context)));
    // Chosen once: when a question waits for its answer, part of it is done already.
    const kept = shelf.get<Chosen>(user, ASKED, context.idempotencyKey)?.body;
    const chosen =
      kept ??
      (redo
        ? lastUndone(context)
        : query === undefined
          ? lastChanges(effects, user, howMuch(context, count, all), await talkOf(context))
          : changeOf(context, query, ended)
      ).map(({ id, what }) => ({ id, what }));
    if (kept === undefined)
      shelf.put({ user, kind: ASKED, id: context.idempotencyKey, body: chosen, what: 'Asked about undoing', text: '' });
    const back = await undoAll(effects, user, chosen, confirm(context));
    shelf.forget(user, ASKED, context.idempotencyKey);
    const server = back.changes.length > 0 ? await lookAtServer(context, true) : '';
    const beside = query === undefined && !redo ? sayBeside(besideThem(effects, user, chosen)) : '';
    return {
      say: `${redo ? sayRedone(back) : sayUndone(back)}${beside}${server}`,
      changes: back.changes.map(({ id }) => id),
    };
  },
});

/** What was taken back last, where nothing was done since. */
function lastUndone(context: ToolContext) {
  const { effects, user } = here(context);
  const all = effects.list(user, MOST_BACK).filter(({ undone }) => !undone);
  const [last] = all;
  if (last === undefined || !isUndone(last.what))
    throw new ConsiliumError('NOTHING_TO_REDO', 'Nothing was taken back last, so there is nothing to do again.');
  return all.filter((one) => isUndone(one.what) && isOneAct(one, last));
}

/** What was taken back and done again is told as undone twice. */
const isUndone = (what: string) => (/^(?:Undone:\s*)*/.exec(what)![0].match(/Undone/g)?.length ?? 0) % 2 === 1;

function sayRedone({ changes, left }: Undone): string {
  const names = changes.map(({ what }) => what.replace(/^(?:Undone:\s*)+/, ''));
  const done = names.length === 0 ? '' : `Done again: ${names.join('; ')}.`;
  return [done, ...left.map(({ what, why }) => `I left as it is: ${what} (${why.replace(/\.$/, '')}).`)]
    .filter(Boolean)
    .join('\n\n');
}

/** "Undo that", behind what the health team noted: that is of the record, and nothing of the person's own goes in its place. */
function inRecord(text: string, last: readonly { readonly what: string }[]): ConsiliumError {
  const what = last.map((one) => one.what).join('; ');
  const other =
    what === '' ? '' : ` Your last change here was: ${what.slice(0, 300)}. Say "undo" once more to take that back.`;
  return new ConsiliumError('IN_RECORD', `"${text}" was noted in the health record, which I do not change.`, {
    hint: `Tell the health team what is right, and it corrects it.${other}`,
  });
}

/** "Undo that", behind what was not done: nothing older is taken back in its place without a word. */
function notDone(text: string, last: readonly { readonly what: string }[]): ConsiliumError {
  const what = last.map((one) => one.what).join('; ');
  return new ConsiliumError('NOT_DONE', `"${text}" was not done, so there is nothing of it to take back.`, {
    hint: `The last change was: ${what.slice(0, 300)}. Say "yes" or "undo" once more to take that back.`,
  });
}

/** "That" is of this conversation; one that has only just begun may mean what was done before it. */
async function talkOf(context: ToolContext): Promise<Talk> {
  const events = await context.store.events(context.session.id);
  const turns = new Set(events.map(({ invocation }) => invocation));
  const [now] = context.idempotencyKey.split(':');
  return { turns, begun: [...turns].some((turn) => turn !== now) };
}

function howMuch(context: ToolContext, count: number | undefined, all: boolean): HowMuch {
  if (all) return 'turn';
  return count === undefined ? { saidIn: context.idempotencyKey } : { acts: count };
}

/** The last change of what is named, by the name that the change tells; where it shall be back, the one that ended it. */
function changeOf(context: ToolContext, query: string, ended: boolean) {
  const { effects, user } = here(context);
  const named = effects.list(user, MOST_BACK).flatMap((change) => {
    const [, end, name = change.what] = NAMES.exec(change.what) ?? [];
    return change.undone || change.what.startsWith('Undone:') || (ended && end === undefined)
      ? []
      : [{ ...change, name }];
  });
  const last = new Map(named.toReversed().map((one) => [one.thing, one]));
  const newest = named.filter((one) => last.get(one.thing) === one);
  // Of several with one name the one that was changed last.
  const byName = [...new Map(newest.toReversed().map((one) => [one.name.toLowerCase(), one])).values()];
  const chosen = choose(query, byName, ended ? 'cancelled, removed or done thing' : 'change', { last: newest[0]?.id });
  // A series that was parted is two things of one name.
  return named.filter((one) => one.name === chosen.name && isOneAct(one, chosen));
}

const NAMES = /^(?:(Cancelled|Removed|Done:)|[A-Z][a-z ]*) "(.+?)"/;
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

/** Of one message that did several things only a part is taken back; what else it did is said. */
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
