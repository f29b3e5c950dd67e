import type { Mention } from '../facts/facts.ts';
import { inDate, type Line } from '../words/line.ts';
import { observationByCode } from './observations.ts';
import { judge } from './quantities.ts';
import { readUnit } from './units.ts';
import { measurement, readDigits, readFeet, readPressure, withRest } from './values.ts';

/** Values that need no name: 120/80, 101.3 °F, 72 bpm, 98% on room air, 5'10", "a fever of 102". */
export function readStandalone(line: Line, taken: Mention[]): Mention[] {
  const found: Mention[] = [];
  const free = (start: number, end: number) =>
    !inDate(line, start, end) &&
    ![...taken, ...found].some((known) => known.start < end + line.offset && start + line.offset < known.end);
  for (const read of [pressures, heights, fevers, warmBodies, numbersWithUnits]) found.push(...read(line, free));
  return found;
}

type Free = (start: number, end: number) => boolean;

function* pressures(line: Line, free: Free): Generator<Mention> {
  for (const match of line.text.matchAll(
    /(?<![\d/.$])\d{2,3}\s*(?:\/|\bover\b)\s*\d{2,3}(?![\d/]|\.\d|\s*(?:mg|mcg|%|tablet|vision))/gi,
  )) {
    const value = readPressure(line, match.index);
    if (!value || typeof value.quantity.value !== 'string' || !free(match.index, value.end)) continue;
    const [systolic = 0, diastolic = 0] = value.quantity.value.split('/').map(Number);
    const plausible = systolic >= 70 && systolic <= 260 && diastolic >= 35 && diastolic <= 150;
    const stated = /mm\s?hg|over/i.test(line.text.slice(match.index, value.end));
    if (
      !stated &&
      (!plausible ||
        diastolic === 100 ||
        /(?:vision|score|scored|grade|got)\s*(?:of|is|was|a)?\s*$/i.test(line.text.slice(0, match.index)))
    )
      continue;
    yield measurement(line, observationByCode('85354-9')!, match.index, value);
  }
}

function* heights(line: Line, free: Free): Generator<Mention> {
  for (const match of line.text.matchAll(
    /(?<![\d.])\d\s*(?:'|’|′|\s?ft\b\.?|\s?feet\b|\s?foot\b)\s*(?:\d{1,2}\b|tall)?/gi,
  )) {
    const value = readFeet(line.text, match.index);
    if (!value || !free(match.index, value.end)) continue;
    const tall = /tall|height/i.test(line.text.slice(match.index, value.end + 8));
    if (/\d$|["”]/.test(match[0].trim()) || tall)
      yield measurement(line, observationByCode('8302-2')!, match.index, value);
  }
}

/** "He's 38.8": what a body is, with its tenth, is how warm it is. */
const BODY_IS =
  /\b(?:he|she|i|baby|son|daughter|boy|girl|child|toddler|kid|mum|mom|dad|mother|father|husband|wife)(?:['’]?[sm]| is| am| was)(?: (?:at|up to|now|still|about|around|running|already|back at|down to))? (\d{2}[.,]\d)(?!\d|[.,]\d)/giu;
/** What is heavy, long, old, carried for weeks or a share is no warmth: "she is 38.2 weeks", "BMI, I am 38.5". */
const NO_WARMTH =
  /^ ?(?:kg|kilos?|lbs?|pounds?|stone|cm|inch\w*|weeks?|wks?|months?|years?|pregnant|mmol|mg|%)|\b(?:bmi|pregnan\w*|gestation|scan|size)\b/i;
const FEVER_FROM = 37.5;
const FEVER_TO = 42.5;

function* warmBodies(line: Line, free: Free): Generator<Mention> {
  for (const match of line.text.matchAll(BODY_IS)) {
    const digits = match[1]!;
    const [start, end] = [match.index + match[0].length - digits.length, match.index + match[0].length];
    const value = Number(digits.replace(',', '.'));
    if (value < FEVER_FROM || value > FEVER_TO || !free(start, end)) continue;
    if (NO_WARMTH.test(line.text.slice(end)) || /\bbmi\b/i.test(line.text)) continue;
    const entry = observationByCode('8310-5')!;
    const quantity = judge(entry, value, undefined);
    if (quantity) yield measurement(line, entry, start, { quantity, start, end });
  }
}

function* fevers(line: Line, free: Free): Generator<Mention> {
  const pattern =
    /\b(?:fevers?|febrile|temps?|temperature|running|spiked)\b\s*(?:of|to|up to|at|around|about|was|is|as high as|reached|hit|over|got|went|goes|spiked|up|been|peaked|:|a|\s)*\s*(\d{2,3}(?:\.\d+)?)/gi;
  for (const match of line.text.matchAll(pattern)) {
    const start = match.index + match[0].length - (match[1] ?? '').length;
    const value = Number(match[1]);
    const unit = readUnit(line.text, start + (match[1] ?? '').length);
    const temperature = unit?.unit.dimension === 'temperature' ? unit : undefined;
    if (!temperature && !((value >= 35 && value <= 43) || (value >= 95 && value <= 110))) continue;
    const end = temperature?.end ?? start + (match[1] ?? '').length;
    if (!free(start, end)) continue;
    const entry = observationByCode('8310-5')!;
    const quantity = judge(entry, value, temperature?.unit);
    if (quantity) yield measurement(line, entry, start, { quantity, start, end });
  }
}

/** Units that belong to one quantity only, with what must stand near the number. */
const OWNERS: { units: RegExp; loinc: string; near?: RegExp; not?: RegExp }[] = [
  { units: /^\/min$/, loinc: '9279-1', near: /breath|resp/i },
  { units: /^\/min$/, loinc: '8867-4', near: /bpm|beats|pulse|heart/i },
  { units: /^Cel$|^\[degF\]$/, loinc: '8310-5', near: /°|º|℃|℉|degree|celsius|fahrenheit|\d\s?[CF]\b/ },
  { units: /^%$/, loinc: '59408-5', near: /room air|\bRA\b|\bO2\b|oxygen|on \d+ ?L\b|nasal cannula|\bsat/i },
  {
    units: /^\[lb_av\]$|^kg$|^\[stone_av\]$/,
    loinc: '29463-7',
    near: /\bI(?:'|’)?m\b|\bI am\b|\bweigh|\bnow at\b|\bscale\b|\btall\b|\d['’]\s?\d|ft/i,
    not: /\b(?:los[te]|losing|gain(?:ed|ing)?|dropp|lift|carry|baby|put on|shed|heavier|lighter|over|down(?! to)|up(?! to))\b|(?:kilos?|kgs?|lbs?|pounds?|stone)\s+(?:more|less|extra)\b/i,
  },
  { units: /^cm$|^m$/, loinc: '8302-2', near: /\btall\b/i },
  { units: /^kg\/m2$/, loinc: '39156-5' },
  { units: /^mL\/min\/\{1\.73_m2\}$/, loinc: '33914-3' },
];

function* numbersWithUnits(line: Line, free: Free): Generator<Mention> {
  for (const match of line.text.matchAll(/(?<![\w.,/$£€#-])\d+(?:[.,]\d+)?/g)) {
    const end = match.index + match[0].length;
    const unit = readUnit(line.text, end);
    if (!unit || !free(match.index, unit.end)) continue;
    const around = line.text.slice(
      Math.max(0, match.index - (unit.unit.dimension === 'mass' ? 70 : 30)),
      unit.end + 24,
    );
    const owner = OWNERS.find(
      ({ units, near, not }) => units.test(unit.unit.ucum) && (!near || near.test(around)) && !not?.test(around),
    );
    const entry = owner ? observationByCode(owner.loinc) : undefined;
    const value = Number(readDigits(match[0]));
    if (!entry) yield* unnamed(line, match.index, value, unit);
    const quantity = entry && judge(entry, value, unit.unit);
    if (entry && quantity?.value !== undefined && !isAge(line.text, match.index, unit.end))
      yield measurement(
        line,
        entry,
        match.index,
        withRest(line, entry, { quantity, start: match.index, end: unit.end }),
      );
  }
}

/** "78F fall from standing": a woman of 78, no temperature. */
function isAge(text: string, start: number, end: number): boolean {
  const written = text.slice(start, end);
  return /^\d{1,2}\s?[FM]$/.test(written) && (Number.parseInt(written, 10) < 90 || /^\s*$/.test(text.slice(0, start)));
}

const LABORATORY = new Set(['massconc', 'molarconc', 'activity', 'count', 'osm', 'copies', 'esr', 'renin', 'acr']);
const FILLER =
  /^(?:was|is|of|at|to|were|are|level|levels|count|serum|the|a|an|and|with|elevated|increased|decreased|high|low|about|than|less|more|from|by|be|had|has|value|as|showed|revealed|concentration)$/i;

/** A laboratory unit says that the number is a result even where the catalogue does not know the test: named as written. */
function* unnamed(
  line: Line,
  start: number,
  value: number,
  read: NonNullable<ReturnType<typeof readUnit>>,
): Generator<Mention> {
  if (
    !LABORATORY.has(read.unit.dimension) ||
    !/\/|per/.test(line.text.slice(read.start, read.end)) ||
    read.unit.ucum === 'mg/mL'
  )
    return;
  const before =
    line.text
      .slice(Math.max(0, start - 60), start)
      .split(/[,;()[\]]/)
      .at(-1) ?? '';
  const words = before
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}][\p{L}\p{N}'’/-]*$/u.test(word) && !FILLER.test(word))
    .slice(-3);
  if (words.length === 0) return;
  yield {
    kind: 'measurement',
    start: start + line.offset,
    end: read.end + line.offset,
    name: words.join(' '),
    value,
    unit: read.unit.ucum,
    original: { value, unit: read.unit.ucum },
    weight: 3.9,
  };
}
