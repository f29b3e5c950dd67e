/**
 * How a medicine is really taken, by papers: doses that are missed, packs that were not fetched, and steps of the dose. Both
 * stand behind a value or an illness that gets worse, though the list shows the medicine as taken all along.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { type Passage, passagesOf } from './passages.ts';

const LAPSE = pattern('doses_lapse');
const NO_LAPSE = pattern('doses_kept');
const STEP = pattern('dose_step');
const YEAR_DAYS = 400;

export interface Lapse {
  passage: Passage;
  medicines: readonly MedicineView[];
}

/** The newest paper first: what it says is left out, of the medicines that are taken. */
export function lapsesOf(chart: Chart, medicines: readonly MedicineView[]): Lapse[] {
  return passagesOf(chart)
    .filter(
      ({ text, time, remark }) =>
        !remark &&
        time !== null &&
        daysBetween(time, chart.view.now) < YEAR_DAYS &&
        LAPSE.test(text) &&
        !NO_LAPSE.test(text),
    )
    .map((passage) => ({ passage, medicines: medicines.filter((item) => isNamed(item, passage.text)) }))
    .filter((lapse) => lapse.medicines.length > 0)
    .toSorted((a, b) => b.passage.time!.localeCompare(a.passage.time!));
}

const CLOCK = /\b(?:[01]?\d|2[0-3])[:.][0-5]\d\b/g;

/** By its name, its kind, or by the hour at which it is taken: "his 13:30 tablet". */
function isNamed({ concepts, name, frequency, note }: MedicineView, text: string): boolean {
  const catalogue = openCatalogue();
  const found = catalogue.find(text, { kinds: ['drug', 'drug_class'] }).map(({ concept }) => concept.id);
  if (found.some((id) => concepts.some((each) => catalogue.isA(each, id)))) return true;
  if (found.length > 0) return false;
  const hours = [...text.matchAll(CLOCK)].map(([hour]) => hour.replace('.', ':'));
  const taken = [...`${name} ${frequency ?? ''} ${note ?? ''}`.matchAll(CLOCK)].map(([hour]) => hour.replace('.', ':'));
  return hours.some((hour) => taken.includes(hour));
}

export interface DoseStep {
  /** As it is written: "raised from 20 to 30 mg". */
  said: string;
  up: boolean;
  passage: Passage;
}

const RAISED = /^(?:raised|increased|doubled|put up|up|stepped up|uptitrated|up-titrated|higher)/i;
const STEP_DAYS = 400;

/** The newest step of its dose that a paper tells of. */
export function doseStepOf(chart: Chart, { concepts }: Pick<MedicineView, 'concepts'>): DoseStep | undefined {
  const catalogue = openCatalogue();
  return passagesOf(chart)
    .filter(({ time, remark }) => !remark && time !== null && daysBetween(time, chart.view.now) < STEP_DAYS)
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .flatMap((passage): DoseStep[] => {
      const named = catalogue.find(passage.text, { kinds: ['drug'] });
      const own = named.find(({ concept }) => concepts.includes(concept.id));
      if (own === undefined) return [];
      const next = named.find(({ start }) => start >= own.end)?.start ?? passage.text.length;
      const said = STEP.exec(passage.text.slice(own.end, next))?.[0].trim();
      return said === undefined ? [] : [{ said, up: RAISED.test(said), passage }];
    })[0];
}
