/**
 * "Move the haircut to Tuesday and my lunch to Friday", "cancel gym on Monday and yoga on Friday": a thing with a time of its
 * own and no verb has the verb of the clause before it.
 */
import type { Clause } from './clause.ts';
import type { KnownKind } from './known.ts';
import { goesBy, targetIn } from './meant.ts';
import type { Reading } from './segments.ts';
import { wordSet } from './words.ts';

const JOINS = wordSet('joins');
const OWNERS = wordSet('owners');

/** The clause as the reading before it goes on, where it has no verb of its own. */
export function goesOn(own: Clause, before: Reading | undefined): Reading | undefined {
  if (before === undefined || !before.tool.gaps || own.mood !== 'fragment' || !isBeside(own)) return undefined;
  if (own.whens.length === 0 || before.clause.whens.length === 0) return undefined;
  const moves = Object.values(before.tool.slots).includes('moved');
  if (moves && targetIn(own) === undefined && goesBy(own) === undefined) return undefined;
  // "Move the dentist to Friday, lunch to 1": where it goes says that it is moved, whether or not there is one.
  const isMoved = moves && own.shows.has('title.some') && own.whens.some(({ target }) => target);
  if (!isMoved && !isOfKind(own, before)) return undefined;
  return { ...before, clause: withVerb(own, before.clause) };
}

/** Behind a joint, with no order of its own. */
function isBeside({ message, from, signs }: Clause): boolean {
  const isOrder = signs.some(({ group, plain, from: at }) => group === 'verb' && plain && at === from);
  return JOINS.has(message.tokens[from - 1]?.word ?? '') && !isOrder;
}

/** One of theirs, or said as one: "my lunch". */
function isOfKind({ known, message, from }: Clause, { tool }: Reading): boolean {
  const kind = /^known_(\w+)$/.exec(tool.slots['query'] ?? '')?.[1] as KnownKind | undefined;
  return (kind !== undefined && known.has(kind)) || OWNERS.has(message.tokens[from]?.word ?? '');
}

function withVerb(part: Clause, whole: Clause): Clause {
  const verbs = [...whole.shows].filter((sign) => /^(?:verb|head)\./.test(sign));
  return { ...part, shows: new Set([...part.shows, ...verbs]) };
}
