/** How a condition is doing: the values that show it and how they moved, what papers set as limits and say of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { influences } from '../evidence/influences.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { ownSeriesOf } from '../evidence/observed.ts';
import { findPassages } from '../evidence/passages.ts';
import { type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { type ConditionView, daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';
import { sayLimit } from './limits.ts';

const MOST_VALUES = 5;
const BACK_DAYS = 800;

interface Moved {
  id: string;
  last: Reading;
  before: Reading | undefined;
  worse: boolean;
}

export function answerActivity(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'condition');
  const held = subject === undefined ? [] : itemsFor(subject, desk.chart).conditions;
  const [first] = held.filter(({ status }) => status === 'active');
  if (subject === undefined || first === undefined) return undefined;
  const moved = held.flatMap((item) => valuesOf(desk, item));
  const values = [...new Map(moved.map((each) => [each.id, each])).values()].slice(0, MOST_VALUES);
  const papers = papersOf(desk, frame, held);
  if (values.length === 0 && papers.length === 0) return undefined;
  const worse = values.filter((each) => each.worse);
  const name = lower(first.name);
  const lead =
    values.length === 0
      ? `Your record has no value that shows ${name}; your papers speak of it`
      : worse.length > 0
        ? `Your values speak for ${name} being more active: ${list(worse.map((each) => sayMoved(desk, each)))}`
        : `By your values ${name} has not got worse: ${list(values.map((each) => sayMoved(desk, each)))}`;
  const rest = values.filter((each) => worse.length > 0 && !worse.includes(each));
  return block(`**${lead}.**`, [
    rest.length === 0 ? undefined : `Beside it: ${list(rest.map((each) => sayMoved(desk, each)))}.`,
    ...values.map(({ id, last }) => sayLimit(desk, id, last)),
    `${capital(lower(first.name))} stands in your record${first.onset === null ? '' : ` since ${sayDate(first.onset)}`}${cite(desk, first, first.onset)}.`,
    ...papers,
    stepOf(desk, first, worse.length > 0),
  ]);
}

/** Measures that show the condition, by the catalogue or because the condition moves them. */
function valuesOf(desk: Desk, { concepts }: ConditionView): Moved[] {
  const catalogue = openCatalogue();
  /** What shows diabetes shows that of type 2. */
  const kinds = [...new Set(concepts.flatMap((id) => [id, ...catalogue.ancestors(id)]))];
  const shown = kinds.flatMap((id) => catalogue.shownBy(id).map((each) => each.id));
  const driven = influences.rows
    .filter(({ of, up, down }) => !GENERAL.has(of) && [...up, ...down].some((cause) => kinds.includes(cause)))
    .map(({ of }) => of)
    .filter((of) => of.startsWith('observation:'));
  return [...new Set([...shown, ...concepts.flatMap((id) => ownSeriesOf(desk.chart, id)), ...driven])].flatMap((id) => {
    const readings = readingsOf(desk.chart, id);
    const last = readings.at(-1);
    if (last === undefined || daysBetween(last.time, desk.now) > BACK_DAYS) return [];
    const before = readings.at(-2);
    return [{ id, last, before, worse: isWorse(id, last, before) }];
  });
}

/** Too many things move these to say how one condition is doing. */
const GENERAL = new Set(
  ['body_weight', 'hemoglobin', 'blood_pressure', 'heart_rate', 'albumin', 'sodium'].map((id) => `observation:${id}`),
);

const GREATLY = 1.5;

function isWorse(id: string, last: Reading, before: Reading | undefined): boolean {
  const abnormal = last.flag !== undefined && last.flag !== 'normal';
  if (before === undefined) return abnormal;
  const higherIsBetter = measureWords.better.higher.includes(id) || last.flag?.endsWith('low');
  const fell = last.value < before.value;
  const moved = Math.abs(last.value - before.value) / Math.max(Math.abs(before.value), 1e-9) > 0.05;
  const greatly = !higherIsBetter && !id.startsWith('own:') && last.value > before.value * GREATLY;
  return greatly || (abnormal && moved && (higherIsBetter ? fell : !fell));
}

function sayMoved(desk: Desk, { id, last, before }: Moved): string {
  const name = nameOf(id);
  const flag = last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`;
  const from =
    before === undefined
      ? ''
      : ` (${last.value > before.value ? 'up' : last.value < before.value ? 'down' : 'the same'} from ${before.shown} on ${sayDate(before.time)})`;
  return `${name} ${last.shown} on ${sayDate(last.time)}${flag}${from}${citeReading(desk, last, name)}`;
}

function papersOf(desk: Desk, frame: Frame, held: readonly ConditionView[]): string[] {
  return findPassages(desk.chart, {
    concepts: held.flatMap(({ concepts }) => concepts),
    words: contentWords(frame.text),
    text: frame.text,
    named: true,
  })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 2)
    .map(({ passage }) => mentionPassage(desk, passage))
    .filter((said) => said !== '');
}

function stepOf(desk: Desk, { concepts }: ConditionView, soon: boolean): string {
  const doctor = doctorFor(desk, concepts) ?? 'your doctor';
  const number = numberFor(desk, concepts);
  const visit = nextVisit(desk, doctor);
  const who = number === '' ? doctor : `${doctor} or ${number}`;
  return soon
    ? `Ask ${who} this week${visit === '' ? '' : `; ${visit} is the next one planned`}. Only they can say whether it is coming back.`
    : `Whether it is quiet is for ${who} to say${visit === '' ? '' : `: ask at ${visit}`}.`;
}
