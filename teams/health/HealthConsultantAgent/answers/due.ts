/** Which of the usual checks the record holds, and which are past their time. */
import { readFileSync } from 'node:fs';
import { identify } from 'consilium/clinical';
import { parse } from 'yaml';
import { z } from 'zod';
import { monthsBefore } from '../../_shared/clock.ts';
import type { Cited, Footnotes } from '../../_shared/footnotes.ts';
import { currentRegimens, isActive } from '../../_shared/graph.ts';
import { knownBy, sentences } from '../../_shared/knowledge.ts';
import { PRESSURE, sameMeasurement } from '../../_shared/measures.ts';
import { capital, list, lower, sayDate } from '../../_shared/wording.ts';
import { type Desk, nextStep, table } from './desk.ts';
import { readingsOf } from './readings.ts';

const schema = z.array(
  z.strictObject({
    check: z.string(),
    for: z.string(),
    drugs: z.array(z.string()).optional(),
    /** From this age on it is for everybody. */
    age: z.number().optional(),
    measures: z.array(z.string()).default([]),
    procedures: z.string().optional(),
    immunizations: z.string().optional(),
    months: z.number().int().positive(),
    source: z.string(),
  }),
);

const checks = schema.parse(parse(readFileSync(new URL('../../_data/checks.yml', import.meta.url), 'utf8')));
type Check = (typeof checks)[number];

export interface Due {
  check: string;
  why: string;
  months: number;
  last: Cited | undefined;
  overdue: boolean;
  source: string;
}

export function answerDue(desk: Desk): string {
  const { notes } = desk;
  const found = checksOf(desk);
  if (found.length === 0)
    return `**Nothing in your record calls for a regular check that I know of.** ${tellScreening(notes)}`;
  const overdue = found.filter((each) => each.overdue);
  const head =
    overdue.length === 0
      ? '**By your record, nothing is overdue.**'
      : `**By your record, ${list(overdue.map(({ check }) => check))} ${overdue.length === 1 ? 'looks' : 'look'} due.**`;
  const rows = found
    .toSorted((a, b) => Number(b.overdue) - Number(a.overdue))
    .map(({ check, why, last, months, overdue: late, source }) => [
      capital(check),
      why,
      last === undefined ? 'not in your record' : `${sayDate(last.date)}${notes.entry(last)}`,
      `every ${months === 12 ? 'year' : `${months} months`}${notes.source(source)}`,
      late ? '▲ due' : 'in time',
    ]);
  return [
    `${head} What was done elsewhere may be missing here, and your doctor may have set other intervals.`,
    table(['check', 'for', 'last', 'usual', ''], rows),
    overdue.length === 0 ? '' : nextStep(desk, list(overdue.map(({ check }) => check))),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Every check that something in the record asks for. */
export function checksOf(desk: Desk): Due[] {
  return checks.flatMap((check): Due[] => {
    const why = reasonFor(desk, check);
    if (why === undefined) return [];
    const last = lastOf(desk, check);
    const overdue = (last?.date ?? '') < monthsBefore(desk.now, check.months).slice(0, 10);
    return [{ check: check.check, why, months: check.months, last, overdue, source: check.source }];
  });
}

function reasonFor({ rows, now, person }: Desk, { for: conditions, drugs = [], age }: Check): string | undefined {
  const pattern = new RegExp(conditions, 'i');
  const condition = rows.conditions.find((each) => isActive(each) && pattern.test(each.name));
  if (condition !== undefined) return lower(condition.name);
  const drug = currentRegimens(rows.medications, now).find(({ name }) => drugs.includes(identify(name).category));
  if (drug !== undefined) return lower(identify(drug.name).name);
  return age !== undefined && (person.age ?? 0) >= age ? `age from ${age}` : undefined;
}

function lastOf(desk: Desk, { measures, procedures, immunizations }: Check): Cited | undefined {
  const { rows } = desk;
  const values = measures.flatMap((loinc): Cited[] => {
    if (loinc === PRESSURE) return readingsOf(desk, PRESSURE).map(({ cite }) => cite);
    return rows.kinds
      .filter(({ code }) => sameMeasurement(code, loinc))
      .map(({ name, newest }) => ({ uuid: newest[0]!.uuid, label: 'Observation', name, date: newest[0]!.time }));
  });
  const named = (pattern: string | undefined, label: string, entries: typeof rows.procedures): Cited[] =>
    pattern === undefined
      ? []
      : entries
          .filter(({ name }) => new RegExp(pattern, 'i').test(name))
          .map(({ uuid, name, time }) => ({ uuid, label, name, date: time }));
  return [
    ...values,
    ...named(procedures, 'Procedure', rows.procedures),
    ...named(immunizations, 'Immunization', rows.immunizations),
  ]
    .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
    .at(-1);
}

function tellScreening(notes: Footnotes): string {
  const entry = knownBy('screening');
  const section = entry?.sections.find(({ name }) => name === 'what to do');
  if (entry === undefined || section === undefined) return '';
  return `For everybody: ${lower(sentences(section.text).slice(0, 2).join(' '))}${notes.knowledge(entry)}`;
}
