/** Whether what is kept at home or worn is still in date: by the days that papers name, never by a guess. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { dateIn } from '../endings.ts';
import { findPassages, holdsName, namesOf, type Passage, stemsOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';

const ASKS = pattern('asks_if_in_date');
const SAYS = pattern('says_until_when');
const KEPT = new Set<Subject['kind']>(['drug', 'drug_class', 'procedure']);
/** So many sentences after its name a paper still speaks of it. */
const REACH = 2;

export function answerInDate(desk: Desk, frame: Frame): Block | undefined {
  const kept = frame.subjects.filter(({ kind }) => KEPT.has(kind));
  if (kept.length === 0 || !ASKS.test(frame.text)) return undefined;
  const said = findPassages(desk.chart, { concepts: kept.map(({ id }) => id), words: new Map(), named: true })
    .filter(({ passage }) => !passage.remark)
    .flatMap(({ passage }) => withNext(passage))
    .filter((passage, at, all) => SAYS.test(passage.text) && !isOfOther(passage, kept) && all.indexOf(passage) === at)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 2);
  if (said.length === 0) return undefined;
  const ends = said.flatMap(endsIn);
  const isPast = (day: string) => day < desk.now.slice(0, day.length);
  const isOver = ends.some(isPast);
  const lead = !isOver
    ? 'Look at the day until which it is in date.'
    : ends.every(isPast)
      ? 'No: by your paper it is out of date. Have it replaced now; in an emergency an old one is better than none.'
      : 'Not all of it is in date, by your papers.';
  return block(`**${lead}** ${sayPassage(desk, said[0]!)}`, [
    ...said.slice(1).map((passage) => sayPassage(desk, passage)),
    'What runs out before you need it: ask for a new one now.',
  ]);
}

function withNext(passage: Passage): Passage[] {
  const at = passage.paper.indexOf(passage);
  return passage.paper.slice(at, at + REACH + 1);
}

/** A sentence that begins with something else speaks of that. */
function isOfOther({ text, stems }: Passage, kept: readonly Subject[]): boolean {
  if (kept.some(({ id, text: said }) => holdsName(namesOf(id), stems) || sharesWord(said, stems))) return false;
  return !POINTS.test(text);
}

function sharesWord(said: string, stems: ReadonlySet<string>): boolean {
  return [...stemsOf(said)].some((word) => word.length > 2 && stems.has(word));
}

const POINTS = /^(?:it|they|both|the|these|those|this|each)\b/i;

/** The days that stand behind what says until when. */
function endsIn({ text, time }: Passage): string[] {
  return text
    .split(SAYS)
    .slice(1)
    .flatMap((after) => dateIn(after ?? '', time) ?? []);
}
