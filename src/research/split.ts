/** Two subjects in one message are two requests: each goes to its own agent, with the rhythm and the conditions of both. */
import { talkIn } from './asking.ts';
import { FITS, fitOf } from './fit.ts';
import { topicOf } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { vocabulary, withoutConditions } from './vocabulary.ts';

/** Said as such: "and also", "as well as", a semicolon with "also". */
const BESIDE = /,?\s+(?:and also|as well as|and separately|and in addition)\s+|[;.]\s+(?:also|and)[,\s]\s*/i;
/** "X for gout and Y for asthma": both sides say what and for what. */
const AND = /,?\s+and\s+/i;

/** Whoever writes more tells one thing at length: looking for a second in it would keep others waiting. */
const LONGEST = 1_500;

export function requestsIn(message: string): string[] {
  if (message.length > LONGEST) return [message];
  const { head, rest } = partsOf(message);
  const beside = head.split(BESIDE);
  const parts = beside.length > 1 && beside.every(hasSubject) ? beside : pairsIn(head);
  if (parts.length < 2 || !areApart(parts)) return [message];
  return parts.map((part) => `${opened(part)}${/[.?!]$/.test(part.trim()) ? '' : '.'} ${rest}`.trim());
}

/** What is asked, up to the first sentence or clause without a subject; the rest holds for all of it. */
function partsOf(message: string): { head: string; rest: string } {
  const rhythm = vocabulary()
    .cadence.filter((word) => /ly$|^(?:every|each)$/.test(word))
    .join('|');
  const pieces = message.trim().split(new RegExp(`(?<=[.?!;])\\s+(?!also\\b|and\\b)|,\\s+(?=(?:${rhythm})\\b)`, 'i'));
  const end = pieces.findIndex((piece) => !hasSubject(piece));
  const told = end < 0 ? pieces : pieces.slice(0, end);
  return { head: told.join(' ').replace(/;$/, ''), rest: end < 0 ? '' : pieces.slice(end).join(' ') };
}

function hasSubject(text: string): boolean {
  const { subjects } = topicOf(withoutConditions(text));
  return withoutConditions(text).trim() !== '' && subjects.some(({ kind }) => kind !== 'other');
}

function pairsIn(text: string): string[] {
  const parts = text.split(AND);
  const isPair = (part: string) => {
    const kinds = topicOf(part).subjects.map(({ kind }) => kind);
    return kinds.includes('problem') && kinds.includes('medicine') && /\s(?:in|for|against)\s/i.test(part);
  };
  return parts.every(isPair) ? parts : [text];
}

function areApart(parts: readonly string[]): boolean {
  const topics = parts.map((part) => topicOf(part));
  return topics.every((one, i) => topics.every((other, j) => i === j || fitOf(one, other) < FITS));
}

function opened(part: string): string {
  const text = part.trim();
  return text === '' ? '' : text[0]!.toUpperCase() + text.slice(1);
}

/** "Stop following gout and tell me what is left": what is asked of the desk beside a request, and the request without it. */
export function asideIn(message: string): {
  readonly request: string;
  readonly aside?: 'about triggers' | 'about agents';
} {
  const places = [...message.matchAll(ASIDE)].map(({ index, 0: link }) => ({ index, end: index + link.length }));
  // What is asked of the desk is a few words at the end: how much stands before them does not matter.
  for (const { index, end } of places.filter(({ end: from }) => message.length - from <= LONGEST_ASIDE)) {
    const kind = talkIn(message.slice(end));
    const request = message.slice(0, index).trim();
    if ((kind === 'about triggers' || kind === 'about agents') && topicWords(request).length > 0)
      return { request, aside: kind };
  }
  return { request: message };
}

const LONGEST_ASIDE = 300;
/** What goes on with a sentence, or a sentence of its own. */
const ASIDE =
  /,?\s+(?:and then|and|then)\s+(?=(?:please )?(?:tell|show|list|say|let me know|what|which|who|when)\b)|(?<=[.!?;])\s+/gi;
