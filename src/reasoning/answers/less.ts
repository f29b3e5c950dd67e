/** "I only take it every second day, that's alright isn't it?": what is told of how often is held against how it is prescribed. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { NUMBER_WORDS } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Frame } from '../types.ts';
import { capital, drugName } from '../wording.ts';

const ASKED = new Set<Aspect>(['safe', 'judge', 'worry', 'about', 'missed', 'dose']);
const ONLY = pattern('taken_less');
const AS_NEEDED = pattern('taken_when_felt');
const COUNT = `\\d+|${Object.keys(NUMBER_WORDS).join('|')}|second|third|other`;
const EVERY_DAYS = new RegExp(`\\bevery (${COUNT})(?:nd|rd|th)? days?\\b`, 'i');
const A_WEEK = new RegExp(`\\b(?:(once|twice)|(${COUNT}) (?:times|days|nights)) (?:a|per|each) week\\b`, 'i');
const WEEK = 7;
/** So little of what is prescribed is less, and no slip of a count. */
const SHARE = 0.75;

/** How often a day it is told to be taken: 0 where only when it is felt to be needed. */
export function rateTold(text: string): number | undefined {
  const days = EVERY_DAYS.exec(text)?.[1]?.toLowerCase();
  if (days !== undefined) return 1 / numberOf(days);
  const week = A_WEEK.exec(text);
  if (week !== null) return (week[2] === undefined ? (week[1] === 'twice' ? 2 : 1) : numberOf(week[2])) / WEEK;
  return AS_NEEDED.test(text) ? 0 : undefined;
}

const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3 };
const numberOf = (said: string) =>
  ORDINALS[said.toLowerCase()] ?? NUMBER_WORDS[said.toLowerCase()] ?? Number.parseInt(said, 10);

/** A medicine of this record that the clause tells to be taken less often than it is written. */
export function takenLess({ text, subjects }: Frame, chart: Chart): MedicineView | undefined {
  if (!ONLY.test(text)) return undefined;
  const rate = rateTold(text);
  if (rate === undefined) return undefined;
  return subjects
    .filter(({ kind }) => kind === 'drug' || kind === 'drug_class')
    .flatMap((subject) => itemsFor(subject, chart).medicines)
    .find(
      ({ status, asNeeded, perDay }) => status === 'taken' && !asNeeded && perDay !== null && rate < perDay * SHARE,
    );
}

const MOST_QUOTES = 2;

export function answerLess(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKED.has(frame.aspect)) return undefined;
  const telling = [frame, ...desk.frames].find((each) => takenLess(each, desk.chart) !== undefined);
  const item = telling && takenLess(telling, desk.chart);
  if (telling === undefined || item === undefined) return undefined;
  const name = drugName(item.name);
  const [concept = ''] = item.concepts;
  const stopping = { concept, name, act: 'stopping' as const };
  const harms = concernsOf(desk.chart.view, [stopping], [], []).filter(
    ({ fresh, concepts }) => fresh && concepts.some((id) => openCatalogue().isA(concept, id)),
  );
  const papers = findPassages(desk.chart, {
    concepts: item.concepts,
    words: contentWords(`${telling.text} every day skip aim dose regular`),
    named: true,
  }).filter(({ passage: { remark, printed, time } }) => !remark && !printed && (time ?? '') >= (item.start ?? ''));
  const whom = [numberFor(desk, item.concepts), doctorFor(desk, item.concepts) ?? 'who prescribes it']
    .filter((each) => each !== '')
    .slice(0, 1);
  return {
    ...block(
      `**No, that is less than prescribed: ${name} is written as ${item.note ?? item.frequency ?? item.name}${cite(desk, item, item.start)}.**`,
      [
        ...papers.slice(0, MOST_QUOTES).map(({ passage }) => sayPassage(desk, passage)),
        ...harms.slice(0, 1).map((concern) => sayConcern(desk, concern)),
        `${capital(name)} works only as it is written. Take it so again from today without making up for what was left out, and tell ${harms.length > 0 ? 'them' : `${whom} this week`} why it was hard: there is mostly another way.`,
      ],
    ),
    verdict: 'no',
    tells: harms.slice(0, 1).map(({ key }) => key),
  };
}
