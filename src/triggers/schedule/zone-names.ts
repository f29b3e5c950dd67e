/** A time zone as people name it in a schedule: Europe/Berlin, "Tokyo time", "at 8 in Berlin", "8am EST". */
import { scheduleWords } from './words.ts';

const IANA = /(?:^|[\s(])([A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+){1,2}|UTC|GMT)(?=$|[\s),.])\)?/;

let known: Map<string, string> | undefined;

/** From a name in small letters to its zone: cities of the zones themselves, then what people call them. */
function zoneNames(): Map<string, string> {
  if (known !== undefined) return known;
  known = new Map();
  for (const zone of Intl.supportedValuesOf('timeZone'))
    if (zone.includes('/'))
      known.set(
        zone
          .slice(zone.lastIndexOf('/') + 1)
          .replaceAll('_', ' ')
          .toLowerCase(),
        zone,
      );
  for (const [zone, names] of Object.entries(scheduleWords().zones)) for (const name of names) known.set(name, zone);
  return known;
}

const LONGEST_NAME = 3;

export function takeZone(text: string): { rest: string; zone?: string } {
  const exact = IANA.exec(text);
  if (exact?.[1] !== undefined) return { rest: without(text, exact[0]), zone: exact[1] };
  const words = [...text.matchAll(/[\p{L}.]+/gu)];
  for (let from = 0; from < words.length; from++)
    for (let count = Math.min(LONGEST_NAME, words.length - from); count > 0; count--) {
      const found = zoneAt(text, words.slice(from, from + count));
      if (found !== undefined) return found;
    }
  return { rest: text.trim() };
}

function zoneAt(text: string, words: readonly RegExpExecArray[]): { rest: string; zone: string } | undefined {
  const [start, last] = [words[0]!.index, words.at(-1)!];
  const end = last.index + last[0].length;
  const zone = zoneNames().get(text.slice(start, end).toLowerCase().replaceAll('.', ''));
  if (zone === undefined) return undefined;
  const isFeast = scheduleWords().feasts.includes(last[0].toLowerCase()) && !/^ island/i.test(text.slice(end));
  if (isFeast) return undefined;
  const before = /(?:\(|\bin )?$/i.exec(text.slice(0, start))![0];
  const after = /^(?: islands?)?(?:['’]s)?(?: local)?(?: time)?\)?/i.exec(text.slice(end))![0];
  return { rest: without(text, text.slice(start - before.length, end + after.length)), zone };
}

function without(text: string, part: string): string {
  return text
    .replace(part, ' ')
    .replace(/\(\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
