/** Time zones as they are said: "New York time", "CET", "in timezone Europe/London". */
import { type Read, type Reader, wordAt } from './piece.ts';
import { timeWords } from './words.ts';

const MOST_WORDS = 3;
let cities: ReadonlyMap<string, string> | undefined;

/** Behind a clock, or where a zone is announced. */
export const readZone: Read = (reader, at, last) => {
  const named = announced(reader, at);
  if (named !== undefined) return readNamed(reader, at, named);
  const isBehindClock = last?.kind === 'clock' && at - last.to <= 1;
  const shifted = isBehindClock ? shiftedAt(reader, at) : undefined;
  if (shifted !== undefined) return shifted;
  const short = timeWords().zone(wordAt(reader, at));
  if (short !== undefined && isBehindClock) return { kind: 'zone', zone: short, from: at, to: at + 1 };
  const full = zoneNamed(wordAt(reader, at));
  if (full !== undefined && wordAt(reader, at).includes('/') && isBehindClock)
    return { kind: 'zone', zone: full, from: at, to: at + 1 };
  for (let size = MOST_WORDS; size > 0; size--) {
    if (wordAt(reader, at + size) !== 'time') continue;
    const zone = zoneOf(wordsFrom(reader, at, size));
    if (zone !== undefined) return { kind: 'zone', zone, from: at, to: at + size + 1 };
  }
  // "A meeting in Mars/Phobos time tomorrow": said before the hour, too.
  if (wordAt(reader, at) === 'in' && /\//.test(wordAt(reader, at + 1))) return unknownIn(reader, at);
  if (!isBehindClock || last.to !== at) return undefined;
  return wordAt(reader, at) === 'in' ? unknownIn(reader, at) : unknownAt(reader, at);
};

/** "At 9 in Mars/Olympus time". */
function unknownIn(reader: Reader, at: number): ReturnType<Read> {
  const size = [1, 2, 3].find((count) => wordAt(reader, at + 1 + count) === 'time');
  if (size === undefined || zoneOf(wordsFrom(reader, at + 1, size)) !== undefined) return undefined;
  const wrong = unknownAt(reader, at + 1);
  return wrong && { ...wrong, from: at };
}

/** "4pm Mars/Olympus", "4pm Narnia time": named like a zone, and none. */
function unknownAt(reader: Reader, at: number): ReturnType<Read> {
  const isName = (index: number) => reader.tokens[index]?.capital === true;
  const size = [2, 1].find((count) => wordAt(reader, at + count) === 'time') ?? 0;
  const isSlashed = /^\p{L}+\/\p{L}/u.test(wordAt(reader, at));
  if (!(isSlashed && (isName(at) || size === 1)) && !(size > 0 && isName(at))) return undefined;
  return noZone(wordsFrom(reader, at, Math.max(1, size)), at, at + size + 1);
}

/** "UTC+3", "GMT-5:30". */
function shiftedAt(reader: Reader, at: number): ReturnType<Read> {
  const [, base, sign, hours = '', minutes = '00'] =
    /^(utc|gmt)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/.exec(wordAt(reader, at)) ?? [];
  if (base === undefined) return undefined;
  const isApart = sign === undefined && ['+', '-', '−'].includes(wordAt(reader, at + 1));
  const [, apartHours, apartMinutes = '00'] =
    (isApart ? /^(\d{1,2})(?::?(\d{2}))?$/.exec(wordAt(reader, at + 2)) : undefined) ?? [];
  const [hour, minute] = [Number(apartHours ?? hours), Number(apartHours === undefined ? minutes : apartMinutes)];
  if (sign === undefined && apartHours === undefined) return undefined;
  const to = at + (apartHours === undefined ? 1 : 3);
  const isPlus = (sign ?? wordAt(reader, at + 1)) === '+';
  if (hour > 14 || minute > 59) return noZone(wordsFrom(reader, at, to - at), at, to);
  const two = (count: number) => String(count).padStart(2, '0');
  return { kind: 'zone', zone: `${isPlus ? '+' : '-'}${two(hour)}:${two(minute)}`, from: at, to };
}

function noZone(said: string, from: number, to: number): ReturnType<Read> {
  const name = said.replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());
  return { kind: 'wrong', why: `There is no time zone "${name}".`, from, to };
}

/** Where the name begins that "in time zone" announces. */
function announced(reader: Reader, at: number): number | undefined {
  const skip = wordAt(reader, at) === 'in' ? 1 : 0;
  const one = wordAt(reader, at + skip);
  const isTwo = one === 'time' && wordAt(reader, at + skip + 1) === 'zone';
  if (one !== 'timezone' && one !== 'tz' && !isTwo) return undefined;
  const name = at + skip + (isTwo ? 2 : 1);
  return ['is', ':', 'to', '='].includes(wordAt(reader, name)) ? name + 1 : name;
}

function readNamed(reader: Reader, from: number, at: number): ReturnType<Read> {
  for (let size = MOST_WORDS; size > 0; size--) {
    const zone = zoneOf(wordsFrom(reader, at, size));
    if (zone !== undefined) return { kind: 'zone', zone, from, to: at + size };
  }
  return reader.tokens[at]?.capital || wordAt(reader, at).includes('/')
    ? noZone(wordAt(reader, at), from, at + 1)
    : undefined;
}

function wordsFrom(reader: Reader, at: number, size: number): string {
  return Array.from({ length: size }, (_, shift) => wordAt(reader, at + shift)).join(' ');
}

/** A zone that was told by itself: "Europe/Berlin", "New York", "CET". */
export function zoneSaid(said: string): string | undefined {
  return zoneOf(
    said
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, '')
      .replace(/ time$/, ''),
  );
}

function zoneOf(said: string): string | undefined {
  return timeWords().zone(said) ?? zoneNamed(said);
}

/** By its whole name or by its city. */
function zoneNamed(said: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const name = zone.toLowerCase();
      return [
        [name, zone] as const,
        ...(name.includes('/') ? [[name.split('/').at(-1)!.replaceAll('_', ' '), zone] as const] : []),
      ];
    }),
  );
  return cities.get(said);
}
