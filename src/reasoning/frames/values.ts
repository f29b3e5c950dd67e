/** Values in a message: measured, read off a sensor, named beside their measure, and how much one changed. */

import type { ObservationFacts } from '../../clinical/catalogue/concept.ts';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert, type Fact, observationByCode } from '../../clinical/index.ts';
import { NUMBER_WORDS } from '../../text/index.ts';
import type { Told } from '../concerns/types.ts';
import { alternatives } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { sayUnit } from '../wording.ts';
import { hasCue } from './cues.ts';

/** All that a clause says of values; what is measured twice is one. */
export function valuesIn({ text, start, end, subjects }: Frame, facts: readonly Fact[]): Told[] {
  const measured = [...measuredIn(facts, start, end), ...changedIn(text), ...sensedIn(text)];
  const found = [...measured, ...feverIn(text, subjects, measured)];
  const known = new Set(found.map(({ concept }) => concept));
  const refused = refusedIn(facts, start, end);
  return [...found, ...namedIn(text, subjects).filter(({ concept }) => !known.has(concept))].filter(
    ({ concept }) => !refused.has(concept),
  );
}

/** What was told in a unit that there is not, or as no body can have it: nothing is concluded from the bare number. */
function refusedIn(facts: readonly Fact[], start: number, end: number): Set<string> {
  const odd = facts.filter((fact) => fact.warning !== undefined && fact.start >= start && fact.start < end);
  return new Set(
    odd.flatMap(
      ({ name, code }) => openCatalogue().link({ name, codes: code ? [code] : [], kinds: ['observation'] })?.id ?? [],
    ),
  );
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
      const isMolar = concept.id === 'observation:glucose' && fact.value < MOLAR_BELOW && !SAYS_UNIT.test(fact.text);
      const value = isMolar
        ? convert(fact.value, 'mmol/L', unit, concept.observation?.molarMass)
        : fact.unit === undefined || fact.unit === unit
          ? fact.value
          : convert(fact.value, fact.unit, unit, concept.observation?.molarMass);
      return value === undefined
        ? []
        : [
            {
              concept: concept.id,
              name: fact.name,
              act: 'measured' as const,
              value,
              unit,
              ...saidAs(fact, unit, isMolar),
            },
          ];
    });
}

/** "2.9 mmol/L" stays so in what is said of it, whatever unit it is weighed in. */
function saidAs({ value, unit, original }: Fact, own: string, isMolar: boolean): Pick<Told, 'said'> {
  const told = !isMolar && original?.unit !== undefined ? original : { value, unit: isMolar ? 'mmol/L' : unit };
  if (told.unit === undefined || told.unit === own || typeof told.value !== 'number') return {};
  return { said: `${told.value} ${sayUnit(told.unit)}` };
}

const SENSED =
  /\b(?:sensor|libre|dexcom|cgm|glucose|sugars?|meter|glucometer)\b[\w\s']{0,24}?\b(?:says?|said|shows?|reads?|is|was|at|reading|of|reader says)?\s*(\d{1,3}(?:\.\d)?)\b/i;
const MOLAR_BELOW = 34;
const SAYS_UNIT = /mg|mmol|\/d?l\b/i;

/** "Sensor says 62": the number of a glucose sensor, in the unit that such a number can only have. */
function sensedIn(text: string): Told[] {
  const found = SENSED.exec(text);
  if (found === null) return [];
  const value = Number(found[1]);
  const unit = openCatalogue().get('observation:glucose')?.observation?.unit ?? 'mg/dL';
  const written = value < MOLAR_BELOW ? 'mmol/L' : 'mg/dL';
  const mass = openCatalogue().get('observation:glucose')?.observation?.molarMass;
  const converted = written === unit ? value : convert(value, written, unit, mass);
  const said = written === unit ? {} : { said: `${value} ${written}` };
  return converted === undefined
    ? []
    : [{ concept: 'observation:glucose', act: 'measured', value: converted, unit, ...said }];
}

const BARE =
  /(?<![\d.,/:-])(3[7-9]|4[01]|99|10[0-6])([.,]\d)?(?![\d.,/:%]|\s*(?:mg|mcg|g|kg|ml|lbs?|st|years?|yrs?|weeks?|days?|hours?|units?|mmol|of|am|pm|x)\b)/gi;
const LEAST_FEVER = { Cel: 37.5, F: 99.5 };
const FEVERISH = new Set(['symptom:fever', 'symptom:chills']);

/** "38.4 tonight and sore all over": a number that can only be read off a thermometer, where nothing else is measured. */
function feverIn(text: string, subjects: readonly Subject[], measured: readonly Told[]): Told[] {
  if (measured.length > 0 || subjects.some(({ kind }) => kind === 'observation') || isOutside(text)) return [];
  const ill = subjects.some(({ id }) => FEVERISH.has(id)) || hasCue('feverish', text);
  for (const { 0: said, 1: whole, 2: tenths } of text.matchAll(BARE)) {
    const number = Number(said.replace(',', '.'));
    const isCelsius = Number(whole) < 50;
    if (number < (isCelsius ? LEAST_FEVER.Cel : LEAST_FEVER.F) || (tenths === undefined && !ill)) continue;
    const value = isCelsius ? number : convert(number, '[degF]', 'Cel');
    if (value === undefined) continue;
    const fever = { concept: 'observation:body_temperature', act: 'measured' as const, value, unit: 'Cel' };
    return value < FEVER ? [fever] : [fever, { concept: 'symptom:fever', act: 'has' }];
  }
  return [];
}

const FEVER = 38;

/** Degrees of the weather, not of a body. */
function isOutside(text: string): boolean {
  return hasCue('weather', text);
}

const BETWEEN = new RegExp(`^(?:\\s*(?:${alternatives('before_a_reading')}))*\\s*$`, 'i');
const AFTER_NUMBER =
  /^\s*(?:mg|mcg|micrograms?|ml|tablets?|pills?|days?|weeks?|months?|years?|hours?|am|pm|times|%?\s*of|\/\d)\b/i;

/** "INR machine says 6.8": a number beside its measure, where it is one that a living person can have. */
function namedIn(text: string, subjects: readonly Subject[]): Told[] {
  return subjects.flatMap(({ id, kind, end }) => {
    const observation = kind === 'observation' ? openCatalogue().get(id)?.observation : undefined;
    const [number] = text.slice(end).matchAll(/(?<![\d.,/])\d+(?:[.,]\d+)?(?![\d/])/g);
    if (observation === undefined || number === undefined || !BETWEEN.test(text.slice(end, end + number.index)))
      return [];
    if (AFTER_NUMBER.test(text.slice(end + number.index + number[0].length))) return [];
    const value = inOnlyUnit(Number(number[0].replace(',', '.')), observation);
    return value === undefined ? [] : [{ concept: id, act: 'measured' as const, value, unit: observation.unit }];
  });
}

/** In the measure's own unit, where the number is plausible in one unit alone. */
function inOnlyUnit(number: number, { unit, units, limits, molarMass }: ObservationFacts): number | undefined {
  const read = [...new Set([unit, ...units])]
    .map((each) => (each === unit ? number : convert(number, each, unit, molarMass)))
    .filter((value) => value !== undefined && value >= limits.low && value <= limits.high);
  const unlike = new Set(read.map((value) => value!.toPrecision(3)));
  return unlike.size === 1 ? read[0] : undefined;
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

const SCALES = /\b(?:scales?|weigh(?:ed|s)?|weight)\b/i;
const READ_OFF = /(?<![\d.,])(\d{2,3}(?:\.\d+)?)(?![\d.,%]|\s*(?:mg|units?|am|pm|years?|months?)\b)/g;
const OF_NOW = /\b(?:today|this (?:morning|mornin|evening)|now|tonight)\b/i;
/** A bare number from here on is read in pounds. */
const LEAST_POUNDS = 140;

/** "Scales said 84.3 this morning and 81.9 on Thursday": two readings of two days. */
function weighedTwice(text: string): Told[] {
  const found = SCALES.test(text) ? [...text.matchAll(READ_OFF)] : [];
  const span = SPAN.exec(text);
  if (found.length !== 2 || span === null || !OF_NOW.test(text)) return [];
  const [first, second] = found.map(([, value]) => Number(value)) as [number, number];
  const isNowFirst = OF_NOW.test(text.slice(found[0]!.index, found[1]!.index));
  const factor = Math.max(first, second) >= LEAST_POUNDS ? 0.4536 : 1;
  const change = (isNowFirst ? first - second : second - first) * factor;
  return [
    {
      concept: 'observation:body_weight',
      act: 'changed',
      change: Math.round(change * 100) / 100,
      days: daysOf(span),
    },
  ];
}

function daysOf(span: RegExpExecArray): number {
  if (span[3] !== undefined) return /yesterday|overnight/i.test(span[3]) ? 1 : /week$/i.test(span[3]) ? 7 : 3;
  return (NUMBERS[span[1]!.toLowerCase()] ?? Number(span[1])) * (DAYS[span[2]!.toLowerCase()] ?? 1);
}

/** "Up two and a half kilos since Thursday". */
function changedIn(text: string): Told[] {
  const found = AMOUNT.exec(text);
  if (found === null) return weighedTwice(text);
  const number = (NUMBERS[found[1]!.toLowerCase()] ?? Number(found[1])) + (found[2] ? 0.5 : 0);
  const factor = UNITS.find(([unit]) => unit.test(found[3]!))?.[1] ?? 1;
  const sign = /\b(?:lost|down|dropped|lighter)\b/i.test(found[0]) ? -1 : 1;
  const span = SPAN.exec(text.slice(found.index + found[0].length)) ?? SPAN.exec(text);
  const days = span === null ? undefined : daysOf(span);
  return [
    {
      concept: 'observation:body_weight',
      act: 'changed',
      change: Math.round(sign * number * factor * 100) / 100,
      ...(days !== undefined && { days }),
    },
  ];
}
