/**
 * What a message asks of the assistant: a list of requests, each for one specialist and one tool, with what the tool needs.
 *
 * Invariant: nothing here races patterns. Each way to cut the message into clauses is weighed, each clause against every
 * frame (requests.yml), and the best whole is taken; what no frame explains is said so, what two explain is asked.
 */
import { describeTurn } from '../wall.ts';
import { answerOpen } from './answer.ts';
import { boundsOf } from './bounds.ts';
import { stepsIn } from './brief.ts';
import { type Clause, isLeaning, isPointing, type Message, readClause, textOf } from './clause.ts';
import { type ClockAsked, clockIn } from './clock.ts';
import { headOf } from './content.ts';
import { coordinate } from './coordinate.ts';
import { type Frame, readTools, type Tool } from './grammar.ts';
import { healthIn } from './health.ts';
import { heldIn, withoutHeld } from './held.ts';
import { type Known, matchKnown, NOTHING_KNOWN } from './known.ts';
import { lexicon } from './lexicon.ts';
import { repaired } from './repair.ts';
import { isRetraction, settle } from './settle.ts';
import { readSlots, type Slots } from './slots.ts';
import { cutsOf } from './split.ts';
import { takenIn } from './taken.ts';
import { findPieces, findWrong } from './time/pieces.ts';
import { findHanging, findWhens, type Place } from './time/when.ts';
import { titleOf, wholeName } from './titles.ts';
import { readTokens, type Token } from './tokens.ts';
import type { Topic } from './topic.ts';

export interface Request {
  readonly agent: string;
  readonly tool: string;
  readonly input: Slots;
  /** The person's words for it. */
  readonly text: string;
  readonly score: number;
  /** What was taken for what, where it could have been meant otherwise. */
  readonly assumed?: string | undefined;
  /** The slot into which goes what an earlier step came to, as a whole or one request for each point. */
  readonly takes?: { readonly slot: string; readonly as: 'whole' | 'points' } | undefined;
}

export type Understood =
  | {
      readonly kind: 'requests';
      readonly requests: readonly Request[];
      readonly rest: readonly string[];
      readonly held?: readonly Held[] | undefined;
    }
  | { readonly kind: 'unclear'; readonly text: string; readonly choices: readonly Request[] }
  /** A day, a time or a zone that there is not. */
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'clock'; readonly asked: ClockAsked }
  | { readonly kind: 'nothing'; readonly talk?: Talk | undefined; readonly held?: readonly Held[] | undefined };

/** What was said and is not done: said not to be, bound to what nobody here notices, or asked for beside a danger to life. */
export interface Held {
  readonly text: string;
  readonly why: 'negated' | 'condition' | 'danger';
}

/** What asks for nothing and still wants an answer. */
export type Talk = 'hello' | 'thanks' | 'help' | 'dropped' | 'repeat';

/** A clause as one frame explains it. */
export interface Reading {
  readonly tool: Tool;
  readonly frame: Frame;
  readonly clause: Clause;
  readonly score: number;
}

/** Whoever is in danger is heard first, whatever else was asked. */
const HEALTH = { agent: 'web_research_agent', tool: 'ask_health_team' };
const ENOUGH = 2;
const CLOSE = 0.08;
/** Characters that are read; nobody asks for something in more. */
const LONGEST = 2_500;
const UNEXPLAINED = -0.1;

export function understand(said: string, place: Place, known: Known = NOTHING_KNOWN, about?: Topic): Understood {
  const { head, content } = headOf(said.slice(0, LONGEST), place);
  const message = readMessage(repaired(head, place), { anchor: about?.at, ...place }, known, said);
  if (message.health.selfHarm) return { kind: 'requests', requests: [toHealth(said)], rest: [] };
  return understandMessage(content === undefined ? message : { ...message, content }, place, about);
}

/** What is asked, of a message whose head has been parted from what it is asked with. */
function understandMessage(message: Message, place: Place, about: Topic | undefined): Understood {
  if (message.tokens.length === 0) return { kind: 'nothing' };
  const answer = about?.open && answerOpen(message, readClause(message, 0, message.tokens.length), about.open);
  if (answer !== undefined) return { kind: 'requests', requests: [answer], rest: [] };
  const clock = clockIn(message);
  if (clock !== undefined) return { kind: 'clock', asked: clock };
  const planned = planIn(message);
  if (planned !== undefined) return { kind: 'requests', requests: planned, rest: [] };
  const all = bestSegments(message, about);
  const held = heldIn(all);
  const segments = withoutHeld(all, held);
  const readings = settle(segments);
  const rest = segments
    .filter(
      ({ best, clause }, at) =>
        best === undefined && clause.to > clause.from && !held.has(at) && !isLeantOn(segments, at),
    )
    .map(({ clause }) => textOf(clause));
  const lost = message.whens.flatMap(({ again }) => again?.lost ?? []);
  const unclear = readings.length === 1 ? closeCall(segments) : undefined;
  if (unclear !== undefined) return unclear;
  const requests = readings.flatMap((reading) => coordinate(reading).map(toRequest));
  const once = requests.filter((request, at) => at === 0 || !isSame(request, requests[at - 1]!));
  if (message.health.danger) {
    const others = once.filter(({ tool }) => tool !== HEALTH.tool);
    const waiting = others.map(({ text }): Held => ({ text, why: 'danger' }));
    return { kind: 'requests', requests: [toHealth(message.said)], rest: [], held: waiting };
  }
  const taken = takenIn(message);
  if (taken !== undefined && once.every(({ tool }) => tool !== HEALTH.tool))
    once.unshift({ ...toHealth(taken), input: { request: taken.slice(0, MOST_TOLD), heard: true } });
  const [why] = findWrong(message.tokens, place);
  if (why !== undefined) return { kind: 'wrong', why };
  return once.length === 0
    ? { kind: 'nothing', talk: talkIn(segments), held: [...held.values()] }
    : { kind: 'requests', requests: once, rest: [...rest, ...lost], held: [...held.values()] };
}

/** Characters that another team is told. */
const MOST_TOLD = 20_000;

function toHealth(said: string): Request {
  return { ...HEALTH, input: { request: said.slice(0, MOST_TOLD) }, text: said, score: 9 };
}

/** A plan whose steps were said is a brief, and none of its steps is done before somebody says so. */
function planIn(message: Message): readonly Request[] | undefined {
  // "…; then carry it out" is no step of it.
  const last = cutsOf(message).findLast(({ cost }) => cost < 1);
  const [after] = last === undefined ? [] : rank(readClause(message, last.at, message.tokens.length));
  const carried = after?.tool.tool === 'execute_brief' ? after : undefined;
  const end = carried === undefined ? message.tokens.length : last!.at;
  const plan = { ...message, tokens: message.tokens.slice(0, end) };
  const found = stepsIn(plan);
  const reading = found && rank(readClause(plan, 0, found.at)).find(({ tool }) => tool.tool === 'write_brief');
  if (found === undefined || reading === undefined) return undefined;
  const request = toRequest(reading);
  const brief = { ...request, input: { ...request.input, steps: found.steps }, text: message.text };
  return carried === undefined ? [brief] : [brief, toRequest(carried)];
}

function talkIn(segments: readonly Segment[]): Talk | undefined {
  if (segments.some(({ clause }) => isRetraction(clause))) return 'dropped';
  const talks = ['repeat', 'help', 'thanks', 'hello'] as const;
  const signs = segments.flatMap(({ clause: { message } }) => lexicon().signsIn(message.tokens));
  return talks.find((talk) => signs.some(({ sign }) => sign === `talk.${talk}`));
}

/** What the next clause is about has been understood with it. */
function isLeantOn(segments: readonly Segment[], at: number): boolean {
  return segments[at + 1]?.best !== undefined && segments[at + 1]!.clause.topic === segments[at]!.clause;
}

/** The same said twice is asked once. */
function isSame(one: Request, other: Request): boolean {
  return one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);
}

/** `said`: the whole of what was said, of which the text may be the head only. */
export function readMessage(text: string, place: Place, known: Known, said = text): Message {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const health = healthIn(text, said);
  const startOf = (from: number, to: number) => startNamed(tokens, from, to, known);
  const here = { ...place, startOf, anchor: startOf(0, tokens.length) ?? place.anchor };
  return {
    text,
    said,
    tokens,
    whens: findWhens(text, tokens, here),
    hanging: findHanging(tokens, here),
    place,
    known,
    health,
    bounds: boundsOf(tokens),
    lengths: lengthsIn(tokens, place),
  };
}

/** When that is which these words name: an event, or a day that was told ("my birthday is 3 May"). */
function startNamed(tokens: readonly Token[], from: number, to: number, known: Known): number | undefined {
  const things = matchKnown(tokens, from, to, known);
  return (['event', 'note'] as const)
    .map((kind) => known.starts?.[things.get(kind)?.name ?? ''])
    .find((start) => start !== undefined);
}

function lengthsIn(tokens: readonly Token[], place: Place): { from: number; to: number }[] {
  return findPieces(tokens, place)
    .filter(({ kind }) => kind === 'length' || kind === 'lasting')
    .map(({ from, to }) => ({ from: tokens[from - 1]?.word === 'for' ? from - 1 : from, to }));
}

function toRequest({ tool, clause, score }: Reading): Request {
  const input = readSlots({ clause, drop: new Set(tool.drop) }, tool.slots);
  const assumed = TIMES.some((slot) => input[slot] !== undefined) ? assumedOf(clause) : undefined;
  const [taken] = clause.shows.has('result.any') ? Object.entries(tool.takes ?? {}) : [];
  const takes = taken && { slot: taken[0], as: taken[1] };
  return {
    ...{ agent: tool.agent, tool: tool.tool, input, text: textOf(clause), score },
    ...(assumed && { assumed }),
    ...(takes && { takes }),
  };
}

/** What was taken for what, of a time: an hour of either half of the day, an hour that the clocks skip or show twice. */
function assumedOf({ when, message: { place } }: Clause): string | undefined {
  const turn = when?.timed && !when.recurs ? describeTurn(when.wall, place.zone) : undefined;
  return [when?.assumed, turn].filter((part) => part !== undefined).join('; and ') || undefined;
}

const TIMES = ['when', 'start', 'at', 'due'];

/** The readings of a clause, the best first, one of each tool. */
export function rank(clause: Clause): Reading[] {
  const { from, to, message } = clause;
  const isCondition = message.bounds.conditions.some((one) => one.from <= from && to <= one.to);
  if (clause.shows.has('say.unreal') || isCondition) return [];
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
  // "Meeting every Tuesday at 5" has its name.
  const isNamed =
    clause.shows.has('noun.event') &&
    (clause.mood === 'fragment'
      ? clause.shows.has('starts.event')
      : titleOf({ clause, drop: new Set(tool.drop) }, wholeName) !== undefined);
  return wants && !isBell && !isNamed && !clause.shows.has('title.any') && !clause.quote
    ? { ...reading, score: reading.score - 2.2 }
    : reading;
}

export interface Segment {
  readonly clause: Clause;
  readonly readings: readonly Reading[];
  readonly best: Reading | undefined;
}

interface Path {
  readonly value: number;
  readonly segments: readonly Segment[];
}

/** The way to cut the message whose clauses are explained best: from each cut the best way so far is kept. */
function bestSegments(message: Message, about: Topic | undefined): readonly Segment[] {
  const cuts = cutsOf(message);
  const marks = [0, ...cuts.map(({ at }) => at), message.tokens.length];
  const best: Path[] = [{ value: 0, segments: [] }];
  for (let end = 1; end < marks.length; end++) {
    let chosen: Path | undefined;
    for (let start = 0; start < end; start++) {
      const before = best[start]!;
      const segment = readSegment(message, marks[start]!, marks[end]!, before.segments.at(-1), about);
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

function readSegment(
  message: Message,
  from: number,
  to: number,
  before: Segment | undefined,
  about: Topic | undefined,
): Segment {
  const own = readClause(message, from, to);
  const leaning =
    before !== undefined && isPointing(own)
      ? { topic: before.clause }
      : about !== undefined && isLeaning(own)
        ? { about }
        : undefined;
  const clause = leaning === undefined ? own : readClause(message, from, to, leaning);
  const readings = rank(clause);
  return { clause, readings, best: readings[0] };
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
