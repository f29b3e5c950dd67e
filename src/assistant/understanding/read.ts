/**
 * What a message asks of the assistant: a list of requests, each for one specialist and one tool, with what the tool needs.
 *
 * Invariant: nothing here races patterns. Each way to cut the message into clauses is weighed, each clause against every
 * frame (requests.yml), and the best whole is taken; what no frame explains is said so, what two explain is asked.
 */
import { type Clause, isPointing, type Message, readClause, textOf } from './clause.ts';
import { coordinate } from './coordinate.ts';
import { type Frame, readTools, type Tool } from './grammar.ts';
import { type Known, NOTHING_KNOWN } from './known.ts';
import { lexicon } from './lexicon.ts';
import { readSlots, type Slots } from './slots.ts';
import { cutsOf } from './split.ts';
import { findWhens, type Place } from './time/when.ts';
import { readTokens } from './tokens.ts';

export interface Request {
  readonly agent: string;
  readonly tool: string;
  readonly input: Slots;
  /** The person's words for it. */
  readonly text: string;
  readonly score: number;
}

export type Understood =
  | { readonly kind: 'requests'; readonly requests: readonly Request[]; readonly rest: readonly string[] }
  | { readonly kind: 'unclear'; readonly text: string; readonly choices: readonly Request[] }
  | { readonly kind: 'nothing' };

/** A clause as one frame explains it. */
export interface Reading {
  readonly tool: Tool;
  readonly frame: Frame;
  readonly clause: Clause;
  readonly score: number;
}

const ENOUGH = 2;
const CLOSE = 0.08;
/** Characters that are read; nobody asks for something in more. */
const LONGEST = 2_500;
const UNEXPLAINED = -0.1;

export function understand(said: string, place: Place, known: Known = NOTHING_KNOWN): Understood {
  const message = readMessage(said.slice(0, LONGEST), place, known);
  if (message.tokens.length === 0) return { kind: 'nothing' };
  const segments = bestSegments(message);
  const readings = settle(segments);
  const rest = segments
    .filter(({ best, clause }) => best === undefined && clause.to > clause.from)
    .map(({ clause }) => textOf(clause));
  const unclear = readings.length === 1 ? closeCall(segments) : undefined;
  if (unclear !== undefined) return unclear;
  const requests = readings.flatMap((reading) => coordinate(reading).map(toRequest));
  const once = requests.filter((request, at) => at === 0 || !isSame(request, requests[at - 1]!));
  return once.length === 0 ? { kind: 'nothing' } : { kind: 'requests', requests: once, rest };
}

/** The same said twice is asked once. */
function isSame(one: Request, other: Request): boolean {
  return one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);
}

export function readMessage(text: string, place: Place, known: Known): Message {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  return { text, tokens, whens: findWhens(text, tokens, place), place, known };
}

function toRequest({ tool, clause, score }: Reading): Request {
  const input = readSlots({ clause, drop: new Set(tool.drop) }, tool.slots);
  return { agent: tool.agent, tool: tool.tool, input, text: textOf(clause), score };
}

/** The readings of a clause, the best first, one of each tool. */
export function rank(clause: Clause): Reading[] {
  const best = readTools().flatMap((tool) => {
    const [first] = tool.frames
      .filter((frame) => frame.holds(clause.shows))
      .map((frame) => ({ tool, frame, clause, score: frame.weigh(clause.shows) }))
      .toSorted((one, other) => other.score - one.score);
    return first === undefined ? [] : [withoutName(first)];
  });
  return best.filter(({ score }) => score >= ENOUGH).toSorted((one, other) => other.score - one.score);
}

/** An order without anything to do it to is hardly one. */
function withoutName(reading: Reading): Reading {
  const { tool, clause } = reading;
  const wants = Object.values(tool.slots).some((slot) => slot === 'title' || slot === 'goal' || slot === 'reminded');
  const isBell = clause.shows.has('noun.bell') || clause.shows.has('noun.timer');
  return wants && !isBell && !clause.shows.has('title.any') && !clause.quote
    ? { ...reading, score: reading.score - 2.2 }
    : reading;
}

interface Segment {
  readonly clause: Clause;
  readonly readings: readonly Reading[];
  readonly best: Reading | undefined;
}

interface Path {
  readonly value: number;
  readonly segments: readonly Segment[];
}

/** The way to cut the message whose clauses are explained best: from each cut the best way so far is kept. */
function bestSegments(message: Message): readonly Segment[] {
  const cuts = cutsOf(message);
  const marks = [0, ...cuts.map(({ at }) => at), message.tokens.length];
  const best: Path[] = [{ value: 0, segments: [] }];
  for (let end = 1; end < marks.length; end++) {
    let chosen: Path | undefined;
    for (let start = 0; start < end; start++) {
      const before = best[start]!;
      const segment = readSegment(message, marks[start]!, marks[end]!, before.segments.at(-1));
      const over = cuts.slice(start, end - 1).reduce((sum, cut) => sum + cut.over, 0);
      const cost = start === 0 ? 0 : cuts[start - 1]!.cost;
      const value = before.value + (segment.best?.score ?? UNEXPLAINED) - over - cost;
      if (chosen === undefined || value > chosen.value + 1e-9)
        chosen = { value, segments: [...before.segments, segment] };
    }
    best.push(chosen!);
  }
  return best.at(-1)!.segments;
}

function readSegment(message: Message, from: number, to: number, before: Segment | undefined): Segment {
  const own = readClause(message, from, to);
  const clause = before && isPointing(own) ? readClause(message, from, to, before.clause) : own;
  const readings = rank(clause);
  return { clause, readings, best: readings[0] };
}

/**
 * "We are out of coffee, put it on the list" is one request, told twice. What is only implied ("it's too dark in here") gives
 * way to what is asked for beside it.
 */
function settle(segments: readonly Segment[]): Reading[] {
  const taken: { at: number; reading: Reading }[] = [];
  for (const [at, { clause, best }] of segments.entries()) {
    if (best === undefined) continue;
    const last = taken.at(-1);
    const isNext = last !== undefined && last.at === at - 1;
    if (isNext && last.reading.tool === best.tool) {
      if (best.tool.whole || (best.frame.implied && best.tool.joins)) {
        taken[taken.length - 1] = { at, reading: { ...best, clause: joined(last.reading.clause, clause) } };
        continue;
      }
      if (clause.topic === undefined && clause.mood !== 'order' && !clause.shows.has('title.any') && !isList(best.tool))
        continue;
      if (clause.topic !== undefined && isTold(last.reading)) taken.pop();
    }
    if (
      isNext &&
      taken.at(-1) === last &&
      last.reading.frame.implied &&
      (clause.topic !== undefined || (!best.frame.implied && !isEnded(last.reading.clause)))
    )
      taken.pop();
    if (
      isNext &&
      best.frame.implied &&
      taken.at(-1) === last &&
      !last.reading.frame.implied &&
      !isEnded(last.reading.clause)
    )
      continue;
    taken.push({ at, reading: { ...best, clause: inherit(best.tool, clause, segments.slice(0, at)) } });
  }
  return taken.map(({ at, reading }) =>
    reading.tool.whole ? { ...reading, clause: widened(segments, at, reading.clause) } : reading,
  );
}

/** A question after a list: it names nothing and means all. */
function isList({ slots }: Tool): boolean {
  return Object.keys(slots).length === 0 || 'from' in slots || 'before' in slots || 'folder' in slots;
}

/** A statement or a fragment: told, not ordered. */
function isTold({ clause }: Reading): boolean {
  return clause.mood === 'statement' || clause.mood === 'fragment';
}

/** Whether a sentence ends with it. */
function isEnded({ message, to }: Clause): boolean {
  return /^[.!?;]/.test(message.text.slice(message.tokens[to - 1]?.end ?? 0).trimStart());
}

function joined(one: Clause, other: Clause): Clause {
  return { ...one, to: other.to };
}

/** What is told around a question about health belongs to it, as far as nothing else explains it. */
function widened(segments: readonly Segment[], at: number, clause: Clause): Clause {
  let { from, to } = clause;
  for (let before = at - 1; before >= 0 && segments[before]!.best === undefined; before--)
    from = Math.min(from, segments[before]!.clause.from);
  for (let after = at + 1; after < segments.length && segments[after]!.best === undefined; after++)
    to = Math.max(to, segments[after]!.clause.to);
  return { ...clause, from, to };
}

/** "What's on tomorrow, and when am I free?": then too. */
function inherit(tool: Tool, clause: Clause, before: readonly Segment[]): Clause {
  if (tool.inherits !== 'when' || clause.when !== undefined) return clause;
  const when = before.findLast((segment) => segment.clause.when !== undefined)?.clause.when;
  return when === undefined ? clause : { ...clause, when };
}

function closeCall(segments: readonly Segment[]): Understood | undefined {
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
