/** What touches many things at once is asked first: what, how many, and how to get it back. */
import { limitsIn } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { nearestTo } from './choose.ts';

export const MOST_AT_ONCE = 200;
/** What of a set is left as it is, in words. */
export const except = z.string().max(300).optional().describe('what of all is left as it is');
export const WAITS_MS = 24 * 60 * 60 * 1000;

/** How the things of a question are told: `id` changes with what was shown of it, `key` stays what it is. */
interface Told<Thing> {
  readonly id: (thing: Thing) => string;
  readonly name: (thing: Thing) => string;
  readonly key?: (thing: Thing) => string;
  /** How long a yes is waited for: a door is not opened hours later. */
  readonly waits?: number;
}

export interface Agreed<Thing> {
  readonly things: Thing[];
  /** What was shown and is not as it was shown any more, and why it is left: a sentence, or nothing. */
  readonly missed: string;
}

/**
 * Those that a yes is for: what was shown with the question and is there still, nothing that came after it. Undefined
 * where it was no yes. One thing needs no question.
 */
export async function askForAll<Thing>(
  context: ToolContext,
  verb: string,
  things: readonly Thing[],
  { id, name, key = id, waits = WAITS_MS }: Told<Thing>,
): Promise<Agreed<Thing> | undefined> {
  const shown = await context.commit('shown', () =>
    things.map((thing) => ({ id: id(thing), key: key(thing), name: name(thing) })),
  );
  const known = new Set(shown.map((one) => one.id));
  const left = things.filter((thing) => known.has(id(thing)));
  if (known.size < 2) return { things: left, missed: '' };
  const names = left.map(name);
  const lines = names.slice(0, 12).map((one) => `- ${one}`);
  const more = names.length > lines.length ? `\n- and ${names.length - lines.length} more` : '';
  const reply = await context.ask({
    what: `${verb} ${known.size} things`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `${lines.join('\n')}${more}` || 'Nothing any more.',
    undo: '"Undo that" brings them all back; one by one they are under Changes.',
    until: context.clock.now() + waits,
    part: true,
  });
  const agreed =
    reply.kind === 'yes' ? left : reply.kind === 'text' ? limited(left, name, reply.text ?? '') : undefined;
  if (agreed === undefined || (agreed.length === 0 && left.length > 0)) return undefined;
  const missing = shown.filter((one) => !left.some((thing) => id(thing) === one.id));
  const missed = missing.map((one) => {
    const now = things.find((thing) => key(thing) === one.key);
    return `${one.name} (${now === undefined ? 'it is no longer there' : `it is now ${name(now)}`})`;
  });
  const sentence = missed.length === 0 ? '' : `\n\nLeft, as it has changed since I asked: ${missed.join('; ')}.`;
  if (agreed.length > 0) return { things: agreed, missed: `${sayOut(left, agreed, name)}${sentence}` };
  throw new ConsiliumError('NOTHING_LEFT', `None of what I asked you about is there any more.${sentence}`);
}

/** "Yes, but keep the milk": those that the answer is for. Where a name is none of what was shown, nothing is agreed to. */
function limited<Thing>(
  shown: readonly Thing[],
  nameOf: (thing: Thing) => string,
  answer: string,
): Thing[] | undefined {
  const limits = limitsIn(answer);
  if (limits === undefined) return undefined;
  const unknown = limits.names.filter((one) => nearestTo(one, shown, nameOf).length === 0);
  if (unknown.length > 0)
    throw new ConsiliumError('EXCEPT_UNKNOWN', `None of these is "${unknown[0]}", so I changed nothing.`, {
      hint: `They are: ${shown.slice(0, 12).map(nameOf).join(', ')}.`,
    });
  const meant = new Set(limits.names.flatMap((one) => nearestTo(one, shown, nameOf)));
  return shown.filter((thing) => meant.has(thing) === (limits.are === 'only'));
}

function sayOut<Thing>(shown: readonly Thing[], agreed: readonly Thing[], nameOf: (thing: Thing) => string): string {
  const out = shown.filter((thing) => !agreed.includes(thing));
  return out.length === 0 ? '' : `\n\nI left as it is: ${out.map(nameOf).join(', ')}.`;
}

/** What of a set is left when the things are taken out that were named: "everything except yoga and the dentist". */
export function without<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  left: string | undefined,
): Thing[] {
  const out = new Set(named(things, nameOf, left));
  return things.filter((thing) => !out.has(thing));
}

/** Those of a set that words name, one by one. */
export function named<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  said: string | undefined,
): Thing[] {
  const names = (said ?? '').split(/\s*(?:,|\band\b|\bor\b|&)\s*/i).filter(Boolean);
  return names.flatMap((one) => nearestTo(one, things, nameOf));
}
