/**
 * "My GP isn't Dr. Lee anymore, it's Dr. Patel", "correct my note: … should be …", "update: Tom's number is 555-0200": what is
 * remembered is corrected. What held before tells which note it is; what holds now takes its place.
 */

import type { Message } from './clause.ts';
import { factIn } from './facts.ts';
import { matchKnown } from './known.ts';
import type { Request } from './request.ts';

/** What held, where it was said, and what holds. */
interface Corrected {
  readonly old?: string | undefined;
  readonly subject?: string | undefined;
  readonly text: string;
}

const NO_LONGER =
  /^(?:actually,?\s+)?(?:my|our|the)\s+(.{2,60}?)\s+(?:isn't|is not|is no longer|ain't|are no longer|aren't|was never)\s+(.{1,120}?)(?:\s+(?:any\s?more|now))?\s*[,;:–-]+\s*(?:but\s+)?(?:it's|it is|it is now|they're|they are|that's|rather)\s+(?:now\s+)?(.{1,200}?)(?:\s+now)?[.!]*$/i;
const NOTED =
  /^(?:please\s+)?(?:correct|fix|change|amend|update|edit)\s+(?:my|the|that|your|this)\s+(?:note|memory|fact|entry in your memory|notes|memories)(?:\s+(?:on|about|of)\s+[^:]{1,80})?\s*[:,–-]\s*(.+)$/is;
const SHOULD =
  /^(.{2,400}?)\s+(?:should (?:be|read|say)|ought to be|must be|is (?:wrong|not right)[,;:–-]+\s*it(?:'s| is))\s+(.{1,400}?)[.!]*$/is;
const UPDATE = /^(?:update|correction|new)\s*[:–-]\s*(.+)$/is;

export function correctionIn(message: Message): Request | undefined {
  const said = message.said.trim().replace(/[’‘]/g, "'");
  const corrected = noLonger(message, said) ?? noted(said) ?? updated(message, said);
  if (corrected === undefined) return undefined;
  const { old, subject, text } = corrected;
  const input = { ...(subject !== undefined && { subject }), text, ...(old !== undefined && { old }) };
  return { agent: 'memory_agent', tool: 'remember', input, text: message.said, score: 5 };
}

/** Only of what is remembered: an appointment that is on another day is no note. */
function noLonger(message: Message, said: string): Corrected | undefined {
  const [, subject, old, text] = NO_LONGER.exec(said) ?? [];
  if (subject === undefined || text === undefined) return undefined;
  const known = matchKnown(message.tokens, 0, message.tokens.length, message.known);
  return known.has('note') && !known.has('event') && !known.has('todo') && !known.has('reminder')
    ? { subject, old, text }
    : undefined;
}

function noted(said: string): Corrected | undefined {
  const [, what] = NOTED.exec(said) ?? [];
  const [, old, text] = what === undefined ? [] : (SHOULD.exec(unmarked(what)) ?? []);
  if (what === undefined) return undefined;
  return old === undefined || text === undefined
    ? factIn(unmarked(what))
    : { old: unmarked(old), text: unmarked(text) };
}

function updated(message: Message, said: string): Corrected | undefined {
  const [, what] = UPDATE.exec(said) ?? [];
  if (what === undefined) return undefined;
  const fact = factIn(what);
  const isKnown = matchKnown(message.tokens, 0, message.tokens.length, message.known).has('note');
  return fact.subject !== undefined && isKnown ? fact : undefined;
}

function unmarked(text: string): string {
  return text.trim().replace(/^["“'‘]|["”'’]$/g, '');
}
