/** What holds of somebody or something, told and asked. */
import { stem } from '../../../text/index.ts';
import { isCommonWord } from '../../../text/lexicon.ts';
import { readClause } from '../clause.ts';
import { factIn } from '../facts.ts';
import { matchKnown } from '../known.ts';
import { lexicon } from '../lexicon.ts';
import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { done, type Given, type Model, offer } from './model.ts';
import { isEveryday, waysOf } from './words.ts';

const MOST_WORDS = 22;
const DAY_LONG = 12 * 3_600_000;

export const factTold: Model = (said, given) => {
  const text = withWho(said, given);
  const message = readMessage(text, given.place, given.known);
  const { tokens, whens, health, bounds } = message;
  const words = tokens.filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  const isLong = words.length > MOST_WORDS || words.length < 2;
  if (/[?](?!\S)/.test(text) || health.danger || bounds.conditions.length > 0 || isLong) return undefined;
  const clause = readClause(message, 0, tokens.length);
  const isOther =
    clause.paths.length > 0 || clause.list !== undefined || (clause.shows.has('device') && !isValued(tokens));
  if (isOther || clause.mood === 'question' || ASKING.has(tokens[0]!.word)) return undefined;
  if (GIVEN().test(text)) return { kind: 'requests', requests: [keeping(text)], rest: [] };
  const verb = tokens.findIndex(({ word }, at) => at > 0 && at < tokens.length - 1 && isEveryday('holds', word));
  if (clause.mood === 'order' && (verb < 0 || verb > 3)) return undefined;
  const subject = tokens.slice(0, verb < 0 ? 1 : verb);
  const isPointed = isEveryday('pointers', tokens[0]!.word) || tokens[0]!.word === 'there';
  const isHis = isPossessive(tokens[0]!);
  if (isPointed || (verb < 0 && clause.mood !== 'statement' && !isHis)) return undefined;
  const placed = verb < 0 ? undefined : placeTold(text, tokens, verb, given);
  if (placed !== undefined) return placed;
  const request = keeping(text);
  const isTheirs = isPerson(subject) || OWN.has(tokens[0]!.word);
  if (!isTheirs) return undefined;
  // What happened on a day that is gone is news, and holds of nobody.
  const isNews = whens.some(({ dated, recurs, at }) => dated && !recurs && at < given.place.now - DAY_LONG);
  const isSettled =
    !isNews && whens.every(({ timed }) => !timed) && !tokens.some(({ word }) => isEveryday('pointers', word));
  const isOfSelf = SELF.has(tokens[0]!.word) && !isEveryday('traits', tokens[verb]?.word ?? '');
  // "The cat is asleep" holds for now; what has a value ("the wifi password is …") holds on.
  const isJudged = isEveryday('judges', tokens[verb + 1]?.word ?? '');
  const isPassing = isJudged || (tokens[0]!.word === 'the' && !subject.some(({ word }) => isEveryday('valued', word)));
  const isSure =
    !isPassing && !/\bnever ?mind\b/i.test(text) && (isHis || (verb > 0 && verb <= 8)) && isSettled && !isOfSelf;
  return isSure && bounds.negated.size === 0
    ? { kind: 'requests', requests: [request], rest: [] }
    : offer(request, text);
};

/** "The shed code is 4417": of a code nobody switches anything. */
function isValued(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(({ word }, at) => at > 0 && isEveryday('holds', word));
  return verb > 0 && isEveryday('valued', tokens[verb - 1]!.word);
}

const SELF = new Set(['i', "i'm", "i've", 'im', 'ive', 'we', "we're", "we've"]);

/** "Lent Amir 40 euros", "I gave the key to Herr Wolff": who has what of whom. */
const GIVEN = () => new RegExp(`^(?:(?:i|we)(?:'ve| have)?\\s+)?(?:${waysOf('gives')})\\s+\\S+\\s+\\S`, 'iu');

/** "She likes horses", where Klara was spoken of: a note says of whom it is. */
function withWho(text: string, { about }: Given): string {
  const [, pronoun = '', rest] = /^(she|he|they|his|her|their)('s|'re)?(?=\s)/i.exec(text) ?? [];
  if (pronoun === '') return text;
  const who = whoIn(about?.name ?? '') ?? whoIn(about?.said ?? '');
  if (who === undefined) return text;
  const owns = /^(?:his|her|their)$/i.test(pronoun) ? "'s" : rest === undefined ? '' : ' is';
  return `${who}${owns}${text.slice(pronoun.length + (rest?.length ?? 0))}`;
}

/** A name, a title with one, or what they are to the person. */
function whoIn(text: string): string | undefined {
  const [titled] = /\b(?:Dr|Mr|Mrs|Ms|Herr|Frau|Prof)\.? \p{Lu}\p{L}+/u.exec(text) ?? [];
  if (titled !== undefined) return titled;
  const named = plainTokens(text).findLast(
    ({ word, capital }) => capital && /^\p{L}{2,}(?:'s)?$/u.test(word) && !isCommonWord(word.replace(/'s$/, '')),
  );
  if (named !== undefined) return text.slice(named.start, named.end).replace(/['’]s$/, '');
  const kin = plainTokens(text).find(({ word }) => isEveryday('kin', word.replace(/'s$/, '')));
  return kin && `my ${kin.word.replace(/'s$/, '')}`;
}

const ASKING = new Set([
  'what',
  "what's",
  'who',
  "who's",
  'when',
  "when's",
  'where',
  "where's",
  'how',
  'why',
  'which',
  'can',
  'could',
  'is',
  'are',
  'do',
  'does',
  'did',
  'no',
  'not',
  'yes',
  'let',
  "let's",
]);

function keeping(text: string): Request {
  return { agent: 'memory_agent', tool: 'remember', input: factIn(text), text, score: 3 };
}

const OWN = new Set(['i', "i'm", "i've", 'im', 'ive', 'we', "we're", "we've", 'my', 'our']);

const isPossessive = ({ word }: Token) => /^\p{L}{2,}'s$/u.test(word);

/** Somebody by name or by what they are to the person, something of theirs, or a thing that has a value. */
function isPerson(subject: readonly Token[]): boolean {
  const isNamed = ({ word, capital }: Token) =>
    capital === true && /^\p{L}{2,}$/u.test(word) && !isCommonWord(word) && !isEveryday('clauses', word);
  const isOf = ({ word }: Token) => isEveryday('kin', word) || isEveryday('kin', word.replace(/'s$|s$/, ''));
  return (
    subject.some((token) => isNamed(token) || isPossessive(token) || isOf(token)) ||
    subject.some(({ word }) => isEveryday('valued', word))
  );
}

/** "The blood test is in the Marien hospital": of an event that is known, where it is. */
function placeTold(text: string, tokens: readonly Token[], verb: number, given: Given) {
  const isPlace = ['is', 'are'].includes(tokens[verb]!.word) && ['in', 'at'].includes(tokens[verb + 1]?.word ?? '');
  const event = isPlace ? matchKnown(tokens, 0, verb, given.known).get('event') : undefined;
  if (event === undefined || event.tied || event.share < 0.6) return undefined;
  const at = given.known.starts?.[event.name];
  const read = given.read(`it's ${text.slice(tokens[verb + 1]!.start)}`, { kinds: ['event'], name: event.name, at });
  return read.kind === 'requests' && read.rest.length === 0 && read.requests.length === 1 && !read.held?.length
    ? { ...read, requests: [{ ...read.requests[0]!, text }] }
    : undefined;
}

/** A question of which the better part stands in something that was told. */
export const notesAsked: Model = (text, given) => {
  const { told = [] } = given.known;
  const asked = asksIn(text);
  if (asked === undefined || told.length === 0) return undefined;
  const said = contentOf(asked);
  if (said.length === 0) return undefined;
  const best = told
    .map((note) => ({ note, hits: hitsIn(note, said) }))
    .toSorted((one, other) => other.hits.length - one.hits.length)[0]!;
  const isOf =
    best.hits.length > 1
      ? best.hits.length * 2 >= said.length
      : said.length === 1 && !/^(?:is|are|was|were|do|does|did|can)\b/i.test(text);
  const isNamed = best.hits.length === 1 && said.length === 2 && isOwner(text, best.hits[0]!);
  if (best.hits.length === 0 || !(isOf || isNamed)) return undefined;
  const query = best.hits.join(' ');
  return done(`what did I tell you about ${query}?`, text, given, ['recall']);
};

/** "What's Ingrid's number?", of somebody who was told of. */
function isOwner(text: string, word: string): boolean {
  return plainTokens(text).some(
    ({ word: said, capital }) => capital && said.replace(/'s$/, '') === word && said !== word,
  );
}

function hitsIn(note: string, said: readonly string[]): string[] {
  const own = new Set(contentOf(note).map((word) => stem(word)));
  return said.filter((word) => own.has(stem(word)));
}

function asksIn(text: string): string | undefined {
  const [first] = plainTokens(text);
  const isAsked = /[?]$/.test(text) || ASKED.has(first?.word ?? '');
  return isAsked ? text : undefined;
}

const ASKED = new Set([...ASKING].filter((word) => !['no', 'not', 'yes', 'let', "let's"].includes(word)));

function contentOf(text: string): string[] {
  const { edges } = lexicon();
  return plainTokens(text)
    .map(({ word }) => word.replace(/'s$/, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !edges.has(word) && !LIGHT.has(word) && !ASKING.has(word));
}

const LIGHT = new Set(
  'i my me we our us you your the a an is are was were be do does did have has had know remember called again it that this of for to in on at and or with about tell can could told say said still now he she they his her their what which where who whose how much many'.split(
    ' ',
  ),
);
