/** "Has he had his flu vaccine this winter?": what is given anew each season counts from the beginning of this one. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { type Due, scheduleFor } from '../schedule/index.ts';
import { statusOf } from '../schedule/status.ts';
import type { Aspect, Frame, Subject } from '../types.ts';
import { sayDate } from '../wording.ts';
import { sayBooked, sayDue } from './checks.ts';

/** "Do I need one?" is answered with yes where it is due, and stands elsewhere. */
const ASKS_WHETHER = new Set<Aspect>(['have']);
const EVER = /\b(?:ever|last (?:year|winter|autumn|season|time)|in (?:19|20)\d\d|when)\b/i;

export function answerSeasonal(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS_WHETHER.has(frame.aspect) || EVER.test(frame.text)) return undefined;
  const vaccines = frame.subjects.filter(({ kind }) => kind === 'vaccine');
  const [subject] = vaccines;
  if (subject === undefined || vaccines.length > 1) return undefined;
  const due = scheduleFor(desk.chart.view, desk.told).find((each) => isSeason(each, subject));
  if (due === undefined || !due.isDue) return undefined;
  const [last] = due.done;
  const { booked, lacking } = statusOf(desk.chart, due.row.look, last);
  const done =
    last === undefined
      ? 'none is on record'
      : `the last was on ${sayDate(last.time)}${desk.notes.entry({ ...last, date: last.time })}`;
  const papers = findPassages(desk.chart, { concepts: due.row.look, words: contentWords(frame.text), named: true })
    .map(({ passage }) => passage)
    .filter(({ remark, printed }) => !remark && !printed)
    .slice(0, 1);
  const number = numberFor(desk, due.row.look);
  return {
    ...block(`**No, not this season by the record: ${done}, and it is given anew each season.**`, [
      lacking === undefined ? undefined : quotePassage(desk, lacking),
      ...papers.map((paper) => sayPassage(desk, paper)),
      sayDue(desk, due),
      booked === undefined
        ? `It is due: ask ${number === '' ? (doctorFor(desk, []) ?? 'your doctor or a pharmacy') : number} to book it.`
        : sayBooked(desk, booked),
    ]),
  };
}

function isSeason({ row }: Due, { id }: Subject): boolean {
  const catalogue = openCatalogue();
  return (
    row.kind === 'vaccine' &&
    'season' in row &&
    row.season === true &&
    row.look.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id))
  );
}
