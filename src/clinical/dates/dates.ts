import { countOf, dayFrom, shift } from './calendar.ts';
import {
  ago,
  beforeLast,
  DAYS,
  exactDay,
  fraction,
  fromNow,
  holiday,
  inFuture,
  lasting,
  lastPeriod,
  looksLikeMonth,
  MONTHS,
  monthOf,
  nearDay,
  nearMonth,
  nextPeriod,
  numericDay,
  type Reading,
  season,
  shortDay,
  thisPeriod,
  weekday,
  yearOnly,
} from './readings.ts';

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

/** All date spans of a sentence, longest first where they overlap; `offset` is added to the places. */
export function readDates(text: string, now: Date, offset = 0): DateSpan[] {
  if (
    !/\d|\b(?:mon|tues?|wed|thurs?|fri|sat|sun)\b|day|night|morn|evening|afternoon|week|month|year|ago|today|noon|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter|christmas|xmas|easter|thanksgiving|boxing|halloween|valentine|diwali|bonfire|patrick|fortnight|since|tomorrow|tmrw|tomo|yday|yest|2moro|1st|s\/p/i.test(
      text,
    )
  )
    return [];
  const spans: DateSpan[] = [];
  const absent = new Set(HINTS.filter(([, hint]) => !hint.test(text)));
  for (const { pattern, read, needs } of readers()) {
    if (needs.some((hint) => absent.has(hint))) continue;
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
  const sorted = spans.sort((a, b) => a.start - b.start);
  return sorted.length > 0 && /later|after(?:wards| that)?|(?:next|following) day/i.test(text)
    ? [...sorted, ...laterDates(text, sorted, offset)].sort((a, b) => a.start - b.start)
    : sorted;
}

/** "on July 4th … two days later": counted from the date before it. */
function laterDates(text: string, spans: DateSpan[], offset: number): DateSpan[] {
  return [...text.matchAll(LATER)].flatMap((match) => {
    const start = match.index + offset;
    const base = spans.findLast((span) => span.end <= start && span.time.length === 10 && !span.duration);
    const end = start + match[0].length;
    if (!base || spans.some((span) => span.start < end && start < span.end)) return [];
    const unit = match[2] ?? (match[3] === 'morning' ? 'day' : (match[3] ?? 'day'));
    return [{ start, end, time: shift(new Date(`${base.time}T12:00:00Z`), match[1] ? countOf(match[1]) : 1, unit) }];
  });
}

const MONTH = `(?:${MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;

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
    (m, now, text) => (looksLikeMonth(m[1]) ? nearDay(m[1], m[2], now, text, m.index) : undefined),
  ],
  [
    re(`\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b`),
    (m, now, text) => (looksLikeMonth(m[2]) ? nearDay(m[2], m[1], now, text, m.index) : undefined),
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
  [
    /\b(?:since |in |back in |during )?(?:the )?(year|month|week|summer|winter|spring|autumn|fall) before last\b/gi,
    (m, now) => beforeLast(m[1], now),
  ],
  [/\b(?:the )?night before last\b/gi, (_, now) => ({ time: dayFrom(now, -2) })],
  [/\b(?:the )?day before yesterday\b/gi, (_, now) => ({ time: dayFrom(now, -2) })],
  [/\b(?:the )?day after tomorrow\b/gi, (_, now) => ({ time: dayFrom(now, 2), future: true })],
  [
    /\b(?:since |earlier |later |starting |as of |from )?(?:today|tonight|this (?:morning|mornin['’]?|morn|afternoon|arvo|evening|eve|am|a\.m\.)|(?:at )?noon today|just now)\b/gi,
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
  [
    /\b(?:tmrw|tmr|tmw|tomoz|2moro|tomoro|tommorow|tomorow|tommorrow|in the am|in am)\b/gi,
    (_, now) => ({ time: dayFrom(now, 1), future: true }),
  ],
  [
    /\b(?:f\/u|follow[- ]?up|rtc|review|recheck|rpt|repeat)\s+(?:in\s+)?(\d{1,2})\s?(days?|d|wks?|weeks?|w|mos?|months?|yrs?|years?|y)\b/gi,
    (m, now) => ({ time: shift(now, Number(m[1]), m[2] ?? 'd'), future: true }),
  ],
  [
    /\b(?:since )?(?:yday|y'day|ystd|yest|yesterdy|ysterday|yesturday|last nite|o\/n|overnight)\b/gi,
    (_, now) => ({ time: dayFrom(now, -1) }),
  ],
  [
    /\b(?:since|from)\s+(?:about |around |roughly )?(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.)|\d{1,2} o['’]?clock|noon|midday|lunch(?:time)?|breakfast|i woke up|waking(?: up)?|this morn|dawn|midnight)\b/gi,
    (_, now) => ({ time: dayFrom(now, 0) }),
  ],
  [
    re(
      `\\b(?:since|from)\\s+(?:the\\s+)?(?:past|last|about|around|almost|over|nearly|more than|at least|approx)?\\s*(${RANGE})[\\s-]*(${UNIT})\\b(?!\\s*(?:ago|back|old|later))`,
    ),
    (m, now) => ago(m[1], m[2], now, true),
  ],
  [
    /\b(?:for|over|since|in)?\s*(?:the |a )?(?:last |past )?fortnight(?: ago| back)?\b/gi,
    (m, now) => ({ time: dayFrom(now, -14), duration: !/ago|back/i.test(m[0]) }),
  ],
  [
    re(
      `\\b(?:in |since |from |around |about |at |until |till )?(?:the )?(?:end|start|beginning|middle|first week|last week|early part|back end|tail end) of (?:last )?(${MONTH})(?:,? ((?:20|19)\\d\\d))?(?=\\W|$)`,
    ),
    (m, now, text) => (m[2] ? { time: `${m[2]}-${monthOf(m[1])}` } : nearMonth('since', m[1], now, text)),
  ],
  [/(?<=\bs\/p\s(?:[\w/&'-]+\s){1,5})\(?((?:19[5-9]\d|20[0-4]\d))\)?(?![\d/-])/gi, (m, now) => yearOnly(m[1], now)],
  [
    /(?<=\b(?:admitted|intubated|extubated|discharged|transferred|placed|removed|started|stopped|seen|done|diagnosed|inserted|given|collected|drawn|sent|dx|dx'd|onset|lmp|edd|d\/c'?d|since|dated|surgery|op|cath|last|completed|finished|began|begun|resumed|held|due|tx|inj|injection|bx|scan|mri|ct|us|cxr|echo|egd|colonoscopy|labs|today|visit|seen)\s)(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\b(?!\/|\d|\s*(?:mg|mm|%|mmhg))/gi,
    (m, now, text) => shortDay(m, now, text),
  ],
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
    /(?<=\b(?:[a-z]{2,}|[RL]|b\/l|x\s?\d)\s)\(?((?:19[5-9]\d|20[0-4]\d))\)?(?=\s*(?:[,.;)]|$|and\b|when\b|after\b|with\b|for\b|w\/|s\/p|due\b|but\b|-\s))/gi,
    (m, now) => yearOnly(m[1], now),
  ],
  [
    /\b(?:at|around|last|this|over|since|on|from|until|before|after)?\s*(christmas(?: (?:day|eve))?|x-?mas(?: day| eve)?|boxing day|halloween|bonfire night|guy fawkes|valentine['’]?s(?: day)?|st\.? patrick['’]?s(?: day)?|diwali|thanksgiving|new year['’]?s?(?: (?:day|eve))?|easter|july 4th|the fourth of july|memorial day|labou?r day)\b/gi,
    (m, now) => holiday(m[1], now),
  ],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})(?=[:\s-]{1,3}\d{2,3}\/\d{2,3})/g, (m, now, text) => shortDay(m, now, text)],
  [
    /\b(?:on|since|dated|from|of)\s+(\d{1,2})\/(\d{1,2})\b(?!\/|\d|\s*(?:mg|mm))/gi,
    (m, now, text) => shortDay(m, now, text),
  ],
];

const LATER = re(
  `\\b(?:about |around )?(?:(${RANGE})[\\s-]+(${UNIT})\\s+(?:later|after(?:wards| that)?)|the (?:next|following) (day|week|month|morning))\\b`,
);

let prepared: { pattern: RegExp; read: Reader[1]; needs: (typeof HINTS)[number][] }[] | undefined;

function readers(): NonNullable<typeof prepared> {
  prepared ??= READERS.map(([pattern, read]) => {
    const { source } = pattern;
    return { pattern, read, needs: HINTS.filter(([marker]) => source.includes(marker)) };
  });
  return prepared;
}

function re(source: string): RegExp {
  return new RegExp(source, 'gi');
}
