/** Measurements of which there is no series: the newest of a kind, results in words, and what is not there. */
import { citeValue, type HeldCode, type Kind } from '../../_shared/graph.ts';
import { flagOf, measureOf, nearestTo, PRESSURE, sameMeasurement, sayFlag } from '../../_shared/measures.ts';
import { capital, sayDate, sayValue } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

/** Some results are words: a blood group, "never smoker". */
export function tellWords(desk: Desk, codes: readonly string[]): string | undefined {
  const kind = codes.flatMap((code) => kindOf(desk.rows.kinds, code) ?? [])[0];
  return kind === undefined
    ? undefined
    : `**${capital(tellKind(desk, kind))}.**`.replace(/(\[\^\d+\])\.\*\*$/, '.**$1');
}

/** Nothing of it: the nearest that there is, and how to add it. */
export function nothingThere(desk: Desk, codes: readonly string[]): string {
  const wanted = codes[0]!;
  const { say } = measureOf(wanted);
  const near = nearestTo(wanted).flatMap((code) => kindOf(desk.rows.kinds, code) ?? [])[0];
  const nearest = near === undefined ? '' : ` The nearest: ${tellKind(desk, near)}.`;
  return `**There is no ${say} in your record.**${nearest} If you have a result on paper, type it here and I will keep it.`;
}

function kindOf(kinds: readonly Kind[], loinc: string): Kind | undefined {
  return kinds.find(({ code }) => sameMeasurement(code, loinc));
}

/** "haemoglobin 13.1 g/dL on 3 Mar 2026, normal[^1]". */
export function tellKind({ person, notes }: Desk, { name, code, newest }: Kind): string {
  const last = newest[0]!;
  const flag = flagOf(last, code, person);
  const say = sayKind(name, code);
  const standing = flag === undefined ? '' : `, ${sayFlag(flag)}`;
  return `${say} ${sayValue(last.value ?? '', last.unit)} on ${sayDate(last.time)}${standing}${notes.entry(citeValue(last, capital(say)))}`;
}

export function sayKind(name: string, code: string | null): string {
  const known = code === null ? undefined : measureOf(code).say;
  return known === undefined || known === code ? name : known;
}

/** The codes under which this record holds a measurement: laboratories use several for one. */
export function codesHeld(all: readonly HeldCode[], codes: readonly string[]): string[] {
  const held = all.flatMap(({ code }) =>
    code !== null && codes.some((wanted) => sameMeasurement(code, wanted)) ? [code] : [],
  );
  return [...new Set(held)].filter((code) => code !== PRESSURE);
}
