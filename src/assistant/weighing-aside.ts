/** What the weighing of a medicine reads: in a thread, since words and lists may be long; each text once. */
import { extractFacts } from '../clinical/index.ts';
import { callAside } from '../threads/index.ts';
import { nextOccasion, readSchedule } from '../triggers/index.ts';
import { milligrams } from './dose.ts';
import { type MedicineOrder, medicineIn } from './medicine.ts';

export interface Dose {
  readonly name: string;
  /** In milligrams. */
  readonly amount: number | undefined;
}

export const works = {
  orders: (texts: readonly string[]): (MedicineOrder | undefined)[] => texts.map(kept(medicineIn)),
  doses: (texts: readonly string[]): (Dose | undefined)[] => texts.map(kept(doseIn)),
  firstDay,
};

const LONG = { long: true, limitMs: 30_000 };
/** So many texts, or so long ones, and they are no short work any more. */
const SHORT = 4_000;
const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length + 40, 0);

export function ordersIn(texts: readonly string[]): Promise<(MedicineOrder | undefined)[]> {
  return callAside(import.meta.url, works, 'orders', [texts], lengthOf(texts) > SHORT ? LONG : {});
}

export function dosesIn(texts: readonly string[]): Promise<(Dose | undefined)[]> {
  return callAside(import.meta.url, works, 'doses', [texts], lengthOf(texts) > SHORT ? LONG : {});
}

/** When it is first taken, and how often in the day from then; nothing for what does not come again. */
export function firstDayOf(when: string, now: number, zone: string): Promise<{ times: number; first: number }> {
  return callAside(import.meta.url, works, 'firstDay', [when, now, zone]);
}

const LONGEST = 500;

function doseIn(what: string): Dose | undefined {
  const found = extractFacts(`I ${what.slice(0, LONGEST)}`).find(
    ({ kind, dose }) => kind === 'medication' && dose !== undefined,
  );
  return found && { name: found.name, amount: milligrams(found.dose ?? '') };
}

const DAY = 24 * 60 * 60 * 1000;
const MOST_TIMES = 100;

function firstDay(when: string, now: number, zone: string): { times: number; first: number } {
  const { schedule } = readSchedule(when, { now, zone });
  if (schedule.kind === 'once') return { times: 0, first: schedule.at };
  let [times, next] = [0, nextOccasion(schedule, now)];
  const first = next;
  while (next !== undefined && first !== undefined && next < first + DAY && times < MOST_TIMES) {
    times++;
    next = nextOccasion(schedule, next);
  }
  return { times, first: first ?? now };
}

const MOST_KEPT = 5_000;
const readings = new Map<(text: string) => unknown, Map<string, unknown>>();

function kept<T>(read: (text: string) => T): (text: string) => T {
  const known = (readings.get(read) ?? new Map()) as Map<string, T>;
  readings.set(read, known);
  return (text) => {
    if (!known.has(text)) {
      if (known.size >= MOST_KEPT) known.clear();
      known.set(text, read(text));
    }
    return known.get(text)!;
  };
}
