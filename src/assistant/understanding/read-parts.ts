/** What of a message that was read is talk, courtesy, said twice, too close to call, or told and not whole. */
import { type Clause, type Message, textOf } from './clause.ts';
import { lexicon } from './lexicon.ts';
import type { Talk, Understood } from './read.ts';
import { type Request, toRequest } from './request.ts';
import type { Reading, Segment } from './segments.ts';
import { isRetraction } from './settle.ts';
import { endsSentence } from './tokens.ts';

export const UNDO = 'undo';
const CLOSE = 0.08;

/** What nobody ordered is made of a sentence only where all of it was understood: of a part of it, it would be another thing. */
export function isOnlyTold(
  { tokens, content }: Message,
  segments: readonly Segment[],
  requests: readonly Request[],
): boolean {
  const isOne = !tokens.some((_, at) => at < tokens.length - 1 && endsSentence(tokens, at));
  const isTold = segments.every(({ clause: { mood } }) => mood === 'statement' || mood === 'fragment');
  const isImplied = requests.length > 0 && requests.every(({ tool }) => IMPLIED.has(tool));
  return isOne && isTold && content === undefined && isImplied;
}

const IMPLIED = new Set(['add_event', 'list_events', 'add_todo']);

/** "Delete a.txt and b.txt and undo that": all that the step before it did. */
export function withCount(request: Request, before: readonly Reading[]): Request {
  const isPlain = request.tool === UNDO && Object.keys(request.input).length === 0;
  return isPlain && before.length > 1 ? { ...request, input: { count: before.length } } : request;
}

export function talkIn(segments: readonly Segment[]): Talk | undefined {
  // "No, leave them": nothing is done.
  if (segments.some(({ clause }) => isRetraction(clause) || clause.shows.has('head.keep'))) return 'dropped';
  const talks = ['repeat', 'help', 'thanks', 'hello'] as const;
  const signs = segments.flatMap(({ clause: { message } }) => lexicon().signsIn(message.tokens));
  // "Translate good morning" greets nobody, and "home help is ill" asks for no help: it is of what is there.
  const isOfThings = segments.some(({ clause: { known } }) => known.size > 0);
  return talks.find((talk) =>
    signs.some(
      ({ sign, from }) =>
        sign === `talk.${talk}` && (talk !== 'hello' || from === 0) && (talk !== 'help' || !isOfThings),
    ),
  );
}

/** What stands in the words of a request that is handed on whole is no rest of it. */
export function untold(rest: readonly string[], requests: readonly Request[]): string[] {
  const given = requests.flatMap(({ input }) => Object.values(input).filter((value) => typeof value === 'string'));
  const isGiven = (text: string) => given.some((value) => value.includes(text) && value.length > text.length);
  return [...new Set(rest)].filter((text) => !isGiven(text));
}

/** "Thank you so much", "hope you're well": nobody waits for an answer to it. */
export function isCourtesy({ message, from, to, when, known, mood }: Clause): boolean {
  const signs = lexicon().signsIn(message.tokens.slice(from, to));
  return mood !== 'order' && when === undefined && known.size === 0 && signs.some(({ group }) => group === 'talk');
}

/** What the next clause is about has been understood with it. */
export function isLeantOn(segments: readonly Segment[], at: number): boolean {
  const next = segments[at + 1];
  return next?.best !== undefined && next.best.tool.tool !== UNDO && next.clause.topic === segments[at]!.clause;
}

/** The same said twice is asked once; "I need it back from the bin, restore it" takes nothing else back. */
export function isSameDeed(one: Request, other: Request): boolean {
  const isBareUndo = one.tool === UNDO && Object.keys(one.input).length === 0;
  if (isBareUndo && other.tool === 'restore_file')
    return /\b(?:restore|recover|retrieve|bring|get|put)\b/i.test(one.text);
  return one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);
}

export function closeCall(segments: readonly Segment[]): Understood | undefined {
  const segment = segments.find(({ best }) => best !== undefined)!;
  const [best, next] = segment.readings;
  if (
    best === undefined ||
    next === undefined ||
    best.tool.agent === next.tool.agent ||
    best.score - next.score >= CLOSE
  )
    return undefined;
  return { kind: 'unclear', text: textOf(segment.clause), choices: [toRequest(best), toRequest(next)] };
}
