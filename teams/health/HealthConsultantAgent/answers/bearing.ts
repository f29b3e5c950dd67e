/** What of the record may bear on a symptom: values outside their range, medicines that are known for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from 'consilium/clinical';
import { parse } from 'yaml';
import { z } from 'zod';
import { citeRegimen, currentRegimens } from '../../_shared/graph.ts';
import { flagOf, PRESSURE, sameMeasurement } from '../../_shared/measures.ts';
import { drugName, list, sayDate, sayValue } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';
import { tellKind } from './kinds.ts';
import { readingsOf } from './readings.ts';

const schema = z.array(
  z.strictObject({ words: z.array(z.string()), measures: z.array(z.string()), drugs: z.array(z.string()) }),
);

const bearings = schema.parse(parse(readFileSync(join(import.meta.dirname, '../../_data/symptoms.yml'), 'utf8')));

const MOST = 4;

export function tellBearing(desk: Desk, symptom: string): string {
  const said = symptom.toLowerCase();
  const bearing = bearings.find(({ words }) => words.some((word) => said.includes(word) || word.includes(said)));
  if (bearing === undefined) return '';
  const { rows, person, notes, now } = desk;
  const kinds = bearing.measures.flatMap((loinc) => rows.kinds.find(({ code }) => sameMeasurement(code, loinc)) ?? []);
  const outside = kinds.filter(({ newest, code }) => !['normal', undefined].includes(flagOf(newest[0]!, code, person)));
  const values = (outside.length > 0 ? outside : kinds).slice(0, MOST).map((kind) => tellKind(desk, kind));
  const pressure = bearing.measures.includes(PRESSURE) ? readingsOf(desk, PRESSURE).at(-1) : undefined;
  if (pressure !== undefined)
    values.unshift(`blood pressure ${pressure.shown} on ${sayDate(pressure.time)}${notes.entry(pressure.cite)}`);
  const drugs = currentRegimens(rows.medications, now)
    .filter(({ name }) => bearing.drugs.includes(identify(name).category))
    .toSorted((a, b) => Number(isNamed(desk, b.name)) - Number(isNamed(desk, a.name)));
  const taken = drugs
    .slice(0, MOST)
    .map(
      (drug) =>
        `${drugName(drug.name)}${drug.dose === null ? '' : ` ${sayValue(drug.dose, drug.unit)}`}${notes.entry(citeRegimen(drug))}`,
    );
  if (values.length + taken.length === 0) return '';
  const measured = values.length === 0 ? '' : `Measured: ${values.join('; ')}.`;
  const known = taken.length === 0 ? '' : ` Of what you take, ${list(taken)} can do this.`;
  return `**What in your record may bear on it.** ${measured}${known} None of it proves a cause.`;
}

function isNamed({ question }: Desk, drug: string): boolean {
  return question.toLowerCase().includes(identify(drug).name);
}
