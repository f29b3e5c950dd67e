/** "Pick up dry cleaning, post office and get Ella new wellies": what somebody writes down to do it themselves, each by itself. */
import { readClause } from '../clause.ts';
import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import { done, type Given, type Model } from './model.ts';
import { isTime, timeSaid } from './plans.ts';
import { isEveryday } from './words.ts';

const MOST_WORDS = 12;
const TOOLS = ['add_todo', 'set_reminder'];

export const choresTold: Model = (text, given) => {
  if (/[?]/.test(text)) return undefined;
  const [first = '', ...others] = partsOf(withoutLead(text), given);
  // "Read me everything", "order us a pizza": that is asked of somebody else.
  if (!isDeed(first) || /^\S+\s+(?:me|us)\b|\bfor (?:me|us)\b/i.test(text)) return undefined;
  const requests: Request[] = [];
  for (const part of [first, ...others]) {
    const made = choreIn(part, given);
    if (made === undefined) return undefined;
    requests.push({ ...made, text });
  }
  return { kind: 'requests', requests, rest: [] };
};

const withoutLead = (text: string) =>
  text.replace(
    /^(?:(?:i|we)(?:'ve| have)? (?:need|have|got|want) to|(?:need|must|have|got|gotta|want) to|gotta|i must|we must|i should|we should|(?:todo|to do|task)s?:)\s+/i,
    '',
  );

const isDeed = (part: string) => isEveryday('deeds', /^[\p{L}'-]+/u.exec(part)?.[0].toLowerCase() ?? '');

/** Cut where another deed begins; where one has, what stands between commas is to be done too. */
function partsOf(text: string, { place, known }: Given): string[] {
  const cuts = text
    .split(/\s*[,;]\s*(?:and\s+|then\s+|also\s+)*|\s+(?:and|&|then)\s+(?:then\s+|also\s+)?/)
    .filter(Boolean);
  const [, ...others] = cuts;
  if (!others.some(isDeed)) return [text];
  const parts = [cuts[0]!];
  const commas = new Set(
    text.split(/\s*[,;]\s*/).map((part) => part.replace(/^(?:and|then|also)\s+/, '').slice(0, 12)),
  );
  for (const part of others) {
    // "Wash and iron the shirts": what the one is done to is the other's.
    const isOpen = !/\s/.test(parts.at(-1)!) && readMessage(part, place, known).tokens.length > 1;
    if (!isOpen && (isDeed(part) || commas.has(part.slice(0, 12)))) parts.push(part);
    else parts[parts.length - 1] = `${parts.at(-1)} and ${part}`;
  }
  return parts;
}

function choreIn(part: string, given: Given): Request | undefined {
  const message = readMessage(part, given.place, given.known);
  const { tokens, whens, health, bounds, hanging, lengths } = message;
  const isOther = health.danger || bounds.negated.size > 0 || bounds.conditions.length > 0 || hanging.length > 0;
  if (isOther || tokens.length > MOST_WORDS || whens.length > 1 || lengths.length > 0) return undefined;
  const clause = readClause(message, 0, tokens.length);
  if (clause.paths.length > 0 || clause.url !== undefined || clause.shows.has('device')) return undefined;
  const isUrgent = /\b(?:asap|a\.s\.a\.p\.|urgently)\b/i.test(part);
  const time = timeSaid(message);
  const title = tokens
    .filter((_, at) => !isTime(message, at))
    .reduce(
      (said, { start, end }) =>
        (start === 0 || said === '' ? '' : said) + gap(part, start, said) + part.slice(start, end),
      '',
    )
    .replace(/[\s,]*\b(?:asap|urgently)\b/i, '')
    .replace(/[\s,.!-]+$/, '')
    .trim();
  const words = title.split(/\s+/);
  if (title === '' || words.some((word) => POINTS.has(word.toLowerCase()))) return undefined;
  if (words.length === 1 && isDeed(title)) return undefined;
  if (whens.length === 0)
    return {
      ...{ agent: 'todo_agent', tool: 'add_todo', text: part, score: 3 },
      input: { title, ...(isUrgent && { priority: 'high' }) },
    };
  const isTimed = whens.some(({ timed, deadline }) => timed && !deadline);
  const order = isTimed ? `remind me to "${title}" ${time}` : `add "${title}" to my todos ${time}`;
  const read = done(order, part, given, TOOLS);
  return read?.kind === 'requests' && read.requests.length === 1 ? read.requests[0] : undefined;
}

const gap = (text: string, start: number, said: string) => (said !== '' && /\s/.test(text[start - 1] ?? '') ? ' ' : '');

/** Of these nobody has said what they are. */
const POINTS = new Set([
  'everything',
  'all',
  'both',
  'it',
  'them',
  'that',
  'those',
  'these',
  'this',
  'you',
  'yourself',
]);
