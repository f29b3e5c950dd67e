import { countOf, dayFrom, fullYear, isDay, monthsFrom, shift, stamp } from './calendar.ts';

/**
 * Dates as people write them, counted from `now` where they are relative. A span says which day, month or year the
 * words around it speak of; "for 3 days" and "since Monday" give the day it began.
 */
export interface DateSpan {
  start: number;
  end: number;
  time: string;
  /** A length of time ("for 3 days", "x 2 weeks") rather than a point. */
  duration?: string;
  future?: boolean;
}

type Reader = [RegExp, (match: RegExpMatchArray, now: Date, text: string) => Reading | undefined];

interface Reading {
  time: string;
  duration?: boolean;
  future?: boolean;
}

/** All date spans of a sentence, longest first where they overlap; `offset` is added to the places. */
export function readDates(text: string, now: Date, offset = 0): DateSpan[] {
  if (
    !/\d|day|night|morning|evening|afternoon|week|month|year|ago|today|noon|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter|christmas|easter|thanksgiving|since|tomorrow/i.test(
      text,
    )
  )
    return [];
  const spans: DateSpan[] = [];
  const absent = HINTS.filter(([, hint]) => !hint.test(text));
  for (const [pattern, read] of READERS) {
    if (absent.some(([marker]) => pattern.source.includes(marker))) continue;
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (spans.some((span) => start < span.end - offset && span.start - offset < end)) continue;
      const reading = read(match, now, text);
      if (!reading) continue;
      const span: DateSpan = { start: start + offset, end: end + offset, time: reading.time };
      if (reading.duration) span.duration = match[0].trim();
      if (reading.future) span.future = true;
      spans.push(span);
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';

const MONTH = `(?:${MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;

const DAYS = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday';

const DAY = `(?:${DAYS}|mon|tues?|wed|thurs?|fri|sat|sun)`;

const COUNT =
  '(?:\\d{1,3}(?:\\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|(?:a )?couple(?: of)?|(?:a )?few|several|half an?)';

const RANGE = `${COUNT}(?:\\s?(?:-|–|to|or)\\s?${COUNT})?`;

const UNIT = '(?:hours?|hrs?|minutes?|mins?|days?|nights?|weeks?|wks?|months?|mos?|years?|yrs?|decades?)';

/** Patterns with these words in them can be passed over, and need not be compiled, where no such word is in the text. */
const HINTS: [string, RegExp][] = [
  ['january', /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i],
  ['sunday', /mon|tue|wed|thu|fri|sat|sun/i],
  ['hours?', /hour|hr|min|day|night|week|wk|mo|year|yr|decade/i],
  ['(?:19|20)', /19|20|\/\d|-\d/],
  ['last|past', /last|past/i],
];

const READERS: Reader[] = [
  [/\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?\b/g, (m) => exactDay(m[1], m[2], m[3])],
  [/\b((?:19|20)\d\d)\/(\d{1,2})\/(\d{1,2})\b/g, (m) => exactDay(m[1], m[2], m[3])],
  [/(?<![\d/])(0?[1-9]|1[0-2])\/((?:19|20)\d\d)\b/g, (m) => ({ time: `${m[2]}-${(m[1] ?? '').padStart(2, '0')}` })],
  [/\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b/g, (m) => exactDay(m[3], m[2], m[1])],
  [/\b(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d|\d\d)\b/g, (m) => numericDay(m)],
  [
    re(`\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d\\d)\\b`),
    (m) => exactDay(m[3], monthOf(m[1]), m[2]),
  ],
  [
    re(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${MONTH}),?\\s+((?:19|20)\\d\\d)\\b`),
    (m) => exactDay(m[3], monthOf(m[2]), m[1]),
  ],
  [
    re(
      `\\b(?:(?:early|late|mid|in|since|around|about|back in|last)[ -]+)?(${MONTH})(?:,| of)?\\s+((?:19|20)\\d\\d)\\b`,
    ),
    (m) => ({ time: `${m[2]}-${monthOf(m[1])}` }),
  ],
  [
    re(`\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:mg|mcg|%|/))`),
    (m, now, text) => (looksLikeMonth(m[1]) ? nearDay(m[1], m[2], now, text) : undefined),
  ],
  [
    re(`\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b`),
    (m, now, text) => (looksLikeMonth(m[2]) ? nearDay(m[2], m[1], now, text) : undefined),
  ],
  [
    re(
      `\\b(?:in|since|last|this past|this|early|late|mid|around|until|by|next|during|from|back in)[ -]+(${MONTH})(?=\\W|$)(?!\\s+(?:be|have|not|need|help|cause)\\b)`,
    ),
    (m, now, text) => nearMonth(m[0], m[1], now, text),
  ],
  [
    /\b(?:in|last|this past|this|since|back in|during|next)\s+(?:the\s+)?(?:early\s+|late\s+)?(spring|summer|fall|autumn|winter)(?:\s+(?:of\s+)?((?:20|19)\d\d))?\b/gi,
    (m, now) => season(m[1], m[2], now),
  ],
  [
    /\b(?:since|over|during|on|this past) (?:the |last )?weekend\b/gi,
    (_, now) => ({ time: dayFrom(now, -((now.getUTCDay() + 1) % 7 || 7)) }),
  ],
  [/\b(?:the )?day before yesterday\b/gi, (_, now) => ({ time: dayFrom(now, -2) })],
  [/\b(?:the )?day after tomorrow\b/gi, (_, now) => ({ time: dayFrom(now, 2), future: true })],
  [
    /\b(?:since |earlier |later |starting |as of |from )?(?:today|tonight|this (?:morning|afternoon|evening|am|a\.m\.)|(?:at )?noon today|just now)\b/gi,
    (_, now) => ({ time: dayFrom(now, 0) }),
  ],
  [
    /\b(?:since |starting )?(?:yesterday(?: (?:morning|afternoon|evening|night))?|last night|last evening)\b/gi,
    (_, now) => ({ time: dayFrom(now, -1) }),
  ],
  [
    /\b(?:(for|x|in|f\/u|follow[- ]?up|review|rtc)\s*)(\d{1,2})\/(7|52|12)\b(?!\/)/gi,
    (m, now) => fraction(m[2], m[3], now, /^(?:for|x)$/i.test(m[1] ?? '') ? 0 : 1),
  ],
  [/\b(\d{1,2})\/(7|52|12)(?=\s+(?:ago|hx|history|h\/o|of)\b)/gi, (m, now) => fraction(m[1], m[2], now, -1)],
  [/\btomorrow(?: (?:morning|afternoon|evening|night))?\b/gi, (_, now) => ({ time: dayFrom(now, 1), future: true })],
  [
    re(
      `\\b(?:about |around |approximately |over |almost |nearly |roughly |maybe |some |only |since |at least |more than )*(${RANGE})[\\s-]+(${UNIT})\\s+(?:ago|back|earlier|prior|before|previously)\\b`,
    ),
    (m, now) => ago(m[1], m[2], now),
  ],
  [
    re(
      `\\b(?:since |for )?(?:over |in |during |within |throughout |all )?(?:the )?(?:last|past|previous)\\s+(${RANGE})[\\s-]+(${UNIT})\\b`,
    ),
    (m, now) => ago(m[1], m[2], now, true),
  ],
  [
    re(
      `\\b(?:for|x|×|lasting|lasted|over|during|after)\\s*(?:about |around |approximately |over |almost |nearly |roughly |maybe |at least |more than |the better part of |up to |well over |close to |the )*(${RANGE})[\\s-]*(${UNIT})\\b(?!\\s*(?:old|ago|later))`,
    ),
    (m, now, text) => lasting(m, now, text),
  ],
  [re(`\\b(${RANGE})[\\s-]+(${UNIT})\\s+of\\b(?!\\s+(?:age|life|the))`), (m, now) => ago(m[1], m[2], now, true)],
  [
    re(`\\b(${RANGE})[\\s-]+(${UNIT})[\\s-]+(?:history|hx|h/o|course|duration)\\b`),
    (m, now) => ago(m[1], m[2], now, true),
  ],
  [re(`\\b(?:x|×)\\s?(\\d{1,3})\\s?(d|wks?|w|mos?|yrs?|hrs?|h)\\b`), (m, now) => ago(m[1], m[2], now, true)],
  [
    re(
      `\\b(?:for|over|in|during|throughout)?\\s*(?:all|the (?:whole|entire)|this|the)?\\s*(?:last|past)\\s+(day|night|week|month|year|weekend|couple of days|few days|couple of weeks|few weeks|few months|few hours)\\b`,
    ),
    (m, now) => lastPeriod(m, now),
  ],
  [re(`\\b(?:all|this|earlier this|later this)\\s+(week|month|year|weekend)\\b`), (m, now) => thisPeriod(m[1], now)],
  [re(`\\bnext\\s+(week|month|year|weekend)\\b`), (m, now) => nextPeriod(m[1], now)],
  [
    re(
      `\\b(?:in|within)\\s+(?:about |around |approximately )?(${RANGE})\\s+(days?|weeks?|months?|years?)(?:['’]? time)?\\b`,
    ),
    (m, now, text) => inFuture(m, now, text),
  ],
  [re(`\\b${RANGE}[\\s-]+(?:days?|weeks?|months?|years?)\\s+from\\s+(?:now|today)\\b`), (m, now) => fromNow(m, now)],
  [
    re(
      `\\b(last|this past|this|next|this coming|coming|on|since|every|by|until|from|starting)?\\s*\\b(${DAY})\\b(?:\\s+(?:morning|afternoon|evening|night))?`,
    ),
    (m, now, text) => weekday(m, now, text),
  ],
  [
    /\b(?:in|since|from|during|circa|ca\.?|around|back in|until|early|late|mid|by|of|year|diagnosed|dx'?d?)[ -]*((?:19[2-9]\d|20[0-4]\d))\b(?!\s*(?:mg|mcg|ml|kcal|cal|steps|units|iu|calories|g\b|-\d))/gi,
    (m, now) => yearOnly(m[1], now),
  ],
  [
    /(?<=\b(?:[a-z]{2,}|x\s?\d)\s)\(?((?:19[5-9]\d|20[0-4]\d))\)?(?=\s*(?:[,.;)]|$|and\b|when\b|after\b|with\b|for\b))/gi,
    (m, now) => yearOnly(m[1], now),
  ],
  [
    /\b(?:at|around|last|this|over|since)?\s*(christmas|thanksgiving|new year'?s(?: (?:day|eve))?|easter)\b/gi,
    (m, now) => holiday(m[1], now),
  ],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})(?=[:\s-]{1,3}\d{2,3}\/\d{2,3})/g, (m, now, text) => shortDay(m, now, text)],
  [
    /\b(?:on|since|dated|from|of)\s+(\d{1,2})\/(\d{1,2})\b(?!\/|\d|\s*(?:mg|mm))/gi,
    (m, now, text) => shortDay(m, now, text),
  ],
];

function re(source: string): RegExp {
  return new RegExp(source, 'gi');
}

function exactDay(year = '', month = '', day = ''): Reading | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return isDay(y, m, d) ? { time: stamp(y, m, d) } : undefined;
}

/** 3/5/2024 is March 5th unless the first number cannot be a month. */
function numericDay(match: RegExpMatchArray): Reading | undefined {
  const [a, b] = [Number(match[1]), Number(match[2])];
  const year = fullYear(match[3] ?? '');
  return a > 12 ? exactDay(year, String(b), String(a)) : exactDay(year, String(a), String(b));
}

function monthOf(name = ''): string {
  const index = MONTHS.split('|').findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
  return String(index + 1).padStart(2, '0');
}

/** "may" and "mar" are other words too: a month here is capitalised, or no such word. */
function looksLikeMonth(name = ''): boolean {
  return !/^(?:may|mar|sun|march)$/.test(name);
}

function nearDay(month: string | undefined, day: string | undefined, now: Date, text: string): Reading | undefined {
  const [m, d] = [Number(monthOf(month)), Number(day)];
  let year = now.getUTCFullYear();
  if (!isDay(year, m, d)) return undefined;
  const future = speaksOfFuture(text);
  const today = dayFrom(now, 0);
  if (!future && stamp(year, m, d) > today) year -= 1;
  if (future && stamp(year, m, d) < today) year += 1;
  return { time: stamp(year, m, d), future };
}

function shortDay(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const names = MONTHS.split('|');
  const month = names[Number(match[1]) - 1];
  return month ? nearDay(month, match[2], now, text) : undefined;
}

function nearMonth(words: string, month: string | undefined, now: Date, text: string): Reading | undefined {
  if (/^may$/.test(month ?? '') && !/^(?:in|since|last|this past|back in|during)\b/i.test(words)) return undefined;
  const m = Number(monthOf(month));
  let year = now.getUTCFullYear();
  const current = now.getUTCMonth() + 1;
  const future = /^next/i.test(words) || (speaksOfFuture(text) && /^(?:in|by|until)/i.test(words));
  if (future ? m <= current : m > current || (m === current && /^last/i.test(words))) year += future ? 1 : -1;
  return { time: `${year}-${String(m).padStart(2, '0')}`, future };
}

function season(name = '', year: string | undefined, now: Date): Reading {
  const first = { spring: 3, summer: 6, fall: 9, autumn: 9, winter: 12 }[name.toLowerCase()] ?? 1;
  if (year) return { time: `${year}-${String(first).padStart(2, '0')}` };
  const current = now.getUTCMonth() + 1;
  const y =
    first > current || (first <= current && current < first + 3) ? now.getUTCFullYear() - 1 : now.getUTCFullYear();
  return { time: `${y}-${String(first).padStart(2, '0')}` };
}

function holiday(name = '', now: Date): Reading {
  const [m, d] = /christ/i.test(name)
    ? [12, 25]
    : /thanks/i.test(name)
      ? [11, 26]
      : /easter/i.test(name)
        ? [4, 5]
        : [1, 1];
  const year = now.getUTCFullYear();
  return { time: stamp(stamp(year, m, d) > dayFrom(now, 0) ? year - 1 : year, m, d) };
}

function ago(count: string | undefined, unit: string | undefined, now: Date, duration = false): Reading {
  return { time: shift(now, -countOf(count), unit ?? 'd'), duration };
}

/** Three days are 3/7, six weeks 6/52 and two months 2/12 where British notes are written. */
function fraction(count = '', of = '', now: Date, direction: -1 | 0 | 1): Reading {
  const unit = { 7: 'days', 52: 'weeks', 12: 'months' }[of] ?? 'days';
  return { time: shift(now, direction * Number(count), unit), duration: direction < 1, future: direction > 0 };
}

/** "take it for 10 days" looks ahead, "a cough for 10 days" looks back. */
function lasting(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const before = text.slice(Math.max(0, match.index! - 60), match.index);
  if (/^after/i.test(match[0])) return undefined;
  if (
    /\b(?:take|prescribed|mg|tablets?|capsules?|bid|tid|qid|daily|start|course|will|continue|twice a day|once a day|every \d+ hours?)\b[^.]*$/i.test(
      before,
    ) &&
    !/\b(?:been|have|had|has|was|i've)\b/i.test(before)
  )
    return { time: dayFrom(now, 0), duration: true };
  return ago(match[1], match[2], now, true);
}

function lastPeriod(match: RegExpMatchArray, now: Date): Reading {
  const period = (match[1] ?? '').toLowerCase();
  const spread = /\b(?:past|over|for|during|throughout)\b/i.test(match[0]);
  if (/couple of days/.test(period)) return { time: dayFrom(now, -2), duration: true };
  if (/few days/.test(period)) return { time: dayFrom(now, -3), duration: true };
  if (/couple of weeks/.test(period)) return { time: dayFrom(now, -14), duration: true };
  if (/few weeks/.test(period)) return { time: dayFrom(now, -21), duration: true };
  if (/few months/.test(period)) return { time: monthsFrom(now, -3), duration: true };
  if (/few hours/.test(period)) return { time: dayFrom(now, 0), duration: true };
  if (period === 'weekend') return { time: dayFrom(now, -((now.getUTCDay() + 7 - 6) % 7 || 7)) };
  if (period === 'week') return { time: dayFrom(now, -7) };
  if (period === 'month') return { time: spread ? monthsFrom(now, -1) : monthsFrom(now, -1).slice(0, 7) };
  if (period === 'year') return { time: spread ? monthsFrom(now, -12) : String(now.getUTCFullYear() - 1) };
  return { time: dayFrom(now, -1) };
}

function thisPeriod(period = '', now: Date): Reading {
  if (/week$/i.test(period)) return { time: dayFrom(now, -((now.getUTCDay() + 6) % 7)) };
  if (/weekend/i.test(period)) return { time: dayFrom(now, (6 - now.getUTCDay() + 7) % 7) };
  return { time: dayFrom(now, 0).slice(0, /month/i.test(period) ? 7 : 4) };
}

function nextPeriod(period = '', now: Date): Reading {
  if (/weekend/i.test(period)) return { time: dayFrom(now, ((6 - now.getUTCDay() + 7) % 7) + 7), future: true };
  if (/week/i.test(period)) return { time: dayFrom(now, 7), future: true };
  if (/month/i.test(period)) return { time: monthsFrom(now, 1).slice(0, 7), future: true };
  return { time: String(now.getUTCFullYear() + 1), future: true };
}

function inFuture(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const before = text.slice(Math.max(0, match.index! - 80), match.index);
  if (
    /\b(?:lost|gained|weight|dropped|had|improved|times|pounds|lbs|kg|slept|eaten|hasn't|haven't|not)\b[^.]*$/i.test(
      before,
    )
  )
    return { time: shift(now, -countOf(match[1]), match[2] ?? 'd'), duration: true };
  return { time: shift(now, countOf(match[1]), match[2] ?? 'd'), future: true };
}

function fromNow(match: RegExpMatchArray, now: Date): Reading | undefined {
  const parts = /^(.*?)[\s-]+(days?|weeks?|months?|years?)/i.exec(match[0]);
  return parts ? { time: shift(now, countOf(parts[1]), parts[2] ?? 'd'), future: true } : undefined;
}

const FUTURE =
  /(?:\b(?:i|we|he|she|they)['’]ll\b)|\b(?:will|be seeing|going to|gonna|next|upcoming|scheduled|schedule|appointment|appt|tomorrow|booked|have (?:an?|my) (?:\w+ ){0,2}(?:follow-?up|visit|check-?up|checkup|colonoscopy|mri|surgery|ct|scan|procedure|test|physical|biopsy|ultrasound|session)|follow[- ]?up (?:on|in|with|is|visit)|due|see you|coming up|getting my|planned|set for|(?:i['’]m|am|is|are) (?:having|getting) (?:an?|my|his|her|the) (?:\w+ ){0,3}(?:replacement|surgery|operation|scan|mri|ct|biopsy|colonoscopy|endoscopy|procedure|test|ultrasound|repair|removal|injection|transplant|x-ray))\b/i;

const PAST =
  /\b(?:had|was|were|went|saw|got|did|started|felt|took|been|since|last|ago|yesterday|seen|visited|threw|fell|began|came|woke|missed|cancell?ed)\b/i;

function speaksOfFuture(text: string): boolean {
  return FUTURE.test(text) && !PAST.test(text);
}

function weekday(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const prefix = (match[1] ?? '').toLowerCase();
  const word = match[2] ?? '';
  if (prefix === 'every') return undefined;
  if (word.length < 5 && !prefix && !/^[A-Z]/.test(word)) return undefined;
  if (/^(?:sat|sun|wed|mon)$/i.test(word) && !/^(?:last|this|next|on|since)/.test(prefix)) return undefined;
  const target = DAYS.split('|').findIndex((day) => day.startsWith(word.toLowerCase().slice(0, 3)));
  const today = now.getUTCDay();
  const back = (today - target + 7) % 7 || 7;
  const ahead = (target - today + 7) % 7 || 7;
  if (prefix === 'next') {
    const sameWeek = (target + 6) % 7 > (today + 6) % 7;
    return { time: dayFrom(now, sameWeek ? ahead + 7 : ahead), future: true };
  }
  const clause = text.slice(Math.max(0, match.index! - 70), match.index! + match[0].length + 20);
  const future =
    /coming|^this$|^by$|^until$|^starting$/.test(prefix) ||
    (prefix !== 'last' && prefix !== 'since' && prefix !== 'this past' && speaksOfFuture(clause));
  return future ? { time: dayFrom(now, ahead), future: true } : { time: dayFrom(now, -back) };
}

function yearOnly(year: string | undefined, now: Date): Reading | undefined {
  return Number(year) <= now.getUTCFullYear() + 5 ? { time: year ?? '' } : undefined;
}
