/** What somebody told about themselves, set beside what the record and the knowledge base say. DataEntryAgent notes it. */
import { findInteractions, flagValue, identify, observationByCode } from 'consilium/clinical';
import type { Told } from '../../_shared/facts.ts';
import { citeAllergy, citeRegimen, currentRegimens } from '../../_shared/graph.ts';
import { lookUp, sentences, tellKnown } from '../../_shared/knowledge.ts';
import { flagOf, measureOf, PRESSURE, sayFlag } from '../../_shared/measures.ts';
import { findEffect } from '../../_shared/medicine.ts';
import { capital, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import { tellBearing } from './bearing.ts';
import { knownEffects } from './conditions.ts';
import type { Desk } from './desk.ts';
import { tellGoal } from './measurement.ts';
import { MISSED, tellMissed } from './medications.ts';
import { type Reading, readingsOf } from './readings.ts';
import { tellValueWarning, tellWarning, tellWhenToBeSeen } from './warning.ts';

/** Empty where there is nothing to add: then the note of what was kept is the whole reply. */
export function answerTold(desk: Desk, facts: readonly Told[]): string {
  const parts = facts.flatMap((fact) => {
    if (fact.negated && fact.kind !== 'medication') return [];
    switch (fact.kind) {
      case 'measurement':
        return fact.certainty === 'affirmed' ? tellMeasured(desk, fact, conditionsIn(facts)) : [];
      case 'condition':
        return fact.certainty === 'possible' ? tellSuspected(desk, fact) : [];
      case 'medication':
        return fact.certainty === 'possible' ? [] : tellMedicine(desk, fact);
      case 'symptom':
        return tellSymptom(desk, fact, facts);
      default:
        return [];
    }
  });
  return [...new Set(parts.filter((part) => part !== ''))].slice(0, 3).join('\n\n');
}

/** "I might have gout": what it is and when to be seen, no verdict. */
function tellSuspected({ notes }: Desk, { name }: Told): string {
  const [known] = lookUp(name, { limit: 1, kinds: ['condition'] });
  return known === undefined ? '' : tellKnown(known, notes.knowledge(known));
}

function conditionsIn(facts: readonly Told[]): string[] {
  return facts.flatMap(({ kind, name, certainty, negated }) =>
    kind === 'condition' && certainty === 'affirmed' && !negated ? [name] : [],
  );
}

/** A value that was just told: how it stands, against the goal for the conditions there are, and after the last one. */
export function tellMeasured(desk: Desk, fact: Told, conditions: readonly string[] = []): string {
  const loinc = fact.code && observationByCode(fact.code.code)?.loinc;
  if (loinc === undefined || fact.value === undefined) return '';
  const { say } = measureOf(loinc);
  const shown = sayValue(fact.value, fact.unit);
  const before = readingsOf(desk, loinc).at(-1);
  const flag = flagNow(desk, fact, loinc) ?? flagLike(desk, fact, loinc, before);
  const last =
    before === undefined
      ? ''
      : ` Your last ${say} in the record was ${before.shown} on ${sayDate(before.time)}${before.flag === undefined ? '' : `, ${sayFlag(before.flag)}`}.${desk.notes.entry(before.cite)}`;
  if (flag === undefined && before === undefined) return '';
  const judged =
    flag === undefined
      ? ''
      : flag === 'normal'
        ? `**${capital(say)} ${shown} is within the range.**`
        : `**${capital(say)} ${shown} is ${sayFlag(flag)}.**`;
  const urgent = flag?.startsWith('critical')
    ? ' That is far outside the range: call your practice today, or an emergency number if you feel unwell with it.'
    : '';
  const value = Number.parseFloat(String(fact.value));
  const goal = tellGoal(desk, loinc, { value, row: { unit: fact.unit ?? null } }, conditions);
  const warning = flag === undefined || flag === 'normal' ? '' : tellValueWarning(desk, say, flag);
  return [`${judged}${urgent}${goal}${last}`.trim(), warning].filter(Boolean).join('\n\n');
}

function flagNow({ person }: Desk, fact: Told, loinc: string): ReturnType<typeof flagOf> {
  if (loinc === PRESSURE) {
    const [upper = 0, lower = 0] = String(fact.value).split('/').map(Number);
    if (upper >= 180 || lower >= 120) return 'critical-high';
    if (upper >= 140 || lower >= 90) return 'high';
    return upper < 90 || lower < 60 ? 'low' : 'normal';
  }
  return typeof fact.value === 'number' ? flagValue(loinc, fact.value, fact.unit, person) : undefined;
}

/** By the range that the last result of the record was judged by. */
function flagLike(
  { person }: Desk,
  { value, unit }: Told,
  loinc: string,
  before: Reading | undefined,
): ReturnType<typeof flagOf> {
  if (before === undefined || typeof value !== 'number' || before.row.unit !== (unit ?? null)) return undefined;
  return flagOf({ ...before.row, value, interpretation: null }, loinc, person);
}

function tellMedicine(desk: Desk, fact: Told): string {
  const { rows, notes, now } = desk;
  if (MISSED.test(desk.message)) return tellMissed(desk, fact.name);
  const { name, category } = identify(fact.name);
  const current = currentRegimens(rows.medications, now).filter((regimen) => identify(regimen.name).name !== name);
  if (fact.negated || fact.change === 'stopped') return '';
  const same = currentRegimens(rows.medications, now).find((regimen) => identify(regimen.name).name === name);
  const allergy = rows.allergies.find(
    (each) => each.name.toLowerCase().includes(name) || (category !== '' && each.name.toLowerCase().includes(category)),
  );
  const warned =
    allergy === undefined
      ? ''
      : `**Your record lists a ${lower(allergy.name)} allergy.**${notes.entry(citeAllergy(allergy))} Ask before you take ${name}.`;
  const found = findInteractions([name, ...current.map((regimen) => identify(regimen.name).name)]).filter(
    ({ drugs, severity }) => drugs.includes(name) && (severity === 'major' || severity === 'contraindicated'),
  );
  const other = found[0]?.drugs.find((drug) => drug !== name);
  const regimen = current.find((each) => identify(each.name).name === other);
  const clash =
    found[0] === undefined || regimen === undefined
      ? ''
      : `**${capital(name)} and your ${other}${notes.entry(citeRegimen(regimen))} do not go well together:** ${found[0].effect}. Ask your doctor or pharmacist before the next dose.${notes.source(found[0].source)}`;
  const changed =
    same?.dose && fact.dose !== undefined && Number.parseFloat(fact.dose) !== same.dose
      ? `Your record had ${name} ${sayValue(same.dose, same.unit)}${same.start === null ? '' : ` since ${sayDate(same.start)}`};${notes.entry(citeRegimen(same))} it now says ${fact.dose}.`
      : '';
  return [warned, clash, changed].filter(Boolean).join(' ');
}

function tellSymptom(desk: Desk, fact: Told, facts: readonly Told[]): string {
  const medicines = facts.filter(({ kind }) => kind === 'medication');
  const isStopped = ({ negated, change }: Told) => negated || change === 'stopped';
  const namesOf = (told: readonly Told[]) => told.map(({ name }) => name.toLowerCase());
  const taken = namesOf(medicines.filter((medicine) => !isStopped(medicine)));
  const stopped = namesOf(medicines.filter(isStopped));
  const current = currentRegimens(desk.rows.medications, desk.now);
  const among = (names: readonly string[]) => current.filter((each) => names.includes(identify(each.name).name));
  const others = current.filter((each) => !stopped.includes(identify(each.name).name));
  // What the message itself names comes first; what was stopped, last: it may have been the reason.
  const effect =
    knownEffects(desk, fact.name, among(taken)) ||
    effectOf(desk, fact.name, taken) ||
    knownEffects(desk, fact.name, others) ||
    effectOf(desk, fact.name, stopped);
  const found = effect || tellBearing(desk, fact.name);
  const warning = tellWarning(desk, fact.name);
  if (found !== '' || warning !== '')
    return [found, tellWhenToBeSeen(desk, fact.name), warning].filter(Boolean).join('\n\n');
  const [known] = lookUp(fact.name, { limit: 1, kinds: ['symptom'] });
  const warn = known?.sections.find(({ name }) => /when|help|doctor|urgent|seek|care/i.test(name));
  return known === undefined
    ? ''
    : `${sentences((warn ?? known).text)
        .slice(0, 2)
        .join(' ')}${desk.notes.knowledge(known)}`;
}

/** Of a drug that is only named in the message. */
function effectOf({ notes }: Desk, symptom: string, drugs: readonly string[]): string {
  for (const drug of drugs) {
    const found = findEffect(drug, symptom);
    if (found !== undefined)
      return `${capital(symptom)} is a known effect of ${drug}: ${lower(found.sentence)}${notes.knowledge(found.known)}`;
  }
  return '';
}
