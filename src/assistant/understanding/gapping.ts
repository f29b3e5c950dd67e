/**
 * "Move the haircut to Tuesday and my lunch to Friday", "cancel gym on Monday and yoga on Friday": a thing with a time of its
 * own and no verb has the verb of the clause before it.
 */
import { type Clause, textOf } from './clause.ts';
import type { KnownKind } from './known.ts';
import { goesBy, targetIn } from './meant.ts';
import type { Reading } from './segments.ts';
import { named } from './titles.ts';
import { wordSet } from './words.ts';

const JOINS = wordSet('joins');
const OWNERS = wordSet('owners');

/** The clause as the reading before it goes on, where it has no verb of its own. */
export function goesOn(own: Clause, before: Reading | undefined): Reading | undefined {
  const more = before === undefined ? undefined : remindedToo(own, before);
  if (more !== undefined) return more;
  if (before === undefined || !before.tool.gaps || own.mood !== 'fragment' || !isBeside(own)) return undefined;
  if (own.whens.length === 0 || before.clause.whens.length === 0) return undefined;
  const moves = Object.values(before.tool.slots).includes('moved');
  if (moves && targetIn(own) === undefined && goesBy(own) === undefined) return undefined;
  // "Move the dentist to Friday, lunch to 1": where it goes says that it is moved, whether or not there is one.
  const isMoved = moves && own.shows.has('title.some') && own.whens.some(({ target }) => target);
  if (!isMoved && !isOfKind(own, before)) return undefined;
  return { ...before, clause: withVerb(own, before.clause) };
}

/** "Remind me to call mum at 5 and dad at 6": whom or what else the same is done with, at an hour of its own. */
function remindedToo(own: Clause, before: Reading): Reading | undefined {
  const { message, from, to } = own;
  const verb = before.clause.signs.find(
    ({ sign, plain, from: at }) => sign === 'say.chore' && plain && message.tokens[at - 1]?.word === 'to',
  );
  if (before.tool.tool !== 'set_reminder' || verb === undefined || own.mood !== 'fragment' || !isBeside(own))
    return undefined;
  const isThing = own.shows.has('title.some') && !OTHERS.some((sign) => own.shows.has(sign));
  if (!isThing || !own.when?.timed || !before.clause.when?.timed || message.tokens[from]?.word === 'to')
    return undefined;
  const name = named({ clause: own, drop: new Set() });
  if (name === undefined) return undefined;
  const text = `${textOf({ message, from: verb.from, to: verb.to })} ${name}`;
  return { ...before, clause: { ...withVerb(own, before.clause), quote: { text, from, to } } };
}

/** Something of its own: an appointment, a deed, something that is there. */
const OTHERS = ['noun.event', 'known.event', 'head.chore', 'noun.clockset', 'noun.health', 'has.to', 'starts.to'];

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
