/** "No choir tonight", "laptop no need", "take the leeks off": what is there is not wanted, or not on a day of it. */

import { dayOf } from '../../wall.ts';
import { type Given, sayWall, wholeOf } from '../everyday/model.ts';
import { saysItsDeed } from './doubts.ts';
import { framed } from './frames.ts';
import { type Meant, meantIn } from './meant.ts';
import type { Said } from './said.ts';
import type { Candidate } from './score.ts';
import { onlyThis, type Thing, topicOf } from './world.ts';

export function endIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('end', said.text, said.message.tokens);
  if (frame === undefined) return [];
  // "Gym cancelled" of "cancel the gym" is done.
  const ending = world.filter((thing) => saysItsDeed(said, thing) === undefined);
  const meant = meantIn(said, ending, ['event', 'todo', 'reminder'], frame, given);
  return [
    ...meant.flatMap((one) => candidateOf(one, said, given) ?? []),
    ...(meant.length === 0 ? onlyOneThen(said, world, given) : []),
  ];
}

/** "Can't make Wednesday after all": the one thing of that day may be meant. */
function onlyOneThen(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const [when, ...more] = said.message.whens;
  if (when === undefined || more.length > 0 || when.recurs || !when.dated || when.span !== 'day') return [];
  const day = when.wall.slice(0, 10);
  const then = world.filter(
    ({ kind, at }) => kind === 'event' && at !== undefined && dayOf(at, given.place.zone) === day,
  );
  const [thing, ...others] = then;
  if (thing === undefined || others.length > 0) return [];
  const input = { query: thing.name, day };
  const request = { agent: 'calendar_agent', tool: 'cancel_event', input, text: said.text, score: 3 };
  const signs = { framed: 1, onDay: 1, timed: 1, accounted: 1, doubted: 1 };
  const say = `cancel **${thing.name}** on ${sayWall(day)}`;
  return [{ deed: 'end', things: [thing], requests: [request], say, left: [], signs }];
}

function candidateOf(one: Meant, said: Said, given: Given): Candidate | undefined {
  const { thing, left, signs } = one;
  const { name, kind } = thing;
  const base = { deed: 'end', things: [thing], left } as const;
  const doubts = { ...signs, asked: said.asks ? 1 : 0 };
  // Of what comes again a month is left out, and it does not end.
  const isWhile = said.message.whens.some(({ span, recurs }) => recurs || span !== 'day');
  if (kind !== 'event' && (isWhile || (kind === 'todo' && said.message.whens.length > 0))) return undefined;
  if (kind === 'todo') {
    const request = { agent: 'todo_agent', tool: 'remove_todo', input: { query: name }, text: said.text, score: 4 };
    return {
      ...base,
      requests: [request],
      say: thing.list === undefined ? `remove **${name}**` : `take **${name}** off ${thing.list}`,
      signs: doubts,
    };
  }
  const times = said.message.whens.filter(({ recurs }) => !recurs);
  const [when, ...more] = times;
  if (more.length > 0 || said.message.whens.length > times.length) return undefined;
  if (kind === 'reminder' && when !== undefined) {
    const on = when.wall.slice(0, 10);
    const input = { query: name, on };
    const request = { agent: 'todo_agent', tool: 'cancel_reminder', input, text: said.text, score: 4 };
    return {
      ...base,
      requests: [request],
      say: `leave out **${name}** on ${sayWall(on)}`,
      signs: { ...doubts, timed: 1 },
    };
  }
  const order = `cancel it${when === undefined ? '' : ` ${LED.test(when.text) || when.span !== 'day' ? '' : 'on '}${when.text}`}`;
  const requests = wholeOf(given.read(order, topicOf(thing, given.about), onlyThis(thing, given.known)));
  if (requests?.length !== 1 || !TOOLS.has(requests[0]!.tool) || requests[0]!.input['query'] !== name) return undefined;
  const day = when === undefined ? '' : ` ${when.span === 'day' ? `on ${sayWall(when.wall.slice(0, 10))}` : when.text}`;
  return {
    ...base,
    requests: requests.map((request) => ({ ...request, text: said.text })),
    say: `cancel **${name}**${day}`,
    signs: { ...doubts, timed: when === undefined ? 0 : 1, doubted: kind === 'reminder' ? 0.3 : 0 },
  };
}

const LED = /^(?:on|in|at|for|this|next|tonight|tomorrow|today)\b/i;
const TOOLS = new Set(['cancel_event', 'cancel_reminder']);
