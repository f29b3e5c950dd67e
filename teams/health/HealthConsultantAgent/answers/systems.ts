/** A body system at a glance, and the whole person: what is active, what stands out, what is taken, what comes. */
import { bodySystem } from 'consilium/clinical';
import { daysBetween, monthsBefore } from '../../_shared/clock.ts';
import {
  citeCondition,
  citeRegimen,
  citeSymptom,
  currentRegimens,
  isActive,
  isScheduled,
  type Regimen,
} from '../../_shared/graph.ts';
import { capital, count, drugName, list, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import { ABNORMAL } from '../intent.ts';
import { type Desk, nextStep, table } from './desk.ts';
import { isOutside, linesOf, toCells } from './lines.ts';
import { asksMeaning, tellMeaning } from './meaning.ts';

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
  const seen = linesOf(desk).filter((line) => line.system === system);
  const drugs = currentRegimens(rows.medications, now).filter(
    (drug) =>
      drug.reason !== null &&
      (systemOf(drug.reason) === system || conditions.some((each) => each.name === drug.reason)),
  );
  if (conditions.length + seen.length + drugs.length === 0)
    return `**Your record holds nothing about your ${word}: no condition, no measurement, no medicine of the ${system} system.** If something bothers you there, tell me what and since when.`;
  const outside = seen.filter(isOutside);
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
    asksMeaning(desk.question) ? tellMeaning(desk, seen) : '',
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
  const outside = linesOf(desk).filter((line) => isOutside(line) && daysBetween(line.time, now) < OLD_DAYS);
  const next = rows.encounters.filter((visit) => isScheduled(visit, now)).length;
  const head = `**${outside.length === 0 ? 'Nothing in your recent values is outside its range' : `${capital(count(outside.length, 'recent value'))} ${outside.length === 1 ? 'is' : 'are'} outside the range`}.**`;
  const conditions =
    active.length === 0
      ? 'No condition is active.'
      : `Active conditions: ${list(active.slice(0, 8).map((each) => `${lower(each.name)}${notes.entry(citeCondition(each))}`))}.`;
  return [
    ABNORMAL.test(desk.question) ? head : `${head} ${conditions} ${tellTaken(current, notes)}${tellComplaints(desk)}`,
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

function tellTaken(current: readonly Regimen[], notes: Desk['notes']): string {
  if (current.length === 0) return 'You take no medicine.';
  return `You take ${count(current.length, 'medicine')}: ${tellDrugs(current.slice(0, 8), notes)}.`;
}

const RECENT_MONTHS = 3;

/** What was complained of in the last three months and is not over. */
function tellComplaints({ rows, now, notes }: Desk): string {
  const from = monthsBefore(now, RECENT_MONTHS).slice(0, 10);
  const recent = rows.symptoms
    .filter(({ onset_date, until }) => until === null && (onset_date ?? '') >= from)
    .slice(0, 5)
    .map((each) => `${lower(each.name)} since ${sayDate(each.onset_date)}${notes.entry(citeSymptom(each))}`);
  return recent.length === 0 ? '' : ` Complaints: ${list(recent)}.`;
}

function tellDrugs(drugs: readonly Regimen[], notes: Desk['notes']): string {
  return list(
    drugs.map(
      (drug) =>
        `${drugName(drug.name)}${drug.dose === null ? '' : ` ${sayValue(drug.dose, drug.unit)}`}${notes.entry(citeRegimen(drug))}`,
    ),
  );
}
