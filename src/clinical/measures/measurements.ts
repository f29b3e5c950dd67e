import type { Mention } from '../facts/facts.ts';
import type { Match } from '../lexicon/lexicon.ts';
import { inDate, type Line } from '../words/line.ts';
import { readLater, type Told } from './later-values.ts';
import { type ObservationEntry, observationByCode } from './observations.ts';
import { readPairs } from './pairs.ts';
import { readStandalone } from './standalone.ts';
import { readUnit, unitOf } from './units.ts';
import { measurement, readNumber, readValue } from './values.ts';

/** Vital signs and laboratory values of a sentence: named ones first, then those that name themselves by their unit. */
export function readMeasurements(line: Line, earlier?: Told): Mention[] {
  const mentions: Mention[] = readPairs(line);
  for (const match of line.matches) {
    const term = match.terms.find(({ group }) => group === 'observation');
    const entry = term?.code ? observationByCode(term.code.code) : undefined;
    if (!entry) continue;
    const start = line.tokens[match.from]!.start - line.offset;
    const end = line.tokens[match.to - 1]!.end - line.offset;
    if (mentions.some((known) => known.start < end + line.offset && start + line.offset < known.end)) continue;
    const taken = match.terms.some(({ group }) => group === 'drug');
    const values = valuesAfter(line, entry, start, end, nextName(line, match));
    if (taken && values.some((value) => isDoseLike(value))) continue;
    const dose = supplementDose(line, entry, values[0], start, end);
    // What is a medicine by its name too is read as one, with how often and since when.
    if (taken && dose) continue;
    mentions.push(...(dose ? [dose] : values));
    if (!mentions.some((known) => known.start === start + line.offset))
      mentions.push(...valueBefore(line, entry, start, end, mentions));
  }
  mentions.push(...readLevels(line, mentions));
  mentions.push(...readStandalone(line, mentions));
  return withoutAims(
    line,
    [...mentions, ...readLater(line, mentions, earlier)]
      .sort((a, b) => a.start - b.start)
      .filter((mention, at, all) => !saysAgain(line, all[at - 1], mention)),
  );
}

function withoutAims(line: Line, mentions: Mention[]): Mention[] {
  let range: Mention | undefined;
  return mentions.filter((mention, at) => {
    const further =
      range !== undefined &&
      /^\s*(?:%|[a-z/]+)?\s*(?:to|-|–|and|or)\s*$/i.test(
        line.text.slice(range.end - line.offset, mention.start - line.offset),
      );
    const aimed = further || isAimed(line, mention, mentions[at - 1]?.end);
    range = aimed ? mention : undefined;
    return !aimed;
  });
}

const AIM =
  /\b(?:target(?:ing|ed|s)?|goals?|aim(?:ing|s)?(?: (?:for|to))?|ideal(?:ly)?|desired|optimal|recommended|reference(?: range)?|ref(?: range)?|normal range|range for|cut-?off|threshold|should (?:be|stay|not|ideally)|shouldn['’]t|ought to be|needs? to (?:be|stay|come|get|go)|supposed to be|must be|has to be|keep(?:ing)?|maintain(?:ing)?|wants? (?:my|his|her|it|me|him)|titrate\w*|wean|limit)\b[^.;,]*$/i;
const LIMIT =
  /\b(?:if|when|whenever|unless|until|once|hold for|call for|for|or|notify for)\b[^.;,]*(?:[<>≤≥]=?|\b(?:above|below|over|under|exceeds?|less than|more than|greater than|higher than|lower than|(?:falls?|drops?|goes|rises?|gets?|is|are) (?:above|below|over|under|less than|more than|greater than|[<>≤≥])))[^.;,\d]*$/i;
const NORMAL =
  /\b(?:(?:an? |the )?(?:normal|healthy|average|typical|usual)(?: (?:adult|resting|fasting|human|body|range|level|value|values|oral|blood|serum|for|an?|of|the|\p{L}+)){0,4}\s+(?:is|are|ranges?|runs|means|would be|being|=|:))[^.;]*$/iu;
const OWNED = /\b(?:my|his|her|their|pt|patient|today|now|currently|mine|i|i'm|was|were)\b|['’]s\b/i;

/** "Target INR is 2 to 3", "hold if SBP < 90", "a normal temperature is 37": numbers that nobody has. */
function isAimed(line: Line, { kind, start, end, value }: Mention, since = line.offset): boolean {
  if (kind !== 'measurement') return false;
  const from = Math.max(0, Math.min(since, start) - line.offset);
  const digits = /\d[\d/.,]*\D*$/.exec(line.text.slice(start - line.offset, end - line.offset));
  const stop = digits && value !== undefined ? start - line.offset + digits.index : end - line.offset;
  const before = line.text.slice(Math.max(from, stop - 90), stop);
  if (AIM.test(before)) return !/\b(?:now|currently|today|was|reading|came back|still)\b[^,]{0,20}$/i.test(before);
  if (line.note) return false;
  if (LIMIT.test(before)) return !/\b(?:came|was|were|been)\b/i.test(before);
  const clause = line.text.slice(0, stop);
  return NORMAL.test(clause) && !OWNED.test(clause);
}

const LEVEL =
  /\b(?:(?:serum |plasma |blood |drug )?levels?|troughs?|peak)\s*(?:was|is|of|at|came back(?: at)?|:|=)?\s*(\d+(?:\.\d+)?)\s*(mcg\/mL|µg\/mL|ug\/mL|ng\/mL|mg\/L|umol\/L|µmol\/L|mmol\/L|mEq\/L|nmol\/L)?(?![\d/])/gi;

/** "vanc trough 11.4", "LEV 750 BID, level 18 mcg/mL": the level of the drug that stands before. */
function readLevels(line: Line, taken: Mention[]): Mention[] {
  return [...line.text.matchAll(LEVEL)].flatMap((match) => {
    const [start, end] = [match.index + line.offset, match.index + match[0].length + line.offset];
    const drug = line.matches.findLast(
      ({ to, terms }) => line.tokens[to - 1]!.end <= start && terms.some(({ group }) => group === 'drug'),
    );
    if (!drug || taken.some((known) => known.start < end && start < known.end)) return [];
    const name = `${drug.terms.find(({ group }) => group === 'drug')!.name} level`;
    const value = Number(match[1]);
    const unit = match[2] ? unitOf(match[2])?.ucum : undefined;
    return [
      { kind: 'measurement', start, end, name, value, original: { value }, ...(unit ? { unit } : {}), weight: 9 },
    ];
  });
}

/** "72 kg (158 lb)": the same in another unit. */
function saysAgain(line: Line, before: Mention | undefined, mention: Mention): boolean {
  if (!before || before.name !== mention.name || typeof before.value !== 'number' || typeof mention.value !== 'number')
    return false;
  const between = line.text.slice(before.end - line.offset, mention.start - line.offset);
  return (
    /^\s*[(/=]\s*$/.test(between) &&
    before.unit === mention.unit &&
    Math.abs(before.value - mention.value) < 0.02 * before.value
  );
}

/** Of what is a medicine too: a number that no level could be. One in a unit that nobody knows is no dose either. */
function isDoseLike({ warning, unit, original }: Mention): boolean {
  if (original?.unit !== undefined && unitOf(original.unit) === undefined) return false;
  return warning !== undefined || unit === undefined;
}

/** "calcium 600 mg twice daily": a mass is no blood level but a dose. */
function supplementDose(
  line: Line,
  entry: ObservationEntry,
  value: Mention | undefined,
  start: number,
  end: number,
): Mention | undefined {
  if (!value || !SUPPLEMENTS.test(entry.name)) return undefined;
  const rest = line.text.slice(value.end - line.offset, value.end - line.offset + 30);
  const asDose = value.original?.unit === undefined && TAKEN.test(rest);
  if (!value.warning && !asDose) return undefined;
  const dose = /\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|meq|iu|units?)(?![a-z/])/i.exec(
    line.text.slice(end, value.end - line.offset + (asDose ? 8 : 1)),
  );
  if (!dose) return undefined;
  const name = entry.name.replace(/ \(.*\)$/, '').toLowerCase();
  return { kind: 'medication', start: start + line.offset, end: value.end, name, dose: dose[0].trim(), weight: 9 };
}

/** "1000 IU daily", "60k weekly": how a supplement is taken. */
const TAKEN = /^\s*(?:iu|units?|mcg|k)\b|^\s*(?:daily|once|twice|weekly|a day|per day|od|bd|qd|every)\b/i;

const SUPPLEMENTS = /^(?:calcium|iron|potassium|magnesium|zinc|copper|vitamin|folate|phosphate|sodium)/i;

/** Where the next analyte is named: its values are its own. */
function nextName(line: Line, match: Match): number {
  const next = line.matches.find(
    (other) => other.from >= match.to && other.terms.some(({ group }) => group === 'observation'),
  );
  return next ? line.tokens[next.from]!.start - line.offset : line.text.length;
}

const CONNECTOR =
  /^(?:already|place|even|all|way|normally|sitting|landed|settled|sat|creeping|climbing|dropping|falling|rising|says|said|reckons|bumped|doubled|worsened|steadily|declined|drifted|uptrending|downtrending|used|it's|trended|goes|going|gets|get|getting|shot|climbs|climbed|reaches|reached|peaked|peaks|is|was|were|are|of|at|to|a|an|the|came|come|back|up|down|reading|readings|level|levels|count|measured|measures|measuring|about|around|approximately|approx|now|currently|only|just|still|been|has|had|have|running|runs|ran|ranging|ranged|ranges|from|between|average|averages|averaging|averaged|value|values|result|results|showed|shows|read|reads|recorded|as|high|low|elevated|normal|abnormal|stable|borderline|fasting|random|my|his|her|this|in|on|with|increased|decreased|rose|fell|dropped|went|improved|jumped|spiked|hit|got|test|checked|roughly|typically|usually|mostly|resting|best|peak|lowest|highest|then|steady|greater|less|more|than|over|under|above|below|near|almost|nearly|estimated|by|me|i|it|that|which|concentration|rate|serum|plasma|blood|titer|most|recent|last|latest|first|new|repeat|initial|i'm|he|she|today|today's|sitting|standing|lying|out|taken|remains|remained|remain|day|post|pre|meal|after|before|eating|lunch|breakfast|dinner|so|far|and|consistently|percent|actually|really|pretty|quite|bit|little|home|office|clinic|both|arm|left|right|oral|orally|too|very|gone|going|crept|trended|trending|slightly|found|be|noted|reported|temperature|measurement|weight|height|approximately|presently|good|great|fine|bad|better|worse|ok|okay|maybe|like|tested|stayed|holding|hovering|hovers|kept|keeps|sits|stands|equals|total)$/i;

/** The value after a name ("A1c was 6.5%"), and the further ones of a series ("from 8.2 to 7.1"). */
function valuesAfter(line: Line, entry: ObservationEntry, start: number, end: number, limit: number): Mention[] {
  const found: Mention[] = [];
  let at = skipConnectors(line, end, limit, 10);
  let from = start;
  while (at !== undefined && at < limit) {
    const value = readValue(line, entry, at);
    if (!value || ((found.length > 0 || end - start < 2) && value.quantity.warning)) break;
    if (entry.loinc === '29463-7' && CHANGE.test(line.text.slice(end, value.start))) break;
    found.push(measurement(line, entry, from, value));
    at = nextInSeries(line, value.end, limit);
    if (at !== undefined) from = at;
  }
  return found;
}

/** "weight down 3 kg" tells a change, "down to 80 kg" a weight. */
const CHANGE = /\b(?:down|up|loss|gain|change)\s+(?:(?:by|of|about|around|another)\s+)*$/i;

/** Steps over the words that may stand between a name and its value; undefined when something else comes. */
function skipConnectors(line: Line, from: number, limit: number, most: number): number | undefined {
  let at = from;
  for (let words = 0; at < Math.min(limit, from + 90); ) {
    const date = line.dates.find((span) => span.start - line.offset <= at && at < span.end - line.offset);
    if (date) {
      at = date.end - line.offset;
      continue;
    }
    const char = line.text[at] ?? '';
    if (/\d/.test(char) || (/[<>≤≥]/.test(char) && /[<>≤≥]=?\s*\d/.test(line.text.slice(at, at + 4)))) return at;
    if (/[-−]/.test(char) && /[-−]\d/.test(line.text.slice(at, at + 2)) && /[\s:(=]/.test(line.text[at - 1] ?? ' '))
      return at;
    if (/[\s:=~≈\-–()[\],*→>+|]/.test(char)) {
      at++;
      continue;
    }
    const word = /^[\p{L}'’]+/u.exec(line.text.slice(at, at + 24))?.[0];
    if (!word || !CONNECTOR.test(word) || ++words > most) return undefined;
    at += word.length;
  }
  return undefined;
}

const QUALIFIER =
  /^(?:\s*(?:\(?(?:fasting|random|sitting|standing|lying|supine|resting|pre-?meal|post-?meal|average|high|low|h|l)\)?|(?:before|after|at|in|on|with) (?:the |my )?(?:bed|bedtime|breakfast|brekkie|brekky|tea|supper|lunch|dinner|meals?|eating|exercise|rest|morning|evening|night|noon|left|right|left arm|right arm|food)))+(?=\s*[,;]|\s+(?:and|last|this|yesterday|today)\b)/i;
const SERIES =
  /^\s*(?:\)|,|\bcompared with\b|\ba\b|\bof\b|\bbest\b|\brepeated\b|\bcurrently\b|\bbut\b|;|\bbut\b|\bb\/l\b|\bbl\b|\bbaseline\b|\bprev\b|\bprior\b|\bnadir\b|\bpeak\b|\bon adm\b|\badm\b|\byesterday\b|\btoday\b|\bagain\b|\brpt\b|\brepeat\b|\bthis time\b|→|->|-->|=>|\bto\b|\band\b|\bthen\b|\bnow\b|\bfrom\b|\bdown to\b|\bup to\b|\bup from\b|\bdown from\b|\bcompared to\b|\bwas\b|\bit['’]s\b|\bit is\b|\bit\b|\bhas been\b|\bcame\b|\bback\b|\bat\b|\bpreviously\b|\bvs\.?\b|\bis\b|\bafter\b|\blast\b|\s|\()+/i;

function nextInSeries(line: Line, end: number, limit: number): number | undefined {
  let at = overDate(line, end);
  at += QUALIFIER.exec(line.text.slice(at, at + 40))?.[0].length ?? 0;
  at = overDate(line, at);
  const step = SERIES.exec(line.text.slice(at, at + 40));
  if (!step || /^[\s)]+$/.test(step[0])) return undefined;
  let next = overDate(line, at + step[0].length);
  if (next > at + step[0].length) next += SERIES.exec(line.text.slice(next, next + 40))?.[0].length ?? 0;
  if (
    /\(/.test(step[0]) &&
    !/was|from|prev|prior|last|baseline|b\/l|bl|nadir|peak|adm/i.test(step[0]) &&
    !isDatedInBrackets(line, next)
  )
    return undefined;
  if (/^[<>]?\d+(?:\.\d+)?\s?[-–]\s?\d/.test(line.text.slice(next, next + 16))) return undefined;
  return next < limit && /[\d<>]/.test(line.text[next] ?? '') ? next : undefined;
}

/** "7.9 (8.4 in Nov)": an earlier value, not a range. */
function isDatedInBrackets(line: Line, at: number): boolean {
  const number = /^\d+(?:\.\d+)?\s*%?\s*/.exec(line.text.slice(at, at + 12));
  if (!number) return false;
  const after = at + number[0].length + line.offset;
  return line.dates.some(({ start }) => start >= after && start <= after + 2);
}

/** A date beside a value of a series, in brackets or not: "3.1 (Mar 2024), 4.4 (Mar 2025)". */
function overDate(line: Line, at: number): number {
  const date = line.dates.find((span) => span.start - line.offset >= at && span.start - line.offset <= at + 4);
  return date && /^[\s(,:-]*(?:on|in)?\s*$/i.test(line.text.slice(at, date.start - line.offset))
    ? date.end - line.offset
    : at;
}

const BEFORE =
  /(?:^|[\s(])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([^\s\d,.;()]{0,8})\s*(?:for|on|of)?\s*(?:my|the|an?|his|her)?\s*(?:normal|good|bad|high|low|ok|okay|safe|dangerous|healthy)?\s*(?:for (?:an? |my )?|resting |fasting )?$/i;

/** "98% oxygen saturation", "a 7.2 A1c" */
function valueBefore(line: Line, entry: ObservationEntry, start: number, end: number, taken: Mention[]): Mention[] {
  const match = BEFORE.exec(line.text.slice(Math.max(0, start - 28), start));
  if (!match) return [];
  const at = Math.max(0, start - 28) + match.index + match[0].indexOf(match[1] ?? '');
  if (
    inDate(line, at, at + 1) ||
    taken.some((known) => known.start <= at + line.offset && at + line.offset < known.end)
  )
    return [];
  if (match[2] && !readUnit(line.text, at + match[1]!.length)) return [];
  if (!match[2] && !entry.vital && entry.loinc !== '4548-4') return [];
  const value = readNumber(line, entry, at);
  if (!value || !value.quantity.value || value.end > start) return [];
  return [{ ...measurement(line, entry, at, value), end: end + line.offset }];
}
