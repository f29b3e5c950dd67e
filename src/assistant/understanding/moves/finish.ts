/**
 * "The library card is renewed", "got the milk and bread", "gym cancelled" of "cancel the gym": what was to be done or bought is.
 * What is said to be still to do ("tape still to get") is not.
 */
import type { Given } from '../everyday/model.ts';
import type { Token } from '../tokens.ts';
import { saysItsDeed } from './doubts.ts';
import { type Framed, framed } from './frames.ts';
import { type Meant, meantIn, namedIn } from './meant.ts';
import { partsTold } from './mood.ts';
import { leftOf, readSaid, type Said } from './said.ts';
import type { Candidate } from './score.ts';
import type { Thing } from './world.ts';

export function finishIn(whole: Said, world: readonly Thing[], given: Given): Candidate[] {
  const { done, open } = partsTold(whole);
  const said = open === '' ? whole : readSaid(done, given);
  const isDenied = said.message.tokens.some(({ word }) => DENIES.has(word) || /n['’]?t$/.test(word));
  const isAhead = said.message.whens.some(({ recurs, at }) => recurs || at > given.place.now + DAY);
  if (done === '' || isDenied || isAhead) return [];
  const todos = world.filter(({ kind }) => kind === 'todo' || kind === 'reminder');
  const frame = framed('finish', said.text, said.message.tokens);
  const own = todos.flatMap((thing) => {
    const deed_ = saysItsDeed(said, thing);
    return deed_ === undefined ? [] : [{ thing, frame: { sure: 1, tokens: [deed_] } }];
  });
  const single = [
    ...(frame === undefined ? [] : meantIn(said, todos, ['todo', 'reminder'], frame, given)),
    ...own.flatMap(({ thing, frame: deed }) =>
      meantIn(said, todos, ['todo', 'reminder'], deed, given).filter((one) => one.thing === thing),
    ),
  ];
  return [...single.map((one) => candidateOf(one, whole)), ...(frame ? severalIn(said, todos, frame) : [])];
}

const DAY = 24 * 3_600_000;
const DENIES = new Set(['not', 'if', 'when', 'until', 'till', 'til', 'before', 'unless', 'no']);

const NAMED = 0.34;

function candidateOf({ thing, hits, left, signs }: Meant, said: Said): Candidate {
  const { name, kind } = thing;
  // "Hensel paid": one word of a long name may be of something else.
  const isVague = hits.length < 2 && (signs.named ?? 0) < NAMED;
  return {
    deed: 'finish',
    things: [thing],
    requests: [completed(thing, said)],
    say: `mark **${name}** as done`,
    left,
    signs: { ...signs, asked: said.asks ? 1 : 0, doubted: isVague ? 0.6 : kind === 'reminder' ? 0.5 : 0 },
  };
}

const completed = ({ name }: Thing, { text }: Said) => ({
  ...{ agent: 'todo_agent', tool: 'complete_todo', input: { query: name }, text, score: 4 },
});

/** "Got twine and ear tags": each named by words of its own, and all of them named. */
function severalIn(said: Said, todos: readonly Thing[], frame: Framed): Candidate[] {
  const things = namedIn(said, todos);
  const hits: Token[] = things.flatMap((one) => one.hits);
  const isTwice = hits.some((hit, at) => hits.some(({ start }, other) => other !== at && start === hit.start));
  if (things.length < 2 || isTwice || things.some(({ share }) => share < HALF)) return [];
  const left = leftOf(said, hits, frame.tokens);
  return [
    {
      deed: 'finish',
      things: things.map(({ thing }) => thing),
      requests: things.map(({ thing }) => completed(thing, said)),
      say: `mark ${things.map(({ thing }) => `**${thing.name}**`).join(', ')} as done`,
      left,
      signs: { framed: frame.sure, named: 1, hit: 1, accounted: 1, left: left.length, asked: said.asks ? 1 : 0 },
    },
  ];
}

/** So much of a name has to be said where several are. */
const HALF = 0.5;
