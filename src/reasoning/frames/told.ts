/** What a message tells, in the terms of the concerns: which concept, what was done, which value, how much it changed. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert, extractFacts, type Fact, observationByCode } from '../../clinical/index.ts';
import { NUMBER_WORDS } from '../../text/index.ts';
import type { Told } from '../concerns/types.ts';
import type { Frame, Subject } from '../types.ts';
import { toldAct } from './manner.ts';

/** Facts as the clinical reader sees them, offsets into the text in the first person. */
export function factsIn(text: string, now: string): Fact[] {
  return extractFacts(text, { now: `${now.slice(0, 10)}T12:00:00Z` });
}

export function toldIn(frames: readonly Frame[], facts: readonly Fact[]): Told[] {
  const told = frames.filter(({ act }) => act === 'tell' || act === 'command').flatMap((frame) => toldOf(frame, facts));
  const asked = frames.filter(({ act }) => act === 'ask').flatMap((frame) => toldInQuestion(frame, facts));
  const seen = new Set<string>();
  return [...told, ...asked].filter(
    ({ concept, act }) => !seen.has(`${concept}|${act}`) && seen.add(`${concept}|${act}`) !== undefined,
  );
}

const SUBSTANCES = new Set(['drug', 'drug_class', 'food', 'vaccine', 'allergen']);
const PROBLEMS = new Set(['condition', 'symptom']);

function toldOf(frame: Frame, facts: readonly Fact[]): Told[] {
  const { subjects, text, start, end, modality } = frame;
  const act = toldAct(text, subjects);
  const found: Told[] = [...measuredIn(facts, start, end), ...changedIn(text, subjects), ...sensedIn(text)];
  for (const subject of subjects) {
    if (isDenied(subject, frame, facts) || isOfOthers(subject, frame, facts)) continue;
    const told = { concept: subject.id, name: subject.text };
    if (SUBSTANCES.has(subject.kind)) {
      if (modality === 'hypothetical') continue;
      const means =
        modality === 'offered'
          ? 'offered'
          : act === undefined || act === 'plans'
            ? modality === 'planned'
              ? 'offered'
              : 'takes'
            : act;
      found.push({ ...told, act: means, ...doseOf(subject, frame, facts) });
    } else if (PROBLEMS.has(subject.kind)) {
      if (modality === 'actual' || act === 'plans') found.push({ ...told, act: isPlan(subject) ? 'plans' : 'has' });
    } else if (subject.kind === 'procedure')
      found.push({ ...told, act: modality === 'planned' || act === 'plans' ? 'plans' : 'has' });
  }
  return found;
}

/** "I have a bladder infection and was offered X. OK?": what a question tells beside what it asks. */
function toldInQuestion(frame: Frame, facts: readonly Fact[]): Told[] {
  const { subjects, text, start, end } = frame;
  const act = toldAct(text, subjects);
  const done = act === 'double' || act === 'missed' || act === 'stopped';
  return [
    ...measuredIn(facts, start, end),
    ...changedIn(text, subjects),
    ...sensedIn(text),
    ...(done
      ? subjects.filter(({ kind }) => SUBSTANCES.has(kind)).map(({ id, text: name }) => ({ concept: id, name, act }))
      : []),
    ...subjects
      .filter(
        (subject) =>
          PROBLEMS.has(subject.kind) &&
          !isDenied(subject, frame, facts) &&
          /\b(?:i have|i am|i've|my|i got|i feel)\b/i.test(text) &&
          /\b(?:now|today|since|am|feel|yesterday|this morning|last night|again)\b/i.test(text) &&
          frame.aspect !== 'have' &&
          frame.aspect !== 'when',
      )
      .map(({ id, text: name }) => ({ concept: id, name, act: 'has' as const })),
  ];
}

function isPlan({ id }: Subject): boolean {
  return id === 'condition:planning_a_pregnancy';
}

const NEGATION =
  /\b(?:no|not|without|never|denies?|don['’]?t have|haven['’]?t (?:had|got)|didn['’]?t have|isn['’]?t|free of)\b[\w\s,]{0,14}$/i;

function isDenied({ start, end, kind }: Subject, { text, start: offset }: Frame, facts: readonly Fact[]): boolean {
  const over = facts.find((fact) => fact.start < offset + end && fact.end > offset + start);
  if (over !== undefined && PROBLEMS.has(kind)) return over.certainty === 'negated' || over.negated;
  return PROBLEMS.has(kind) && NEGATION.test(text.slice(Math.max(0, start - 24), start));
}

function isOfOthers({ start, end }: Subject, { start: offset }: Frame, facts: readonly Fact[]): boolean {
  const over = facts.find((fact) => fact.start < offset + end && fact.end > offset + start);
  return over !== undefined && over.experiencer !== 'patient';
}

function doseOf({ start, end }: Subject, { start: offset }: Frame, facts: readonly Fact[]): Partial<Told> {
  const fact = facts.find(
    ({ kind, start: from, end: to }) => kind === 'medication' && from < offset + end && to > offset + start,
  );
  const amount = /^(\d+(?:\.\d+)?)\s*(\p{L}+)?/u.exec(fact?.dose ?? '');
  return amount?.[2] === undefined ? {} : { value: Number(amount[1]), unit: amount[2] };
}

function measuredIn(facts: readonly Fact[], start: number, end: number): Told[] {
  return facts
    .filter(
      (fact) =>
        fact.kind === 'measurement' &&
        fact.start >= start &&
        fact.start < end &&
        fact.experiencer === 'patient' &&
        fact.certainty === 'affirmed' &&
        fact.code !== undefined,
    )
    .flatMap((fact) => {
      const entry = observationByCode(fact.code!.code);
      const concept = openCatalogue().link({ name: fact.name, codes: [fact.code!], kinds: ['observation'] });
      if (concept === undefined) return [];
      const pair = /^(\d+)\/(\d+)$/.exec(String(fact.value));
      if (pair !== null)
        return [
          {
            concept: 'observation:systolic_blood_pressure',
            act: 'measured' as const,
            value: Number(pair[1]),
            unit: 'mm[Hg]',
          },
          {
            concept: 'observation:diastolic_blood_pressure',
            act: 'measured' as const,
            value: Number(pair[2]),
            unit: 'mm[Hg]',
          },
        ];
      if (typeof fact.value !== 'number') return [];
      const unit = concept.observation?.unit ?? entry?.unit ?? '';
      const value =
        fact.unit === undefined || fact.unit === unit
          ? fact.value
          : convert(fact.value, fact.unit, unit, concept.observation?.molarMass);
      return value === undefined
        ? []
        : [{ concept: concept.id, name: fact.name, act: 'measured' as const, value, unit }];
    });
}

const SENSED =
  /\b(?:sensor|libre|dexcom|cgm|glucose|sugars?|meter|glucometer)\b[\w\s']{0,24}?\b(?:says?|said|shows?|reads?|is|was|at|reading|of|reader says)?\s*(\d{1,3}(?:\.\d)?)\b/i;
const MOLAR_BELOW = 34;

/** "Sensor says 62": the number of a glucose sensor, in the unit that such a number can only have. */
function sensedIn(text: string): Told[] {
  const found = SENSED.exec(text);
  if (found === null) return [];
  const value = Number(found[1]);
  const unit = openCatalogue().get('observation:glucose')?.observation?.unit ?? 'mg/dL';
  const written = value < MOLAR_BELOW ? 'mmol/L' : 'mg/dL';
  const mass = openCatalogue().get('observation:glucose')?.observation?.molarMass;
  const converted = written === unit ? value : convert(value, written, unit, mass);
  return converted === undefined ? [] : [{ concept: 'observation:glucose', act: 'measured', value: converted, unit }];
}

const AMOUNT =
  /\b(?:up|gained|gain|put on|plus|heavier by|lost|down|dropped|lighter by)\b(?:\s+(?:by|about|around|another|almost|over|more than|nearly))*\s+(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)(\s+and a half)?\s*(kg|kilos?|kilograms?|pounds?|lbs?|stone)\b/i;
const SPAN =
  /\b(?:in|over|since|within|during)?\s*(?:the last |the past |just )?(?:(\d+|a|an|one|two|three|four|five|six|seven)\s+(day|week|month)s?|(yesterday|overnight|this week|last week|monday|tuesday|wednesday|thursday|friday|saturday|sunday|the weekend))\b/i;
const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, a: 1, an: 1 };
const DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };
const UNITS: [RegExp, number][] = [
  [/^(?:pound|lb)/i, 0.4536],
  [/^stone/i, 6.35],
  [/^k/i, 1],
];

/** "Up two and a half kilos since Thursday". */
function changedIn(text: string, subjects: readonly Subject[]): Told[] {
  const found = AMOUNT.exec(text);
  if (found === null) return [];
  const number = (NUMBERS[found[1]!.toLowerCase()] ?? Number(found[1])) + (found[2] ? 0.5 : 0);
  const factor = UNITS.find(([unit]) => unit.test(found[3]!))?.[1] ?? 1;
  const sign = /\b(?:lost|down|dropped|lighter)\b/i.test(found[0]) ? -1 : 1;
  const span = SPAN.exec(text.slice(found.index + found[0].length)) ?? SPAN.exec(text);
  const days =
    span === null
      ? undefined
      : span[3] !== undefined
        ? /yesterday|overnight/i.test(span[3])
          ? 1
          : /week$/i.test(span[3])
            ? 7
            : 3
        : (NUMBERS[span[1]!.toLowerCase()] ?? Number(span[1])) * (DAYS[span[2]!.toLowerCase()] ?? 1);
  const weight = subjects.some(({ id }) => id === 'observation:body_weight') || subjects.length >= 0;
  return weight
    ? [
        {
          concept: 'observation:body_weight',
          act: 'changed',
          change: Math.round(sign * number * factor * 100) / 100,
          ...(days !== undefined && { days }),
        },
      ]
    : [];
}
