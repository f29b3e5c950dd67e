/**
 * Who a patient is, taken out of what somebody wrote: name, day of birth, numbers, addresses. What is left says whom the
 * question is about. Everything that is stored, searched for or sent goes through here. Words: identifiers.yml.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { readRows } from '../text/rows.ts';
import { letterWish } from './correspondence.ts';
import { peopleIn, type Roster } from './people.ts';
import { isAlsoWord, isNoName } from './people-words.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  named: words,
  titles: words,
  born: words,
  numbers: words,
  phones: words,
  homes: words,
});

let known: ReturnType<typeof load> | undefined;

function load() {
  const data = schema.parse(readRows(join(import.meta.dirname, 'identifiers.yml')));
  const any = (some: readonly string[]) =>
    `(?<![\\p{L}\\p{N}])(?:${some
      .toSorted((a, b) => b.length - a.length)
      .map((word) => word.replaceAll('.', '\\.').replace(/ /g, '\\s+'))
      .join('|')})(?![\\p{L}\\p{N}])`;
  const born = any(data.born);
  const numbers = any(data.numbers);
  return {
    cue: new RegExp(`(?:${any(data.named)}:?|${any(data.titles)}[.:]?)\\s*$`, 'iu'),
    opening: new RegExp(`^(?:(?:${any(data.named)}:?|${any(data.titles)}[.:]?)\\s+)+`, 'iu'),
    address: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
    // The cue in any case, the name in capitals: hence no flag for the whole.
    named: new RegExp(`${anyCase(any(data.named))}:?\\s+(?!${CAPITAL}\\s*:)(?<name>${NAME})`, 'gu'),
    titled: new RegExp(`${anyCase(any(data.titles))}[.:]?\\s+(?<name>${NAME})`, 'gu'),
    beside: new RegExp(
      `(?<name>${CAPITAL}(?:\\s+${CAPITAL}){1,3})(?=\\s*[,(]?\\s*(?:${anyCase(born)}|${anyCase(numbers)}))`,
      'gu',
    ),
    born: new RegExp(`[,(]?\\s*${born}[:\\s]*(?<date>${DATE})\\)?`, 'giu'),
    number: new RegExp(
      `[,(]?\\s*${numbers}(?:\\s+(?:is|no|number))?[.:#\\s]*(?=[\\p{L}-]{0,4}\\d)[\\p{L}\\d][\\p{L}\\d-]*(?:\\s\\d{2,})*\\)?`,
      'giu',
    ),
    phone: new RegExp(
      `[,(]?\\s*(?:${any(data.phones)}(?:\\s+(?:is|number))?[.:\\s]*)(?:${PHONE}|\\d[\\d\\s/-]{4,}\\d)\\)?`,
      'giu',
    ),
    bare: new RegExp(`[,(]?\\s*(?<![\\p{L}\\p{N}-])${PHONE}(?![\\p{L}\\p{N}-])\\)?`, 'gu'),
    day: new RegExp(`\\s*[,;(]?\\s*\\*?\\s*(?<date>${DAY})\\)?`, 'giu'),
    behindCue: new RegExp(`(?:${any(data.named)}|${any(data.titles)})$`, 'iu'),
    // Before the number of somebody, where the name stands elsewhere.
    besideNumber: new RegExp(`[,;(]\\s*(?<date>${DAY})\\)?(?=\\s*[,;(]?\\s*${numbers})`, 'giu'),
    home: new RegExp(
      `[,(]?\\s*(?:who\\s+)?${any(data.homes)}[:\\s]+${STREET}(?:,\\s*(?=\\d|\\p{Lu}\\p{Ll})${STREET})*\\)?`,
      'giu',
    ),
  };
}

/** A street or a town: words up to what goes on with the sentence. */
const STREET = '(?:(?!\\s(?:and|with|who|has|takes|is)\\s)[^,.;?!)])*';
/** From the beginning of a word to its end, one way only: whoever looks for a name in a text without end tries each word once. */
const CAPITAL = "(?<!\\p{L})\\p{Lu}(?:(?!\\p{Ll})[\\p{L}'’-]){0,30}\\p{Ll}[\\p{L}'’-]{0,60}(?![\\p{L}'’-])";
const NAME = `${CAPITAL}(?:\\s+(?:${CAPITAL}|\\p{Lu}\\.)){0,3}`;
const DAY =
  '(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+\\p{L}{3,9}\\.?,?\\s+\\d{4}|\\p{L}{3,9}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4})';
const DATE = `(?:${DAY}|(?:19|20)\\d{2})`;
/** A number by its form: with a country, or in the groups in which numbers are given. */
const PHONE = '(?:\\+\\d{1,3}[\\d\\s()/-]{6,}\\d|\\(?\\d{3}\\)?[-\\s.]\\d{3}[-\\s.]\\d{4}|0\\d{2,4}[\\s/-]\\d{5,8})';

/** "mrn" as [mM][rR][nN]: what stands behind it is told by its capitals. */
function anyCase(pattern: string): string {
  return pattern.replace(/(\\.)|(\(\?<?[!:=]*)|(\[[^\]]*\])|\p{Ll}/gu, (found, escaped, group, set) =>
    (escaped ?? group ?? set) === undefined ? `[${found}${found.toUpperCase()}]` : found,
  );
}

/** What was asked, of nobody by name. The address that a letter is to go to stays. A day of birth becomes years. */
export function withoutIdentifiers(given: string, now: number, roster?: Roster): string {
  known ??= load();
  const text = withoutRoom(given);
  const { address, born, number, phone, bare, home, besideNumber } = known;
  const to = letterWish(text)?.to;
  const people = namesIn(text, roster);
  const years = (...found: unknown[]) => {
    const { date } = found.at(-1) as { date: string };
    const age = ageOf(date, now);
    return age === undefined ? '' : `, a ${age}-year-old`;
  };
  const bared = text
    .replace(address, (found) => (found === to ? found : ''))
    .replace(born, years)
    .replace(known.day, besideName(people, years))
    .replace(besideNumber, years)
    .replace(number, '')
    .replace(phone, '')
    .replace(home, '')
    .replace(bare, '');
  const left = people.reduce((rest, name) => withoutName(rest, name, known!.cue), bared);
  return left === text ? given : tidy(left);
}

/** Long runs of blanks say nothing, and whoever looks for what may stand behind some tries each of them anew. */
function withoutRoom(text: string): string {
  return text.replace(/\s{4,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/**
 * "Elena Marsh, 12.03.1961", "my patient (1961-03-12)": a day right behind whom it is of is the day of birth. Days are looked
 * for, and names before each: looked for the other way round, every name is tried at every letter.
 */
function besideName(people: readonly string[], years: (...found: unknown[]) => string) {
  const plain = (text: string) => text.slice(-LONGEST_END).toLowerCase().replace(/\s+/g, ' ');
  const names = people.map(plain);
  return (...found: unknown[]): string => {
    const [day, whole, at] = [found[0], found.at(-2), found.at(-3)] as [string, string, number];
    const before = whole.slice(Math.max(0, at - LONGEST_END), at).replace(/['’]s$/i, '');
    const ends = plain(before);
    const isBirth = known!.behindCue.test(before) || names.some((name) => ends.endsWith(name));
    return isBirth ? years(...found) : day;
  };
}

/** As much of a name as tells it from others. */
const LONGEST_END = 100;

/** What of it says who somebody is, as it is written there: to find it again where it was repeated. */
export interface Identifiers {
  readonly names: readonly string[];
  readonly others: readonly string[];
}

export function identifiersIn(given: string, roster?: Roster): Identifiers {
  known ??= load();
  const text = withoutRoom(given);
  const { address, born, number, phone, bare, home, besideNumber } = known;
  const to = letterWish(text)?.to;
  const people = namesIn(text, roster);
  const found = [born, besideNumber, number, phone, home, bare].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([one]) => one),
  );
  const ofNames: string[] = [];
  text.replace(
    known.day,
    besideName(people, (day) => `${ofNames.push(String(day))}`),
  );
  const phrases = [...found, ...ofNames].map((one) => one.replace(/^[,(\s]+|[)\s]+$/g, '')).filter((one) => one !== '');
  // The value alone too: whoever repeated it may have left out what it is.
  const values = phrases.flatMap((one) => one.match(/[\d+][\d\s./-]{4,}\d/g) ?? []);
  const addresses = [...text.matchAll(address)].map(([one]) => one).filter((one) => one !== to);
  return {
    names: people,
    others: [...new Set([...phrases, ...values, ...addresses])].toSorted((a, b) => b.length - a.length),
  };
}

/** A text that repeats what others wrote, without these. What it says beside them stays, the names of authors too. */
export function withoutThese(text: string, { names, others }: Identifiers): string {
  known ??= load();
  const bared = others.reduce((rest, one) => rest.replaceAll(`, ${one}`, '').replaceAll(one, ''), text);
  const left = names.reduce((rest, name) => withoutName(rest, name, known!.cue), bared);
  return left === text ? text : left.replace(/ ?\(\s*\)/g, '').replace(/(?<=\S) +(?=[,.;:?!)])/g, '');
}

function namesIn(text: string, roster?: Roster): string[] {
  const { named, titled, beside } = known!;
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(({ groups }) => groups!['name']!);
  const whole = [
    ...[...found(named), ...found(beside)].map((name) => ownName(name, (part) => isNoName(part))),
    // Whatever stands behind "Mrs" is a name, but for what is of medicine: "Mrs Young".
    ...found(titled).map((name) => ownName(name, isOfMedicine)),
  ].filter((name) => name !== '');
  // "Does Elena …" later on is the same person.
  const parts = whole.flatMap((name) => name.split(/\s+/)).filter((part) => part.length > 2 && !isAlsoWord(part));
  const uncued = peopleIn(text, roster).flatMap((name) => [name.text, ...name.parts]);
  return [...new Set([...whole, ...parts, ...uncued])].toSorted((a, b) => b.length - a.length);
}

function isOfMedicine(word: string): boolean {
  const kinds = ['condition', 'drug', 'drug_class', 'symptom'] as const;
  return word.length > 3 && openCatalogue().find(word, { kinds }).length > 0;
}

/** Up to the first word that is something else: "my patient Crohn disease" names nobody. */
function ownName(name: string, isElse: (word: string) => boolean): string {
  const parts = name
    .replace(known!.opening, '')
    .replace(/['’]s$/, '')
    .split(/\s+/);
  const end = parts.findIndex((part, at) => isOfMedicine(part) || (at === 0 && isElse(part)));
  return (end < 0 ? parts : parts.slice(0, end)).join(' ');
}

/** Behind a word that says who it is nothing is missed; else it is the patient who is spoken of. */
function withoutName(text: string, name: string, cue: RegExp): string {
  const written = name.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&').replace(/\s+/g, '\\s+');
  // "Mrs. Young": elsewhere that is a word.
  const isWord = !/\s/.test(name) && isAlsoWord(name);
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}@.])${written}(?:['’]s)?(?![\\p{L}\\p{N}@])`, 'gu'),
    (found, at: number, whole: string) => {
      const before = whole.slice(Math.max(0, at - LONGEST_CUE), at);
      if (cue.test(before)) return '';
      if (isWord) return found;
      const isHead = at === 0 || /[.!?]\s+$/.test(before);
      const told = isHead ? 'The patient' : 'the patient';
      return /['’]s$/.test(found) ? `${told}'s` : told;
    },
  );
}

/** Longer than any word that says who somebody is. */
const LONGEST_CUE = 40;

function ageOf(date: string, now: number): number | undefined {
  const [, day, month, full] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(date) ?? [];
  const written =
    full === undefined
      ? date.replace(/(\d)(?:st|nd|rd|th|\.)(?=\s)/, '$1')
      : `${full}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const at = /^\d{4}$/.test(written) ? Date.UTC(Number(written), 6, 1) : Date.parse(written);
  const years = Math.floor((now - at) / YEAR_MS);
  return Number.isFinite(years) && years >= 1 && years < 120 ? years : undefined;
}

const YEAR_MS = 365.2425 * 86_400_000;

function tidy(text: string): string {
  const isWhole = text.split('(').length === text.split(')').length;
  return (
    (isWhole ? text : text.replace(/[()]/g, ''))
      .replace(/\(\s*\)/g, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/(?:\s*,)+\s*(?=[,.;:?!)])/g, '')
      .replace(/\s+(?=[,.;:?!)])/g, '')
      .replace(/\.{2,}/g, '.')
      // "My patient is Elena Marsh, …": who it is says nothing any more.
      .replace(/\b(patient) is the patient\b/gi, '$1')
      .replace(/^[\s,;:]+/, '')
      .trim()
  );
}
