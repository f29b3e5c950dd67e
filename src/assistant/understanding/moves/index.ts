/** What a message does to the things that are there: read from the world, scored, and done, offered or left (README.md). */
import type { Given } from '../everyday/model.ts';
import { tokensIn } from '../everyday/things.ts';
import { waysOf } from '../everyday/words.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import { aboutIn } from './about.ts';
import { amendIn, swapsIn, valuesIn } from './amend.ts';
import { askIn } from './ask.ts';
import { endIn } from './end.ts';
import { finishIn } from './finish.ts';
import { chosenOf, passed } from './gate.ts';
import { keepIn } from './keep.ts';
import { makeIn } from './make.ts';
import { isOrdered } from './mood.ts';
import { hoursIn, moveIn } from './move.ts';
import { readSaid, type Said } from './said.ts';
import { hitsOf, type Thing, worldOf } from './world.ts';

/** Nobody tells something in more. */
const LONGEST = 300;
const MOST_THINGS = 400;
/** What is said not to be done; "don't need" and "don't want" say that something goes. */
const FORBIDS = /\b(?:don't|dont|do not|never|please not)\s+(?!need|want|have|bother|care|know|forget)\p{L}+/iu;

/**
 * What is said of the hours of an event and of nothing else, or puts one thing in the place of another on a list: read before the
 * grammar, to which "until 3" is where it goes and "not plums" is what is not to be done.
 */
export function toldFirst(text: string, given: Given): Understood | undefined {
  if (text.length > SHORT || text.includes('\n') || !HOURS.test(text) || given.about?.open !== undefined)
    return undefined;
  const said = readSaid(text, given);
  if (said.message.health.danger || FORBIDS.test(text)) return undefined;
  const world = worldOf(given.known).slice(0, MOST_THINGS);
  const [found] = [...swapsIn(said, world), ...hoursIn(said, world, given)];
  return found && { kind: 'requests', requests: found.requests.map((one) => ({ ...one, text })), rest: [] };
}

const SHORT = 80;
const HOURS =
  /\b(?:until|till|til|to|for|ends?|back|longer|shorter|finish(?:es)?|lasts?|takes?|not|instead|rather)\b|\d\s*[-–]\s*\d/i;

/** Of everything that there is. */
const BROAD =
  /^(?:(?:so|and|ok|hey)\s+)*(?:is there |have i (?:got )?|do i have |do we have |got )?anything (?:else )?(?:about|on|with|for|to do with)\b/i;

/** What was read, where it is whole and nothing speaks against it; else what the things that are there make of the message. */
export function weighed(text: string, read: Understood, given: Given): Understood {
  if (text.length > LONGEST || text.includes('\n') || FORBIDS.test(text)) return read;
  const said = readSaid(text, given);
  if (isOver(read, given, !isOrdered(said))) return read;
  const world = worldOf(given.known).slice(0, MOST_THINGS);
  if (said.message.health.danger) return read;
  const instead = deedOfFact(read, said, world, given);
  if (instead !== undefined) return instead;
  const all = BROAD.test(text) ? chosenOf(aboutIn(said, world, given), said, given) : undefined;
  if (all !== undefined) return all;
  const whole = passed(read, said, world, given);
  if (whole === read && isWhole(read, said, world, given)) return read;
  // Of what was read a part is whole by itself: that is done, and nothing else is made of the message.
  if (whole.kind === 'requests' && whole.requests.some((one) => !isWeak(one, said, world, given))) return whole;
  const bare = withoutLead(text, whole, said, world, given);
  if (bare !== undefined) return bare;
  const chosen = chosenOf(candidatesOf(said, world, given), said, given);
  return chosen ?? whole;
}

/**
 * "Quote's gone out", "copier code has changed, 6631": a fact that is told and a deed on what is there: the todo is done, the note
 * gets the other value and is not kept twice.
 */
function deedOfFact(read: Understood, said: Said, world: readonly Thing[], given: Given): Understood | undefined {
  const isFact = read.kind === 'requests' && read.requests.length === 1 && read.requests[0]!.tool === 'remember';
  if (!isFact || isOrdered(said)) return undefined;
  const changed = chosenOf(valuesIn(said, world, given), said, given);
  if (changed !== undefined) return changed;
  const done = chosenOf([...finishIn(said, world, given), ...moveIn(said, world, given)], said, given);
  return done?.kind === 'requests' ? done : undefined;
}

/** "Ugh, also wake me at 3": without what only leads to it, it is whole. */
function withoutLead(
  text: string,
  read: Understood,
  said: Said,
  world: readonly Thing[],
  given: Given,
): Understood | undefined {
  const plain = text.replace(LEADS, '').replace(TAILS, '');
  if (plain === text || plain === '' || (read.kind === 'requests' && read.requests.length > 0)) return undefined;
  const bare = given.read(plain);
  if (bare.kind === 'requests' && bare.requests.some(({ tool }) => NAMING.has(tool))) return undefined;
  return isWhole(bare, said, world, given) && passed(bare, said, world, given) === bare ? bare : undefined;
}

const LEADS = new RegExp(`^(?:(?:${waysOf('leads')}|cool|great|right|then|wait)(?:[\\s,!.:–-]+|$))+`, 'iu');
const TAILS = /[\s,]+(?:lol|haha|please|thanks|thank you|though|tho|pls|ta|then|btw|obvs?)[\s.!]*$/i;

function candidatesOf(said: Said, world: readonly Thing[], given: Given) {
  const asks = askIn(said, world, given);
  const deeds = [finishIn, endIn, moveIn, amendIn].flatMap((deed) => deed(said, world, given));
  return [...asks, ...deeds, ...makeIn(said, given), ...keepIn(said, given)];
}

function isWhole(read: Understood, said: Said, world: readonly Thing[], given: Given): boolean {
  if (read.kind !== 'requests' || read.rest.length > 0 || read.held?.length) return false;
  return read.requests.length > 1 || read.requests.every((request) => !isWeak(request, said, world, given));
}

/** It finds nothing, looks elsewhere, or takes a number on a list for an hour: what is there may explain it better. */
function isWeak({ tool, input }: Request, { words }: Said, world: readonly Thing[], given: Given): boolean {
  const { query, device } = input;
  const { known } = given;
  if (tool === 'research') return true;
  if (tool === 'control_device')
    return typeof device === 'string' && input['several'] !== true && !known.devices.includes(device);
  if (typeof query !== 'string') return false;
  if (tool === 'recall') return !isNoted(query, world, given);
  if (tool === 'change_todo') return input['clock'] !== undefined && known.listed?.[query] !== undefined;
  if (!DOES_TO.has(tool)) return false;
  const own = world.filter(({ name }) => name === query);
  // A name that is not there is said to be none; words of a telling are no name.
  const asked = tokensIn(query, given);
  if (own.length === 0)
    return tool === 'find_event' || asked.length > MOST_NAMED || asked.some(({ word }) => TELLING.has(word));
  return tool === 'find_event' && own.every((thing) => hitsOf(thing, words).hits.length === 0);
}

function isNoted(query: string, world: readonly Thing[], given: Given): boolean {
  const asked = tokensIn(query, given);
  return world.some((thing) => thing.kind === 'note' && hitsOf(thing, asked).hits.length * 2 >= asked.length);
}

/** Words of a name that somebody may ask for. */
const MOST_NAMED = 6;
const TELLING = new Set([
  'thing',
  'stuff',
  'same',
  'hour',
  'is',
  'are',
  'was',
  'i',
  'she',
  'he',
  'they',
  'we',
  'wants',
  'then',
  'but',
  'business',
]);
const DOES_TO = new Set([
  'find_event',
  'move_event',
  'cancel_event',
  'complete_todo',
  'remove_todo',
  'change_todo',
  'cancel_reminder',
]);

/** What takes whatever is left for a name. */
const NAMING = new Set(['add_event', 'add_todo', 'remember', 'research']);

/** An answer to what was asked, a danger, talk, or what was not done for a reason that is said. */
function isOver(read: Understood, { about }: Given, isTold: boolean): boolean {
  if (read.kind === 'wrong' || read.kind === 'clock' || read.kind === 'told') return true;
  if (read.kind === 'unclear') return false;
  // What was told and not understood may be of what is there; an order says itself what it is.
  const open = isTold ? TOLD_OPEN : OPEN;
  if ((read.held ?? []).some(({ why }) => !open.has(why))) return true;
  if (read.kind === 'requests') return read.requests.some(({ answers, tool }) => answers || tool === 'ask_health_team');
  return read.talk !== undefined && (read.talk !== 'dropped' || about?.open !== undefined);
}

const OPEN = new Set(['story', 'offer', 'unsure']);
const TOLD_OPEN = new Set([...OPEN, 'bound', 'part']);
