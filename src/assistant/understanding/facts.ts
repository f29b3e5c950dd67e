/** What somebody wants to be remembered. */
import { named, type Reading } from './titles.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

const IS = wordSet('fact_verbs');
const OWN = wordSet('fact_owners');

/** "My GP is Dr. Lee": a subject and what holds of it; anything else is a note. */
export function factOf(reading: Reading): { subject?: string; text: string } {
  const { clause, drop } = reading;
  const isWhole = clause.quote?.from === clause.from && clause.quote.to === clause.to;
  if (clause.quote !== undefined && (clause.message.content !== undefined || isWhole)) return factIn(clause.quote.text);
  const source = named({ clause, drop }) === undefined && clause.topic ? clause.topic : clause;
  const { message, from, to } = source;
  const taken = new Set(source.signs.filter(({ sign }) => drop.has(sign)).flatMap(({ at }) => at));
  const { tokens, text } = message;
  let [first, end] = [from, to];
  const isLead = (at: number) =>
    taken.has(at) ||
    (/^[^\p{L}\p{N}"“(]$/u.test(tokens[at]!.word) && !isPart(tokens, at)) ||
    [
      'that',
      'this',
      'it',
      'something',
      'down',
      'of',
      'and',
      'for',
      'me',
      'to',
      'fact',
      'please',
      'pls',
      'thanks',
    ].includes(tokens[at]!.word);
  while (first < end - 1 && isLead(first)) first++;
  while (end > first + 1 && isLead(end - 1)) end--;
  while (end < tokens.length && isMark(tokens[end]!) && isGlued(tokens, end)) end++;
  const slice = (a: number, b: number) => text.slice(tokens[a]!.start, tokens[b - 1]!.end).trim();
  const isAsked = ASKED.test(text);
  const whole = withoutStop(slice(first, end), isAsked);
  const isOwned = OWNED.test(tokens[first]!.word) && tokens[first]!.word !== "it's" && tokens[first]!.word !== "that's";
  if (!OWN.has(tokens[first]!.word) && !isOwned) return { text: whole };
  const verb = tokens.findIndex(({ word }, at) => at > first + 1 && at < end - 1 && at < first + 9 && IS.has(word));
  if (verb < 0) return { text: whole };
  const value =
    ['now', 'actually', 'called', 'named'].includes(tokens[verb + 1]!.word) && verb + 2 < end ? verb + 2 : verb + 1;
  // "Tom's phone number": whose it is belongs to the subject.
  const subject = slice(isOwned ? first : first + 1, verb);
  return { subject, text: withoutStop(slice(value, end), isAsked, subject) };
}

/** "Could you remember that …?": the mark is of the question. */
const ASKED = /^\s*(?:please\s+)?(?:can|could|will|would|do|did)\b/i;

const isMark = ({ word }: Token) => /^[^\p{L}\p{N}\s]$/u.test(word);
const isGlued = (tokens: readonly Token[], at: number) => tokens[at - 1]?.end === tokens[at]!.start;

/** "O+", "99#", "*77": a mark that stands close to what it is a part of, where it ends no sentence and joins nothing. */
function isPart(tokens: readonly Token[], at: number): boolean {
  const isBefore = tokens[at]!.end === tokens[at + 1]?.start && !isGlued(tokens, at);
  return !/^[.,;:!?]$/.test(tokens[at]!.word) && (isGlued(tokens, at) || isBefore);
}

/** A value as it was told: only the end of the sentence goes, and of a code no more than its full stop. */
function withoutStop(value: string, isAsked: boolean, subject = ''): string {
  const isCode = subject
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => CODES.has(word));
  if (!isCode) return value.replace(/\s*[.,;:!?]+$/, '');
  return value.replace(isAsked ? /[.?]$/ : /[.,;:]$/, '');
}

const CODES = wordSet('codes');

const OWNED = /^\p{L}{2,}'s$/u;

/** What was noted behind a head: one sentence with a subject is a fact, the rest stays as it stands. */
export function factIn(text: string): { subject?: string; text: string } {
  const [, subject, value] =
    /^(?:(?:my|our|the|your)\s+|(?=\p{L}+'s\s))([^.!?\n]{2,60}?)\s+(?:is|are|was|=)\s+(?:now\s+)?((?:[^.!?\n]|(?<=\b(?:dr|mr|mrs|ms|prof|st))\.|[.!?](?=\S))+[.!?]?)$/iu.exec(
      text.replace(/[’‘]/g, "'"),
    ) ?? [];
  return subject === undefined || value === undefined || /^(?:it|that|what|who|there|he|she)'s/i.test(subject)
    ? { text }
    : { subject, text: withoutStop(value, false, subject) };
}

/** "My car is blue and my sister Eva is vegan": each sentence of one line; what is none goes with the one before it. */
export function factsIn(text: string): string[] {
  if (/[\n.!?]\s*\S/.test(text.replace(/\b(?:dr|mr|mrs|ms|prof|st)\./gi, ''))) return [text];
  const facts: string[] = [];
  for (const part of text.split(/(\s*,\s*(?:and\s+)?|\s+and\s+)/)) {
    const isFact = FACT.test(part);
    const isJoint = /^\s*(?:,\s*)?(?:and\s+)?$/.test(part) || /^\s*,\s*$/.test(part);
    if (facts.length === 0 || (isFact && !isJoint)) facts.push(part);
    else facts[facts.length - 1] += part;
  }
  return facts.map((fact) => fact.replace(/\s*(?:,|\band\b|,\s*and\b)\s*$/i, '').trim()).filter(Boolean);
}

/** With whose it is, or who, and what holds of it. */
const FACT =
  /^(?:(?:my|our|his|her|their)\s|\p{L}+'s\s|I(?:'m| am| have|'ve)\b|\p{Lu}\p{L}+\s+(?:is|has|likes|lives)\b)(?:.*\b(?:is|are|was|has|have|likes|lives|=)\b|.*)/u;
