/**
 * What speaks against a deed that was read: a name that is a sentence, a thing of which no word was said, a device or a thing
 * while another one was named, a list that nobody has, one more of what is there, something only thought of, words that nobody
 * explains. Such a deed is not done: it is offered, or left.
 */
import { dayOf } from '../../wall.ts';
import type { Given } from '../everyday/model.ts';
import { isWeighty } from '../everyday/things.ts';
import { lexicon } from '../lexicon.ts';
import type { Request } from '../request.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { unexplainedIn } from './explained.ts';
import { framed, inName, isSmall } from './frames.ts';
import { isMused, isOrdered, partsTold } from './mood.ts';
import { doubtOfName } from './names.ts';
import { readSaid, type Said } from './said.ts';
import { hitsOf, isSame, type Thing, wordsIn } from './world.ts';

/** `none` is done, `some` may be meant and is offered, `all` is surely something else. */
export type Doubt = 'none' | 'some' | 'all';

export function doubtOf(request: Request, said: Said, world: readonly Thing[], given: Given): Doubt {
  const { tool, answers } = request;
  if (answers) return 'none';
  const doubts = [doubtOfItself(request, said, world, given)];
  if (MAKES.has(tool) || DOES_TO.has(tool)) doubts.push(doubtOfMood(request, said, given));
  return worse(...doubts);
}

function doubtOfItself(request: Request, said: Said, world: readonly Thing[], given: Given): Doubt {
  const { tool } = request;
  if (MAKES.has(tool))
    return worse(doubtOfName(request, said), doubtOfList(request, said, given), doubtOfSecond(request, said, world));
  if (tool === 'remember') return doubtOfNote(request, said);
  if (tool === 'write_brief') return said.message.tokens.some(({ word }) => DESIGNS.has(word)) ? 'none' : 'all';
  if (tool === 'control_device') return doubtOfDevice(request, world, said, given);
  return DOES_TO.has(tool) ? doubtOfThing(request, said, world, given) : 'none';
}

const worse = (...doubts: readonly Doubt[]): Doubt =>
  doubts.includes('all') ? 'all' : doubts.includes('some') ? 'some' : 'none';

export const MAKES = wordSet('making_tools');
const DOES_TO = wordSet('doing_tools');
const DESIGNS = wordSet('design_words');
/** Remembered as it stands, while it is an order. */
const ORDERED =
  /^(?:(?:and|oh|ok|so|please)\s+)*(?:put in|put|add|write|tell|ask|text|send|move|cancel|switch|turn)\b/i;

const SENTENCE = /\s(?:is|are|was|were|has|will)\s/i;
const POINTS = /\b(?:then|that)$/i;

/** "She likes horses": of whom that holds, a note has to say. */
function doubtOfNote({ input: { text } }: Request, { message: { tokens } }: Said): Doubt {
  if (typeof text !== 'string') return 'none';
  if (ORDERED.test(text)) return 'all';
  if (
    lexicon()
      .signsIn(tokens)
      .some(({ sign }) => sign === 'say.not_forget' || sign === 'verb.remember')
  )
    return 'none';
  return inName('speaks', /^\p{L}+/u.exec(text.toLowerCase())?.[0] ?? '') && !OWN.test(text) ? 'some' : 'none';
}

const OWN = /^(?:i|we)\b/i;

/** What is only thought of is no deed; what is told is done where every word of it was understood. */
function doubtOfMood({ tool, input: { query, when } }: Request, said: Said, given: Given): Doubt {
  if (MAKES.has(tool) && isMused(said)) return 'some';
  // "Until then": when that is was not understood, and without it the deed is another.
  if (typeof when === 'string' && POINTS.test(when)) return 'some';
  if (tool !== 'complete_todo' || typeof query !== 'string') return 'none';
  // "Got pushed to 4 December" is not done.
  if (said.message.whens.some(({ at }) => at > given.place.now) && PUSHED.test(said.text)) return 'all';
  // "Tape still to get" is not done.
  const { open } = partsTold(said);
  const words = wordsIn(query);
  return open !== '' && readSaid(open, given).words.some((token) => words.some((word) => isSame(token, word)))
    ? 'all'
    : 'none';
}

const PUSHED = /\b(?:pushed|moved|postponed|delayed|extended|rescheduled|shifted|put (?:off|back)|brought forward)\b/i;

/** Of a telling: words of it are left, so that it may be another deed than all these. An order says itself what it is. */
export function doubtOfAll(requests: readonly Request[], said: Said, given: Given): Doubt {
  const acting = requests.filter(({ tool, answers }) => !answers && (MAKES.has(tool) || DOES_TO.has(tool)));
  if (acting.length === 0 || said.asks || isOrdered(said)) return 'none';
  return unexplainedIn(requests, said, given).length > 0 ? 'some' : 'none';
}

/** A new list is made where a list was spoken of. */
function doubtOfList({ tool, input }: Request, said: Said, { known }: Given): Doubt {
  const list = input['project'];
  if (tool !== 'add_todo' || typeof list !== 'string' || known.lists.length === 0) return 'none';
  const isThere = known.lists.some((name) => name.toLowerCase() === list.toLowerCase());
  const words = wordsIn(list);
  // "The shot list", of two notes of that name.
  const isOther = [...known.notes, ...known.files].some(
    (name) => words.length > 0 && words.every((word) => wordsIn(name).includes(word)),
  );
  if (isThere) return 'none';
  return isOther ? 'all' : /\b(?:list|new|start|begin|make|add|put)\b/i.test(said.text) ? 'none' : 'some';
}

/** "Put lunch with Sheila back an hour", "the report has to be in by Thursday": one more of what is there, while that one is meant. */
function doubtOfSecond({ tool, input, text: own }: Request, said: Said, world: readonly Thing[]): Doubt {
  const { title } = input;
  const kind = SECONDS[tool];
  if (kind === undefined || typeof title !== 'string') return 'none';
  const isThere = world.some((one) => one.kind === kind && isNameOf(title, one));
  if (!isThere || /\b(?:add|book|schedule|put|another|remind)\b/i.test(own)) return 'none';
  if (kind === 'event') return framed('move', said.text, said.message.tokens) === undefined ? 'none' : 'some';
  return input['due'] === undefined || isOrdered(said) ? 'none' : 'all';
}

/** Every word of it, and the better part of the name. */
function isNameOf(title: string, { words }: Thing): boolean {
  const own = plainTokens(title)
    .map((token) => ({ ...token, forms: [] }))
    .filter(isWeighty);
  const isIn = (token: Token) => words.some((word) => isSame(token, word));
  return own.length > 0 && own.every(isIn) && own.length >= words.length * MOSTLY;
}

const MOSTLY = 0.6;

const SECONDS: Readonly<Record<string, Thing['kind']>> = { add_event: 'event', add_todo: 'todo' };

/** "Just the fairy lights": the kitchen light was not named, and another one was. */
function doubtOfDevice({ input, text }: Request, world: readonly Thing[], said: Said, given: Given): Doubt {
  const { device, several } = input;
  if (typeof device !== 'string' || several === true) return 'none';
  const { words } = readSaid(text, given);
  const own = world.find(({ kind, name }) => kind === 'device' && name === device);
  if (own === undefined) return 'none';
  const hits = hitsOf(own, words).hits.length;
  const isBetter = world.some(
    (one) =>
      one.kind === 'device' &&
      one.name !== device &&
      hitsOf(one, said.words).hits.length > hits &&
      hitsOf(one, words).hits.length > hits,
  );
  return isBetter ? 'all' : 'none';
}

/** What something is done to was named, or pointed at; of what comes again on a day that was said, it is that day. */
function doubtOfThing({ tool, input, text }: Request, said: Said, world: readonly Thing[], given: Given): Doubt {
  const { query } = input;
  const { about, known } = given;
  if (typeof query !== 'string' || input['all'] === true) return 'none';
  if (tool === 'move_event' && isGone(input, given)) return 'all';
  if (tool === 'remove_todo' && input['on'] !== undefined && known.reminders.includes(query)) return 'all';
  const own = world.filter(({ name, kind }) => name === query && kind !== 'device');
  // A sentence is the name of nothing.
  if (own.length === 0) return SENTENCE.test(query) ? 'all' : 'none';
  if (tool === 'remove_todo' && !isOrdered(said) && own.some((thing) => saysItsDeed(said, thing) !== undefined))
    return 'all';
  const { words, points, message } = readSaid(text, given);
  const signs = lexicon().signsIn(message.tokens);
  const named = Math.max(
    ...own.map((thing) => hitsOf(thing, [...words, ...said.words]).hits.filter(({ word }) => !isSmall(word)).length),
  );
  if (named > 0 || about?.name === query || about?.before?.name === query) return 'none';
  const isShown = about?.shown?.some(({ name }) => name === query) === true;
  if (isShown && points) return 'none';
  const isOrder = ({ start, end }: Token) =>
    signs.some(({ at }) =>
      at.some((place) => message.tokens[place]!.start <= start && message.tokens[place]!.end >= end),
    );
  const isOther = words.some((token) => !isSmall(token.word) && !isOrder(token));
  return isOther ? 'all' : 'none';
}

/** Nothing goes to a day that has gone by. */
function isGone({ start, clock }: Request['input'], { place: { now, zone } }: Given): boolean {
  return typeof start === 'string' && clock === undefined && start.slice(0, 10) < dayOf(now, zone);
}

/** "Gym cancelled", of "cancel the gym": the deed of a todo, said as done. */
export function saysItsDeed({ message: { tokens } }: Said, { kind, name }: Thing): Token | undefined {
  const [deed] = kind === 'todo' || kind === 'reminder' ? name.toLowerCase().split(/\s+/) : [];
  if (deed === undefined || !/^\p{L}{3,}$/u.test(deed)) return undefined;
  return tokens.find(
    ({ word, forms }) => word !== deed && !/ing$/.test(word) && isPast(word, deed) && forms.length > 0,
  );
}

const isPast = (word: string, deed: string) =>
  lexicon().irregular.get(word) === deed ||
  [`${deed}ed`, `${deed}d`, `${deed}${deed.at(-1)}ed`, `${deed.replace(/y$/, 'i')}ed`].includes(word);
