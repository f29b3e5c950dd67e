/**
 * How long something lasts where a document says from when to when: "from 6:00 to 9:30" is three and a half hours, broken on 2 May
 * and repaired on 6 May is four days. Read only where the sentence is about what the criterion is about.
 */

import { porterStem, sentencesOf, wordsIn } from '../../../text/index.ts';
import { MONTH, monthNumber } from '../../../text/months.ts';
import { isStopword } from '../../text/words.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, week: 10_080 };
const NUMBER = String.raw`(?<n>\d+(?:[.,]\d+)?|half an?|an?|[a-z]+)`;
const LASTING = new RegExp(
  String.raw`\b(?<bound>at least|at most|more than|over|less than|under|up to|exactly|only|about)? ?\b${NUMBER}(?<half> and a half)? (?<unit>minute|hour|day|week)s?\b(?<tail> and a half)?`,
  'gi',
);
const ASKS =
  /\b(?:lasts?|lasted|takes?|took|runs?|ran|for|long|closed|open|down|unavailable|out of (?:order|service)|goes on|within|duration)\b/i;

/** What is so on some days only is not told by one span. */
const ONCE_EACH = /\b(?:if|per|every|each|\w+days?|weekends?)\b(?<!\bdays?)/i;

interface Span {
  readonly minutes: number;
  readonly sentence: string;
}

export function judgeSpan({ document, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined || !ASKS.test(criterion) || ONCE_EACH.test(criterion)) return undefined;
  const asked = lastingIn(criterion);
  if (asked === undefined) return undefined;
  const words = topicOf(criterion);
  const text = document.words;
  const spans = sentencesOf(text.replace(/\n(?!\n)/g, ' ')).flatMap(spansIn);
  const fitting = spans.filter(({ sentence }) => shares(words, sentence));
  // Two that might be meant are none that is.
  const meant = fitting.length > 0 ? fitting : [];
  if (meant.length !== 1 || lastingIn(meant[0]!.sentence) !== undefined) return undefined;
  const { minutes, sentence } = meant[0]!;
  return seen(holdsOf(asked, minutes), `From one to the other it is ${told(minutes)}.`, {
    evidence: sentence.trim().slice(0, 160),
    at: Math.max(0, text.indexOf(sentence.trim().slice(0, 20))),
  });
}

interface Lasting {
  readonly minutes: number;
  readonly bound: string;
}

/** The one length of time that is named. */
function lastingIn(text: string): Lasting | undefined {
  const found = [...text.matchAll(LASTING)].flatMap(({ groups }): Lasting[] => {
    const said = groups!['n']!.toLowerCase();
    const n = /^half/.test(said) ? 0.5 : /^\d/.test(said) ? Number(said.replace(',', '.')) : readNumber(said);
    if (n === undefined || !Number.isFinite(n)) return [];
    const half = groups!['half'] === undefined && groups!['tail'] === undefined ? 0 : 0.5;
    return [
      { minutes: (n + half) * MINUTES[groups!['unit']!.toLowerCase()]!, bound: groups!['bound']?.toLowerCase() ?? '' },
    ];
  });
  return found.length === 1 ? found[0] : undefined;
}

function holdsOf({ minutes, bound }: Lasting, there: number): boolean {
  if (/least/.test(bound)) return there >= minutes;
  if (/more|over/.test(bound)) return there > minutes;
  if (/most|up to/.test(bound)) return there <= minutes;
  if (/less|under/.test(bound)) return there < minutes;
  return there === minutes;
}

function told(minutes: number): string {
  return minutes % 1440 === 0
    ? `${minutes / 1440} days`
    : minutes % 60 === 0
      ? `${minutes / 60} hours`
      : `${minutes} minutes`;
}

const TIME = String.raw`(?<h>\d{1,2})(?:[:.](?<m>\d{2}))?\s?(?<half>[ap]\.?m\.?)?(?: o'clock)?`;
const CLOCKS = new RegExp(
  String.raw`(?<![\d.,:-])${TIME}\s?(?:to|–|-|until|till|and)\s?${TIME.replace(/<(\w+)>/g, '<$12>')}(?![\d.,:-]*\d)`,
  'gi',
);
const DAY = new RegExp(String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)? (?<month>${MONTH})\b`, 'gi');

function spansIn(sentence: string): Span[] {
  const clocks = [...sentence.matchAll(CLOCKS)].flatMap(({ groups: g, 0: whole }): Span[] => {
    const isTime = /[:.]\d{2}|[ap]\.?m/i.test(whole);
    const [from, to] = [
      clockOf(g!['h']!, g!['m'], g!['half'] ?? g!['half2']),
      clockOf(g!['h2']!, g!['m2'], g!['half2']),
    ];
    return isTime && to > from ? [{ minutes: to - from, sentence }] : [];
  });
  if (clocks.length > 0) return clocks;
  const days = [...sentence.matchAll(DAY)].map(({ groups }) =>
    Date.UTC(2001, monthNumber(groups!['month']!) - 1, Number(groups!['d'])),
  );
  const [from, to] = days;
  return days.length === 2 && to! > from! ? [{ minutes: (to! - from!) / 60_000, sentence }] : [];
}

function clockOf(hour: string, minute: string | undefined, half: string | undefined): number {
  const h = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  return h * 60 + Number(minute ?? 0);
}

const THIN = new Set(
  'last take run long close open minut hour dai week half order servic least most more less than onli exactli about'.split(
    ' ',
  ),
);

function topicOf(criterion: string): string[] {
  const words = wordsIn(criterion).flatMap(({ lower }) =>
    isStopword(lower) || readNumber(lower) !== undefined ? [] : [porterStem(lower)],
  );
  return words.filter((word) => !THIN.has(word));
}

/** What it is about stands there; an outage is what is down. */
function shares(words: readonly string[], sentence: string): boolean {
  const there = new Set(wordsIn(sentence).map(({ lower }) => porterStem(lower)));
  return (
    words.length > 0 &&
    words.filter((word) => there.has(word) || KIN[word]?.some((one) => there.has(one))).length * 2 >= words.length
  );
}

const KIN: Readonly<Record<string, readonly string[]>> = {
  outag: ['down', 'unavail', 'fail', 'broke', 'maint'],
  downtim: ['down', 'unavail', 'mainten'],
  mainten: ['down', 'unavail'],
  interrupt: ['down', 'unavail', 'close'],
  closur: ['close', 'shut'],
  meet: ['meet', 'began', 'start', 'end'],
};
