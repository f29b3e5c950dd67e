/**
 * Words that stand for something that is written elsewhere: "the ingredients in recipe.md", "my medication list". What they
 * stand for is fetched by whoever keeps it, before it is put anywhere; the words themselves are never what is kept.
 */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import type { Request } from './request.ts';
import { wordSet } from './words.ts';

type Read = (text: string) => readonly Request[];

const IN = wordSet('reference_in');
const TO = wordSet('reference_to');
const OWNERS = wordSet('articles');
const FINITE = wordSet('finite');
/** Who is asked tells it, and what is told can be put elsewhere. */
const GIVES = new Set([
  'list_todos',
  'list_events',
  'list_reminders',
  'list_memories',
  'read_file',
  'recall',
  'ask_health_team',
]);
const MOST_WORDS = 7;

/** "Add the ingredients in recipe.md to my shopping list": out of the file, point by point. */
export function takenFromFile(message: Message, read: Read): readonly Request[] | undefined {
  const { tokens, text } = message;
  const [path, ...others] = pathsIn(message, 0, tokens.length);
  const verb = lexicon()
    .signsIn(tokens)
    .find(({ sign, from, plain }) => plain && from <= 1 && (sign === 'verb.add' || sign === 'verb.duplicate'));
  if (path === undefined || others.length > 0 || verb === undefined || path.at <= verb.to) return undefined;
  const said = (from: number, to: number) => (from < to ? text.slice(tokens[from]!.start, tokens[to - 1]!.end) : '');
  let lead = path.at;
  while (lead > verb.to && PATH_SMALL.has(tokens[lead - 1]!.word)) lead--;
  const isIn = lead > verb.to && IN.has(tokens[lead - 1]!.word);
  const isTo = TO.has(tokens[path.at + 1]?.word ?? '') && path.at + 2 < tokens.length;
  if (!isIn || !isTo) return undefined;
  const object = tokens.slice(verb.to, lead - 1).filter(({ word }) => !OWNERS.has(word) && !WHOLE.has(word));
  const part = object.map(({ start, end }) => text.slice(start, end)).join(' ');
  const [put, ...more] = read(`add something ${said(path.at + 1, tokens.length)}`);
  if (put?.tool !== 'add_todo' || more.length > 0) return undefined;
  const { title: _, ...where } = put.input;
  return [
    {
      agent: 'filesystem_agent',
      tool: 'read_file',
      input: { path: path.path, part: part || 'items' },
      text: said(verb.to, path.at + 1),
      score: 5,
    },
    { ...put, input: where, takes: { slot: 'title', as: 'points' }, text: message.text },
  ];
}

const PATH_SMALL = new Set(['the', 'my', 'our', 'file']);
const WHOLE = new Set(['all', 'everything', 'every', 'contents', 'content', 'list', 'of']);

/** What words stand for that were to be written down; `unsaid` where nobody can say what that is. */
export function resolved(message: Message, request: Request, read: Read): readonly Request[] | { unsaid: string } {
  const slot = request.tool === 'write_file' ? 'content' : request.tool === 'remember' ? 'text' : undefined;
  const words = slot === undefined ? undefined : request.input[slot];
  if (typeof words !== 'string' || request.takes !== undefined || !isReference(message, request, words))
    return [request];
  const asked = whoTells(words, read);
  if (request.tool === 'remember') return asked?.tool === 'ask_health_team' ? { unsaid: words } : [request];
  const { content: _, ...where } = request.input;
  if (asked === undefined) return [{ ...request, input: where }];
  const input = asked.tool === 'ask_health_team' ? { request: recordQuestion(words), record: true } : asked.input;
  return [
    { ...asked, input },
    { ...request, input: where, takes: { slot: 'content', as: 'whole' } },
  ];
}

/** A thing that is named as being there, with no word of what holds of it. */
function isReference(message: Message, { input }: Request, words: string): boolean {
  const said = words.toLowerCase().split(/\s+/);
  if (message.content !== undefined || /["“”:]/.test(message.text) || input['subject'] !== undefined) return false;
  return (
    ['my', 'our', 'the'].includes(said[0]!) &&
    said.length <= MOST_WORDS &&
    !/\d/.test(words) &&
    !said.some((word) => FINITE.has(word))
  );
}

/** What the record says in words; a whole list is shown elsewhere, and is not read out where it is asked for as one. */
function recordQuestion(words: string): string {
  const isMedicines = words
    .toLowerCase()
    .split(/\s+/)
    .some((word) => MEDICINES.has(word));
  return isMedicines ? 'What medicines do I take?' : `What ${/s$/.test(words) ? 'are' : 'is'} ${words}?`;
}

const MEDICINES = wordSet('medicine_words');

/** The question that what the words stand for is the answer to. */
function whoTells(words: string, read: Read): Request | undefined {
  return [`show me ${words}`, `what is ${words}?`]
    .map(read)
    .flatMap((requests) => (requests.length === 1 && GIVES.has(requests[0]!.tool) ? requests : []))[0];
}
