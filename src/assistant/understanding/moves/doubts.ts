/**
 * What speaks against a deed that the grammar read: a name that is a sentence, a thing of which no word was said, a device or a
 * thing while another one was named, a list that nobody has, one more of what is there. Such a deed is not done: it is offered,
 * or left.
 */
import type { Given } from '../everyday/model.ts';
import { lexicon } from '../lexicon.ts';
import type { Request } from '../request.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { framed, inName, isSmall } from './frames.ts';
import { readSaid, type Said } from './said.ts';
import { hitsOf, type Thing, wordsIn } from './world.ts';

/** `none` is done, `some` may be meant and is offered, `all` is surely something else. */
export type Doubt = 'none' | 'some' | 'all';

export function doubtOf(request: Request, said: Said, world: readonly Thing[], given: Given): Doubt {
  const { tool, input, answers } = request;
  if (answers) return 'none';
  if (MAKES.has(tool))
    return worse(doubtOfName(request, said), doubtOfList(request, said, given), doubtOfSecond(request, said, world));
  if (tool === 'remember') return typeof input['text'] === 'string' && ORDERED.test(input['text']) ? 'all' : 'none';
  if (tool === 'write_brief')
    return /\b(?:plan|design|brief|scout|work out|think through|research|project|outline)\b/i.test(said.text)
      ? 'none'
      : 'all';
  if (tool === 'control_device') return doubtOfDevice(request, world, said, given);
  return DOES_TO.has(tool) ? doubtOfThing(request, said, world, given) : 'none';
}

const worse = (...doubts: readonly Doubt[]): Doubt =>
  doubts.includes('all') ? 'all' : doubts.includes('some') ? 'some' : 'none';

const MAKES = new Set(['add_todo', 'add_event', 'set_reminder']);
const DOES_TO = new Set([
  'complete_todo',
  'remove_todo',
  'change_todo',
  'move_event',
  'cancel_event',
  'cancel_reminder',
  'change_reminder',
]);
/** Remembered as it stands, while it is an order. */
const ORDERED =
  /^(?:(?:and|oh|ok|so|please)\s+)*(?:put in|put|add|write|tell|ask|text|send|move|cancel|switch|turn)\b/i;

/** A sentence is no name. */
function doubtOfName({ tool, input, text }: Request, said: Said): Doubt {
  const called = input['title'] ?? input['what'];
  if (typeof called !== 'string' || tool === 'set_reminder' || /["“”:]/.test(said.text)) return 'none';
  const words = plainTokens(called).map(({ word }) => word);
  const isTold = words.some((word, at) => inName('tells', word) || (at > 0 && inName('speaks', word)));
  const isOdd = words.length <= 2 && tool === 'add_event' && words.every((word) => inName('points', word));
  const isCut =
    /\b(?:should|shall|must|will|'ll|is|are)$|^(?:must|should|shall)\b/i.test(called) ||
    (!ASKED.test(text) && /^(?:of|to|for|with|in|on|at|and|but|that|what\w*|how|why|who)\b/i.test(called));
  if (isCut) return 'all';
  return isOdd || (isTold && !ASKED.test(text)) ? 'some' : 'none';
}

const ASKED =
  /^\W*(?:(?:and|then|also|so|ok|please|pls|can you|could you)\s+)*(?:add|put|note|remind|make a (?:todo|note)|todo|to-?do|task|write)\b/i;

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

/** "Put lunch with Sheila back an hour": one more of what is there, while it was said to be moved. */
function doubtOfSecond({ tool, input, text: own }: Request, { text, message }: Said, world: readonly Thing[]): Doubt {
  const { title } = input;
  if (tool !== 'add_event' || typeof title !== 'string') return 'none';
  const isThere = world.some(({ kind, name }) => kind === 'event' && name.toLowerCase() === title.toLowerCase());
  if (/\b(?:add|book|schedule)\b/i.test(own)) return 'none';
  return isThere && framed('move', text, message.tokens) !== undefined ? 'some' : 'none';
}

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

/** What something is done to was named, or pointed at. */
function doubtOfThing({ input, text }: Request, said: Said, world: readonly Thing[], given: Given): Doubt {
  const { query } = input;
  const { about } = given;
  if (typeof query !== 'string' || input['all'] === true) return 'none';
  const own = world.filter(({ name, kind }) => name === query && kind !== 'device');
  if (own.length === 0) return 'none';
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
