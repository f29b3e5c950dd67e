/** Whether the dose of the list is the one that fits: the label's criteria held against age, weight, kidneys and the other medicines. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert } from '../../clinical/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, citeReading, type Desk } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { type Reading, readingsOf } from '../evidence/series.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import { capital, drugName, list, sayDate } from '../wording.ts';

const limit = { from: z.number().optional(), to: z.number().optional(), below: z.number().optional() };
const criterion = z.union([
  z.strictObject({ of: z.enum(['age', 'weight', 'creatinine', 'egfr', 'clearance']), ...limit }),
  z.strictObject({ takes: z.array(z.string()).min(1) }),
]);
const amount = { say: z.string(), each: z.number().optional(), most: z.number().optional() };
const row = z.strictObject({
  drug: z.string(),
  for: z.array(z.string()),
  usual: z.strictObject(amount),
  steps: z
    .array(
      z.strictObject({
        need: z.number().optional(),
        criteria: z.array(criterion).min(1),
        ...amount,
        /** Labels of different countries differ here. */
        open: z.boolean().optional(),
      }),
    )
    .min(1),
  source: z.string(),
});
export const criteriaRows = z.array(row).parse(readRows(new URL('./dose-criteria.yml', import.meta.url)));
type Row = z.infer<typeof row>;
type Step = Row['steps'][number];
type Amount = Pick<Step, 'say' | 'each' | 'most'>;

/** A criterion as it stands here: `met` is undefined where the record does not tell. */
interface Weighed {
  met: boolean | undefined;
  say: string;
}

const MEASURES = {
  weight: { id: 'observation:body_weight', name: 'weight', unit: 'kg' },
  creatinine: { id: 'observation:creatinine', name: 'creatinine', unit: 'mg/dL' },
  egfr: { id: 'observation:estimated_gfr', name: 'eGFR', unit: 'mL/min/{1.73_m2}' },
} as const;

/** What the label says of this medicine for this person, beside what the list says; nothing where no criteria are known. */
export function weighDose(desk: Desk, item: MedicineView): Block | undefined {
  const found = criteriaRows.find((each) => item.concepts.includes(each.drug) && isFor(desk, each));
  if (found === undefined) return undefined;
  const weighed = found.steps.map((step) => ({ step, criteria: step.criteria.map((each) => weigh(desk, each)) }));
  const reached = weighed.find(({ step, criteria }) => countOf(criteria, true) >= needOf(step));
  const open = weighed.some(
    ({ step, criteria }) => countOf(criteria, true) + countOf(criteria, undefined) >= needOf(step),
  );
  const source = desk.notes.source(found.source);
  const told = (reached === undefined ? weighed : [reached]).flatMap(({ criteria }) => criteria.map(({ say }) => say));
  const name = drugName(item.name);
  const asWritten = `As written: ${item.note ?? item.frequency ?? item.name}${item.start === null ? '' : `, since ${sayDate(item.start)}`}${cite(desk, item, item.start)}.`;
  if (reached === undefined && open)
    return block(
      `**Whether the dose of ${name} fits cannot be told from this record: the label goes by what is missing here.**${source}`,
      [`${capital(list([...new Set(told)]))}.`, asWritten, askWhom(desk, item)],
    );
  const fit: Amount = reached?.step ?? found.usual;
  const fits = isFitting(item, fit);
  const by = `by the label's criteria ${fit.say}`;
  const met = reached === undefined ? 'none of the reasons for less is met' : sayMet(reached.criteria, reached.step);
  const lead =
    fits === undefined
      ? `**${capital(by)}: ${met}.**`
      : fits
        ? `**Yes, the dose of ${name} fits ${by}: ${met}.**`
        : `**No, the dose of ${name} is to be looked at again: ${by}, ${met}.**`;
  return {
    ...block(`${lead}${source}`, [
      `${capital(list([...new Set(told)]))}.`,
      asWritten,
      reached?.step.open === true ? 'Labels of different countries differ here: the prescriber decides.' : undefined,
      fits === true ? undefined : askWhom(desk, item),
    ]),
    ...(fits === false && { caution: { severity: 'important' as const, say: `${name}: ${by}, ${met}.`, taken: true } }),
  };
}

function isFor({ chart }: Desk, { for: ills }: Row): boolean {
  return (
    ills.length === 0 ||
    chart.view.conditions.some(({ status, concepts }) => status === 'active' && reaches(concepts, ills))
  );
}

function reaches(concepts: readonly string[], wanted: readonly string[]): boolean {
  return concepts.some((id) => wanted.some((each) => openCatalogue().isA(id, each)));
}

const needOf = ({ need, criteria }: Step) => need ?? criteria.length;
const countOf = (criteria: readonly Weighed[], met: boolean | undefined) =>
  criteria.filter((each) => each.met === met).length;

function sayMet(criteria: readonly Weighed[], step: Step): string {
  const met = countOf(criteria, true);
  if (criteria.length === 1) return 'its condition is met';
  return `${met} of ${criteria.length} criteria are met, ${needOf(step)} are enough`;
}

function askWhom(desk: Desk, item: MedicineView): string {
  const whom = [doctorFor(desk, item.concepts) ?? 'who prescribes it', numberFor(desk, item.concepts)];
  return `Do not change it alone: ask ${whom.filter((each) => each !== '').join(' or ')} today or tomorrow, and take it as written until then.`;
}

function weigh(desk: Desk, one: z.infer<typeof criterion>): Weighed {
  const { view } = desk.chart;
  if ('takes' in one) {
    const found = view.medicines.find(({ status, concepts }) => status === 'taken' && reaches(concepts, one.takes));
    const names = list(one.takes.map((id) => openCatalogue().get(id)?.name ?? id));
    return found === undefined
      ? { met: false, say: `none of ${names} is taken` }
      : { met: true, say: `${drugName(found.name)} is taken${cite(desk, found, found.start)}` };
  }
  if (one.of === 'age') return judged(one, view.age ?? undefined, `age ${view.age ?? 'unknown'}`, '');
  if (one.of === 'clearance') {
    const clearance = clearanceOf(desk);
    return judged(one, clearance?.value, clearance?.say ?? 'creatinine clearance unknown', 'mL/min');
  }
  const { id, name, unit } = MEASURES[one.of];
  const last = readingsOf(desk.chart, id, unit).at(-1);
  const said =
    last === undefined
      ? `${name} unknown`
      : `${name} ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}`;
  return judged(one, last?.value, said, last === undefined ? '' : last.shown.replace(/^[\d.,\s]+/, ''), last, desk.now);
}

const STALE_DAYS = 400;

function judged(
  { from, to, below }: { from?: number | undefined; to?: number | undefined; below?: number | undefined },
  value: number | undefined,
  said: string,
  unit: string,
  reading?: Reading,
  now?: string,
): Weighed {
  const wanted = [
    from === undefined ? '' : `${from}${unit === '' ? '' : ` ${unit}`} or more`,
    to === undefined ? '' : `${to}${unit === '' ? '' : ` ${unit}`} or less`,
    below === undefined ? '' : `below ${below}${unit === '' ? '' : ` ${unit}`}`,
  ].filter((each) => each !== '');
  if (value === undefined) return { met: undefined, say: `${said} (${wanted.join(', ')}?)` };
  const met = value >= (from ?? value) && value <= (to ?? value) && value < (below ?? value + 1);
  const old = reading !== undefined && now !== undefined && daysBetween(reading.time, now) > STALE_DAYS;
  return { met, say: `${said}${old ? ', which is old' : ''} (${wanted.join(', ')}: ${met ? 'yes' : 'no'})` };
}

/** By Cockcroft and Gault, of grown people, from the last creatinine and weight. */
function clearanceOf({ chart }: Desk): { value: number; say: string } | undefined {
  const { age, sex } = chart.view;
  const [creatinine, weight] = [
    readingsOf(chart, MEASURES.creatinine.id, 'mg/dL').at(-1),
    readingsOf(chart, MEASURES.weight.id, 'kg').at(-1),
  ];
  if (age === null || age < ADULT || creatinine?.unit !== 'mg/dL' || weight?.unit !== 'kg') return undefined;
  const value = Math.round((((140 - age) * weight.value) / (72 * creatinine.value)) * (sex === 'female' ? 0.85 : 1));
  return {
    value,
    say: `creatinine clearance about ${value} mL/min (Cockcroft and Gault, from age ${age}, ${weight.shown} and creatinine ${creatinine.shown} on ${sayDate(creatinine.time)})`,
  };
}

const ADULT = 18;

/** The list beside the label, where both say how much. */
function isFitting(item: MedicineView, { each, most }: Amount): boolean | undefined {
  const mg = doseOf(item);
  if (mg === undefined) return undefined;
  if (each !== undefined) return mg === each;
  if (most === 0) return false;
  return most === undefined || item.perDay === null ? undefined : mg * item.perDay <= most;
}

const WRITTEN = /(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(mg|mcg|micrograms?|µg|ug|g)\b(?!\s*\/)/i;
const UNITS: Readonly<Record<string, number>> = { mg: 1, g: 1000 };

/** One intake in mg: as the entry has it, else as it is written, else the strength of one tablet. */
export function doseOf({ dose, unit, note, frequency, name }: MedicineView): number | undefined {
  const known = dose === null || unit === null ? undefined : convert(dose, unit, 'mg');
  if (known !== undefined) return known;
  const [, amount, measure] = [note, frequency, name].map((text) => WRITTEN.exec(text ?? '')).find(Boolean) ?? [];
  return amount === undefined ? undefined : Number(amount.replace(',', '.')) * (UNITS[measure!.toLowerCase()] ?? 0.001);
}
