/** Conditions, allergies, symptoms. */

import {
  type Allergy,
  type Condition,
  citeAllergy,
  citeCondition,
  citeRegimen,
  citeSymptom,
  currentRegimens,
  isActive,
} from '../../_shared/graph.ts';
import { findAdvice, lookUp, tellKnown } from '../../_shared/knowledge.ts';
import { measuresOfCondition, sameMeasurement } from '../../_shared/measures.ts';
import { findEffect } from '../../_shared/medicine.ts';
import { capital, count, drugName, list, lower, sayDate } from '../../_shared/wording.ts';
import { tellBearing } from './bearing.ts';
import { type Desk, nextStep } from './desk.ts';
import { tellKind } from './kinds.ts';
import { tellWarning } from './warning.ts';

export function answerConditions(desk: Desk, names: readonly string[]): string {
  const { rows } = desk;
  if (names.length === 0) return answerAll(desk);
  const found = names.map((name) => ({
    name,
    matches: rows.conditions.filter((condition) => isSame(condition.name, name)),
  }));
  return found
    .map(({ name, matches }) => (matches.length > 0 ? answerOne(desk, matches[0]!) : answerNone(desk, name)))
    .join('\n\n');
}

/** "diabetes" and "Type 2 diabetes mellitus", "high blood pressure" and "Hypertension". */
export function isSame(held: string, said: string): boolean {
  const [one, two] = [plain(held), plain(said)];
  if (one.includes(two) || two.includes(one)) return true;
  const words = two.split(' ').filter((word) => word.length > 4);
  return words.length > 0 && words.every((word) => one.includes(word));
}

const SAME: [RegExp, string][] = [
  [/high blood pressure|hypertensive disorder/g, 'hypertension'],
  [/high cholesterol|hyperlipidaemia|raised cholesterol/g, 'hyperlipidemia'],
  [/kidney disease|renal disease|ckd/g, 'kidney disease'],
  [/afib|a-fib|atrial fibrillation/g, 'atrial fibrillation'],
  [/heart attack/g, 'myocardial infarction'],
  [/underactive thyroid/g, 'hypothyroidism'],
  [/anaemia/g, 'anemia'],
  [/hay fever/g, 'allergic rhinitis'],
];

function plain(name: string): string {
  return SAME.reduce((text, [pattern, word]) => text.replace(pattern, word), name.toLowerCase());
}

function answerOne(desk: Desk, condition: Condition): string {
  const { notes, rows, now } = desk;
  const cited = notes.entry(citeCondition(condition));
  const since = condition.onset_date === null ? '' : ` since ${sayDate(condition.onset_date)}`;
  const lead = isActive(condition)
    ? `**${HAVE.test(desk.question) ? 'Yes: your' : 'Your'} record lists ${lower(condition.name)}${since}.**${cited}`
    : `**${/\bhad\b/i.test(desk.question) ? 'Yes: your' : 'Your'} record lists ${lower(condition.name)} as over${condition.abatement_date === null ? '' : ` since ${sayDate(condition.abatement_date)}`}.**${cited} It began ${condition.onset_date === null ? 'at an unknown date' : `on ${sayDate(condition.onset_date)}`}.`;
  const text = condition.text === null ? '' : ` The note says: "${condition.text.replace(/\.$/, '')}".`;
  const drugs = currentRegimens(rows.medications, now).filter(
    ({ reason }) => reason !== null && isSame(reason, condition.name),
  );
  const taken =
    drugs.length === 0
      ? ''
      : ` For it you take ${list(drugs.map((drug) => `${lower(drug.name)}${notes.entry(citeRegimen(drug))}`))}.`;
  return `${lead}${text}${taken}${tellState(desk, condition)}${explain(desk, condition.name)}`;
}

export const SEVERE = /\b(?:how (?:bad|severe|serious|advanced|far)|what stage|severity|getting worse)\b/i;

/** How it stands, by the measurements that it is followed by. */
function tellState(desk: Desk, { name }: Condition): string {
  if (!SEVERE.test(desk.question)) return '';
  const kinds = measuresOfCondition(name).flatMap(
    (loinc) => desk.rows.kinds.find(({ code }) => sameMeasurement(code, loinc)) ?? [],
  );
  const measured =
    kinds.length === 0 ? '' : `\n\nLast measured: ${kinds.map((kind) => tellKind(desk, kind)).join('; ')}.`;
  return `${measured} How bad it is, your doctor judges by more than values.`;
}

const HAVE =
  /^\W*(?:and\W+)?(?:do|did|have|has|am|is|are|was)\b.*\b(?:have|had|has|got|diagnosed|suffer\w*|pregnant|diabetic|asthmatic|there)\b/i;

/** A sentence or two of what it is, where that is asked. */
function explain({ question, notes }: Desk, name: string): string {
  if (!/\b(what|why|explain|mean\w*|serious|dangerous|risk|about|should|tell)\b/i.test(question)) return '';
  const [known] = lookUp(`${question} ${name}`, { limit: 1, kinds: ['condition'] });
  return known === undefined ? '' : `\n\n${tellKnown(known, notes.knowledge(known)).replaceAll('**', '')}`;
}

function answerNone(desk: Desk, name: string): string {
  const active = desk.rows.conditions.filter(isActive);
  const listed =
    active.length === 0
      ? ''
      : ` It lists ${list(active.slice(0, 8).map((each) => `${lower(each.name)}${desk.notes.entry(citeCondition(each))}`))}.`;
  return `**There is no ${lower(name)} in your record.**${listed}`;
}

function answerAll(desk: Desk): string {
  const { rows, notes } = desk;
  const active = rows.conditions.filter(isActive);
  if (active.length === 0) return '**Your record lists no active condition.**';
  const lines = active.map(
    (each) =>
      `- ${each.name}${each.onset_date === null ? '' : `, since ${sayDate(each.onset_date)}`}${each.text === null ? '' : `: ${lower(each.text)}`}${notes.entry(citeCondition(each))}`,
  );
  const past = rows.conditions.length - active.length;
  const over = past === 0 ? '' : `\n\n${past === 1 ? 'One more is' : `${past} more are`} over.`;
  return `**Your record lists ${count(active.length, 'active condition')}.**\n\n${lines.join('\n')}${over}`;
}

export function answerAllergies(desk: Desk, names: readonly string[]): string {
  const active = desk.rows.allergies.filter(
    ({ status, verification }) => (status ?? 'active') === 'active' && verification !== 'refuted',
  );
  if (active.length === 0)
    return '**Your record lists no allergy.** If you have one, tell me what it is to and what happened, and I will keep it.';
  const asked = names.filter((name) => !active.some((allergy) => isSame(allergy.name, name)));
  const lines = active.map((allergy) => tellAllergy(desk, allergy));
  const none = asked.length > 0 ? `**Your record lists no allergy to ${list(asked)}.** ` : '';
  const hit = names.length > 0 && asked.length === 0 && /\b(?:am i|do i)\b/i.test(desk.question);
  const avoid = /\bavoid\b/i.test(desk.question)
    ? ' Avoid it and whatever is made of it, and say so before anything new is prescribed or given.'
    : '';
  if (active.length === 1)
    return (
      `${none}${none === '' ? `**${hit ? 'Yes: your' : 'Your'} record lists ` : 'It lists '}${lines[0]}${none === '' ? '**' : ''}`.replace(
        /(\[\^\d+\]\.?)\*\*$/,
        '**$1',
      ) + avoid
    );
  return `${none}**Your record lists ${count(active.length, 'allergy', 'allergies')}.**\n\n${lines.map((line) => `- ${line.charAt(0).toUpperCase()}${line.slice(1)}`).join('\n')}${avoid === '' ? '' : `\n\n${avoid.trim()}`}`;
}

function tellAllergy({ notes }: Desk, allergy: Allergy): string {
  const grave = allergy.criticality === 'high' ? ', severe' : '';
  const reactions = allergy.reactions?.length ? `: ${list(allergy.reactions.map((each) => each.toLowerCase()))}` : '';
  const since = allergy.onset_date === null ? '' : ` since ${sayDate(allergy.onset_date.slice(0, 4))}`;
  const text = allergy.text === null ? '' : ` (${lower(allergy.text)})`;
  return `${lower(allergy.name)} allergy${grave}${reactions}${since}${text}.${notes.entry(citeAllergy(allergy))}`;
}

/** What the record says of it, what is known of it, and which medicine in the record is known for it. */
export function answerSymptoms(desk: Desk, names: readonly string[]): string {
  const { rows, notes } = desk;
  if (names.length === 0) {
    if (rows.symptoms.length === 0)
      return '**Your record lists no symptom.** Tell me what you feel and since when, and I will keep it.';
    const lines = rows.symptoms
      .slice(0, 10)
      .map(
        (each) =>
          `- ${capital(each.name)}, since ${sayDate(each.onset_date)}${each.until === null ? '' : `, until ${sayDate(each.until)}`}${notes.entry(citeSymptom(each))}`,
      );
    return `**Your record lists ${count(rows.symptoms.length, 'symptom')}.**\n\n${lines.join('\n')}`;
  }
  const [name] = names;
  const held = rows.symptoms.filter((symptom) => isSame(symptom.name, name!)).slice(0, 1);
  const before = held
    .map((each) => ` Your record has it since ${sayDate(each.onset_date)}.${notes.entry(citeSymptom(each))}`)
    .join('');
  const effects = [tellBearing(desk, name!), knownEffects(desk, name!), tellWarning(desk, name!)]
    .filter(Boolean)
    .join('\n\n');
  const [known = lookUp(name!, { limit: 1, kinds: ['symptom', 'topic'] })[0]] = lookUp(
    desk.question.replace(WORRY, ''),
    {
      limit: 1,
      kinds: ['symptom', 'topic', 'condition'],
    },
  );
  const general = known === undefined ? '' : tellKnown(known, notes.knowledge(known));
  const advice = WHAT_TO_DO.test(desk.question) ? tellAdvice(desk, name!) : '';
  if (advice !== '')
    return [advice, careOf(general), effects, nextStep(desk, `your ${lower(name!)}`)].filter(Boolean).join('\n\n');
  if (effects === '' && general === '' && before === '')
    return `**Your record says nothing about ${lower(name!)}, and neither does my reference.** If it is new, strong or getting worse, have it looked at; tell me since when, and I will keep it.`;
  return [
    `${effects}${effects === '' ? before.trim().replace(/^(.*?\.)(\[)/, '**$1**$2') : before}`.trim(),
    general,
    nextStep(desk, `your ${lower(name!)}`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const WORRY = /\b(?:should|do|must) i (?:need to )?(?:be )?(?:worr\w+|concerned|scared|afraid)\b.*$/i;
const WHAT_TO_DO =
  /\bwhat (?:can|could|should|do) i (?:take|do|use|try)\b|\bwhat helps\b|\bhow (?:do|can|could|should) i (?:treat|ease|stop|relieve|get rid|help|deal)\b|\b(?:anything|something) (?:to|i can) (?:take|do)\b/i;

/** What helps, and what the record already lists for it. */
function tellAdvice({ rows, notes, now }: Desk, symptom: string): string {
  const found = findAdvice(symptom);
  if (found === undefined) return '';
  const own = currentRegimens(rows.medications, now).filter(
    ({ reason }) => reason !== null && found.entry.title.toLowerCase().includes(lower(reason).split(' ')[0]!),
  );
  const listed =
    own.length === 0
      ? ''
      : ` Your record lists for it: ${list(own.map((drug) => `${drugName(drug.name)}${notes.entry(citeRegimen(drug))}`))}.`;
  return `**What helps with ${lower(symptom)}:** ${lower(found.text)}${notes.knowledge(found.entry)}${listed} Before you take anything new, ask me whether it goes with what you take.`;
}

/** Of what is known of a complaint, when to be seen. */
function careOf(known: string): string {
  return known.split('\n\n').find((part) => part.startsWith('When to be seen')) ?? '';
}

/**
 * "Ankle swelling is a known effect of amlodipine": only where the knowledge base says so of a drug in the record.
 * The newest medicine is looked at first: what is new is more often the cause.
 */
export function knownEffects(
  { rows, notes, now }: Desk,
  symptom: string,
  drugs = currentRegimens(rows.medications, now),
): string {
  for (const drug of drugs.toSorted((a, b) => (b.start ?? '').localeCompare(a.start ?? ''))) {
    const found = findEffect(drug.name, symptom);
    if (found !== undefined)
      return `**${capital(symptom)} is a known effect of ${drugName(drug.name)}, which your record lists**${notes.entry(citeRegimen(drug))}: ${lower(found.sentence.replace(/\.$/, ''))}.${notes.knowledge(found.known)} That does not prove that it is the cause.`;
  }
  return '';
}
