/** A body system at a glance, and the whole person: what is active, what stands out, what is taken, what comes. */
import { bodySystem, observationByCode } from 'consilium/clinical';
import { daysBetween } from '../../_shared/clock.ts';
import {
  citeCondition,
  citeRegimen,
  currentRegimens,
  isActive,
  isScheduled,
  type Kind,
  type Regimen,
} from '../../_shared/graph.ts';
import { canonical, type Flag, flagOf, PRESSURE, sayFlag } from '../../_shared/measures.ts';
import { capital, count, drugName, list, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import { type Desk, nextStep, table } from './desk.ts';
import { sayKind } from './measurement.ts';
import { readingsOf } from './readings.ts';

const SAY: Record<string, string> = {
  hepatic: 'liver',
  renal: 'kidneys',
  cardiovascular: 'heart and circulation',
  respiratory: 'lungs',
  neurological: 'nervous system',
  gastrointestinal: 'digestion',
  endocrine: 'hormones and metabolism',
  musculoskeletal: 'bones and joints',
  hematologic: 'blood',
  psychiatric: 'mind and mood',
  eye: 'eyes',
  reproductive: 'reproductive system',
  skin: 'skin',
  immunologic: 'immune system',
};

/** Values older than this are shown with a word about it. */
const OLD_DAYS = 550;

export function answerSystem(desk: Desk, system: string, word: string): string {
  const { rows, notes, now } = desk;
  const name = SAY[system] ?? system;
  const conditions = rows.conditions.filter((condition) => isActive(condition) && systemOf(condition.name) === system);
  const seen = lines(desk).filter((line) => line.system === system);
  const drugs = currentRegimens(rows.medications, now).filter(
    (drug) =>
      drug.reason !== null &&
      (systemOf(drug.reason) === system || conditions.some((each) => each.name === drug.reason)),
  );
  if (conditions.length + seen.length + drugs.length === 0)
    return `**Your record holds nothing about your ${word}: no condition, no measurement, no medicine of the ${system} system.** If something bothers you there, tell me what and since when.`;
  const outside = seen.filter(({ flag }) => flag !== undefined && flag !== 'normal');
  const head = `**${capital(name)} (${system} system): ${tellSum(conditions.length, seen.length, outside.length)}.**`;
  const active = conditions.map(
    (each) =>
      `${lower(each.name)}${each.onset_date === null ? '' : ` since ${sayDate(each.onset_date)}`}${notes.entry(citeCondition(each))}`,
  );
  const old = seen.filter(({ time }) => daysBetween(time, now) > OLD_DAYS);
  return [
    `${head}${active.length === 0 ? '' : ` Active: ${list(active)}.`}`,
    seen.length === 0 ? '' : table(['measurement', 'last', 'date', 'flag'], seen.slice(0, 10).map(toCells)),
    old.length === 0
      ? ''
      : `${old.length === seen.length ? 'These values are' : `${capital(list(old.slice(0, 4).map(({ say }) => say)))}: values`} more than a year and a half old.`,
    drugs.length === 0 ? '' : `You take for it: ${tellDrugs(drugs, notes)}.`,
    outside.length === 0 ? '' : nextStep(desk, list(outside.slice(0, 3).map(({ say }) => say))),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function tellSum(conditions: number, measured: number, outside: number): string {
  const known = conditions === 0 ? 'no active condition' : count(conditions, 'active condition');
  if (measured === 0) return `${known}, no measurement`;
  return `${known}, ${outside === 0 ? `${measured === 1 ? 'the one measurement is' : `all ${measured} measurements are`} in range or without one` : `${outside} of ${count(measured, 'measurement')} outside the range`}`;
}

export function answerOverview(desk: Desk): string {
  const { rows, notes, now } = desk;
  const active = rows.conditions.filter(isActive);
  const current = currentRegimens(rows.medications, now);
  const outside = lines(desk).filter(
    ({ flag, time }) => flag !== undefined && flag !== 'normal' && daysBetween(time, now) < OLD_DAYS,
  );
  const next = rows.encounters.filter((visit) => isScheduled(visit, now)).length;
  const head = `**${outside.length === 0 ? 'Nothing in your recent values is outside its range' : `${capital(count(outside.length, 'recent value'))} ${outside.length === 1 ? 'is' : 'are'} outside the range`}.**`;
  const conditions =
    active.length === 0
      ? 'No condition is active.'
      : `Active conditions: ${list(active.slice(0, 8).map((each) => `${lower(each.name)}${notes.entry(citeCondition(each))}`))}.`;
  return [
    `${head} ${conditions} You take ${count(current.length, 'medicine')}.`,
    outside.length === 0 ? '' : table(['measurement', 'last', 'date', 'flag'], outside.slice(0, 8).map(toCells)),
    next === 0
      ? 'No visit is scheduled.'
      : nextStep(
          desk,
          outside.length === 0
            ? 'whatever has changed since the last one'
            : list(outside.slice(0, 3).map(({ say }) => say)),
        ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

interface Line {
  say: string;
  shown: string;
  time: string;
  flag: Flag | undefined;
  system: string;
  marker: () => string;
}

/** Every kind of measurement with its newest value, blood pressure among them; what has no number is no line. */
function lines(desk: Desk): Line[] {
  const { rows, person, notes } = desk;
  const pressure = readingsOf(desk, PRESSURE).at(-1);
  const measured = rows.kinds.flatMap((kind): Line[] => {
    const last = kind.newest[0];
    if (last === undefined || typeof last.value !== 'number' || last.time === null) return [];
    const say = sayKind(kind.name, kind.code);
    const marker = () => notes.entry({ uuid: last.uuid, label: 'Observation', name: capital(say), date: last.time });
    return [
      {
        say,
        shown: sayValue(last.value, last.unit),
        time: last.time,
        flag: flagOf(last, kind.code, person),
        system: measuredSystem(kind),
        marker,
      },
    ];
  });
  const both =
    pressure === undefined
      ? []
      : [
          {
            say: 'blood pressure',
            shown: pressure.shown,
            time: pressure.time,
            flag: pressure.flag,
            system: 'cardiovascular',
            marker: () => notes.entry(pressure.cite),
          },
        ];
  return [...both, ...measured].toSorted((a, b) => gravity(b.flag) - gravity(a.flag));
}

function gravity(flag: Flag | undefined): number {
  return flag === undefined || flag === 'normal' ? 0 : flag.startsWith('critical') ? 2 : 1;
}

function measuredSystem({ code, name }: Kind): string {
  return (code === null ? undefined : observationByCode(canonical(code))?.system) ?? bodySystem(name) ?? 'general';
}

function toCells({ say, shown, time, flag, marker }: Line): string[] {
  return [`${say}${marker()}`, shown, sayDate(time), sayFlag(flag) || '–'];
}

/** Conditions that concern two systems are filed under the one that people ask for. */
const FILED: [RegExp, string][] = [
  [/hypertension|hyperlipid|cholesterol|coronary|heart|atrial|myocardial/i, 'cardiovascular'],
  [/retinopathy/i, 'eye'],
  [/kidney|renal/i, 'renal'],
  [/diabetes|thyroid|obesity/i, 'endocrine'],
];

function systemOf(name: string): string | undefined {
  return FILED.find(([pattern]) => pattern.test(name))?.[1] ?? bodySystem(name);
}

function tellDrugs(drugs: readonly Regimen[], notes: Desk['notes']): string {
  return list(
    drugs.map(
      (drug) =>
        `${drugName(drug.name)}${drug.dose === null ? '' : ` ${sayValue(drug.dose, drug.unit)}`}${notes.entry(citeRegimen(drug))}`,
    ),
  );
}
