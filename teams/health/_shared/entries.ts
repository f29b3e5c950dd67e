/** What was put into the record last and what is still open about it, and whether a message is a reply to that. */
import type { State } from 'consilium/kernel';
import { type Amendment, amendmentIn } from 'consilium/reasoning';
import { aside } from 'consilium/threads';
import { nowOf } from './clock.ts';
import type { Kept } from './facts.ts';

export const PENDING = 'pending_entry';
export const LAST = 'last_facts';
export const RECENT = 'recent_facts';

/** A fact that waits for a word of the person: its unit, or whether it is right at all. */
export type Pending = {
  missing: 'unit' | 'confirmation';
  /** As read from the message, to be stored once it is whole. */
  fact: { kind: string; name: string; [detail: string]: unknown };
  units: string[];
  agent: string;
};

export function readPending(state: State): Pending | undefined {
  const pending = state.get(PENDING);
  return pending === undefined ? undefined : (pending as unknown as Pending);
}

/** What the last message put into the record. */
export function readLast(state: State): Kept[] {
  return listOf(state, LAST);
}

/** What this conversation put into the record lately: a correction may mean any of it. */
export function readRecent(state: State): Kept[] {
  return listOf(state, RECENT);
}

function listOf(state: State, key: string): Kept[] {
  const last = state.get(key);
  return Array.isArray(last) ? (last as unknown as Kept[]) : [];
}

export type EntryReply =
  | { kind: 'unit'; unit: string }
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'undo' }
  | { kind: 'amend'; amendment: Amendment };

const YES = /^\W*(yes|yeah|yep|right|correct|exactly|that'?s right|it is|ok|okay|sure)\b[^?]{0,30}$/i;
const NO =
  /^\W*(no|nope|wrong|that'?s (?:wrong|not right|incorrect)|not right|incorrect)\b[\s,.!]*(that'?s|it'?s|this is)?\s*(wrong|not right|incorrect)?\W*$/i;
const WRONG = /^\W*(?:no,?\s+)?(?:that'?s|it'?s|this is|that is|all)?\s*(?:wrong|not right|incorrect|not true)\W*$/i;
const UNDO =
  /^\W*(?:please\s+)?(?:undo|take (?:that|it|this) back|remove (?:that|it|this)|delete (?:that|it|this)|forget (?:that|it)|scratch that|don'?t (?:keep|save|store) (?:that|it|this))\b[^?]{0,20}$/i;

const KIN =
  'sister|brother|mother|mum|mom|father|dad|son|daughter|wife|husband|partner|friend|neighbou?r|grandmother|grandfather|grandma|grandpa|gran|aunt|uncle|cousin|flatmate|roommate|colleague';
/** "That was my sister's", "not mine": what was told is another's. */
const NOT_MINE = new RegExp(
  `^\\W*(?:(?:no|sorry|oh|oops|actually|wait)[,.!\\s]+)*(?:i meant |that['’]?s |(?:that|it|this|those|these|they)(?: one| reading| value)?(?:['’]s| was| is| were| are)\\s+)(?:about |of |for )?(?:not (?:mine|me|my \\w+)|(?:my|our|his|her) (?:\\w+ )?(?:${KIN})(?:['’]?s)?)(?: (?:one|ones|reading|value|result|number|tablets?|pills?|weight|pressure|blood pressure|sugar))*[,;\\s]*(?:not (?:mine|me|my own))?\\W*$`,
  'i',
);

/** What a message says about the last entry, if that is what it is about. */
export function readEntryReply(message: string, state: State): EntryReply | undefined {
  const pending = readPending(state);
  if (pending !== undefined) {
    const unit = pending.missing === 'unit' ? unitIn(message, pending.units) : undefined;
    if (unit !== undefined) return { kind: 'unit', unit };
    if (pending.missing === 'confirmation' && YES.test(message)) return { kind: 'yes' };
    if (NO.test(message) || UNDO.test(message)) return { kind: 'no' };
  }
  const last = readLast(state);
  if (last.length > 0 && (UNDO.test(message) || WRONG.test(message) || NOT_MINE.test(message))) return { kind: 'undo' };
  const amendment = reading.amendment(message, nowOf(state));
  if (amendment === undefined) return undefined;
  if (amendment.kind === 'correct' && readRecent(state).length === 0) return undefined;
  if (amendment.kind !== 'correct' && amendment.subjects.length === 0) return undefined;
  return { kind: 'amend', amendment };
}

export const works = { amendment: amendmentIn };
const reading = aside(import.meta.url, works);

export function isEntryReply(message: string, state: State): boolean {
  return readEntryReply(message, state) !== undefined;
}

function unitIn(message: string, units: readonly string[]): string | undefined {
  if (message.length > 60) return undefined;
  const said = message.toLowerCase().replaceAll('µ', 'u');
  return units
    .toSorted((a, b) => b.length - a.length)
    .find((unit) =>
      spellings(unit).some((spelling) => new RegExp(`(^|[^a-z])${literally(spelling)}($|[^a-z/])`).test(said)),
    );
}

const SPELLINGS: Record<string, string[]> = {
  kg: ['kg', 'kilo', 'kilos', 'kilograms', 'kilogram'],
  '[lb_av]': ['lb', 'lbs', 'pounds', 'pound'],
  '[stone_av]': ['stone', 'st'],
  cm: ['cm', 'centimeters', 'centimetres'],
  '[in_i]': ['in', 'inches', 'inch'],
  '[ft_i]': ['ft', 'feet', 'foot'],
  m: ['m', 'meters', 'metres'],
  Cel: ['c', 'celsius', '°c'],
  '[degF]': ['f', 'fahrenheit', '°f'],
  'mg/dL': ['mg/dl', 'milligrams per deciliter'],
  'mmol/L': ['mmol/l', 'mmol', 'millimoles'],
  '%': ['%', 'percent', 'per cent'],
};

function spellings(unit: string): string[] {
  return SPELLINGS[unit] ?? [unit.toLowerCase().replaceAll('µ', 'u')];
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
