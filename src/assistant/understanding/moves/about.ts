/** "Anything about the bike?", "what can Emil not eat": all that is there and that the words of a question name, whatever it is kept as. */
import { wallOf } from '../../wall.ts';
import { type Given, sayWall } from '../everyday/model.ts';
import { isEveryday } from '../everyday/words.ts';
import { isOthers, ownersIn } from '../known.ts';
import type { Request } from '../request.ts';
import type { Token } from '../tokens.ts';
import { isSmall } from './frames.ts';
import type { Said } from './said.ts';
import type { Candidate } from './score.ts';
import { hitsOf, type Thing } from './world.ts';

export function aboutIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const asked = said.words.filter(isAsked);
  if (!said.asks || asked.length === 0 || said.message.whens.length > 0) return [];
  const owners = ownersIn(said.text);
  const named = world
    .filter(({ kind, name }) => kind !== 'device' && !isOthers(owners, name))
    .map((thing) => ({ thing, ...hitsOf(thing, asked) }))
    .filter(({ hits }) => hits.length > 0);
  const most = Math.max(0, ...named.map(({ hits }) => hits.length));
  // One of two words may be of something else: "what is my sister's birthday", of her phone.
  if (most * 2 <= asked.length) return [];
  const best = named.filter(({ hits }) => hits.length === most);
  const things = best.map(({ thing }) => thing);
  if (things.length > MOST) return [];
  const request = things.length === 1 ? requestOf(things[0]!, said.text) : undefined;
  return [
    {
      ...{ deed: 'when', things, left: [], harmless: true },
      requests: request === undefined ? [] : [request],
      say: things.map((thing) => sayThing(thing, given)).join('\n'),
      signs: {
        ...{ framed: 0.6, hit: 1, accounted: most / asked.length },
        named: Math.max(...best.map(({ share }) => share)),
      },
    },
  ];
}

const MOST = 12;
const ASKS = /^(?:who|what|where|when|which|how|why|anything|any|something|anyone)(?:'?s|'re)?$/;
const isAsked = ({ word }: Token) =>
  !isSmall(word) &&
  !ASKS.test(word) &&
  !isEveryday('doings', word) &&
  !['about', 'know', 'remember', 'tell'].includes(word);

function requestOf({ kind, name }: Thing, text: string): Request | undefined {
  if (kind === 'event') return { agent: 'calendar_agent', tool: 'find_event', input: { query: name }, text, score: 4 };
  if (kind === 'note')
    return { agent: 'memory_agent', tool: 'recall', input: { query: name.slice(0, 120) }, text, score: 4 };
  return undefined;
}

function sayThing({ kind, name, text, list, at }: Thing, { place: { zone } }: Given): string {
  if (kind === 'event') return `- **${name}**${at === undefined ? '' : ` · ${sayWall(wallOf(at, zone))}`}`;
  if (kind === 'note') return `- Note: **${text === undefined || name.includes(text) ? name : `${name} ${text}`}**`;
  if (kind === 'todo') return `- Todo: **${name}**${list === undefined ? '' : ` (${list})`}`;
  return `- ${kind === 'file' ? 'File' : 'Reminder'}: **${name}**`;
}
