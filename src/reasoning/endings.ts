/** When a medicine ended whose entry gives no date: by the remark on it, else by the paper that says so. */
import type { Catalogue } from '../clinical/catalogue/index.ts';
import { MONTH, monthNumber, sentencesOf } from '../text/index.ts';
import type { DocumentView, MedicineView } from './patient.ts';

const STOPPED = /\b(?:stopped|discontinued|ended|taken off|came off|withdrawn)\b/i;
const DENIED = /\b(?:not|never|cannot|must not|don't)\b[^.]{0,30}\b(?:stopped|discontinued|ended)\b/i;
/** Said of the day that the paper was written: "stopped today", or a note that begins with it. */
const AT_ONCE = /\b(?:today|now|this visit)\b|^\W*(?:\S+\s+){1,4}(?:stopped|discontinued)\b\W/i;
const ISO = /\b(\d{4}-\d{2}(?:-\d{2})?)\b/;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\.?,?\\s+(\\d{4})\\b`, 'i');
const MONTH_FIRST = new RegExp(`\\b(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i');
const MONTH_YEAR = new RegExp(`\\b(${MONTH})\\.?,?\\s+(\\d{4})\\b`, 'i');
const MONTH_ONLY = new RegExp(`\\bin\\s+(${MONTH})\\b`, 'i');

export function withEndings(
  medicines: readonly MedicineView[],
  documents: readonly DocumentView[],
  remarkOf: (uuid: string) => string | null,
  catalogue: Catalogue,
): MedicineView[] {
  const open = medicines.filter(({ status, end }) => status === 'stopped' && end === null);
  if (open.length === 0) return [...medicines];
  const said = documents.flatMap(({ text, time }) => endingsIn(text, time, catalogue));
  return medicines.map((item) => {
    if (!open.includes(item)) return item;
    const remark = remarkOf(item.uuid);
    const noted = remark !== null && STOPPED.test(remark) ? dateIn(remark, null) : undefined;
    const told = said.find(
      ({ concepts, time }) =>
        item.concepts.some((id) => concepts.some((each) => catalogue.isA(id, each))) && time >= (item.start ?? ''),
    );
    return { ...item, end: noted ?? told?.time ?? null };
  });
}

function endingsIn(text: string, time: string | null, catalogue: Catalogue): { concepts: string[]; time: string }[] {
  return sentencesOf(text)
    .filter((sentence) => STOPPED.test(sentence) && !DENIED.test(sentence))
    .flatMap((sentence) => {
      const concepts = catalogue.find(sentence, { kinds: ['drug', 'drug_class'] }).map(({ concept }) => concept.id);
      const day = dateIn(sentence, time);
      return concepts.length === 0 || day === undefined ? [] : [{ concepts, time: day }];
    });
}

/** A date in words; a month alone is the last such month before the paper, and none at all the day of the paper. */
export function dateIn(text: string, written: string | null): string | undefined {
  const iso = ISO.exec(text)?.[1];
  if (iso !== undefined) return iso;
  const first = DAY_FIRST.exec(text);
  if (first !== null) return joined(first[3]!, first[2]!, first[1]);
  const second = MONTH_FIRST.exec(text);
  if (second !== null) return joined(second[3]!, second[1]!, second[2]);
  const month = MONTH_YEAR.exec(text);
  if (month !== null) return joined(month[2]!, month[1]!);
  const figures = IN_FIGURES.exec(text);
  if (figures !== null) return inFigures(figures);
  const alone = MONTH_ONLY.exec(text);
  if (written === null) return undefined;
  if (alone === null) return AT_ONCE.test(text) ? written.slice(0, 10) : undefined;
  const day = joined(written.slice(0, 4), alone[1]!);
  return day <= written.slice(0, 7) ? day : joined(String(Number(written.slice(0, 4)) - 1), alone[1]!);
}

/** "31/10/26", "03/2027": the day first, unless only the other order makes a date. */
const IN_FIGURES = /(?<![\d/.])(?:(\d{1,2})[/.])?(\d{1,2})[/.](20\d\d|\d\d)(?![\d/.]\d)/;
const MONTHS = 12;

function inFigures([, first, second, year]: RegExpExecArray): string | undefined {
  const of = year!.length === 2 ? `20${year}` : year!;
  if (first === undefined)
    return year!.length === 4 && Number(second) <= MONTHS ? `${of}-${second!.padStart(2, '0')}` : undefined;
  const [day, month] = Number(second) > MONTHS ? [second!, first] : [first, second!];
  return Number(month) > MONTHS ? undefined : `${of}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function joined(year: string, month: string, day?: string): string {
  const at = String(monthNumber(month)).padStart(2, '0');
  return day === undefined ? `${year}-${at}` : `${year}-${at}-${day.padStart(2, '0')}`;
}
