/**
 * What people say every day without ordering anything: a plan or a fact is told, a time is put right, something is not needed
 * any more, a sum of times is asked, a message is to be worded. Each model turns the message into the order that it stands
 * for, which the grammar reads as any other; it covers every word, or it is none. What may be meant otherwise is asked about
 * first (`offer`), so that nothing is done that nobody wished.
 */
import type { Understood } from '../read.ts';
import { setAnew } from './anew.ts';
import { askedOfTold, daysAsked, tellingAsked } from './asks.ts';
import { bornTold, turnsTold } from './born.ts';
import { bothDone } from './both.ts';
import { choresTold } from './chores.ts';
import { draftAsked } from './drafts.ts';
import { eitherMeant } from './either.ts';
import { factTold, notesAsked } from './facts.ts';
import { listHeaded, listMade } from './lists.ts';
import type { Given, Model } from './model.ts';
import { partsTold } from './parts.ts';
import { dayAsked, planTold, planWithin } from './plans.ts';
import { oneMore } from './plus.ts';
import { withoutPointingOrder } from './pointed.ts';
import { riddleAsked } from './riddles.ts';
import { riderTold } from './riders.ts';
import { sumAsked } from './sums.ts';
import { unwrapped } from './unwrap.ts';
import { waysOf } from './words.ts';

export type { Given } from './model.ts';

/** Read before the grammar: their words mean something else there. */
const FIRST: readonly Model[] = [
  riddleAsked,
  bothDone,
  setAnew,
  riderTold,
  listMade,
  sumAsked,
  draftAsked,
  bornTold,
  turnsTold,
];
/** Of which the leading word says what it is. */
const LED: readonly Model[] = [oneMore];
/** Another order than the one that was read: of what was told nothing was understood, or not all. */
const INSTEAD: readonly Model[] = [unwrapped, partsTold];
/** What is only told: where nothing at all was understood. */
const TOLD: readonly Model[] = [
  ...INSTEAD,
  ...[
    listHeaded,
    dayAsked,
    daysAsked,
    tellingAsked,
    notesAsked,
    choresTold,
    planTold,
    planWithin,
    factTold,
    eitherMeant,
  ],
];

/** Nobody tells something in more. */
const LONGEST = 400;

export function everydayFirst(said: string, given: Given): Understood | undefined {
  if (said.length > LONGEST) return undefined;
  return firstOf(LED, said.trim(), given) ?? firstOf(FIRST, plainOf(said), given);
}

/** In place of a reading that left something: only by what leaves nothing. */
export function everydayInstead(said: string, read: Understood, given: Given): Understood {
  // What stands on lines of its own is a letter or a list, and is read as it stands.
  if (said.length > LONGEST || said.includes('\n')) return read;
  const text = plainOf(said);
  return askedOfTold(text, read, given) ?? firstOf(modelsFor(read), text, given) ?? read;
}

/** What was said not to be done, what waits for something and what is a danger stays as it was read. */
function modelsFor(read: Understood): readonly Model[] {
  if (read.kind === 'unclear') return TOLD;
  if (read.kind === 'requests') {
    const isSearch = read.requests.every(({ tool }) => tool === 'research');
    // What nobody here can do was said to be left; what was not understood may be meant otherwise as a whole.
    const isTorn = read.rest.length > 0 || read.held?.some(({ why }) => why === 'part') === true;
    return isSearch
      ? [notesAsked]
      : isTorn && !read.held?.some(({ why }) => why === 'beyond')
        ? INSTEAD.filter((model) => model !== partsTold)
        : [];
  }
  if (read.kind !== 'nothing' || read.talk !== undefined) return [];
  const why = new Set((read.held ?? []).map((one) => one.why));
  if (why.size === 0 || [...why].every((one) => one === 'story')) return TOLD;
  return [...why].every((one) => OPEN.has(one)) ? INSTEAD : [];
}

const OPEN = new Set(['part', 'beyond', 'model', 'list', 'negated', 'story']);

function firstOf(models: readonly Model[], text: string, given: Given): Understood | undefined {
  for (const model of models) {
    const found = text === '' ? undefined : model(text, given);
    if (found !== undefined) return found;
  }
  return undefined;
}

function plainOf(said: string): string {
  const text = said
    .replace(/^(the |my |our )?(\p{L}{3,})['’]s (?=at |on |from )/iu, '$1$2 is ')
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[\s!.]+$/, '');
  const lead = new RegExp(`^(?:(?:${waysOf('leads')})(?:[\\s,!:–-]+|$))+`, 'iu');
  const tail = new RegExp(`(?:[\\s,]+(?:${waysOf('tails')}))+(?=[?]?$)`, 'iu');
  return withoutPointingOrder(text.replace(lead, '').replace(tail, '').trim());
}
