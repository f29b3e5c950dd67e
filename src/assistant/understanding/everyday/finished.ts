/** "Picked up the cleaning", "lamp and curtains done": what was to be done is done, by its name; what nobody had to do is no deed. */

import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import type { Token } from '../tokens.ts';
import type { Given, Model } from './model.ts';
import { isTime } from './plans.ts';
import { isWeighty, thingNamed } from './things.ts';
import { waysOf } from './words.ts';

export const finishedTold: Model = (text, given) => {
  const told = finishedIn(text);
  if (told === undefined || given.known.todos.length + given.known.reminders.length === 0) return undefined;
  const parts = told.things.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+/).filter(Boolean);
  const names = parts.map((part) => todoIn(part, told.verb, given));
  const each = names.every((name) => name !== undefined) ? names : [todoIn(told.things, told.verb, given)];
  if (each.some((name) => name === undefined)) return undefined;
  const requests = [...new Set(each)].map(
    (query): Request => ({ agent: 'todo_agent', tool: 'complete_todo', input: { query }, text, score: 3 }),
  );
  return { kind: 'requests', requests, rest: [] };
};

interface Finished {
  readonly things: string;
  readonly verb: string | undefined;
}

function finishedIn(text: string): Finished | undefined {
  const isAsked =
    /^(?:is|are|was|were|am|did|do|does|has|have (?:i|we|you)|can|could|what|who|which|how|why)\b|[?]/i.test(text);
  if (isAsked || /n't\b|\bnot\b|\bno\b|\bif\b|\bwhen\b/i.test(text)) return undefined;
  const who = "(?:(?:i|we)(?:'ve|'d|\\s+have|\\s+did)?|ive|weve|have)";
  const small = '(?:just|already|finally|now|also|actually|at last)';
  const first = new RegExp(
    `^(?:${who}\\s+)?(?:${small}\\s+)*(?<verb>${waysOf('finished')})\\s+(?<things>.+?)(?:\\s+${small})*$`,
    'iu',
  ).exec(text)?.groups;
  if (first !== undefined) return { things: first['things']!, verb: first['verb'] };
  const last = new RegExp(
    `^(?<things>.+?)(?:\\s+(?:is|are|was|were|has|have|got)|'s|'ve)?(?:\\s+(?:been|all|${small.slice(3)})*\\s+(?<verb>${waysOf('finished')}|over with|out the way|out of the way)(?:\\s+${small})*$`,
    'iu',
  ).exec(text)?.groups;
  return last === undefined ? undefined : { things: last['things']!, verb: last['verb'] };
}

/** Every word that says something names it; only the verb may be another ("handed in" of "lab report"). */
function todoIn(words: string, verb: string | undefined, given: Given): string | undefined {
  const { about } = given;
  const message = readMessage(words, given.place, given.known);
  if (message.health.danger || message.whens.some(({ recurs, at }) => recurs || at > given.place.now)) return undefined;
  const isSaid = (_: Token, at: number) => !isTime(message, at);
  const said = message.tokens.filter(isSaid);
  const weighty = said.filter(isWeighty);
  const isTodo = about?.kinds.some((kind) => kind === 'todo' || kind === 'reminder') === true && !about.ended;
  if (weighty.length === 0) return isTodo && said.some(({ word }) => POINTS.has(word)) ? about.name : undefined;
  const verbs = verb === undefined ? [] : readMessage(verb, given.place, given.known).tokens;
  const thing = thingNamed([...verbs, ...said], ['todo', 'reminder'], given);
  if (thing === undefined) return undefined;
  return weighty.every((token) => thing.hits.includes(token)) ? thing.name : undefined;
}

const POINTS = new Set(['it', 'that', 'them', 'this', 'those', 'one']);
