/** A request: for one specialist and one tool, with what the tool needs, made of a clause as it was explained. */
import { describeTurn } from '../wall.ts';
import { type Clause, textOf } from './clause.ts';
import type { Provided } from './provided.ts';
import type { Reading } from './segments.ts';
import { readSlots, type Slots } from './slots.ts';
import type { When } from './time/when.ts';
import { movedTo } from './timed.ts';

export interface Request {
  readonly agent: string;
  readonly tool: string;
  readonly input: Slots;
  /** The person's words for it. */
  readonly text: string;
  readonly score: number;
  /** Done for the sake of the next one: what is spoken of stays what it was. */
  readonly quiet?: true | undefined;
  /** It is the answer to what was asked back. */
  readonly answers?: true | undefined;
  /** Done only where the calendar is free then, or is not. */
  readonly provided?: Provided | undefined;
  /** What was taken for what, where it could have been meant otherwise. */
  readonly assumed?: string | undefined;
  /** The slot into which goes what an earlier step came to, as a whole or one request for each point. */
  readonly takes?: { readonly slot: string; readonly as: 'whole' | 'points' } | undefined;
  /** Its time is counted from an event, which a step before it may move: from when, where that was a moment. */
  readonly counts?: { readonly from?: number | undefined } | undefined;
}

/** Whoever is in danger is heard first, whatever else was asked. */
export const HEALTH = { agent: 'web_research_agent', tool: 'ask_health_team' };

/** Characters that another team is told. */
export const MOST_TOLD = 20_000;

export function toHealth(said: string): Request {
  return { ...HEALTH, input: { request: said.slice(0, MOST_TOLD) }, text: said, score: 9 };
}

export function toRequest({ tool, clause, score }: Reading): Request {
  const input = readSlots({ clause, drop: new Set(tool.drop) }, tool.slots);
  // Which half of the day is told by the thing itself, where it is of either.
  const isTimed = TIMES.some((slot) => input[slot] !== undefined) && input['either'] === undefined;
  const isMoved = Object.values(tool.slots).includes('moved');
  const assumed = isTimed ? assumedOf(clause, isMoved ? movedTo(clause) : clause.when) : undefined;
  const [taken] = clause.shows.has('result.any') ? Object.entries(tool.takes ?? {}) : [];
  const takes = taken && { slot: taken[0], as: taken[1] };
  return {
    ...{ agent: tool.agent, tool: tool.tool, input, text: textOf(clause), score },
    ...(assumed && { assumed }),
    ...(takes && { takes }),
    ...(clause.when?.of !== undefined && { counts: countsFrom(clause.when) }),
  };
}

function countsFrom({ at, counted }: When): Request['counts'] {
  return counted === undefined ? {} : { from: at - counted };
}

/** What was taken for what, of a time: an hour of either half of the day, an hour that the clocks skip or show twice. */
function assumedOf({ message: { place } }: Clause, when: When | undefined): string | undefined {
  const turn = when?.timed && !when.recurs ? describeTurn(when.wall, place.zone) : undefined;
  // What was taken is the hour that it came to, with the day that was said elsewhere.
  const taken = when?.timed
    ? when.assumed?.replace(/^(\d[\d:.]* as )\d\d:\d\d$/, `$1${when.wall.slice(11)}`)
    : when?.assumed;
  return [taken, turn].filter((part) => part !== undefined).join('; and ') || undefined;
}

const TIMES = ['when', 'start', 'at', 'due'];
