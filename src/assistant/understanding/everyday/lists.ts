/** A list and what goes on it, in one go: "shopping: eggs, bread", "things to buy for the flat - lamp, desk", "on the shopping also yeast". */
import { readMessage } from '../message.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import { type Given, type Model, wholeOf } from './model.ts';

const LEAD = /^(?:(?:and|also|ok|so|please|oh|new)\s+)*/i;
const MAKES = /^(?:make|start|create|begin|open|do|write)\s+(?:me\s+|us\s+)?(?:an?|the|another|my)?\s*(?:new\s+)?/i;
const PARTED = /^(?<head>[^:]{2,50}?)\s*(?::|\s[-–]|,?\s+(?:with|containing|including)(?=\s))\s*(?<items>.+)$/iu;
const ONTO =
  /^(?:(?:on|to|onto|for)\s+)?(?:the\s+|my\s+|our\s+)?(?<head>[\p{L}][\p{L}' -]{1,30}?)(?<list>\s+list)?(?:[,:]?\s+(?:please\s+)?(?:also|add|put|plus|too|as well|needs|and also))+[,:]?\s+(?<items>.+)$/iu;

/** Before the grammar: a list that is there, or that is said to be one. */
export const listMade: Model = (text, given) => {
  const plain = text.replace(LEAD, '');
  const { head, items } = PARTED.exec(plain)?.groups ?? {};
  const named = head === undefined ? undefined : labelOf(head, given);
  if (named !== undefined && items !== undefined) return put(named, items, text, given);
  const onto = ONTO.exec(plain)?.groups;
  const list = onto && labelOf(`${onto['head']!}${onto['list'] ?? ''}`, given, true);
  return list === undefined ? undefined : put(list, onto!['items']!, text, given);
};

/** "Pack: a, b, c": what stands before the colon heads a list; asked of the grammar first. */
export const listHeaded: Model = (text, given) => {
  const { name, items } = HEADED.exec(text)?.groups ?? {};
  return name === undefined || items === undefined
    ? undefined
    : put({ list: plainName(name, given) }, items, text, given);
};

const HEADED = /^(?<name>[\p{L}]+(?:\s[\p{L}]+)?)\s*:\s*(?<items>[^:]+,[^:]+)$/iu;

interface Label {
  /** Nothing: the todos that are on no list. */
  readonly list?: string | undefined;
}

/** What a head names: a list by its name, "… list", "things to buy (for …)", "todos"; nothing where it is no list. */
function labelOf(head: string, given: Given, isKnown = false): Label | undefined {
  const isMade = MAKES.test(head);
  const said = head
    .replace(MAKES, '')
    .replace(/^(?:add (?:to )?|put on )/i, '')
    .replace(/^(?:the|my|our)\s+/i, '')
    .trim();
  if (NO_LIST.test(said) || DONE_TO.test(said)) return undefined;
  if (TODOS.test(said)) return {};
  const things = THINGS.exec(said)?.groups;
  if (things !== undefined)
    return { list: plainName(things['deed']!.toLowerCase() === 'pack' ? 'packing' : 'shopping', given) };
  const { kind, of } = LIST.exec(said)?.groups ?? {};
  const isThere = given.known.lists.some((one) => one.toLowerCase() === said.toLowerCase());
  if (isThere || GENERIC.test(said)) return { list: plainName(said, given) };
  if (isKnown && !given.known.lists.some((one) => one.toLowerCase() === (kind ?? of ?? '').toLowerCase()))
    return undefined;
  const name = kind !== undefined && of !== undefined ? `${kind} for ${of}` : (of ?? kind);
  if (name === undefined || (of !== undefined && !isMade && kind === undefined)) return undefined;
  return { list: plainName(/^(?:it|that|this)$/i.test(name) ? (given.about?.name ?? name) : name, given) };
}

const LIST =
  /^(?:(?<kind>[\p{L}' -]{2,30}?)\s+)?list(?:\s+(?:for|called|named|of)\s+(?:(?:the|my|our|a)\s+)?(?<of>[\p{L}\p{N}' -]{2,40}))?$/iu;
const NO_LIST = /\b(?:file|note|remind|reminder)\b/i;
/** "Share my groceries list": what stands before whose it is names no list, but what is done to one. */
const DONE_TO = /\S\s+(?:my|our|your|his|her|their|the)\s+(?:\S+\s+){0,3}list\b/i;
const TODOS =
  /^(?:(?:new|more)\s+)?(?:to-?dos?|to do(?:s| list)?|to-?do list|tasks?|task list|chores|jobs)(?: (?:for )?(?:today|me))?$/i;
const THINGS =
  /^(?:things|stuff|what)(?: i| we)?(?: still)?(?: need)? to (?<deed>buy|get|order|pack|bring)(?: for .{2,30})?$/i;
const GENERIC = /^(?:shopping|groceries|grocery|packing|packing list|shopping list|grocery list)$/i;

function plainName(said: string, { known }: Given): string {
  const name = said
    .toLowerCase()
    .replace(/\s+list$/, '')
    .trim();
  return known.lists.find((one) => one.toLowerCase() === name) ?? name;
}

function put({ list }: Label, items: string, text: string, given: Given): Understood | undefined {
  const titles = items
    .replace(/[.!]+$/, '')
    .split(/\s*[,;]\s*(?:and\s+)?|\s+(?:and|n|&|\+)\s+/)
    .map((item) => item.trim().replace(/^(?:a|an|some|the|also|more)\s+/i, ''))
    .filter(Boolean);
  if (titles.length > MOST || titles.some((title) => SENTENCE.test(title) || title.split(/\s+/).length > MOST_WORDS))
    return undefined;
  const requests = titles.map((title) => itemOf(title, list, text, given));
  return requests.every((one) => one !== undefined) ? { kind: 'requests', requests, rest: [] } : undefined;
}

/** A day that is said with it is when it is due. */
function itemOf(title: string, list: string | undefined, text: string, given: Given): Request | undefined {
  const { whens, health } = readMessage(title, given.place, given.known);
  if (health.danger) return undefined;
  if (whens.length === 0)
    return {
      agent: 'todo_agent',
      tool: 'add_todo',
      input: { title, ...(list !== undefined && { project: list }) },
      text,
      score: 4,
    };
  const [request, ...more] =
    wholeOf(given.read(`add "${title}" to my ${list === undefined ? 'todos' : `${list} list`}`)) ?? [];
  return request?.tool === 'add_todo' && more.length === 0 ? { ...request, text } : undefined;
}

const SENTENCE = /[?]|\b(?:is|are|was|were|will|i|he|she|they|we)\b/i;
const MOST = 20;
const MOST_WORDS = 6;
