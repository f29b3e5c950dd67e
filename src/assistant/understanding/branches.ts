/** What depends on the calendar, as what is asked: each branch with what decides it. */
import type { Known } from './known.ts';
import { readMessage } from './message.ts';
import { type Conditional, otherwiseOf, spanProvided } from './provided.ts';
import type { Understood } from './read.ts';
import type { Place } from './time/when.ts';

/** Each branch is read by itself; which of them is done is decided where the calendar is. */
export function understandBranches(
  conditional: Conditional,
  place: Place,
  known: Known,
  understand: (text: string, place: Place, known: Known) => Understood,
): Understood | undefined {
  const { before, main, after, free, when } = conditional;
  const read = (text: string) => (text === '' ? NO_REQUESTS : understand(text, place, known));
  const own = readMessage(main, place, known);
  // "If I am free on Friday, book it at 4": on the Friday.
  const isDayless = when !== undefined && !own.whens.some(({ dated }) => dated);
  const done = read(isDayless ? `${main} ${when.text}` : main);
  const span = done.kind === 'requests' ? spanProvided(conditional, done.requests.slice(-1), place) : undefined;
  if (done.kind !== 'requests' || span === undefined) return undefined;
  const other = read(otherwiseOf(conditional, own, readMessage(conditional.otherwise ?? '', place, known)));
  const [first, last] = [read(before), read(after)];
  // What is asked of the calendar is told too.
  const told = when !== undefined && conditional.asksFree ? read(`am I free ${when.text}`) : NO_REQUESTS;
  const all = [first, done, other, last, told];
  if (all.some(({ kind }) => kind !== 'requests')) return undefined;
  const asked = all as Extract<Understood, { kind: 'requests' }>[];
  // Of several before it, it is of the last.
  const bound = done.requests.map((request, at) =>
    at === done.requests.length - 1 || before !== '' ? { ...request, provided: { free, ...span } } : request,
  );
  const els = asked[2]!.requests.map((request) => ({ ...request, provided: { free: !free, ...span } }));
  return {
    kind: 'requests',
    requests: [...asked[0]!.requests, ...asked[4]!.requests, ...bound, ...els, ...asked[3]!.requests],
    rest: asked.flatMap(({ rest }) => rest),
    held: asked.flatMap(({ held = [] }) => held),
  };
}

const NO_REQUESTS: Understood = { kind: 'requests', requests: [], rest: [] };
