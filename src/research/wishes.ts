/**
 * What an agent is to find: what was asked for from now on, and what for this once. Each request with a rhythm is a standing
 * order with its own question, limits and rhythm; a later one stands beside it, and changes it only where it says so.
 */
import type { Json } from '../kernel/index.ts';
import { isFollowUp, isOnlyTime, purposeOf } from './asking.ts';
import { joinExclusions } from './exclusions.ts';
import { instructionOf, limitsOf } from './looks.ts';
import { meantBy } from './meant.ts';
import { type Order, type Requirements, requirementsSchema, USUAL_THRESHOLD, type Wish } from './request.ts';
import { type Topic, topicOf } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';

/** What it was made for, with what the last question asked; woken by an instruction, what that order asks for. */
export function wishesNow(kept: Json, instruction?: string): Requirements {
  const { once, ...standing } = requirementsSchema.parse(kept);
  const order =
    instruction === undefined
      ? standing.orders.find(({ id }) => id === standing.current)
      : standing.orders.find((each) => instruction.startsWith(instructionOf(each)));
  // What a message changed is said to who sent it, not by whom it wakes.
  const { said: _said, current: _current, ...quiet } = standing;
  const all = instruction === undefined ? standing : quiet;
  if (order !== undefined) return inPlaceOf(all, order);
  if (once === undefined || instruction !== undefined) return all;
  // What a watch or an earlier question was limited to limits no other question, unless it was said to hold.
  const { population: before, without: leftOut, threshold, ...rest } = all;
  const population = once.population ?? (all.holds ? before : undefined);
  const without = once.without ?? (all.holds ? leftOut : undefined);
  return {
    ...rest,
    ...(population && { population }),
    ...(without && { without }),
    threshold: { ...(all.holds ? threshold : USUAL_THRESHOLD), ...once.threshold },
  };
}

/** The order's wishes where the agent's own would stand: none of the one limits the other. */
function inPlaceOf(standing: Requirements, { id, ...wish }: Order): Requirements {
  const { population: _whom, without: _out, notify: _told, cadence: _often, ...rest } = standing;
  return { ...rest, ...wish, order: id };
}

/** What comes by a trigger, or asks for something else than to look, wishes nothing new. */
export async function takeWishes(
  kept: Json,
  text: string,
  given: { readonly isTrigger: boolean; readonly area?: Topic | undefined; read(text: string): Promise<Requirements> },
): Promise<Requirements> {
  const before = requirementsSchema.parse(kept);
  const { once: _before, said: _said, current: last, ...standing } = before;
  const purpose = given.isTrigger ? 'tell' : purposeOf(text);
  if (given.isTrigger) return before;
  if (purpose === 'stop') return withoutMeant(standing, text, given.area);
  if (purpose === 'look') return joinWishes(standing, await given.read(text), last);
  const now = limitsIn(await given.read(text));
  // What is not to be told holds for a question of any kind.
  return now.without === undefined ? standing : { ...standing, once: goingOn(standing, now) };
}

/** What is not to be followed any more has no rhythm; what else is followed keeps its own. */
function withoutMeant(standing: Requirements, text: string, area: Topic | undefined): Requirements {
  const isMeant = (wish: Wish) => meantBy(text, [wish], ({ question }) => question, area).length > 0;
  const bare = <T extends Wish>(wish: T): T => {
    const { cadence: _ended, ...rest } = wish;
    return isMeant(wish) ? (rest as T) : wish;
  };
  return { ...bare(standing), orders: standing.orders.map(bare) };
}

/** What it waited for has come: the rhythm of that order ends. */
export function withoutRhythm(kept: Json, instruction: string): Requirements {
  const { cadence, ...rest } = requirementsSchema.parse(kept);
  const isIt = (order: Order) => instruction.startsWith(instructionOf(order));
  if (!rest.orders.some(isIt)) return rest;
  const orders = rest.orders.map(({ cadence: often, ...order }) =>
    isIt(order) ? order : { ...order, cadence: often },
  );
  return { ...rest, cadence, orders };
}

/** What comes with a rhythm or is said to hold is asked for from now on; anything else for this once. */
function joinWishes(standing: Requirements, now: Requirements, last: string | undefined): Requirements {
  const { unread: _, unread_because: __, ...known } = standing;
  const base: Requirements = {
    ...known,
    ...(now.unread && { unread: now.unread, unread_because: now.unread_because }),
    watches: [...new Set([...standing.watches, ...now.watches])],
    addresses: [...new Set([...standing.addresses, ...now.addresses])],
    scopes: [...new Set([...standing.scopes, ...now.scopes])],
  };
  const holds = now.cadence !== undefined || now.notify !== undefined || holdsOn(now.question);
  if (!holds) return { ...base, once: isFollowUp(now.question) ? goingOn(base, limitsIn(now)) : limitsIn(now) };
  if (holdsOn(now.question)) base.holds = true;
  const meant = orderMeant(base, now, last);
  if (meant === 'new') return addOrder(base, now);
  if (meant === undefined) {
    const next = { ...base, ...changed(base, now) };
    return { ...next, ...sayChange(standing.cadence === undefined ? undefined : standing, next) };
  }
  const order = { ...meant, ...changed(meant, now) };
  const orders = base.orders.map((each) => (each.id === meant.id ? order : each));
  return { ...base, orders, current: meant.id, ...sayChange(meant, order) };
}

/** "And colchicine?" is asked with the limits of what it goes on with. */
function goingOn(
  { population, without, threshold }: Wish,
  now: ReturnType<typeof limitsIn>,
): ReturnType<typeof limitsIn> {
  const before = { ...(population && { population }), ...(without && { without }) };
  return { ...before, ...now, threshold: { ...threshold, ...now.threshold } };
}

/** Only what the message itself asks for. */
function limitsIn({ population, without, threshold }: Requirements) {
  const { grade, count, designs, stage, size } = threshold;
  return {
    ...(population && { population }),
    ...(without && { without }),
    threshold: {
      ...{ ...(grade !== 3 && { grade }), ...(count !== 2 && { count }), ...(size && { size }) },
      ...{ ...(designs && { designs }), ...(stage && { stage }) },
    },
  };
}

function changed(before: Wish, now: Requirements): Wish {
  const { threshold, ...limits } = limitsIn(now);
  const isSubject = topicWords(now.question).length > 0 && !isOnlyTime(now.question);
  // What was only asked before is followed from now on as it was said with the rhythm, with the limits of that.
  const isFirst = before.cadence === undefined && now.cadence !== undefined && isSubject;
  if (isFirst && before.question !== now.question) return wishOf(now);
  const { watches, addresses, scopes, question } = before;
  return {
    ...{ watches, addresses, scopes, question },
    ...(before.population && { population: before.population }),
    ...(before.without && { without: before.without }),
    ...((now.notify ?? before.notify) && { notify: now.notify ?? before.notify }),
    ...((now.cadence ?? before.cadence) && { cadence: now.cadence ?? before.cadence }),
    ...limits,
    ...(limits.without && before.without && { without: joinExclusions(before.without, limits.without) }),
    threshold: { ...before.threshold, ...threshold },
  };
}

function wishOf(given: Requirements): Wish {
  const { question, population, without, threshold, notify, cadence, watches, addresses, scopes } = given;
  return {
    ...{ question, threshold, watches, addresses, scopes },
    ...(population && { population }),
    ...(without && { without }),
    ...(notify && { notify }),
    ...(cadence && { cadence }),
  };
}

/** Beside what is followed already. */
function addOrder(base: Requirements, now: Requirements): Requirements {
  const id = `order-${base.orders.length + 2}`;
  const all = ownAnd(base);
  const beside = all.map((wish) => `- ${describe(wish)}`).join('\n');
  const said = `This is a standing order of its own. What you asked for before stays as it is:\n\n${beside}`;
  return { ...base, orders: [...base.orders, { id, ...wishOf(now) }], current: id, said };
}

/** Those that somebody is waiting for. */
function ownAnd({ orders, ...own }: Requirements): Wish[] {
  return [own, ...orders].filter(({ cadence }) => cadence !== undefined);
}

/** Which standing order a message changes: undefined is the agent's own. */
function orderMeant(base: Requirements, now: Requirements, last: string | undefined): Order | 'new' | undefined {
  const standing = ownAnd(base);
  const find = (wish: Wish) => base.orders.find((order) => order === wish);
  if (standing.length === 0) return undefined;
  const same = standing.find(({ question }) => question === now.question);
  if (same !== undefined) return find(same);
  const isBare = topicWords(now.question).length === 0 || isOnlyTime(now.question);
  const recent = base.orders.find(({ id, cadence }) => id === last && cadence !== undefined);
  const alike = standing.filter((wish) => isSameSubject(wish, now));
  const isChange = holdsOn(now.question) || hasAll(plainOf(now.question), [vocabulary().changing]);
  if (isBare) return recent ?? (base.cadence === undefined ? find(standing[0]!) : undefined);
  if (isChange || now.cadence === undefined) return alike.length > 0 ? find(alike.at(-1)!) : recent;
  const kept = alike.find((wish) => !limitsDiffer(wish, now));
  return kept === undefined ? 'new' : find(kept);
}

/** It names nothing that the other does not. */
function isSameSubject({ question }: Wish, now: Requirements): boolean {
  const before = new Set(topicOf(question).words.map(({ stem }) => stem));
  return topicOf(now.question).words.every(({ stem }) => before.has(stem));
}

/** Asked for other people, other evidence or on another condition it is another request. */
function limitsDiffer(before: Wish, now: Requirements): boolean {
  const { population, without, threshold } = limitsIn(now);
  const isOther = (key: keyof typeof threshold) =>
    threshold[key] !== undefined && JSON.stringify(threshold[key]) !== JSON.stringify(before.threshold[key]);
  return (
    (population !== undefined && population !== before.population) ||
    (without !== undefined && JSON.stringify(without) !== JSON.stringify(before.without)) ||
    (Object.keys(threshold) as (keyof typeof threshold)[]).some(isOther) ||
    (now.notify !== undefined && now.notify.wish !== before.notify?.wish)
  );
}

/** "Zorbafen in gout" (every Monday at 8; told only if a guideline changes). */
function describe(wish: Wish): string {
  const facts = [wish.cadence, limitsOf(wish)].filter(Boolean).join('; ');
  return `"${wish.question.replace(/\s+/g, ' ').slice(0, 160)}"${facts === '' ? '' : ` (${facts})`}`;
}

/** What is changed in a standing order is said, with what it was. */
function sayChange(before: Wish | undefined, after: Wish): { said?: string } {
  if (before === undefined) return {};
  const facts = (wish: Wish) => [wish.cadence, limitsOf(wish)].filter(Boolean).join('; ');
  if (facts(before) === facts(after)) return {};
  return { said: `Changed: ${describe(after)}. Before: ${facts(before)}.` };
}

/** "From now on", "restrict it to children". */
export function holdsOn(message: string): boolean {
  return hasAll(plainOf(message), [vocabulary().from_now]);
}
