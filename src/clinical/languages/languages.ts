import { type Hit, openPhrasebook, readLists } from '../rules/phrases.ts';
import { readData } from '../tables/tables.ts';
import type { Plain } from '../words/plain.ts';
import { foldedWords, foldPhrases, SIGNS } from './folding.ts';
import { isUnknown, isUnread, languagesIn, nameOf } from './recognition.ts';

/**
 * Messages in other languages than English, or mixed with one: which language it is, what danger they tell of, and
 * whether they are about health. A language is a file of phrases (`data/language-<code>.yml`) by danger; the words by
 * which a message shows that it may be in one of them are derived from the files (recognition.ts), so that plain English
 * costs next to nothing.
 */
export interface Foreign {
  /** The language that most of the message is in, by its code and in English; none where it is only mixed in. */
  language?: Language;
  dangers: ForeignDanger[];
  /** Words of health in that language, and whether they are the writer's own or of someone near. */
  health: boolean;
  own: boolean;
  /** The language is read in part, or not at all, and nothing shows that the message is about something else. */
  unsure: boolean;
}

export interface Language {
  code: string;
  name: string;
}

export interface ForeignDanger {
  rule: string;
  start: number;
  end: number;
  language: string;
}

export function readForeign(text: string): Foreign | undefined {
  const plain = foldedWords(text.slice(0, LONGEST).replace(/https?:\S+/g, (url) => ' '.repeat(url.length)));
  const shares = languagesIn(plain);
  const words = plain.tokens.filter((token) => !SIGNS.has(token)).length;
  const ranked = [...shares].sort(([, a], [, b]) => b - a);
  const most = ranked[0];
  const dangers = dangersIn(
    plain,
    ranked.flatMap(([code, share]) => (share >= words * PRESENT || !openLanguage(code).partly ? [code] : [])),
  );
  const strange = isUnknown(plain);
  const isMostly =
    most !== undefined &&
    (strange ? most[1] >= words * BEST_GUESS : most[1] >= words * MOSTLY && (most[1] > 1 || words < 3));
  if (!isMostly && strange) return unknownLanguage(dangers);
  if (most === undefined) return undefined;
  const main = isMostly ? openLanguage(most[0]) : undefined;
  const lists = main?.found(plain);
  return {
    ...(isMostly ? { language: { code: most[0], name: nameOf(most[0]) } } : {}),
    dangers,
    health: lists !== undefined && isOfHealth(lists, main!.rules),
    own: lists !== undefined && (lists.has('own') || !lists.has('not_now')),
    unsure: (main?.partly ?? false) && !lists?.has('things'),
  };
}

const CLAUSES = 30;
const WORDS = 3;

/** The language of a message, or of a clause of it where the rest is English. */
export function languageWithin(text: string): Language | undefined {
  const whole = readForeign(text)?.language;
  if (whole !== undefined) return whole;
  const clauses = text.slice(0, LONGEST).split(/[,;.!?\n]+\s/, CLAUSES);
  for (const clause of clauses) {
    const language = clause.split(' ').length > WORDS ? readForeign(clause)?.language : undefined;
    if (language !== undefined && language.code !== 'und') return language;
  }
  return undefined;
}

function unknownLanguage(dangers: ForeignDanger[]): Foreign {
  const language = { code: 'und', name: 'a language that I do not know' };
  return { language, dangers, health: false, own: false, unsure: true };
}

/** What to do in an emergency, in that language, with the number of the place or else the one usual for the language. */
export function sayEmergency(code: string, number?: string): string {
  const { advice, usual } = openLanguage(code);
  return advice.replace('{number}', number ?? usual);
}

function isOfHealth(lists: ReadonlyMap<string, Hit[]>, rules: readonly string[]): boolean {
  if (lists.has('health')) return true;
  return !lists.has('things') && rules.some((rule) => rule !== 'danger' && lists.has(rule));
}

const LONGEST = 2000;
/** The share of its words that makes a message one of that language. */
const MOSTLY = 0.2;
/** The same for a message that is not English: it is in some language. */
const BEST_GUESS = 0.1;
/** The share from which a language read in part is believed to be there: its phrases may be words of English too. */
const PRESENT = 0.25;

/** The dangers told of as here and now, one for each rule; languages that share a word share its cues too. */
function dangersIn(plain: Plain, codes: readonly string[]): ForeignDanger[] {
  const readings = codes.map((code) => ({ code, ...openLanguage(code), lists: openLanguage(code).found(plain) }));
  const cues = new Map([...CUES].map((cue) => [cue, readings.flatMap(({ lists }) => lists.get(cue) ?? [])]));
  const dangers = new Map<string, ForeignDanger>();
  for (const { code, rules, lists } of readings)
    for (const rule of rules) {
      const hit = lists.get(rule)?.find((one) => isHereAndNow(one, cues, plain));
      if (!hit || dangers.has(rule)) continue;
      dangers.set(rule, { rule, start: plain.words[hit.from]!.start, end: plain.words[hit.to]!.end, language: code });
    }
  return [...dangers.values()];
}

/** Not denied by a word close to it, and in no sentence of a machine or a film, of the past or of what something is. */
function isHereAndNow(hit: Hit, cues: ReadonlyMap<string, Hit[]>, plain: Plain): boolean {
  const near = (from: number, to: number, reach: number) =>
    to - from >= 0 && to - from <= reach && !plain.tokens.slice(from, to).some((token) => SIGNS.has(token));
  if (cues.get('denies')?.some((one) => one.to < hit.from && near(one.to + 1, hit.from, 2))) return false;
  if (cues.get('denies_after')?.some((one) => one.from > hit.from && one.to >= hit.to && near(hit.to + 1, one.from, 3)))
    return false;
  const sentence = plain.words[hit.from]!.sentence;
  const here = (name: string) => cues.get(name)?.some((one) => plain.words[one.from]!.sentence === sentence) ?? false;
  return !here('things') && (here('now') || !here('not_now'));
}

interface Opened {
  advice: string;
  /** The number that is usual where the language is spoken. */
  usual: string;
  partly: boolean;
  rules: string[];
  found(plain: Plain): Map<string, Hit[]>;
}

const opened = new Map<string, Opened>();
const UNREAD: Opened = { advice: '', usual: '', partly: true, rules: [], found: () => new Map() };

function openLanguage(code: string): Opened {
  const known = opened.get(code) ?? (isUnread(code) ? UNREAD : undefined);
  if (known) return known;
  const data = readData(`language-${code}`);
  const lists = readLists(foldPhrases(data['lists'] ?? ''));
  const nested = new Set(Array.from((data['lists'] ?? '').matchAll(/<(\w+)>/g), ([, name]) => name!));
  const searched = [...lists.keys()].filter((name) => !nested.has(name));
  const book = openPhrasebook(lists, searched);
  const language = {
    advice: data['advice'] ?? '',
    usual: data['number'] ?? '',
    partly: data['read'] === 'in part',
    rules: searched.filter((name) => !CUES.has(name)),
    found: (plain: Plain) => book.findAll(plain),
  };
  opened.set(code, language);
  return language;
}

/** Lists of a language that name no danger. */
export const CUES: ReadonlySet<string> = new Set([
  'common',
  'denies',
  'denies_after',
  'not_now',
  'now',
  'things',
  'own',
  'health',
]);
