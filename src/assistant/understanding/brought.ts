/**
 * "Bring my appointments and refills into my calendar and todos": of the record, each where it belongs. What is brought and where
 * it goes stand in rows of their own, so that no cut between them gives each row its half.
 */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import { wordSet } from './words.ts';

type Brought = Pick<Request, 'agent' | 'tool' | 'input'>;

/** By the sign of what is brought. */
const BROUGHT: Readonly<Record<string, Brought>> = {
  'noun.visits': { agent: 'calendar_agent', tool: 'bring_appointments', input: {} },
  'noun.visits_med': { agent: 'calendar_agent', tool: 'bring_appointments', input: {} },
  'noun.refill': { agent: 'todo_agent', tool: 'bring_todos', input: { from: 'refills' } },
};
/** Where it is from and where it goes. */
const AROUND = [
  'noun.record',
  'noun.calendar',
  'noun.todo',
  'noun.list',
  'say.into_cal',
  'say.as_todos',
  'small.lead',
  'small.tail',
];
const VERBS = wordSet('brings');
const SMALL = wordSet('bring_small');

export function broughtIn({ tokens, text }: Message): readonly Request[] | undefined {
  const signs = lexicon().signsIn(tokens);
  const things = signs.filter(({ sign }) => BROUGHT[sign] !== undefined);
  const verb = tokens.findIndex(({ word }) => VERBS.has(word));
  const isOwn = things.some(({ from }) => OWN.has(tokens[from - 1]?.word ?? '') || OWN.has(tokens[from]!.word));
  const isOf = isOwn || signs.some(({ sign }) => sign === 'noun.record');
  if (verb < 0 || things.length === 0 || !isOf) return undefined;
  const named = new Set([...things, ...signs.filter(({ sign }) => AROUND.includes(sign))].flatMap(({ at }) => at));
  const isWhole = tokens.every(
    ({ word }, at) => at === verb || named.has(at) || SMALL.has(word) || /^[.,!?&]$/.test(word),
  );
  if (!isWhole) return undefined;
  const brought = [...new Map(things.map(({ sign }) => [BROUGHT[sign]!.tool, BROUGHT[sign]!])).values()];
  // One of them, with where it goes, is an order like any other.
  const isOver = tokens.some(({ word }) => OVER.has(word));
  return brought.length > 1 || isOver ? brought.map((one) => ({ ...one, text, score: 5 })) : undefined;
}

const OWN = new Set(['my', 'our']);
const OVER = new Set(['over', 'across']);
