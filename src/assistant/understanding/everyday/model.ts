/** What a model of everyday talk is given and gives: the order that a message stands for, read as any other, done or offered. */
import type { Known } from '../known.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import type { Place } from '../time/when.ts';
import type { Topic } from '../topic.ts';

export interface Given {
  readonly place: Place;
  readonly known: Known;
  readonly about: Topic | undefined;
  /** What the grammar makes of it. */
  read(text: string, about?: Topic, known?: Known): Understood;
  /** The same, and these models where the grammar makes nothing of it. */
  again(text: string, about?: Topic): Understood;
}

/** Nothing where the message is no such talk. All of it is covered, or it is none. */
export type Model = (text: string, given: Given) => Understood | undefined;

/** All of it was understood: nothing is left, nothing is held. */
export function wholeOf(read: Understood): readonly Request[] | undefined {
  return read.kind === 'requests' && read.rest.length === 0 && !read.held?.length && read.requests.length > 0
    ? read.requests
    : undefined;
}

/** What stands for it, done: only by the tools that were meant. */
export function done(order: string, said: string, given: Given, tools: readonly string[]): Understood | undefined {
  const requests = wholeOf(given.read(order));
  return requests?.every(({ tool }) => tools.includes(tool))
    ? { kind: 'requests', requests: requests.map((one) => ({ ...one, text: said })), rest: [] }
    : undefined;
}

/** One order for each, all of them or none. */
export function doneEach(
  orders: readonly string[],
  said: string,
  given: Given,
  tools: readonly string[],
): Understood | undefined {
  const each = orders.map((order) => done(order, said, given, tools));
  const requests = each.flatMap((one) => (one?.kind === 'requests' ? one.requests : []));
  return each.every((one) => one !== undefined) ? { kind: 'requests', requests, rest: [] } : undefined;
}

/** What may be meant is asked about, and done after a yes. */
export function offered(order: string, said: string, given: Given, tools: readonly string[]): Understood | undefined {
  const [request, ...more] = wholeOf(given.read(order)) ?? [];
  return request !== undefined && more.length === 0 && tools.includes(request.tool) ? offer(request, said) : undefined;
}

export function offer(request: Request, said: string, of?: string): Understood {
  return {
    kind: 'nothing',
    held: [{ text: said, why: 'offer', of: sayDeed(request, of), request: { ...request, text: said } }],
  };
}

/** "put **keys** into your calendar on Mon 14 Dec, 12:00". */
function sayDeed({ tool, input }: Request, of?: string): string {
  const name = String(of ?? input['title'] ?? input['what'] ?? input['query'] ?? input['text'] ?? '');
  const start = input['start'] ?? input['due'] ?? input['at'];
  const when = typeof start === 'string' ? ` (${sayWall(start)})` : '';
  if (tool === 'add_event') return `put **${name}** into your calendar${when}`;
  if (tool === 'add_todo') return `put **${name}** on your todo list${when}`;
  if (tool === 'set_reminder') return `remind you: **${name}**${when}`;
  if (tool === 'move_event' || tool === 'change_todo') return `move **${name}**${when}`;
  if (tool === 'complete_todo') return `mark **${name}** as done`;
  if (tool.startsWith('cancel_') || tool.startsWith('remove_')) return `cancel **${name}**`;
  const { subject } = input;
  return `remember this: **${typeof subject === 'string' ? `${subject}: ` : ''}${name}**`;
}

export function sayWall(wall: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const said = day.format(Date.parse(`${wall.slice(0, 10)}T00:00Z`)).replace(',', '');
  return wall.length > 10 ? `${said}, ${wall.slice(11)}` : said;
}
