/** What is asked of one's own things in one's own words: what was told, and what a day holds. */
import { asksBack } from '../behind.ts';
import { readClause } from '../clause.ts';
import { readMessage } from '../message.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import { done, type Given, type Model } from './model.ts';
import { isTime, timeSaid } from './plans.ts';
import { isWeighty, thingsNamed, tokensIn } from './things.ts';
import { isEveryday } from './words.ts';

const ASKING =
  /^(?:so |and |ok |hey |remind me )*(?:who|whos|what|whats|where|wheres|when|whens|which|how|do|does|did|is|are|am|have|has|can|will|any|anything|anyone)\b|\?$/i;

/** A question of which every word, or the better part, stands in one thing that was told. */
export const tellingAsked: Model = (text, given) => {
  const { told = [] } = given.known;
  if (!ASKING.test(text) || told.length === 0) return undefined;
  const message = readMessage(text, given.place, given.known);
  const said = message.tokens.filter((token, at) => isWeighty(token) && !isTime(message, at) && !isAsking(token.word));
  if (said.length === 0 || message.health.danger) return undefined;
  const [note] = thingsNamed(said, ['note'], given);
  const [other] = thingsNamed(said, ['event', 'todo'], given);
  if (note === undefined || (other !== undefined && other.hits.length >= note.hits.length)) return undefined;
  const isWhole = note.hits.length === said.length;
  if (!isWhole && (note.hits.length < 2 || note.hits.length * 2 < said.length)) return undefined;
  const request = { agent: 'memory_agent', tool: 'recall', input: { query: note.name.slice(0, 120) }, text, score: 3 };
  return { kind: 'requests', requests: [request], rest: [] };
};

const isAsking = (word: string) =>
  /^(?:who|what|where|when|which|how|why)(?:'?s|'re)?$/.test(word) || isEveryday('doings', word);

/** "What am I working this week", "when do I finish tomorrow", "is anyone off on Friday": what the days hold answers it. */
export const daysAsked: Model = (text, given) => {
  if (!ASKING.test(text)) return undefined;
  const message = readMessage(text, given.place, given.known);
  const [when, ...more] = message.whens;
  if (when === undefined || more.length > 0 || when.recurs || !when.dated || message.health.danger) return undefined;
  const said = message.tokens.filter((token, at) => isWeighty(token) && !isTime(message, at) && !isAsking(token.word));
  if (said.length > 0) return undefined;
  const be = asksBack(readClause(message, 0, message.tokens.length)) ? 'was' : 'is';
  return done(`what ${be} on my calendar ${timeSaid(message)}?`, text, given, ['list_events']);
};

/** What was read as a search, or as of a thing that is not there, while what was told answers it. */
export function askedOfTold(text: string, read: Understood, given: Given): Understood | undefined {
  if (read.kind !== 'requests' || read.requests.length !== 1 || read.rest.length > 0) return undefined;
  const [{ tool, input }] = read.requests as [Request];
  const told = SEEKS.has(tool) ? tellingAsked(text, given) : undefined;
  if (told !== undefined || tool !== 'find_event') return told;
  // "When do I finish tomorrow": no event has that name, and the day answers it.
  const { query } = input;
  const isThere = typeof query === 'string' && thingsNamed(tokensIn(query, given), ['event'], given).length > 0;
  return isThere ? undefined : daysAsked(text, given);
}

const SEEKS = new Set(['research', 'find_event', 'get_device_state', 'search_files', 'recall']);
