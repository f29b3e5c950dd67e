/** "Make a list for the trip with a torch, soap and a map", "pack: charger, passport": a list and what is on it, in one go. */
import type { Understood } from '../read.ts';
import type { Given, Model } from './model.ts';

const MADE =
  /^(?:(?:please\s+)?(?:make|start|create|begin|open|do|write)\s+(?:me\s+|us\s+)?(?:a|an|the|another|new|my)\s+(?:new\s+)?)?(?:(?<kind>[\p{L}' -]{2,30}?)\s+)?list(?:\s+(?:for|called|named|of)\s+(?:(?:the|my|our|a)\s+)?(?<name>[\p{L}\p{N}' -]{2,40}?))?\s*(?::|,?\s+(?:with|containing|including)\s)\s*(?<items>.+)$/iu;
const HEADED = /^(?<name>[\p{L}]+(?:\s[\p{L}]+)?)\s*:\s*(?<items>[^:]+,[^:]+)$/iu;

export const listMade: Model = (text, given) => {
  const { kind, name, items } = MADE.exec(text)?.groups ?? {};
  const isMade = /^(?:please\s+)?(?:make|start|create|begin|open|do|write)\s/i.test(text);
  const list = name !== undefined && kind !== undefined ? `${kind} for ${name}` : (name ?? kind);
  if (isMade && list !== undefined && items !== undefined && !/\b(?:file|note|todo|to-do)\b/i.test(list))
    return put(list, items, text, given);
  return undefined;
};

/** "Pack: a, b, c": what stands before the colon heads a list; asked of the grammar first. */
export const listHeaded: Model = (text, given) => {
  const { name, items } = HEADED.exec(text)?.groups ?? {};
  return name === undefined || items === undefined ? undefined : put(name, items, text, given);
};

function put(list: string, items: string, text: string, given: Given): Understood | undefined {
  const name = list
    .toLowerCase()
    .replace(/\s+list$/, '')
    .trim();
  const project = given.known.lists.find((one) => one.toLowerCase() === name) ?? name;
  const titles = items
    .replace(/[.!]+$/, '')
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+/)
    .map((item) => item.trim().replace(/^(?:a|an|some|the)\s+/i, ''))
    .filter(Boolean);
  if (titles.length > MOST || titles.some((title) => title.split(/\s+/).length > MOST_WORDS)) return undefined;
  const requests = titles.map((title) => ({
    agent: 'todo_agent',
    tool: 'add_todo',
    input: { title, project },
    text,
    score: 4,
  }));
  return { kind: 'requests', requests, rest: [] };
}

const MOST = 20;
const MOST_WORDS = 5;
