/** Two things told in one breath: each part that is whole by itself is done, in order; of a part that is none nothing is. */
import { momentOf } from '../../wall.ts';
import type { Held, Understood } from '../read.ts';
import type { Request } from '../request.ts';
import type { Topic } from '../topic.ts';
import type { Given, Model } from './model.ts';
import { weightyIn } from './things.ts';

const JOINTS =
  /\s*[.;]\s+(?:and\s+|so\s+|also\s+)?|\s+[-–]\s+|\s*,\s*(?:(?:and|so|but|also|then)\s+)*|\s+(?:and|but|so)\s+(?:also\s+|then\s+)?/g;
const MOST = 6;
const SHORTEST = 6;

export const partsTold: Model = (text, given) => {
  const cuts = [...text.matchAll(JOINTS)].slice(0, MOST);
  for (const { 0: joint, index } of cuts) {
    const [head, tail] = [text.slice(0, index), text.slice(index + joint.length)];
    if (head.length < SHORTEST || tail.length < SHORTEST || !isSentence(head) || !isSentence(tail)) continue;
    const first = done(given.again(head), true);
    if (first === undefined) continue;
    const second = done(given.again(tail, topicAfter(first.requests, given)), false);
    if (second === undefined) continue;
    if (isOfWhatWasMade(first.requests, second.requests) || !areThere(second.requests, given)) return undefined;
    const held = [...first.held, ...second.held];
    return held.filter(({ request }) => request !== undefined).length > 1
      ? undefined
      : { kind: 'requests', requests: [...first.requests, ...second.requests], rest: [], held };
  }
  return undefined;
};

/** More than a name. */
const isSentence = (text: string) => text.trim().split(/\s+/).length > 2;

interface Part {
  readonly requests: readonly Request[];
  readonly held: readonly Held[];
}

/** Done, or asked about; what only asks is no part of what is told. */
function done(read: Understood, first: boolean): Part | undefined {
  if (read.kind === 'requests' && read.rest.length === 0 && !read.held?.length)
    return read.requests.some(({ tool }) => NEVER.has(tool)) ? undefined : { requests: read.requests, held: [] };
  if (first || read.kind !== 'nothing' || read.talk !== undefined) return undefined;
  const held = read.held ?? [];
  return held.length === 1 && held[0]!.why === 'offer' ? { requests: [], held } : undefined;
}

/** "Train there on the 1st, back on the 4th": what was just made is not moved in the same breath; and a number is no name. */
function isOfWhatWasMade(first: readonly Request[], second: readonly Request[]): boolean {
  const nameOf = ({ input }: Request) => String(input['title'] ?? input['what'] ?? input['query'] ?? '');
  const isNameless = (one: Request) => MAKES.has(one.tool) && !/^[\p{L}"]/u.test(nameOf(one));
  const isDoneTo = (one: Request) =>
    !MAKES.has(one.tool) && first.some((made) => MAKES.has(made.tool) && nameOf(made) === nameOf(one));
  return [...first, ...second].some(isNameless) || second.some(isDoneTo);
}

/** What is done to something is done to what is there. */
function areThere(requests: readonly Request[], { known }: Given): boolean {
  const names = [...known.events, ...known.todos, ...known.reminders, ...known.notes, ...known.files, ...known.devices];
  return requests.every(
    ({ input: { query } }) => typeof query !== 'string' || names.some((name) => isLike(query, name)),
  );
}

function isLike(query: string, name: string): boolean {
  const own = weightyIn(name);
  return weightyIn(query).some((word) => own.includes(word));
}

const MAKES = new Set(['add_event', 'add_todo', 'set_reminder']);
const NEVER = new Set(['research', 'ask_health_team', 'write_brief', 'write_code']);

/** What the first part made or was about is what the next speaks of. */
function topicAfter(requests: readonly Request[], { about, known, place }: Given): Topic | undefined {
  const { tool, input } = requests.at(-1)!;
  const name = input['title'] ?? input['what'] ?? input['query'];
  const kind = KINDS[tool];
  if (typeof name !== 'string' || kind === undefined) return about;
  const start = input['start'] ?? input['due'];
  const at = typeof start === 'string' ? momentOf(start, place.zone) : undefined;
  return { kinds: [kind], name, at: known.starts?.[name] ?? at };
}

const KINDS: Readonly<Record<string, 'event' | 'todo' | 'reminder'>> = {
  ...{ add_event: 'event', move_event: 'event', add_todo: 'todo', change_todo: 'todo', set_reminder: 'reminder' },
};
