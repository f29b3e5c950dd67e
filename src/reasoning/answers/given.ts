/** When something was last given that is given now and then: the newest paper that tells of it, and when the next was due. */
import { type Block, block, cite, citePassage, type Desk, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, sayDate } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

const ASKS_LAST =
  /\blast\b.{0,40}\b(?:shots?|injections?|jabs?|infusions?|drips?|doses?|implant)\b|\blast (?:had|given|got)\b/i;
const GIVEN = /\b(?:given|injected|administered|infused|received)\b/i;
const THAT_DAY =
  /\b(?:given|injected|administered|infused|received)\b.{0,30}\b(?:today|now|this (?:morning|afternoon))\b|\btoday\b.{0,30}\b(?:given|injected)\b/i;

export function answerLastGiven(desk: Desk, frame: Frame): Block | undefined {
  if (frame.aspect !== 'when' || !ASKS_LAST.test(frame.text)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const [item] = medicinesOf(desk, named).filter(({ status }) => status === 'taken');
  if (item === undefined) return undefined;
  const [last] = findPassages(desk.chart, { concepts: item.concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark, time }) => !remark && time !== null && GIVEN.test(text))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (last === undefined) return undefined;
  const name = drugName(item.name);
  const day = THAT_DAY.test(last.text) ? last.time : null;
  return block(
    `**${day === null ? `The newest paper that tells of ${name} being given is of ${sayDate(last.time)}` : `The last ${name} that your papers tell of was given on ${sayDate(day)}`}.**${citePassage(desk, last)}`,
    [
      sayPassage(desk, last),
      sayNext(desk, item, day, last),
      `${capital(name)} stands on your list${item.start === null ? '' : ` since ${sayDate(item.start)}`}${cite(desk, item, item.start)}.`,
    ],
  );
}

const COUNTED: Record<string, number> = { two: 2, three: 3, four: 4, six: 6, eight: 8, ten: 10, twelve: 12 };
const EVERY = /\bevery (\d+|two|three|four|six|eight|ten|twelve) (weeks?|months?)\b/i;
const HALF_YEARLY = /\b(?:twice a year|half-?yearly|every half year)\b/i;
const DAY_MS = 86_400_000;

/** By how often it is written to be given. */
function sayNext(desk: Desk, item: MedicineView, day: string | null, { text }: Passage): string | undefined {
  const written = [item.frequency, item.note, item.name, text].filter((each) => each !== null).join(' ; ');
  const [, count, unit] = EVERY.exec(written) ?? [];
  const months = HALF_YEARLY.test(written) ? 6 : unit?.startsWith('month') ? countOf(count!) : undefined;
  const weeks = unit?.startsWith('week') ? countOf(count!) : undefined;
  if (day === null || (months === undefined && weeks === undefined)) return undefined;
  const next = new Date(day);
  if (months !== undefined) next.setUTCMonth(next.getUTCMonth() + months);
  else next.setTime(next.getTime() + weeks! * 7 * DAY_MS);
  const due = next.toISOString().slice(0, 10);
  return due < desk.now.slice(0, 10)
    ? `By that the next was due on ${sayDate(due)}: it is overdue, and I find none since. Call ${doctorFor(desk, item.concepts) ?? 'your doctor'} today for a date.`
    : `By that the next is due on ${sayDate(due)}.`;
}

function countOf(said: string): number {
  return COUNTED[said.toLowerCase()] ?? Number(said);
}
