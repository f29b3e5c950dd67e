/** A medicine that the list shows as taken and the newest paper that speaks of it stops or pauses: the list is behind. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readDates } from '../../clinical/dates/dates.ts';
import type { Chart } from '../chart.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { holdsName, namesOf, type Passage, passagesOf } from './passages.ts';

const STOPS_IT = pattern('stops_what_follows');
const IS_STOPPED = pattern('is_stopped_behind');
const GOES_ON = pattern('medicine_goes_on');
const ONLY_IF = pattern('stopped_in_a_case');
/** A pause that a list has outlived for longer was forgotten in the paper, not on the list. */
const STILL_DAYS = 400;
/** "WBC < 3.5" ends nothing. */
const CLAUSE_END = /[.;](?!\d)/;
const UNTIL = /\b(?:until|till|for)\b[^.;]*/i;

/** The paper that withholds it now. A later one that lets it go on, or a day until which it was, lifts that. */
export function withheldBy(chart: Chart, { concepts, start }: MedicineView): Passage | undefined {
  const catalogue = openCatalogue();
  const names = concepts.map(namesOf);
  const speaking = passagesOf(chart)
    .filter(
      ({ remark, printed, time, stems }) =>
        !remark &&
        !printed &&
        time !== null &&
        time >= (start ?? '') &&
        daysBetween(time, chart.view.now) < STILL_DAYS &&
        names.some((each) => holdsName(each, stems)),
    )
    .flatMap((passage) => {
      const named = catalogue
        .find(passage.text, { kinds: ['drug'] })
        .filter(({ concept }) => concepts.includes(concept.id));
      return named.length === 0 ? [] : [{ passage, named }];
    })
    .toSorted((a, b) => b.passage.time!.localeCompare(a.passage.time!));
  for (const { passage, named } of speaking) {
    const { text, time } = passage;
    if (GOES_ON.test(text)) return undefined;
    if (named.some((place) => isStopped(text, place)) && !isOver(text, time!, chart.view.now)) return passage;
  }
  return undefined;
}

function isStopped(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(0, start).split(CLAUSE_END).at(-1)!;
  const after = text.slice(end);
  const clause = `${before}${text.slice(start, end)}${after.split(CLAUSE_END)[0]!}`;
  return (STOPS_IT.test(before) || IS_STOPPED.test(after)) && !ONLY_IF.test(clause);
}

/** "Hold it until 3 November" is over on the 4th. */
function isOver(text: string, written: string, now: string): boolean {
  const [said] = UNTIL.exec(text) ?? [];
  if (said === undefined) return false;
  const days = readDates(said, new Date(`${written.slice(0, 10)}T12:00:00Z`)).map(({ time }) => time.slice(0, 10));
  return days.some((day) => day >= written.slice(0, 10) && day < now.slice(0, 10));
}
