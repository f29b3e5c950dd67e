/**
 * "Todo: call the landlord, urgent", "put the permit on my list. It has to be done by Friday": what stands behind a todo and says
 * only how much it matters or when it is due is of that todo, and no todo of its own.
 */
import { lexicon } from '../lexicon.ts';
import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import type { Token } from '../tokens.ts';
import { type Given, type Model, wholeOf } from './model.ts';
import { waysOf } from './words.ts';

const JOINT = /\s*[.;!?]\s+|\s*,\s*(?:and\s+)?|\s+[-–]+\s+/g;

export const riderTold: Model = (said, given) => {
  const text = said.replace(COURTESY, '');
  const joints = [...text.matchAll(JOINT)];
  for (const [at, { 0: joint, index }] of joints.entries()) {
    const riders = text
      .slice(index + joint.length)
      .split(JOINT)
      .map((tail) => riderIn(tail, given));
    if (riders.length > MOST || riders.some((one) => one === undefined)) continue;
    const said = Object.assign({}, ...riders) as Rider;
    const [request, ...more] = todoIn(text.slice(0, index), at === 0, given);
    if (request === undefined || more.length > 0) return undefined;
    const isTwice = Object.keys(said).some((slot) => request.input[slot] !== undefined);
    return isTwice
      ? undefined
      : { kind: 'requests', requests: [{ ...request, input: { ...request.input, ...said }, text }], rest: [] };
  }
  return undefined;
};

/** What closes a letter. */
const COURTESY = /(?<=[.!?])\s+(?:many thanks|thank you|thanks|cheers|kind regards|best regards|regards|yours)\b.*$/isu;

/** So much may be said of one. */
const MOST = 2;

interface Rider {
  readonly due?: string;
  readonly priority?: string;
}

/** One todo, and nothing beside it. */
function todoIn(head: string, isFirst: boolean, given: Given): readonly Request[] {
  const requests = wholeOf(given.read(isFirst ? head : head.replace(/\s[-–]\s/, ': '))) ?? [];
  return requests.length === 1 && requests[0]!.tool === 'add_todo' ? requests : [];
}

function riderIn(tail: string, { place, known }: Given): Rider | undefined {
  const said = tail.replace(/[\s.!]+$/, '');
  const plain = said.replace(new RegExp(`^(?:${waysOf('rides')})\\s*:?\\s*`, 'iu'), '');
  if (plain === '') return undefined;
  const { tokens, whens } = readMessage(plain, place, known);
  const priority = priorityOf(tokens);
  if (priority !== undefined) return { priority };
  const [when, ...more] = whens;
  const isTime = when?.parts.reduce((sum, { from, to }) => sum + to - from, 0) === tokens.length;
  // A bare day or hour may be of anything; one that ends a stretch, or is said to, is when it is due.
  const isDue = plain !== said || DEADLINE.test(plain);
  return when !== undefined && isTime && isDue && more.length === 0 && !when.recurs ? { due: when.wall } : undefined;
}

const DEADLINE = /^(?:by|before|until|till|til|no later than|not later than|at the latest)\b/i;

/** Every word says how much it matters. */
function priorityOf(tokens: readonly Token[]): string | undefined {
  const signs = lexicon()
    .signsIn(tokens)
    .filter(({ group }) => group === 'priority');
  const said = new Set(signs.flatMap(({ at }) => at));
  const isAll = tokens.every(({ word }, at) => said.has(at) || STRESS.has(word));
  return signs.length > 0 && isAll ? signs[0]!.sign.slice('priority.'.length) : undefined;
}

const STRESS = new Set([
  'very',
  'really',
  'quite',
  'rather',
  'a',
  'it',
  'is',
  "it's",
  'this',
  'with',
  'so',
  'please',
  '!',
  'now',
]);
