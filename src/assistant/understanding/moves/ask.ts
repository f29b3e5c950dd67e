/** What is asked of the things that are there: when one is, what is left on a list, what a day holds, which file it is. */
import { type Given, wholeOf } from '../everyday/model.ts';
import { timeSaid } from '../everyday/plans.ts';
import type { Request } from '../request.ts';
import { aboutIn } from './about.ts';
import { type Deed, framed } from './frames.ts';
import { meantIn } from './meant.ts';
import type { Said } from './said.ts';
import type { Candidate, Signs } from './score.ts';
import { hitsOf, isSame, type Thing, wordsIn } from './world.ts';

export function askIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  return [
    ...leftIn(said, given),
    ...agendaIn(said, given),
    ...whenIn(said, world, given),
    ...filesIn(said, world, given),
    ...aboutIn(said, world, given),
  ];
}

const asked = (
  deed: Deed,
  requests: readonly Request[],
  said: Said,
  more: { signs: Signs; things?: readonly Thing[] },
): Candidate => ({
  ...{ deed, requests: requests.map((one) => ({ ...one, text: said.text })), say: '', left: [], harmless: true },
  things: more.things ?? [],
  signs: more.signs,
});

/** "What's left on that", "what do I still have to do": of the list that was named or spoken of, or of all that is on none. */
function leftIn(said: Said, { known, about }: Given): Candidate[] {
  const frame = framed('left', said.text, said.message.tokens);
  if (frame === undefined || said.message.whens.length > 0) return [];
  const list = known.lists.find((name) =>
    said.words.some((token) => wordsIn(name).some((word) => isSame(token, word))),
  );
  const spoken = list ?? (POINTS.test(said.text) ? (about?.list ?? listOf(about?.name, known)) : undefined);
  if (spoken === undefined && !OPEN.test(said.text)) return [];
  const input = spoken === undefined ? {} : { project: spoken };
  const request = { agent: 'todo_agent', tool: 'list_todos', input, text: said.text, score: 4 };
  return [asked('left', [request], said, { signs: { framed: 1, accounted: 1, timed: 1, spoken: 0.5 } })];
}

const POINTS = /\b(?:that|it|this|there|on the list)\b/i;
const OPEN = /\b(?:to do|gotta do|have to do|jobs|my list|todo|chores|outstanding)\b/i;
const listOf = (name: string | undefined, { listed = {} }: Given['known']) =>
  name === undefined ? undefined : listed[name];

/** "This week at a glance", "anything tomorrow morning", "what does today look like". */
function agendaIn(said: Said, given: Given): Candidate[] {
  const frame = framed('agenda', said.text, said.message.tokens);
  const [when, ...more] = said.message.whens;
  if (frame === undefined || when === undefined || more.length > 0 || when.recurs) return [];
  const requests = wholeOf(given.read(`what is on my calendar ${timeSaid(said.message)}?`));
  const isList = requests?.length === 1 && requests[0]!.tool === 'list_events';
  return isList ? [asked('agenda', requests, said, { signs: { framed: 1, timed: 1, accounted: 1 } })] : [];
}

/** "When do I fly on Saturday": the event of which a word was said. */
function whenIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('when', said.text, said.message.tokens);
  if (frame === undefined || /\b(?:leave|set off)\b/i.test(said.text)) return [];
  return meantIn(said, world, ['event', 'reminder'], frame, given).flatMap(({ thing, signs, left, hits }) => {
    if (left.length > 2 || (thing.kind === 'reminder' && hits.length === 0)) return [];
    const request: Request =
      thing.kind === 'event'
        ? { agent: 'calendar_agent', tool: 'find_event', input: { query: thing.name }, text: said.text, score: 4 }
        : { agent: 'todo_agent', tool: 'list_reminders', input: {}, text: said.text, score: 4 };
    return [asked('when', [request], said, { signs, things: [thing] })];
  });
}

/** "Which is the latest chapter 3", "where's the ultrasound pic": the files that the words name. */
function filesIn(said: Said, world: readonly Thing[], { about }: Given): Candidate[] {
  const frame = framed('file', said.text, said.message.tokens);
  const words = said.message.tokens.map((token) => ({
    ...token,
    forms: [...token.forms, ...token.word.split(/(?<=\p{L})(?=\d)/u)],
  }));
  const found = world
    .filter(({ kind }) => kind === 'file')
    .map((thing) => ({ thing, ...hitsOf(thing, words) }))
    .filter(({ hits }) => hits.length > 0);
  const most = Math.max(0, ...found.map(({ hits }) => hits.length));
  const best = found.filter(({ hits }) => hits.length === most);
  const others = world
    .filter(({ kind, name }) => kind !== 'file' && name !== about?.name)
    .map((thing) => hitsOf(thing, said.words).hits.length);
  if (frame === undefined || best.length === 0 || best.length > 6 || Math.max(0, ...others) > most) return [];
  const lines = best.map(({ thing }) => thing.name);
  return [
    {
      ...asked('file', [], said, {
        signs: { framed: 1, hit: 1, named: 0.5, accounted: 1 },
        things: best.map(({ thing }) => thing),
      }),
      say: sayFiles(lines),
    },
  ];
}

/** Those of one name differ by their number or by a word ("signed"): all are named, the last by its name first. */
function sayFiles(names: readonly string[]): string {
  const [last, ...others] = names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  if (others.length === 0) return `That is **${last}**.`;
  return `By its name the latest is **${last}**. There is also ${others.map((name) => `**${name}**`).join(', ')}.`;
}
