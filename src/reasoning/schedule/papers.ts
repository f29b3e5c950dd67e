/** What this person's own papers ask for again and again: "eye pressure every year", "INR, next in six weeks". */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { MONTH, monthNumber, NUMBER_WORDS } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { writeOutShort } from '../evidence/shorthand.ts';
import { daysBetween } from '../patient.ts';
import { type DoneItem, doneOf } from './index.ts';

export interface PaperDue {
  concept: string;
  /** "every year", as it was written. */
  said: string;
  passage: Passage;
  last: DoneItem | undefined;
  /** The day on which it is next due. */
  next: string;
  isDue: boolean;
}

const COUNT = '(?<count>\\d+|one|two|three|four|five|six|eight|nine|ten|twelve|eighteen)';
const UNIT = '(?<unit>week|month|year)s?';
/** Counted from the last time it was done. */
const EVERY = new RegExp(
  `\\b(?:(?:every|each)\\s+(?:${COUNT}(?:\\s*(?:-|to)\\s*\\d+)?\\s+)?${UNIT}|(?<yearly>yearly|annual(?:ly)?|once a year)|(?<half>twice a year|six-monthly)|(?<monthly>monthly))\\b`,
  'i',
);
/** Counted from the day of the paper. */
const NEXT = new RegExp(`\\b(?:next|again|repeat\\w*|recheck\\w*)\\b[^.;]{0,30}?\\bin\\s+${COUNT}\\s+${UNIT}\\b`, 'i');
const DAYS: Record<string, number> = { week: 7, month: 30.44, year: 365.25 };
const KINDS = ['procedure', 'observation', 'vaccine'] as const;
const OLDEST_DAYS = 365 * 8;
/** What was done or found says in its remark when it is done again: "Repeat in 12 months", "yearly smears". */
const ASKS_AGAIN = new Set(['Procedure', 'ConditionCase', 'Immunization']);
const held = new WeakMap<Chart['view'], PaperDue[]>();

export function paperSchedule(chart: Chart): PaperDue[] {
  const known = held.get(chart.view);
  if (known !== undefined) return known;
  const found = passagesOf(chart)
    .filter(
      ({ remark, label, time }) =>
        (!remark || ASKS_AGAIN.has(label)) && time !== null && time <= chart.view.now && isRecent(time, chart.view.now),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .flatMap((passage) => intervalsIn(passage, chart));
  const newest = found.filter((each, at) => found.findIndex(({ concept }) => concept === each.concept) === at);
  held.set(chart.view, newest);
  return newest;
}

function isRecent(time: string, now: string): boolean {
  return daysBetween(time, now) < OLDEST_DAYS;
}

/** Each part of a sentence that names a check and how often: the check named last before the time, else the first after it. */
function intervalsIn(passage: Passage, chart: Chart): PaperDue[] {
  return writeOutShort(passage.text)
    .split(/[;:]|,\s+(?=and\b)/)
    .flatMap((part) => {
      const [every, next] = [EVERY.exec(part), NEXT.exec(part)];
      const dated = every === null && next === null ? AGAIN.exec(part) : null;
      const found = every ?? next ?? dated;
      const days = found?.groups === undefined || dated !== null ? 0 : daysIn(found.groups);
      if (found === null || days === undefined) return [];
      return checksOf(part, passage).map((concept) => {
        const last = newer(doneOf([concept], chart.view)[0], lastIn(part, passage));
        const from = every === null ? passage.time! : (last?.time ?? passage.time!);
        const day =
          dated === null
            ? new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
            : dayOf(dated.groups!);
        const wasDone = every === null && last !== undefined && last.time > passage.time!;
        return {
          concept,
          said: found[0],
          passage,
          last,
          next: day,
          isDue: !wasDone && day <= chart.view.now.slice(0, 10),
        };
      });
    });
}

const MOST_NAMED = 3;
/** Beside ferritin it is the saturation of transferrin, not of oxygen. */
const OF_IRON = /\b(?:ferritin|transferrin|iron)\b/i;

/**
 * What is to be done again. "Your next test" is the test that the paper is about; where nothing is named, it is what the
 * sentence before speaks of.
 */
function checksOf(part: string, { before, title, remark }: Passage): string[] {
  // What an entry is called says what was found, too: "HPV positive" asks for no vaccine.
  const kinds = remark ? KINDS.filter((kind) => kind !== 'vaccine') : [...KINDS];
  const namedIn = (text = ''): string[] => [
    ...new Set(
      openCatalogue()
        .find(text, { kinds })
        .filter(({ text: said }) => !(OF_IRON.test(text) && /^saturation$/i.test(said)))
        .map(({ concept }) => concept.id),
    ),
  ];
  const here = namedIn(part);
  const places =
    here.length > 0 ? [here, namedIn(title), namedIn(before?.text)] : [namedIn(before?.text), namedIn(title)];
  const exact = places.map((ids) => ids.filter((id) => !isVague(id))).find((ids) => ids.length > 0);
  return (exact ?? here).slice(0, MOST_NAMED);
}

/** A kind of checks rather than one: "test", "imaging". */
function isVague(id: string): boolean {
  const { ancestors, descendants } = openCatalogue();
  return id.startsWith('procedure:') && ancestors(id).size < 2 && descendants(id).size > 0;
}

const LAST = new RegExp(
  `\\blast\\b[^.;)]{0,16}?(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+)?(?:(?<month>${MONTH})\\.?\\s+)?(?<year>20\\d\\d)`,
  'i',
);

/** "Colonoscopy again May 2029", "next due 1 October 2026": a day that the paper itself names. */
const AGAIN = new RegExp(
  `\\b(?:again|next|repeat|due)\\b[^.;]{0,14}?(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+)?(?<month>${MONTH})\\.?\\s+(?<year>20\\d\\d)`,
  'i',
);

function dayOf({ day = '1', month, year }: Record<string, string | undefined>): string {
  const at = monthNumber(month!);
  return `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** "(last August 2024)": done by the word of the paper, where no entry of the record tells of it. */
function lastIn(part: string, { uuid, label, title, time }: Passage): DoneItem | undefined {
  const found = LAST.exec(part)?.groups;
  if (found === undefined) return undefined;
  const { day, month, year } = found;
  const at = month === undefined ? '' : `-${String(monthNumber(month)).padStart(2, '0')}`;
  const said = `${year}${at}${at !== '' && day !== undefined ? `-${day.padStart(2, '0')}` : ''}`;
  return said <= (time ?? said) ? { uuid, label, name: title, time: said } : undefined;
}

function newer(one: DoneItem | undefined, other: DoneItem | undefined): DoneItem | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.time >= other.time ? one : other;
}

function daysIn({ count, unit, yearly, half, monthly }: Record<string, string | undefined>): number | undefined {
  if (yearly !== undefined) return DAYS['year'];
  if (half !== undefined) return DAYS['month']! * 6;
  if (monthly !== undefined) return DAYS['month'];
  const many = count === undefined ? 1 : (NUMBER_WORDS[count.toLowerCase()] ?? Number(count));
  return Number.isFinite(many) ? many * DAYS[unit!.toLowerCase()]! : undefined;
}
