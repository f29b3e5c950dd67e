/** Measures that nobody wrote down but that follow from others: the BMI from weight and height. */
import { rangeOf } from '../chart.ts';
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { type Reading, readingsOf } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import { sayDate } from '../wording.ts';

const BMI = 'observation:body_mass_index';
const WEIGHT = 'observation:body_weight';
const HEIGHT = 'observation:body_height';
const ADULT = 18;
/** A child grows: only a height of these days belongs to a weight. */
const GROWTH_DAYS = 60;
const CM = 100;

export function tellDerived(desk: Desk, observations: readonly string[]): Block | undefined {
  if (!observations.includes(BMI)) return undefined;
  const weight = readingsOf(desk.chart, WEIGHT).at(-1);
  const height = readingsOf(desk.chart, HEIGHT).at(-1);
  if (weight === undefined || height === undefined) return undefined;
  const isAdult = (desk.chart.view.age ?? ADULT) >= ADULT;
  if (!isAdult && Math.abs(daysBetween(height.time, weight.time)) > GROWTH_DAYS) return undefined;
  const bmi = Math.round((weight.point.value / (height.point.value / CM) ** 2) * 10) / 10;
  const say = (reading: Reading, id: string) =>
    `${nameOf(id)} ${reading.shown} (${sayDate(reading.time)})${citeReading(desk, reading, nameOf(id))}`;
  return block(
    `**Your BMI is ${bmi} kg/m²${isAdult ? judged(desk, bmi) : ''}: I computed it from ${say(weight, WEIGHT)} and ${say(height, HEIGHT)}; your record lists none.**`,
    [isAdult ? undefined : 'For a child it is read on a chart for age and sex, not by the range of adults.'],
  );
}

function judged({ chart }: Desk, bmi: number): string {
  const range = chart.view.pregnancy.state === 'pregnant' ? undefined : rangeOf(chart.view, BMI);
  if (range?.low === undefined || range.high === undefined) return '';
  const side = bmi < range.low ? 'below' : bmi > range.high ? 'above' : 'within';
  return `, ${side} the usual range of ${range.low} to ${range.high}`;
}
