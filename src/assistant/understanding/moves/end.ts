/** "No choir tonight", "laptop no need", "take the leeks off": what is there is not wanted, or not on a day of it. */
import { type Given, sayWall, wholeOf } from '../everyday/model.ts';
import { framed } from './frames.ts';
import { type Meant, meantIn } from './meant.ts';
import type { Said } from './said.ts';
import type { Candidate } from './score.ts';
import { type Thing, topicOf } from './world.ts';

export function endIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('end', said.text, said.message.tokens);
  if (frame === undefined) return [];
  const meant = meantIn(said, world, ['event', 'todo', 'reminder'], frame, given);
  return meant.flatMap((one) => candidateOf(one, said, given) ?? []);
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
  const order = `cancel it${when === undefined ? '' : ` ${LED.test(when.text) || when.span !== 'day' ? '' : 'on '}${when.text}`}`;
  const requests = wholeOf(given.read(order, topicOf(thing, given.about)));
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
