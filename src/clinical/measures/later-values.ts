import type { Mention } from '../facts/facts.ts';
import { inDate, type Line } from '../words/line.ts';
import { observationByCode } from './observations.ts';
import { measurement, readNumber } from './values.ts';

/** What must be known of the value before. */
export type Told = Pick<Mention, 'end' | 'code' | 'value'>;

const LATER =
  /(?<![\w.])(?:it['’]?s|they['’]?re|they are|they were|that['’]?s|i['’]?m at|im at|it is|it was|now|currently|today|tonight|this (?:mornin\w*|afternoon|evening|am)|(?:down|up|back|improved|fell|rose|dropped|climbed|went|settled|reduced|increased) to|compared (?:with|to)(?: an?| his| her| my)?(?: \w+)?(?: of)?|baseline(?: of| is| was)?|best(?: is| was| of)?|(?:on repeat|repeat|repeated|rpt|recheck|rechecked)(?: at| was| is)?|then|later|previously|earlier|before that|usually|normally|vs\.?|prev\w*|was|and|but|,|→|->)\s*(?:(?:it['’]?s|it|was|is|now|at|about|around|only|still|back|down|up|to|of|a|like|up to|just|already|been|gone|came|read|reading|which|by|today|last|this|night|mornin\w*|evening|afternoon|yesterday|weak|week|month|year|the|day|before|after|lunch|dinner|breakfast|i|he|she|checked)\s+){0,5}(\d+(?:\.\d+)?)(?![\w./]*\d)/gi;
/** A bare comma or "and" brings a further value only where something is said of that value. */
const WEAK = /^(?:and|but|,|then|was|now|today|it['’]?s)/i;
const SAID =
  /^\s*(?:%|°?[CF]\b|mmol\/?l?|bpm)?\s*(?:now|today|tonight|this|right now|at (?:rest|home|bed|night|noon|the|\d)|after|before|b4|when|lying|sitting|standing|stood|on (?:standing|lying|exertion|waking|\d|ra|room)|fasting|post|pre|yesterday|last|in the|walking|resting|while|first thing|again|by|in (?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec))\b/i;

/** Further values whose name was told before: "100.9F at 6am, took Tylenol, it's 99.1 now". `earlier` is the last of the sentence before. */
export function readLater(line: Line, known: Mention[], earlier?: Told): Mention[] {
  const found: Mention[] = [];
  for (const match of line.text.matchAll(LATER)) {
    const at = match.index + match[0].length - match[1]!.length;
    const place = at + line.offset;
    const last = [...known, ...found].filter((one) => one.end <= place).sort((a, b) => a.end - b.end);
    const before = last.findLast(({ kind, code }) => kind === 'measurement' && code) ?? earlier;
    if (!before || inDate(line, at, at + 1) || isTaken(line, known, place)) continue;
    const between = line.text.slice(Math.max(0, before.end - line.offset), at);
    if (before.end > line.offset && (between.length > 90 || (/;/.test(between) && WEAK.test(match[0])))) continue;
    const value = follow(line, before, at);
    if (!value) continue;
    const strong = !WEAK.test(match[0]) || /\b(?:now|it['’]?s|it was|today|they['’]?re|they were)\b/i.test(match[0]);
    if (!strong && !SAID.test(line.text.slice(value.end - line.offset, value.end - line.offset + 24))) continue;
    found.push(value);
  }
  return found;
}

function isTaken(line: Line, known: Mention[], place: number): boolean {
  return (
    known.some(({ start, end }) => start <= place && place < end) ||
    line.matches.some(({ to, terms }) => {
      const gap = place - line.tokens[to - 1]!.end;
      return gap >= 0 && gap < 4 && terms.some(({ group }) => group === 'drug' || group === 'observation');
    })
  );
}

/** The number read as another value of the same thing; what is far from the first is of something else. */
function follow(line: Line, before: Told, at: number): Mention | undefined {
  const entry = before.code ? observationByCode(before.code.code) : undefined;
  if (!entry || typeof before.value !== 'number') return undefined;
  const value = readNumber(line, entry, at);
  if (!value || value.quantity.warning || typeof value.quantity.value !== 'number') return undefined;
  if (
    /^\s*(?:mg|mcg|units?|tablets?|puffs?|kg|lbs?|x|times|%?\s*of)\b/i.test(line.text.slice(value.end, value.end + 9))
  )
    if (value.quantity.original?.unit === undefined) return undefined;
  const ratio = value.quantity.value / before.value;
  const wide = entry.loinc === '8310-5' || /%/.test(entry.unit ?? '') ? 1.6 : 3;
  return ratio > wide || ratio < 1 / wide ? undefined : measurement(line, entry, at, value);
}
