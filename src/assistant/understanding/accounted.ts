/**
 * Every word of a deed is accounted for: a slot took it, it is of a name that was plainly given, or it only holds the others
 * together (coverage.ts says which came to nothing). This is the other half: words that did come to something, and to the
 * wrong thing. A name takes whatever is left, so that what was not understood falls into it: a condition, an hour, a length,
 * another deed, a word that stands for a thing ("the other slot"). Whoever keeps it keeps a thing that nobody said.
 */
import type { Clause, Message } from './clause.ts';
import { sayWall } from './everyday/model.ts';
import type { Held } from './held.ts';
import { lexicon } from './lexicon.ts';
import {
  amountAt,
  boundAt,
  brokenAt,
  changedAt,
  deedAt,
  endAt,
  eveAt,
  goalAt,
  headedAt,
  hourAt,
  isDeedFirst,
  isOurs,
  isStory,
  POINTERS,
  placedAt,
  pointerAt,
  type Said,
  timeAt,
  tokensOf,
  UNSAID,
} from './name-parts.ts';
import type { Request } from './request.ts';
import type { Slots } from './slots.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { isPlaced } from './time/when.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

type Unread = { readonly words: string } | undefined;

/** The words of a new name that were not understood. */
export function unreadName({ quote, name, message, shows }: Clause, request: Request): Unread {
  const called = request.input['title'] ?? request.input['what'];
  const isGiven = quote !== undefined || name !== undefined;
  if (!MAKES.has(request.tool) || isGiven || typeof called !== 'string') return unreadBeside(request, message);
  const tokens = tokensOf(called);
  const from = shows.has('head.add') && !shows.has('noun.todo') ? goalAt(tokens) : undefined;
  return from === undefined ? unread(request, message) : { words: called.slice(tokens[from]!.start) };
}

/** The same of requests that were made of no clause: whatever way they came, none is done with such a name. */
export function accounted(
  requests: readonly Request[],
  message: Said & Pick<Message, 'text' | 'whens'>,
): { readonly requests: readonly Request[]; readonly held: readonly Held[] } {
  const quoted = /["“”]/.test(message.text);
  const held = new Map<Request, Held>();
  for (const request of quoted ? [] : requests) {
    const of = unread(request, message)?.words;
    if (of !== undefined) held.set(request, { text: request.text, why: 'part', of });
    else if (isStoried(request)) held.set(request, { text: request.text, why: 'story' });
    else if (isDoubtful(request, message)) held.set(request, doubted(request));
  }
  // Of a story nothing is done: what else was read in it may be as little meant.
  const isTold = [...held.values()].some(({ why }) => why === 'story');
  return { requests: isTold ? [] : requests.filter((one) => !held.has(one)), held: [...held.values()] };
}

/** "Susan rings her time", "living room only 19": words of a sentence, and of no name. Whoever meant it says yes. */
export function isDoubtfulName(called: string, tool: string, isDate = false): boolean {
  // "Taxi picks me up on Thursday at 6:20": with a day and an hour who does what is a date.
  const all = tokensOf(called);
  // "Give him Calpol" orders, and may want a reminder.
  const isTold = isDate && !ORDERS_OF.has(all[1]?.word ?? '');
  const tokens = all.filter(({ word }) => !isTold || !TELLING.has(word));
  // What begins with a deed is theirs to word.
  if (isDeedFirst(tokens)) return false;
  const isLoud = ({ word }: Token) => DOUBTFUL.has(word) || (tool === 'add_event' && DOUBTFUL_EVENTS.has(word));
  return tokens.some(isLoud) || !/\p{L}/u.test(called) || /[→=+]/.test(called);
}

function isDoubtful({ tool, input, text, answers }: Request, message: Pick<Message, 'whens'>): boolean {
  const called = input['title'] ?? input['what'];
  const isNamed = !answers && MAKES.has(tool) && typeof called === 'string' && !ORDERED.test(text);
  return isNamed && isDoubtfulName(called, tool, tool === 'add_event' && isPlaced(message));
}

const ORDERS_OF = new Set(['him', 'her', 'them', 'me', 'it', 'his', 'my', 'your']);
const TELLING = wordSet('name_telling');
const DOUBTFUL = wordSet('name_doubtful');
const DOUBTFUL_EVENTS = wordSet('name_doubtful_events');
const ORDERED =
  /^\W*(?:(?:and|then|also|so|ok|please|pls|can you|could you|would you|i'd like to|i want to)\s+)*(?:add|put|schedule|book|create|make|set|remind|pencil|block|note|write|enter|new|need|buy|get|todo|to-?do|task|log|plan)\b/i;

function doubted(request: Request): Held {
  const { title, what, start, due, at } = request.input;
  const when = [start, due, at].find((one) => typeof one === 'string');
  const of = `${KEPT[request.tool] ?? 'keep'} **${title ?? what}**${when === undefined ? '' : ` (${sayWall(when as string)})`}`;
  return { text: request.text, why: 'offer', of, request };
}

const KEPT: Readonly<Record<string, string>> = {
  add_event: 'put into your calendar:',
  add_todo: 'put on your todo list:',
  set_reminder: 'remind you:',
};

function isStoried({ tool, input }: Request): boolean {
  const called = input['title'] ?? input['what'];
  return MAKES.has(tool) && typeof called === 'string' && isStory(tokensOf(called), tool);
}

function unread(request: Request, message: Said): Unread {
  const { tool, input, text } = request;
  const called = input['title'] ?? input['what'];
  if (!MAKES.has(tool) || typeof called !== 'string') return unreadBeside(request, message);
  // "One at 10 with Ann and one at 2 with Bob": what they are was said elsewhere.
  if (tool !== 'add_todo' && ['one', 'another'].includes(tokensOf(text)[0]?.word ?? '')) return { words: text };
  const tokens = tokensOf(called);
  const from =
    boundAt(tokens) ??
    endAt(tokens) ??
    brokenAt(tokens) ??
    eveAt(tokens) ??
    amountAt(tokens) ??
    pointerAt(tokens, text) ??
    deedAt(tokens, text) ??
    placedAt(tokens, request) ??
    headedAt(tokens, request) ??
    changedAt(tool, message) ??
    timeAt(tokens, tool, message) ??
    (tool === 'add_event' ? hourAt(tokens, message) : undefined);
  return from === undefined
    ? (holeIn(called, text, message.place) ?? unreadBeside(request, message))
    : { words: called.slice(tokens[from]!.start) };
}

/** A list, a guest or another name that is none. */
function unreadBeside({ tool, input }: Request, { known }: Said): Unread {
  const list = input['project'];
  if (typeof list === 'string' && MAKES.has(tool) && pointerAt(tokensOf(list)) === 0) return { words: list };
  const lists = ['list', 'to_list', 'new_list'].map((slot) => input[slot]);
  const renamed = lists.find((name) => typeof name === 'string' && holdsList(name, known.lists));
  if (typeof renamed === 'string') return { words: renamed };
  const twice = ENDING.has(tool) ? deedBehind(input['query'], known) : undefined;
  if (twice !== undefined) return twice;
  const { guest, text, subject } = input;
  if (typeof guest === 'string' && tokensOf(guest).some(isOurs)) return { words: guest };
  if (tool !== 'remember' || typeof text !== 'string' || subject !== undefined) return undefined;
  const words = tokensOf(text).map(({ word }) => word);
  const isSaid = (word: string) => !lexicon().edges.has(word) && !UNSAID.has(word) && !POINTERS.has(word);
  return words.some(isSaid) && boundAt(tokensOf(text)) !== 0 ? undefined : { words: text };
}

/** "Take out the charger and call the file packing": what is to go has another order in its name. */
function deedBehind(query: Slots[string], { events, todos, files, notes, reminders }: Message['known']): Unread {
  if (typeof query !== 'string' || [events, todos, files, notes, reminders].some((names) => names.includes(query)))
    return undefined;
  const tokens = tokensOf(query);
  const verbs = lexicon()
    .signsIn(tokens)
    .filter(({ group, plain, from }) => group === 'verb' && plain && tokens[from - 1]?.word === 'and');
  return verbs.length === 0 ? undefined : { words: query.slice(tokens[verbs[0]!.from]!.start) };
}

const ENDING = new Set(['trash_file', 'remove_todo', 'cancel_event', 'cancel_reminder', 'forget', 'complete_todo']);

const MAKES = new Set(['add_todo', 'add_event', 'set_reminder']);

/** "Call the task chase the insurer": a thing of ours was taken out of the middle, and what is left is no name. */
function holeIn(called: string, text: string, place: Place): Unread {
  const words = called.toLowerCase().split(/\s+/);
  const said = tokensOf(text);
  const start = said.findIndex(({ word }) => word === words[0]);
  let next = start;
  for (const word of start < 0 ? [] : words) {
    const here = said.findIndex((token, place) => place >= next && token.word === word);
    if (here < 0) return undefined;
    const gap = said.slice(next, here);
    if (
      gap.length > 0 &&
      next > start &&
      (gap.every(isOurs) || isDone(gap) || isNumber(gap, said, here) || isTorn(gap, said[here], place))
    )
      return { words: text.slice(said[start]!.start, said[here - 1]!.end) };
    next = here + 1;
  }
  return undefined;
}

/** "Dog the garden", of "put the dog in the garden": a word that held two others together was taken out, and no time with it. */
function isTorn(gap: readonly Token[], next: Token | undefined, place: Place): boolean {
  const [only, ...others] = gap;
  return (
    others.length === 0 && HOLDS.has(only!.word) && findPieces(next === undefined ? [] : [next], place).length === 0
  );
}

const HOLDS = new Set(['in', 'place', 'into', 'of']);

/** "My sister booked the gym": what others did is told, and nothing to put down. */
function isDone(gap: readonly Token[]): boolean {
  const [done] = lexicon()
    .signsIn(gap)
    .filter(({ group, plain }) => group === 'verb' && !plain);
  return gap.length === 1 && done !== undefined && /ed$/.test(gap[0]!.word);
}

/** "0151 2233445" is one number, and no hour of it. */
function isNumber(gap: readonly Token[], said: readonly Token[], next: number): boolean {
  const isDigits = (token: Token | undefined) => /^\d{3,}$/.test(token?.word ?? '');
  return gap.length > 0 && isDigits(gap.at(-1)) && isDigits(said[next]);
}

/** "Rice on groceries": a new name into which a list fell that is there. */
function holdsList(name: string, lists: readonly string[]): boolean {
  const said = name.toLowerCase();
  return lists.some((list) =>
    [' on ', ' from ', ' to '].some((joint) => said.endsWith(`${joint}${list.toLowerCase()}`)),
  );
}
