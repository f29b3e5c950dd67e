/** What a question asks about: a thing, a stretch of time, a zone to tell it in. */
import { momentOf } from '../wall.ts';
import { type Clause, textOf } from './clause.ts';
import { findPieces } from './time/pieces.ts';
import type { spanOf } from './time/spans.ts';
import { spanIn } from './timed.ts';
import { type Reading, titleOf } from './titles.ts';

/** "In London time, when is the dentist?": wherever in the sentence it stands. */
export function zoneAsked({ message: { tokens, place }, whens }: Clause): string | undefined {
  const zone = findPieces(tokens, place).find(({ kind }) => kind === 'zone');
  // An hour that was said in a zone is a time.
  return zone?.kind === 'zone' && !whens.some(({ elsewhere }) => elsewhere !== undefined) ? zone.zone : undefined;
}

/** "What piano lessons do I have in December?": only those. */
export function eventAsked({ known, message, whens }: Clause): string | undefined {
  const event = known.get('event');
  // "This week" is when, and names no "weekly standup".
  const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  return event === undefined || event.at.every(isTime) || event.tied || message.known.events.length === 0
    ? undefined
    : event.name;
}

/** "When is piano in December?": within that. */
export function spanAsked(clause: Clause): ReturnType<typeof spanOf> | undefined {
  return clause.whens.some(({ dated, recurs, timed }) => dated && !recurs && !timed) ? spanIn(clause) : undefined;
}

/** "What is due on Monday?": what is due before it is not; of today and before it all that waits is. */
export function dueFrom(clause: Clause): number | undefined {
  const { when, message } = clause;
  const { tokens, place } = message;
  if (when === undefined || when.recurs || !when.dated) return undefined;
  const [part] = when.parts;
  if (tokens.slice(Math.max(0, part!.from - 1), part!.to).some(({ word }) => ENDS.has(word))) return undefined;
  const { from } = spanIn(clause);
  return from > place.now && from >= momentOf(when.wall.slice(0, 10), place.zone) ? from : undefined;
}

const ENDS = new Set(['by', 'before', 'until', 'till', 'til', 'latest']);

const ASKS = /^(?:what|who|where|which|how|why|when|whether|if)(?:'s)?\b/i;

/** What a question is about: a name without the asking, or the question as it stands. */
export function subjectOf(reading: Reading, whole = false): string {
  const name = titleOf(reading);
  if (name === undefined) return textOf(reading.clause);
  if (!whole || reading.clause.mood !== 'question') return name;
  const text = textOf(reading.clause);
  return ASKS.test(text) ? text : name;
}

/** "The report on heat pumps into todos": what stands between. */
export function aboutIn({ message, signs, to }: Clause): string | undefined {
  const { tokens, text } = message;
  const report = signs.find(({ sign }) => sign === 'noun.report');
  const from = report === undefined ? -1 : report.to;
  if (from < 0 || !['on', 'about', 'of'].includes(tokens[from]?.word ?? '')) return undefined;
  const end = signs.find(({ sign, from: at }) => sign === 'say.as_todos' && at > from)?.from ?? to;
  // "… of my report on my todo list": where it goes, and not what it is about.
  const isList = signs.some(
    ({ sign, from: at }) => (sign === 'noun.todo' || sign === 'noun.list') && at > from && at < end,
  );
  return end > from + 1 && !isList ? text.slice(tokens[from + 1]!.start, tokens[end - 1]!.end) : undefined;
}
