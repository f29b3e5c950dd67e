/** How much and how often, where a question names it: a yes to the medicine would be heard as a yes to that. */
import { type Intake, weighIntake } from '../../concerns/intake.ts';
import { situationOf } from '../../concerns/situation.ts';
import type { Told } from '../../concerns/types.ts';
import { cite, type Desk, nameOf } from '../../desk.ts';
import { doctorFor } from '../../evidence/contact.ts';
import { itemsFor } from '../../evidence/items.ts';
import { amountOf } from '../../frames/amounts.ts';
import type { MedicineView } from '../../patient.ts';
import { pattern } from '../../patterns.ts';
import type { Frame, Subject } from '../../types.ts';
import { describe, how } from '../describing.ts';

export interface AskedAmount extends Intake {
  readonly subject: Subject;
  /** That it is meant, and whether daily: for the rules. How much is weighed here, where nothing has been taken yet. */
  readonly told: Told;
}

const CHANGED = pattern('amount_changed');
const EACH_DAY = pattern('each_day');

/** Nothing where the question is of the medicine as such. */
export function amountAsked({ chart }: Desk, { text }: Frame, subject: Subject): AskedAmount | undefined {
  if (subject.kind !== 'drug') return undefined;
  const { count, spread, total, ...rest } = amountOf(subject, text);
  const isNumber = count !== undefined || rest.value !== undefined || rest.perDay !== undefined;
  const daily = EACH_DAY.test(text);
  const isChanged = CHANGED.test(text);
  if (!isNumber && !daily && !isChanged) return undefined;
  const told: Told = { concept: subject.id, act: 'plans', ...(daily && { daily }) };
  const meant: Told = {
    ...{ ...told, ...rest },
    // "2 g of it three times a day" is one dose, not all of it.
    ...(total === true && rest.perDay === undefined && { total }),
    ...((count ?? rest.value) !== undefined && { count: count ?? 1 }),
    ...((spread === true || daily) && { spread: true }),
  };
  const situation = situationOf({ record: chart.view, told: [meant] });
  const item = situation.told[0];
  const own = takenNow(chart, subject);
  if (isChanged || item === undefined) return { subject, told, fit: 'unknown' };
  if (meant.count === undefined)
    return { subject, told, fit: own?.perDay === (meant.perDay ?? 1) ? 'within' : 'unknown' };
  return { subject, told, ...weighIntake(item, situation, true) };
}

/** What is known of how much it may be, and who settles it. */
export function sayAmount(desk: Desk, { subject, fit, taken, limit }: AskedAmount): string {
  const own = takenNow(desk.chart, subject);
  const doctor = doctorFor(desk, [subject.id]) ?? 'your doctor';
  const listed =
    own && `your list says ${describe(own)}${how(own) === '' ? '' : `, ${how(own)}`}${cite(desk, own, own.start)}`;
  const settles = `How much of it, and how often, is for ${doctor} or a pharmacist to change.`;
  if (fit === 'over' && taken !== undefined && limit !== undefined)
    return `That would be ${round(taken.value)} ${taken.unit} of ${nameOf(subject.id)}, at once or in a day; the most I know of for you is ${round(limit.value)} ${limit.unit}${listed === undefined ? '' : ` (${listed})`}. ${settles}`;
  return listed === undefined
    ? `Whether that much, or that often, is right for you does not stand in your record: keep to the label or to what was prescribed. ${settles}`
    : `As for how much: ${listed}. ${settles}`;
}

function takenNow(chart: Desk['chart'], subject: Subject): MedicineView | undefined {
  return itemsFor(subject, chart).medicines.find(({ status }) => status === 'taken');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
