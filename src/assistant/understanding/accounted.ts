/**
 * Every word of a deed is accounted for: a slot took it, it is of a name that was plainly given, or it only holds the others
 * together (coverage.ts says which came to nothing). This is the other half: words that did come to something, and to the
 * wrong thing. A name takes whatever is left, so that what was not understood falls into it: a condition, an hour, a length,
 * another deed, a word that stands for a thing ("the other slot"). Whoever keeps it keeps a thing that nobody said.
 */
import type { Clause, Message } from './clause.ts';
import type { Held } from './held.ts';
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import type { Slots } from './slots.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

const BOUNDS = [...wordSet('name_bounds')].map((phrase) => phrase.split(' '));
const POINTERS = wordSet('name_pointers');

type Said = Pick<Message, 'tokens' | 'place' | 'known'>;
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
  message: Said & Pick<Message, 'text'>,
): { readonly requests: readonly Request[]; readonly held: readonly Held[] } {
  const quoted = /["“”]/.test(message.text);
  const held = new Map<Request, Held>();
  for (const request of quoted ? [] : requests) {
    const of = unread(request, message)?.words;
    if (of !== undefined) held.set(request, { text: request.text, why: 'part', of });
  }
  return { requests: requests.filter((one) => !held.has(one)), held: [...held.values()] };
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

const UNSAID = wordSet('name_unsaid');
const UNSAID_HEADS = wordSet('name_unsaid_heads');
const HOUSE_DEEDS = wordSet('house_deeds');
const HOUSE_THINGS = wordSet('house_things');
/** What is kept here: a todo, a list, an event. */
const isOurs = ({ word }: Token) => HOUSE_THINGS.has(word);

function tokensOf(name: string): readonly Token[] {
  const { speller, irregular } = lexicon();
  return readTokens(name, speller, irregular);
}

const at = (found: number) => (found < 0 ? undefined : found);

function boundAt(tokens: readonly Token[]): number | undefined {
  return at(
    tokens.findIndex((_, from) => BOUNDS.some((words) => words.every((word, by) => tokens[from + by]?.word === word))),
  );
}

/** "Hes", "recycling is . separate", "renew passport on": who or what that is was not said, or a part of it is missing. */
function brokenAt(tokens: readonly Token[]): number | undefined {
  if (tokens.length > 0 && tokens.every(({ word }) => PERSONS.has(word))) return 0;
  // "Dr. Lee" has its mark beside it.
  const isLoose = ({ word, start }: Token, place: number) => word === '.' && start > (tokens[place - 1]?.end ?? start);
  return at(tokens.findIndex((token, place) => isLoose(token, place) && place < tokens.length - 1));
}

const PERSONS = wordSet('name_persons');

/** "The evening before", "the day before at 7pm", and nothing that it is before. */
function eveAt(tokens: readonly Token[]): number | undefined {
  const { part, unit, side } = timeWords();
  return at(
    tokens.findIndex(({ word }, from) => {
      const [next, after] = [tokens[from + 1]?.word ?? '', tokens[from + 2]];
      const isUnit = part(word) !== undefined || unit(word) !== undefined;
      return isUnit && side(next) === 'before' && (after === undefined || after.word === 'at');
    }),
  );
}

/** "Ten minutes before it ends": when that is, nobody has said. */
function endAt(tokens: readonly Token[]): number | undefined {
  return tokens.length === 1 && ENDS.has(tokens[0]!.word) ? 0 : undefined;
}

const ENDS = wordSet('it_ends');

/** "Passport to it": on which list, nobody has said; "listen to it" is a deed. */
function goalAt(tokens: readonly Token[]): number | undefined {
  const [first, led, last] = [tokens[0], tokens.at(-2), tokens.at(-1)];
  const isDeed = lexicon()
    .signsIn(tokens)
    .some(({ group, sign, from, plain }) => from === 0 && plain && (group === 'verb' || sign === 'say.chore'));
  const isGoal = ['to', 'onto'].includes(led?.word ?? '') && POINTERS.has(last?.word ?? '');
  return tokens.length > 2 && first !== undefined && isGoal && !isDeed ? tokens.length - 2 : undefined;
}

/** "5 minutes to it". */
function amountAt(tokens: readonly Token[]): number | undefined {
  const { unit, number } = timeWords();
  const [first, second] = [tokens[0]?.word ?? '', tokens[1]?.word ?? ''];
  const isAmount = (/^\d/.test(first) || number(first) !== undefined) && unit(second) !== undefined;
  return isAmount && POINTERS.has(tokens.at(-1)!.word) ? 0 : undefined;
}

/** An hour, or a number that stands where one would: "8 for deep work". */
function hourAt(tokens: readonly Token[], { place, tokens: said }: Said): number | undefined {
  const [clock] = findPieces(tokens, place).filter(({ kind }) => kind === 'clock');
  if (clock !== undefined) return clock.from;
  // "For 30 or 45 minutes"; "a table for 4" is for people.
  const last = tokens.length - 1;
  const number = tokens[last]?.word ?? '';
  const isEither = said.some(
    ({ word }, at) => word === number && said[at - 1]?.word === 'for' && said[at + 1]?.word === 'or',
  );
  if (/^\d+$/.test(number) && tokens[last - 1]?.word === 'for' && isEither) return last - 1;
  return /^\d{1,2}$/.test(tokens[0]?.word ?? '') && ['for', 'to'].includes(tokens[1]?.word ?? '') ? 0 : undefined;
}

/** "The other slot", "the same things", "the December one": which that is, was not said. */
function pointerAt(tokens: readonly Token[], text = ''): number | undefined {
  const { number } = timeWords();
  const first = tokens.findIndex(
    ({ word }) => !ARTICLES.has(word) && !/^\d+$/.test(word) && number(word) === undefined,
  );
  const [head, last, before] = [tokens[first]?.word ?? '', tokens.at(-1)?.word ?? '', tokens.at(-2)?.word ?? ''];
  // "Two more things to camping: …" counts what is not named yet.
  if (UNSAID_HEADS.has(head) || (first > 0 && UNSAID.has(head) && tokens.some(({ word }) => word === ':'))) return 0;
  if (first >= 0 && tokens.slice(first).every(({ word }) => UNSAID.has(word) || lexicon().edges.has(word)))
    return tokens.slice(first).some(({ word }) => UNSAID.has(word)) ? 0 : undefined;
  // "The oat one", of something that was named; "chapter one" is a name.
  const led = tokensOf(text).findIndex(({ word }, place, all) => ONE_LEADS.has(word) && all[place + 1]?.word === head);
  return ['one', 'ones'].includes(last) && before !== '' && led >= 0 ? 0 : undefined;
}

/** "Merge the drugstore list", "split the task into three": a deed on what is kept here, and none that anybody here does. */
function deedAt(tokens: readonly Token[], text: string): number | undefined {
  return HOUSE_DEEDS.has(tokens[0]?.word ?? '') && tokensOf(text).some(isOurs) ? 0 : undefined;
}

/** "Put milk on drugstore": where it goes, and no such list is known. */
function placedAt(tokens: readonly Token[], { tool, input, text }: Request): number | undefined {
  const isPut = PUTS.has(tokensOf(text)[0]?.word ?? '') && tool === 'add_todo' && input['project'] === undefined;
  const found = tokens.findLastIndex(({ word }) => word === 'on');
  return isPut && found > 0 && found < tokens.length - 1 ? found : undefined;
}

/** "Oslo: jacket", "address: Elm Street 4": what stands before a colon heads what follows, and is no part of it. */
function headedAt(tokens: readonly Token[], { tool, text }: Request): number | undefined {
  const colon = tokens.findIndex(({ word }) => word === ':');
  const isTodo = /^\s*(?:\w+\s)?(?:todo|to-do|task|reminder)s?\s*:/i.test(text);
  return tool === 'add_todo' && !isTodo && colon > 0 && colon < 3 && colon < tokens.length - 1 ? 0 : undefined;
}

/** "The flight is at 7:10 now" is told of one that is there, and makes none. */
function changedAt(tool: string, { tokens }: Said): number | undefined {
  const last = tokens.findLast(({ word }) => /\p{L}|\d/u.test(word))?.word;
  return tool === 'add_event' && last === 'now' && ['the', 'my', 'our'].includes(tokens[0]!.word) ? 0 : undefined;
}

const PUTS = new Set(['put', 'stick', 'pop']);

/** A time, a length or a rhythm that nobody took: "for the week after next", "one day", "mornings". */
function timeAt(tokens: readonly Token[], tool: string, { place }: Said): number | undefined {
  const { unit, part, number } = timeWords();
  const isUnit = (word: string) => unit(word) !== undefined;
  const isAmount = (word: string) => /^\d+$/.test(word) || number(word) !== undefined;
  const led = tokens.findIndex(({ word }, from) => {
    const [next, after] = [tokens[from + 1]?.word ?? '', tokens[from + 2]?.word ?? ''];
    if (tool !== 'add_todo' && isAmount(word) && isUnit(next)) return true;
    return word === 'for' && ((next === 'the' && isUnit(after)) || (isAmount(next) && isUnit(after)));
  });
  if (led >= 0) return led;
  if (tokens.length === 1 && isUnit(tokens[0]!.word)) return 0;
  if (tokens.length === 1 && part(tokens[0]!.word.replace(/s$/, '')) !== undefined && /s$/.test(tokens[0]!.word))
    return 0;
  const piece = findPieces(tokens, place).find(({ kind, from }) => LOOSE.has(kind) || LEADS.has(tokens[from]!.word));
  return piece?.from;
}

const LOOSE = new Set(['exact', 'offset', 'that', 'lasting']);
const LEADS = new Set(['on', 'at', 'in', 'by', 'until', 'till', 'from', 'during']);

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

const ARTICLES = wordSet('articles');
const ONE_LEADS = wordSet('one_leads');
