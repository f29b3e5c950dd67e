/**
 * The clauses of a message, each as the frame explains it that fits best: every way to cut it is weighed, and the best whole
 * is taken.
 */
import { dayOf } from '../wall.ts';
import { type Clause, type Message, readClause } from './clause.ts';
import { goesOn } from './gapping.ts';
import { type Frame, readTools, type Tool } from './grammar.ts';
import { isLeaning, isPointing } from './leaning.ts';
import { isForThem } from './orders.ts';
import { cutsOf } from './split.ts';
import { titleOf, wholeName } from './titles.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

const ENOUGH = 2;
const UNEXPLAINED = -0.1;

/** A clause as one frame explains it. */
export interface Reading {
  readonly tool: Tool;
  readonly frame: Frame;
  readonly clause: Clause;
  readonly score: number;
}

/** The readings of a clause, the best first, one of each tool. */
export function rank(given: Clause): Reading[] {
  const clause = isOnDay(given)
    ? { ...given, shows: new Set([...given.shows].filter((sign) => !SWITCHED.has(sign))) }
    : given;
  const { from, to, message } = clause;
  const isCondition = message.bounds.conditions.some((one) => one.from <= from && to <= one.to);
  if (clause.shows.has('say.unreal') || isCondition) return [];
  // "… and at 9 to lock up" goes on with what was asked for; it is no order to lock.
  const isGoverned = clause.shows.has('starts.to');
  const best = readTools().flatMap((tool) => {
    if ((isGoverned || isForOthers(clause)) && tool.tool === 'control_device') return [];
    // "… and to put it in the oven at 6" changes nothing that is there.
    if (isGoverned && CHANGES.has(tool.tool)) return [];
    // "I know Python and SQL": the name of a language asks for no code.
    if (tool.tool === 'write_code' && isLanguage(clause)) return [];
    // "Rename plan.txt to delete plan.txt": the new name is a name, whatever it says.
    if (message.tokens[from]?.word === 'rename' && TAKES_AWAY.has(tool.tool)) return [];
    const [first] = tool.frames
      .filter((frame) => frame.holds(clause.shows))
      .map((frame) => ({ tool, frame, clause, score: frame.weigh(clause.shows) }))
      .toSorted((one, other) => other.score - one.score);
    return first === undefined ? [] : [withoutName(first)];
  });
  return best.filter(({ score }) => score >= ENOUGH).toSorted((one, other) => other.score - one.score);
}

const SWITCHED = new Set(['device', 'noun.device', 'starts.device', 'verb.turn_on', 'say.turned_state']);
const CHANGES = wordSet('bounded_tools');
const TAKES_AWAY = new Set(['trash_file', 'remove_todo', 'cancel_event', 'cancel_reminder', 'forget']);

/** Nothing but languages that code is written in. */
function isLanguage({ signs, message: { tokens }, from, to }: Clause): boolean {
  const named = new Set(signs.flatMap(({ sign, at }) => (sign === 'noun.language' ? at : [])));
  return tokens
    .slice(from, to)
    .every(({ word }, shift) => named.has(from + shift) || !/[\p{L}\p{N}]/u.test(word) || word === 'and');
}

/** "Sauna on Sunday at 5": the "on" is of the day, and switches nothing. */
function isOnDay({ mood, signs, whens, when }: Clause): boolean {
  const isTime = (at: number) => whens.some(({ parts }) => parts.some(({ from, to }) => from <= at && at < to));
  const verbs = signs.filter(
    ({ group, sign }) => group === 'verb' && /^verb\.(?:turn_|set|open|close|lock)/.test(sign),
  );
  return mood === 'fragment' && when?.dated === true && verbs.length > 0 && verbs.every(({ at }) => at.every(isTime));
}

/** "Tell Tom to turn on the kettle": what somebody else is to do. */
function isForOthers({ message: { tokens }, from }: Clause): boolean {
  const [verb, name, to] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  return ['tell', 'ask'].includes(verb?.word ?? '') && name?.capital === true && to?.word === 'to';
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
export function bestSegments(message: Message, about: Topic | undefined): readonly Segment[] {
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
  spokenOf: Topic | undefined,
): Segment {
  const own = readClause(message, from, to);
  const about = spokenOf && timedOf(own, spokenOf);
  const more = goesOn(own, before?.best);
  if (more !== undefined) return { clause: more.clause, readings: [more], best: more };
  // "Water the plants, high priority": of what this message says, and of nothing that was spoken of before it.
  const leaning =
    before !== undefined && (isPointing(own) || (isLeaning(own) && !isBareTime(own)))
      ? { topic: before.clause }
      : about !== undefined && isLeaning(own) && isThen(own, about) && (before === undefined || !isBareTime(own))
        ? { about }
        : undefined;
  const clause = leaning === undefined ? own : readClause(message, from, to, leaning);
  const readings = rank(clause);
  return { clause, readings, best: readings[0] };
}

/** "No, I meant Friday", behind "call Bob tomorrow and add milk": what had a time gets another. */
function timedOf(own: Clause, about: Topic): Topic {
  const { at, before } = about;
  const { shows, mood } = own;
  const isTimeOnly = shows.has('when.any') && !shows.has('title.some') && !shows.has('pronoun') && mood !== 'question';
  const isOfOther = at === undefined && before?.at !== undefined && isTimeOnly;
  return isOfOther ? { ...before, open: about.open } : about;
}

/** "The one on Friday": of what was spoken of only what may be then. */
function isThen({ shows, when, message }: Clause, { kinds, at }: Topic): boolean {
  if (!shows.has('when.headless') || kinds.includes('event') || !when?.dated) return true;
  return at !== undefined && dayOf(at, message.place.zone) === when.wall.slice(0, 10);
}

/** "No, 13:00" behind something else is of that, and of nothing that was spoken of before this message. */
function isBareTime({ mood, shows }: Clause): boolean {
  return mood === 'fragment' && shows.has('when.any') && !shows.has('title.some');
}

/** What makes something that the person does themselves. */
const OWN_DEEDS = new Set(['add_todo', 'add_event', 'set_reminder']);

/** "Take the bins out at 8 and call the vet": a chore beside something that they do is one of theirs, and kept as a todo. */
export function withChores(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => {
    const { clause, best } = segment;
    const isChore = clause.shows.has('head.chore') && clause.shows.has('title.any') && clause.mood !== 'question';
    if (best !== undefined || !isChore || isForThem(clause.message, clause.from)) return segment;
    const beside = segments.slice(0, at).findLast((one) => one.best !== undefined) ?? segments[at + 1];
    if (!OWN_DEEDS.has(beside?.best?.tool.tool ?? '')) return segment;
    const tool = readTools().find((one) => one.tool === 'add_todo')!;
    const frame = tool.frames.find(({ signs }) => signs.includes('head.chore'))!;
    const kept = { tool, frame, clause, score: ENOUGH };
    return { clause, readings: [kept], best: kept };
  });
}
