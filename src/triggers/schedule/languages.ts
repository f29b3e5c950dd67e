/** A schedule in another language, word by word in English: it is read and shown in English. Words from languages.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { scheduleWords } from './words.ts';

const list = z.array(z.string());
const schema = z.record(
  z.string(),
  z.strictObject({ hours: list, articles: list, habit: list, until: list, words: z.record(z.string(), z.string()) }),
);

interface Language {
  readonly name: string;
  readonly hours: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  readonly habit: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, string>;
  readonly until: ReadonlySet<string>;
  /** Words of the longest phrase. */
  readonly longest: number;
}

export interface Gloss {
  readonly language: string;
  readonly text: string;
  /** Words that the language does not know here; they stand in the text as they are. */
  readonly unknown: readonly string[];
}

/** The text in English, by the language that knows most of its words: at least two, and not less than it does not know. */
export function inEnglish(text: string): Gloss | undefined {
  const tokens = tokensOf(text);
  const words = tokens.filter((token) => /\p{L}/u.test(token)).length;
  const read = languages().map((language) => ({ language: language.name, ...gloss(tokens, language) }));
  const [best] = read.toSorted((a, b) => a.unknown.length - b.unknown.length);
  if (best === undefined || words === 0) return undefined;
  const known = words - best.unknown.length;
  return best.unknown.length === 0 || (known >= 2 && known >= best.unknown.length) ? best : undefined;
}

export function languagesOfSchedules(): string[] {
  return ['English', 'German', ...languages().map(({ name }) => name)];
}

/** "8h30" is a time, "1er" an ordinal; an apostrophe ends a word. */
const TOKEN = /\d{1,2}[:.]\d{2}|\d{4}-\d{2}-\d{2}|\d+(?:er|re|º|ª|°)|\d+|\p{L}+(?:-\p{L}+)*['’]?|[^\s]/gu;

function tokensOf(text: string): string[] {
  const hours = text
    .toLowerCase()
    .replace(/\b(\d{1,2})\s?h(?:\s?(\d{2}))?(?![\p{L}\p{N}])/gu, (_, hour, minutes = '00') => `${hour}:${minutes}`);
  return (hours.match(TOKEN) ?? []).map((token) => token.replace('’', "'"));
}

function gloss(tokens: readonly string[], language: Language): Omit<Gloss, 'language'> {
  const out: string[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { english, length, ends } = pieceAt(tokens, at, out.at(-1), language);
    if (english === undefined) unknown.push(tokens[at]!);
    out.push(english ?? tokens[at]!);
    at += length;
    if (!ends) continue;
    // What is awaited may be told in any words.
    const rest = gloss(tokens.slice(at), language);
    return { text: sentence(out, rest.unknown.length === 0 ? rest.text : tokens.slice(at).join(' ')), unknown };
  }
  return { text: sentence(out), unknown };
}

const sentence = (out: readonly string[], rest = '') => [...out, rest].filter(Boolean).join(' ').replace(/ ,/g, ',');

interface Spoken {
  readonly english: string | undefined;
  readonly length: number;
  readonly ends?: boolean;
}

function pieceAt(tokens: readonly string[], at: number, before: string | undefined, language: Language): Spoken {
  const { hours, articles, habit, words, until, longest } = language;
  const token = tokens[at]!;
  const ordinal = /^(\d+)(?:er|re|º|ª|°)$/.exec(token)?.[1];
  if (ordinal !== undefined) return { english: `${ordinal}${ordinal === '1' ? 'st' : 'th'}`, length: 1 };
  if (/^\d+$/.test(token)) {
    if (before === 'at' && hours.has(tokens[at + 1] ?? '')) return { english: `${token}:00`, length: 2 };
    const next = words.get(tokens[at + 1] ?? '') ?? '';
    const isDay =
      before !== 'at' && articles.has(tokens[at - 1] ?? '') && !isCounted(next, tokens.slice(at + 1), words);
    return { english: isDay ? `${token}th` : token, length: 1 };
  }
  if (!/\p{L}/u.test(token)) return { english: token, length: 1 };
  const day = words.get(tokens[at + 1] ?? '');
  const isWeekday = day !== undefined && scheduleWords().weekdays(day.toLowerCase()) !== undefined;
  if (habit.has(token) && isWeekday && before !== 'every' && !/^\d/.test(tokens[at + 2] ?? ''))
    return { english: 'every', length: 1 };
  for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
    const phrase = tokens.slice(at, at + length).join(' ');
    if (until.has(phrase)) return { english: 'until', length, ends: true };
    const english = words.get(phrase);
    if (english !== undefined) return { english, length };
  }
  return { english: undefined, length: 1 };
}

/** "The 3 March", "the 2 weeks": a number that goes with what follows; else "the 15" is the fifteenth. */
function isCounted(next: string, rest: readonly string[], words: Language['words']): boolean {
  const known = scheduleWords();
  const isThing = (word: string) => known.month(word.toLowerCase()) !== undefined || known.unit(word) !== undefined;
  // "El 3 de marzo".
  const after = next === 'of' ? (words.get(rest[1] ?? '') ?? '') : next;
  return isThing(after) || (next !== 'of' && known.is('times', next));
}

let known: Language[] | undefined;

function languages(): Language[] {
  known ??= load();
  return known;
}

function load(): Language[] {
  const data = schema.parse(readRows(join(import.meta.dirname, 'languages.yml')));
  const phrase = (said: string) => tokensOf(said).join(' ');
  return Object.entries(data).map(([name, { hours, articles, habit, until, words }]) => {
    const known = new Map(Object.entries(words).map(([said, english]) => [phrase(said), english]));
    const untils = new Set(until.map(phrase));
    const longest = Math.max(...[...known.keys(), ...untils].map((said) => said.split(' ').length));
    return {
      name,
      hours: new Set(hours),
      articles: new Set(articles),
      habit: new Set(habit),
      words: known,
      until: untils,
      longest,
    };
  });
}
