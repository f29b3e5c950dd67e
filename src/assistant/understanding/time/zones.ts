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
  return undefined;
};

/** Where the name begins that "in time zone" announces. */
function announced(reader: Reader, at: number): number | undefined {
  const skip = wordAt(reader, at) === 'in' ? 1 : 0;
  const one = wordAt(reader, at + skip);
  if (one === 'timezone' || one === 'tz') return at + skip + 1;
  return one === 'time' && wordAt(reader, at + skip + 1) === 'zone' ? at + skip + 2 : undefined;
}

function readNamed(reader: Reader, from: number, at: number): ReturnType<Read> {
  for (let size = MOST_WORDS; size > 0; size--) {
    const zone = zoneOf(wordsFrom(reader, at, size));
    if (zone !== undefined) return { kind: 'zone', zone, from, to: at + size };
  }
  const said = wordAt(reader, at);
  return /^\p{L}/u.test(said)
    ? {
        kind: 'wrong',
        why: `There is no time zone "${said.replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())}".`,
        from,
        to: at + 1,
      }
    : undefined;
}

function wordsFrom(reader: Reader, at: number, size: number): string {
  return Array.from({ length: size }, (_, shift) => wordAt(reader, at + shift)).join(' ');
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
