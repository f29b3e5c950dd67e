/** What of a message is an alarm, weighed with the record: one answer for whoever answers, reads or stores. */
import type { RedFlag } from 'consilium/clinical';
import { type AgentContext, Awaiting, toConsiliumError } from 'consilium/kernel';
import { isOfPaper, tellsOfHold, tellsOfTaking } from 'consilium/reasoning';
import { patientRecord, type Reader } from 'consilium/record';
import { chartOf } from './chart.ts';
import { nowOf } from './clock.ts';
import { calm, dayDose, deadly, doses, exposed, hopeless, poisoned, secondDose, understood } from './reasoning.ts';
import { redFlagsIn } from './rules.ts';
import { hasPatient } from './turn.ts';

const weighed = new WeakMap<AgentContext['state'], { message: string; flags: RedFlag[] }>();

export function alarmsIn(context: AgentContext): RedFlag[] {
  const known = weighed.get(context.state);
  if (known?.message === context.message) return known.flags;
  const flags = weighFlags(context);
  weighed.set(context.state, { message: context.message, flags });
  return flags;
}

/** What stands: an alarm is taken back only for a reason, and a medicine and its amount tell of a poisoning where no word does. */
function weighFlags(context: AgentContext): RedFlag[] {
  const told = redFlagsIn(context.message);
  if (!told.some(({ rule }) => rule === 'suicide') && deadly(context.message)) return [despairing(context.message)];
  const stands = told.length > 0 && (isDespair(context, told[0]!) || !isNone(context, told));
  const flags = stands ? told : isPoisoning(context) ? [poisoning(context.message)] : [];
  return flags.every(({ rule }) => OF_AMOUNT.has(rule)) && isAllergenTaken(context)
    ? [allergic(context.message), ...flags.filter(({ guessed }) => guessed !== true)]
    : flags;
}

/** What was swallowed is no poison to others: it is what this person must never have again. */
function isAllergenTaken(context: AgentContext): boolean {
  if (!tellsOfTaking(context.message)) return false;
  return fromRecord(context, () => exposed(chartOf(context), context.message, nowOf(context.state))) ?? false;
}

export function isDespair({ message }: AgentContext, { guessed, rule }: RedFlag): boolean {
  return (guessed === true || OF_DESPAIR.has(rule)) && hopeless(message);
}

function isNone(context: AgentContext, flags: readonly RedFlag[]): boolean {
  const [message, now, { guessed, rule }] = [context.message, nowOf(context.state), flags[0]!];
  if (guessed && (isLongPast(message, now) || calm(message, rule, now))) return true;
  if (guessed && flags.every(({ text, guessed: isGuess }) => isGuess === true && isOfPaper(message, text))) return true;
  if (guessed && rule === 'danger' && isUnderstood(context)) return true;
  if (flags.every((flag) => flag.rule === 'overdose') && (isDayDose(context) || isSecondDose(context))) return true;
  return flags.every((flag) => OF_AMOUNT.has(flag.rule)) && !hopeless(message) && dosesTold(context) !== 'unknown';
}

/** What an amount alone can sound like. */
const OF_AMOUNT = new Set(['overdose', 'danger']);

/** A number of tablets that may be a dose or a poisoning, told without a sign or an intent: asked about, not alarmed. */
export function isUnclearDose(context: AgentContext): boolean {
  return redFlagsIn(context.message).length > 0 && alarmsIn(context).length === 0 && dosesTold(context) === 'unclear';
}

function dosesTold(context: AgentContext): ReturnType<typeof doses> {
  return doses(fromRecord(context, () => chartOf(context)) ?? null, context.message, nowOf(context.state));
}

function isPoisoning(context: AgentContext): boolean {
  const chart = tellsOfHold(context.message) ? fromRecord(context, () => chartOf(context)) : undefined;
  return poisoned(chart ?? null, context.message, nowOf(context.state));
}

function isDayDose(context: AgentContext): boolean {
  return dayDose(fromRecord(context, () => chartOf(context)) ?? null, context.message, nowOf(context.state));
}

function isSecondDose(context: AgentContext): boolean {
  return secondDose(fromRecord(context, () => chartOf(context)) ?? null, context.message, nowOf(context.state));
}

function isUnderstood(context: AgentContext): boolean {
  return understood(fromRecord(context, () => chartOf(context)) ?? null, context.message, nowOf(context.state));
}

function despairing(text: string): RedFlag {
  return { rule: 'suicide', name: 'thoughts of suicide', text, start: 0, end: text.length, advice: '', version: '' };
}

function allergic(text: string): RedFlag {
  return { rule: 'anaphylaxis', name: 'allergen taken', text, start: 0, end: text.length, advice: '', version: '' };
}

function poisoning(text: string): RedFlag {
  return { rule: 'overdose', name: 'poisoning', text, start: 0, end: text.length, advice: '', version: '' };
}

/** What is found as a poisoning or a vague danger is a cry for help where somebody sees no point any more. */
const OF_DESPAIR = new Set(['overdose', 'danger']);

/** "I had that in 2021, didn't I": each part of the message remembers an earlier year; the smallest news keeps the alarm. */
export function isLongPast(message: string, now: string): boolean {
  const years = [...message.matchAll(/\b(19\d\d|20\d\d)\b/g)].map(([year]) => Number(year));
  const isEarlier = years.length > 0 && years.every((year) => year < Number(now.slice(0, 4)));
  const parts = message.split(/[.,;:!?]+|\b(?:\d{4}|and|but|so|because|now)\b/i).filter((part) => /\w/.test(part));
  return isEarlier && parts.every((part) => RECALLED.test(part) || TAG.test(part));
}

const RECALLED = /\b(?:had|did|was|were|ever)\b/i;
/** What only asks for a yes. */
const TAG = /^\s*(?:didn'?t i|wasn'?t it|right|correct|isn'?t it|am i right|please)\s*$/i;

/** Whatever is wrong with the record, the answer must not wait for it. */
export function fromRecord<T>(context: AgentContext, read: (reader: Reader) => T): T | undefined {
  if (!hasPatient(context.state)) return undefined;
  try {
    return read({ ...patientRecord(context), now: nowOf(context.state) });
  } catch (thrown) {
    if (thrown instanceof Awaiting) throw thrown;
    context.log.warn({ code: toConsiliumError(thrown).code }, 'the record could not be read in an emergency');
    return undefined;
  }
}
