/**
 * What was taken as a model of a dose: the medicine or its kind, how much of it, over how long, whose, and whether anything
 * else was said. Units of insulin at a meal are a dose; so many tablets over a week are judged by which they were, and asked
 * about where nobody said. Only what is told and nothing beside it is weighed so: any other word may be the sign or the intent.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { NUMBER_WORDS, wordsIn } from '../../text/index.ts';
import { sharedNames } from '../concerns/rules.ts';
import { isOf, type Situation, situationOf } from '../concerns/situation.ts';
import { amountOf } from '../frames/amounts.ts';
import { readMessage } from '../frames/index.ts';
import { pattern } from '../patterns.ts';
import { type Frame, NO_FOCUS, type Subject } from '../types.ts';
import type { Heard } from './dangers.ts';

/** `usual`: within what one dose can be. `unclear`: dose or poisoning, by what it was. `unknown`: nothing is known against an alarm. */
export type DoseFit = 'usual' | 'unclear' | 'unknown';

interface Taken {
  /** Undefined of tablets that nobody named. */
  readonly medicine: Subject | undefined;
  readonly amount: number;
  /** In so many days; undefined where it was at once or nobody said. */
  readonly days: number | undefined;
}

export function weighDoses({ chart, message, now }: Heard): DoseFit {
  const { frames } = readMessage(message, chart, NO_FOCUS, now);
  const told = frames.filter(({ act }) => act !== 'ask');
  if (told.length === 0 || !frames.every((frame) => isOnlyDose(frame))) return 'unknown';
  const doses = told.flatMap((frame) => dosesIn(frame));
  if (doses.length === 0 || !told.every((frame) => dosesIn(frame).length > 0)) return 'unknown';
  const situation = situationOf({ record: chart.view });
  const fits = doses.map((dose) => weigh(dose, situation));
  if (fits.includes('unknown')) return 'unknown';
  return fits.includes('unclear') ? 'unclear' : 'usual';
}

const DOSING = pattern('words_of_dosing');
const PIECES = pattern('pieces');

/** Nothing is said but what was taken, how much and when. */
function isOnlyDose({ text, subjects }: Frame): boolean {
  const named = subjects.filter(({ kind }) => MEDICINES.has(kind)).map(({ start, end }) => ({ start, end }));
  return wordsIn(text).every(
    ({ lower, start }) =>
      named.some((each) => start >= each.start && start < each.end) ||
      /^\d+$/.test(lower) ||
      lower in NUMBER_WORDS ||
      DOSING.test(lower),
  );
}

const MEDICINES = new Set<Subject['kind']>(['drug', 'drug_class']);

function dosesIn({ text, subjects }: Frame): Taken[] {
  const named = subjects.filter(({ kind }) => MEDICINES.has(kind));
  if (named.length === 0) {
    const pieces = PIECES.exec(text);
    return pieces === null ? [] : readDose(undefined, pieces.index, pieces.index + pieces[0].length, text);
  }
  return named.flatMap((medicine) => readDose(medicine, medicine.start, medicine.end, text));
}

function readDose(medicine: Subject | undefined, start: number, end: number, text: string): Taken[] {
  const { count, value, unit, over } = amountOf({ start, end }, text);
  const amount = unit === '[IU]' ? value : count;
  return amount === undefined ? [] : [{ medicine, amount, days: over }];
}

function weigh(dose: Taken, situation: Situation): DoseFit {
  const { medicine } = dose;
  if (medicine !== undefined && openCatalogue().isA(medicine.id, INSULINS)) return weighInsulin(dose, situation);
  return weighTablets(dose, situation);
}

const INSULINS = 'class:insulins';
/** What is usual for one who injects that medicine already may be a little more for a large meal. */
const MEAL = 1.5;
/** Units at one time that need no record to be believed; most pens give 60 or 80 at the most. */
const MOST_UNITS = 40;

function weighInsulin({ medicine, amount, days }: Taken, { view, taken }: Situation): DoseFit {
  if (days !== undefined) return 'unknown';
  const own = view.medicines.filter(
    ({ status, concepts }) => status === 'taken' && concepts.some((id) => openCatalogue().isA(id, medicine!.id)),
  );
  const doses = own.flatMap(({ dose, unit }) => (dose !== null && unit === '[IU]' ? [dose] : []));
  if (doses.length > 0) return amount <= Math.max(...doses) * MEAL ? 'usual' : 'unknown';
  const isStranger = view.name !== '' && view.name !== null && !taken.some(({ concepts }) => isInsulin(concepts));
  return isStranger || amount > MOST_UNITS || (view.age ?? ADULT) < ADULT ? 'unknown' : 'usual';
}

const isInsulin = (concepts: readonly string[]) => concepts.some((id) => openCatalogue().isA(id, INSULINS));
const ADULT = 16;
const DAYS = 2;
/** More pieces a day than this nobody is given of one medicine; fewer may be anything. */
const MOST_A_DAY = 12;

/** Over days, and of a medicine that nobody named or that is gentle enough: which and how strong decides. */
function weighTablets({ medicine, amount, days }: Taken, situation: Situation): DoseFit {
  if (days === undefined || days < DAYS || amount / days > MOST_A_DAY) return 'unknown';
  if ((situation.view.age ?? ADULT) < ADULT) return 'unknown';
  if (medicine === undefined) return 'unclear';
  const isAmong = (set: string) => isOf({ concepts: [medicine.id] }, sharedNames().sets.get(set)!, situation);
  if (isAmong('gentle_in_number')) return 'unclear';
  return isAmong('harms_in_excess') || openCatalogue().get(medicine.id)?.drug?.leaflet !== undefined
    ? 'unknown'
    : 'unclear';
}
