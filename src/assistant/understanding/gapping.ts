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
  const more = before === undefined ? undefined : (remindedToo(own, before) ?? rememberedToo(own, before));
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
  if (before.tool.tool !== 'set_reminder' || own.mood !== 'fragment' || !isBeside(own)) return undefined;
  if (!own.when?.timed || !before.clause.when?.timed || !own.shows.has('title.some')) return undefined;
  // "… and to buy bread at 7": another thing to be reminded of.
  if (message.tokens[from]?.word === 'to') return { ...before, clause: withVerb(own, before.clause) };
  const verb = verbOf(before.clause);
  const name = OTHERS.some((sign) => own.shows.has(sign)) ? undefined : named({ clause: own, drop: new Set() });
  if (verb === undefined || name === undefined) return undefined;
  const quote = { text: `${verb} ${name}`, from, to };
  return { ...before, clause: { ...withVerb(own, before.clause), quote } };
}

/** "Remember that my locker code is 99 and my bike lock is 1234": another fact, whatever else it names. */
function rememberedToo(own: Clause, before: Reading): Reading | undefined {
  const isFact = own.mood === 'statement' && own.shows.has('head.own_is') && own.when === undefined;
  return before.tool.tool === 'remember' && isFact && isBeside(own) ? { ...before, clause: own } : undefined;
}

/** What is to be done, in a word: said behind "to", or taken from the one before. */
function verbOf({ message, signs, mood, quote, from }: Clause): string | undefined {
  const verb = signs.find(
    ({ sign, plain, from: at }) =>
      sign === 'say.chore' && plain && (at === from || message.tokens[at - 1]?.word === 'to'),
  );
  if (verb !== undefined) return textOf({ message, from: verb.from, to: verb.to });
  return mood === 'fragment' ? quote?.text.split(' ')[0] : undefined;
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
