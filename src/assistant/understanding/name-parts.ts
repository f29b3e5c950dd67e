/** Where in a new name that begins which nobody understood: a condition, an hour, a length, a word that stands for a thing. */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import { findPieces } from './time/pieces.ts';
import { timeWords } from './time/words.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

export type Said = Pick<Message, 'tokens' | 'place' | 'known'>;

const BOUNDS = [...wordSet('name_bounds')].map((phrase) => phrase.split(' '));
export const POINTERS = wordSet('name_pointers');
export const UNSAID = wordSet('name_unsaid');
const UNSAID_HEADS = wordSet('name_unsaid_heads');
const HOUSE_DEEDS = wordSet('house_deeds');
const HOUSE_THINGS = wordSet('house_things');
const ARTICLES = wordSet('articles');
const ONE_LEADS = wordSet('one_leads');

/** What is kept here: a todo, a list, an event. */
export const isOurs = ({ word }: Token) => HOUSE_THINGS.has(word);

export function tokensOf(name: string): readonly Token[] {
  const { speller, irregular } = lexicon();
  return readTokens(name, speller, irregular);
}

const at = (found: number) => (found < 0 ? undefined : found);

export function boundAt(tokens: readonly Token[]): number | undefined {
  return at(
    tokens.findIndex((_, from) => BOUNDS.some((words) => words.every((word, by) => tokens[from + by]?.word === word))),
  );
}

/** "Hes", "recycling is . separate", "renew passport on": who or what that is was not said, or a part of it is missing. */
export function brokenAt(tokens: readonly Token[]): number | undefined {
  if (tokens.length > 0 && tokens.every(({ word }) => PERSONS.has(word))) return 0;
  // "Flight's at 6:20".
  if (tokens.length === 1 && /\p{L}'s$/u.test(tokens[0]!.word)) return 0;
  // "E-learning before": of when, nobody has understood.
  if (tokens.length > 1 && DANGLING.has(tokens.at(-1)!.word)) return tokens.length - 1;
  // "Dr. Lee" has its mark beside it.
  const isLoose = ({ word, start }: Token, place: number) => word === '.' && start > (tokens[place - 1]?.end ?? start);
  return at(tokens.findIndex((token, place) => isLoose(token, place) && place < tokens.length - 1));
}

const PERSONS = wordSet('name_persons');
const DANGLING = new Set(['before', 'until', 'till', 'til', 'after', 'since', 'so', 'than', 'by']);

/** "The evening before", "the day before at 7pm", and nothing that it is before. */
export function eveAt(tokens: readonly Token[]): number | undefined {
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
export function endAt(tokens: readonly Token[]): number | undefined {
  return tokens.length === 1 && ENDS.has(tokens[0]!.word) ? 0 : undefined;
}

const ENDS = wordSet('it_ends');

/** "Passport to it": on which list, nobody has said; "listen to it" is a deed. */
export function goalAt(tokens: readonly Token[]): number | undefined {
  const [first, led, last] = [tokens[0], tokens.at(-2), tokens.at(-1)];
  const isDeed = lexicon()
    .signsIn(tokens)
    .some(({ group, sign, from, plain }) => from === 0 && plain && (group === 'verb' || sign === 'say.chore'));
  const isGoal = ['to', 'onto'].includes(led?.word ?? '') && POINTERS.has(last?.word ?? '');
  return tokens.length > 2 && first !== undefined && isGoal && !isDeed ? tokens.length - 2 : undefined;
}

/** "5 minutes to it". */
export function amountAt(tokens: readonly Token[]): number | undefined {
  const { unit, number } = timeWords();
  const [first, second] = [tokens[0]?.word ?? '', tokens[1]?.word ?? ''];
  const isAmount = (/^\d/.test(first) || number(first) !== undefined) && unit(second) !== undefined;
  // "An hour to get ready": how long something takes, and nothing to do.
  const third = tokens[isAmount ? 2 : 1]?.word;
  if ((isAmount || unit(first) === 'hour' || unit(first) === 'minute') && third === 'to') return 0;
  return isAmount && POINTERS.has(tokens.at(-1)!.word) ? 0 : undefined;
}

/** An hour, or a number that stands where one would: "8 for deep work". */
export function hourAt(tokens: readonly Token[], { place, tokens: said }: Said): number | undefined {
  const [clock] = findPieces(tokens, place).filter(({ kind }) => kind === 'clock');
  if (clock !== undefined) return clock.from;
  const written = tokens.findIndex(({ word }) => /^(?:[01]?\d|2[0-3])[:.][0-5]\d$/.test(word));
  if (written > 0 && !PLACES.has(tokens[written - 1]!.word)) return written;
  // "For 30 or 45 minutes"; "a table for 4" is for people.
  const last = tokens.length - 1;
  const number = tokens[last]?.word ?? '';
  const isEither = said.some(
    ({ word }, at) => word === number && said[at - 1]?.word === 'for' && said[at + 1]?.word === 'or',
  );
  if (/^\d+$/.test(number) && tokens[last - 1]?.word === 'for' && isEither) return last - 1;
  return /^\d{1,2}$/.test(tokens[0]?.word ?? '') && ['for', 'to'].includes(tokens[1]?.word ?? '') ? 0 : undefined;
}

/** "Room 2.04" is no hour. */
const PLACES = new Set([
  'room',
  'gate',
  'chapter',
  'version',
  'section',
  'unit',
  'part',
  'house',
  'number',
  'level',
  'hall',
  'floor',
]);

/** "The other slot", "the same things", "the December one": which that is, was not said. */
export function pointerAt(tokens: readonly Token[], text = ''): number | undefined {
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
export function deedAt(tokens: readonly Token[], text: string): number | undefined {
  return HOUSE_DEEDS.has(tokens[0]?.word ?? '') && tokensOf(text).some(isOurs) ? 0 : undefined;
}

/** "Put milk on drugstore": where it goes, and no such list is known. */
export function placedAt(tokens: readonly Token[], { tool, input, text }: Request): number | undefined {
  const isPut = PUTS.has(tokensOf(text)[0]?.word ?? '') && tool === 'add_todo' && input['project'] === undefined;
  const found = tokens.findLastIndex(({ word }) => word === 'on');
  return isPut && found > 0 && found < tokens.length - 1 ? found : undefined;
}

/** "Oslo: jacket", "address: Elm Street 4": what stands before a colon heads what follows, and is no part of it. */
export function headedAt(tokens: readonly Token[], { tool, text }: Request): number | undefined {
  const colon = tokens.findIndex(({ word }) => word === ':');
  const isTodo = /^\s*(?:\w+\s)?(?:todo|to-do|task|reminder)s?\s*:/i.test(text);
  return tool === 'add_todo' && !isTodo && colon > 0 && colon < 3 && colon < tokens.length - 1 ? 0 : undefined;
}

/** "The flight is at 7:10 now" is told of one that is there, and makes none. */
export function changedAt(tool: string, { tokens }: Said): number | undefined {
  const last = tokens.findLast(({ word }) => /\p{L}|\d/u.test(word))?.word;
  return tool === 'add_event' && last === 'now' && ['the', 'my', 'our'].includes(tokens[0]!.word) ? 0 : undefined;
}

const PUTS = new Set(['put', 'stick', 'pop']);

/** A time, a length or a rhythm that nobody took: "for the week after next", "one day", "mornings". */
export function timeAt(tokens: readonly Token[], tool: string, { place }: Said): number | undefined {
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

/**
 * "Wonderful because I always", "said I'd bring her": words of a sentence about something else, and no name. What begins with a
 * deed may say anything behind it ("tell Ana that I am late"), and what somebody is reminded of is theirs to word.
 */
export function isStory(tokens: readonly Token[], tool: string): boolean {
  const isWhy = tokens.some(({ word }) => ['because', 'cos', 'cuz'].includes(word));
  if (isWhy || isDeedFirst(tokens)) return isWhy;
  if (tool === 'set_reminder') return tokens.slice(1, -1).some(({ word }) => word === 'so');
  const isHeld = tool === 'add_todo' && tokens.slice(1, -1).some(({ word }) => word === 'is' || word === 'are');
  return isHeld || tokens.some(({ word }) => CLAUSES.has(word));
}

const CLAUSES = wordSet('name_clauses');
const TASKS = wordSet('tasks');

export function isDeedFirst(tokens: readonly Token[]): boolean {
  const signs = lexicon().signsIn(tokens);
  const isDeed = signs.some(
    ({ group, sign, from, plain }) => from === 0 && plain && (group === 'verb' || sign === 'say.chore'),
  );
  return isDeed || TASKS.has(tokens[0]?.word ?? '');
}
