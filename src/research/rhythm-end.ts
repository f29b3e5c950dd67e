/** When a rhythm ends, where that is said apart from how often: "Every Monday at 8, only randomised trials, until June 2027." */
import { readSchedule, scheduleWords } from '../triggers/index.ts';
import { ANY_TIME, isOfSources, isOfTime, type Rhythm } from './rhythm-start.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';

/** The end with its place; `text` goes behind the rhythm as the schedules' grammar reads it: "until June 2027", "for three months". */
export function endIn(message: string, rhythms: readonly Rhythm[]): Rhythm | undefined {
  if (rhythms.length === 0 && !hasAll(plainOf(message), [vocabulary().ongoing])) return undefined;
  const { until, stops, lasting } = vocabulary().ends;
  const any = (words: readonly string[]) => `(?:${words.toSorted((a, b) => b.length - a.length).join('|')})`;
  const ways: readonly (readonly [Way, string])[] = [
    ['until', any(until)],
    // Who stops a treatment after three months is no end of looking: it is said as an order, at the head of its clause.
    ['stop', `(?<=(?:^|[.,;:!?–-])\\s*|\\b(?:and|then|but|please)\\s+)${any(stops)}(?: (?:it|that|this))?`],
    ['lasting', any(lasting)],
  ];
  for (const [way, cue] of ways) {
    for (const { 0: whole, index } of message.matchAll(new RegExp(`(?<![\\p{L}\\p{N}-])${cue}\\s+`, 'giu'))) {
      const isPart = rhythms.some(({ start, end, text }) => start < index && index < end && isEnded(text));
      const end = isPart ? undefined : readEnd(message, { way, index, from: index + whole.length }, rhythms);
      if (end !== undefined) return end;
    }
  }
  return undefined;
}

type Way = 'until' | 'stop' | 'lasting';

interface Cue {
  readonly way: Way;
  readonly index: number;
  /** Where what it says begins. */
  readonly from: number;
}

function readEnd(message: string, { way, index, from }: Cue, rhythms: readonly Rhythm[]): Rhythm | undefined {
  const clause = clauseOf(message, from);
  const ends = [...clause.matchAll(/\S+/g)].slice(0, MOST_WORDS).map(({ 0: word, index: at }) => at + word.length);
  const at = (length: number, text: string): Rhythm => ({
    ...{ text, start: index, end: from + length, isEnd: true },
    said: message.slice(index, from + length),
  });
  const before = message.slice(0, index);
  for (const length of ends.toReversed()) {
    const text = momentOf(way, clause.slice(0, length));
    if (text === undefined) continue;
    return isOfSources(before, clause.slice(0, length)) ? undefined : at(length, text);
  }
  const last = ends.at(-1);
  if (last === undefined || way === 'lasting' || isMeasured(before)) return undefined;
  const said = clause.slice(0, last);
  // A time that nobody can read is no event.
  if (isBareTime(said)) return { ...at(last, `until ${said}`), isUnread: true };
  const opens = /(?:^|[.,;:!?–-]\s*|\b(?:and|then|but)\s+)$/.test(before);
  const isBehind = rhythms.some(({ end }) => end <= index && !/[.!?;\n]/.test(message.slice(end, index)));
  if (!opens && !isBehind) return undefined;
  return at(last, `until ${way === 'stop' ? withoutLink(said) : said}`);
}

const MOST_WORDS = 16;

/** Up to where something else begins. */
function clauseOf(message: string, from: number): string {
  const rest = message.slice(from).split(/[.!?;,\n](?!\d)/, 1)[0]!;
  const cuts = vocabulary()
    .cuts.map((cut) => rest.toLowerCase().indexOf(` ${cut}`))
    .filter((cut) => cut > 0);
  return rest.slice(0, Math.min(rest.length, ...cuts)).replace(/[)"”]+\s*$/, '');
}

/** "A while", "2027-13-01": of time, and of nothing that could come about. */
function isBareTime(said: string): boolean {
  const { again, small } = vocabulary();
  const isOne = (word: string) =>
    /^\d[\d-]*(?:st|nd|rd|th)?$/.test(word) || small.has(word) || again.times.includes(word);
  return isOfTime(said) && plainOf(said).split(' ').every(isOne);
}

/** How the grammar takes it, where that makes a day of it. */
function momentOf(way: Way, said: string): string | undefined {
  const bare = way === 'stop' ? withoutLink(said) : said;
  const tries =
    way === 'until' ? [`until ${bare}`] : way === 'lasting' ? [`for ${bare}`] : [`for ${bare}`, `until ${bare}`];
  return tries.find(isDated);
}

function withoutLink(said: string): string {
  return said.replace(new RegExp(`^(?:(?:${vocabulary().ends.links.join('|')})\\s+)+`, 'i'), '');
}

function isDated(text: string): boolean {
  try {
    const { schedule } = readSchedule(`weekly ${text}`, ANY_TIME);
    return schedule.kind !== 'once' && schedule.kind !== 'dates' && isOver(schedule.end);
  } catch {
    return false;
  }
}

const isOver = ({ until, event }: { until?: number; event?: string }) => until !== undefined && event === undefined;

/** It says its own end: nothing that stands elsewhere is one. */
export function isEnded(text: string): boolean {
  const words = scheduleWords();
  return text
    .split(' ')
    .some((word) => words.is('until', word.toLowerCase()) || words.is('lasting', word.toLowerCase()));
}

/** "The time until dialysis": what is measured. */
function isMeasured(before: string): boolean {
  const [last = ''] = /\p{L}+(?=\s*$)/u.exec(before.toLowerCase()) ?? [];
  return last === 'time' || scheduleWords().unit(last) !== undefined;
}
