import { type Hit, openPhrasebook, type Phrasebook, readLists } from '../rules/phrases.ts';
import { readData } from '../tables/tables.ts';
import { BORDER, type Plain } from '../words/plain.ts';

/**
 * Messages in other languages than English, or mixed with one: which language it is, what danger they tell of, and
 * whether they are about health. A language is a file of phrases (`data/language-<code>.yml`); only the short list of
 * words in `data/languages.yml` is looked for in every message, so that plain English costs next to nothing.
 */
export interface Foreign {
  /** The language that most of the message is in, by its code and in English; none where it is only mixed in. */
  language?: Language;
  dangers: ForeignDanger[];
  /** Words of health in that language, and whether they are the writer's own or of someone near. */
  health: boolean;
  own: boolean;
}

export interface Language {
  code: string;
  name: string;
}

export interface ForeignDanger {
  rule: string;
  start: number;
  end: number;
  /** What to do, in that language. */
  advice: string;
}

export function readForeign(text: string): Foreign | undefined {
  const plain = foldedWords(text.slice(0, LONGEST));
  const shares = languagesIn(plain);
  if (shares.size === 0) return undefined;
  const most = [...shares].sort(([, a], [, b]) => b - a)[0]!;
  const words = plain.tokens.filter((token) => !SIGNS.has(token)).length;
  const isMostly = most[1] >= words * MOSTLY && (most[1] > 1 || words < 3);
  const main = isMostly ? openLanguage(most[0]) : undefined;
  const lists = main?.found(plain);
  return {
    ...(isMostly ? { language: { code: most[0], name: head().names.get(most[0])!.trim() } } : {}),
    dangers: dangersIn(plain, [...shares.keys()]),
    health: lists !== undefined && isOfHealth(lists, main!.rules),
    own: lists !== undefined && (lists.has('own') || !lists.has('not_now')),
  };
}

function isOfHealth(lists: ReadonlyMap<string, Hit[]>, rules: readonly string[]): boolean {
  if (lists.has('health')) return true;
  return !lists.has('things') && rules.some((rule) => rule !== 'danger' && lists.has(rule));
}

const LONGEST = 2000;
/** The share of its words that makes a message one of that language. */
const MOSTLY = 0.2;

/** Each language that a word or sign of the message belongs to, with how many do. */
function languagesIn(plain: Plain): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [code, hits] of head().book.findAll(plain))
    shares.set(code, (shares.get(code) ?? 0) + hits.reduce((sum, { from, to }) => sum + to - from + 1, 0));
  if (plain.tokens.every((token) => token.charCodeAt(0) < 0x370)) return shares;
  for (const [script, code] of SCRIPTS) {
    const count = plain.tokens.filter((token) => script.test(token)).length;
    if (count > 0) shares.set(code, (shares.get(code) ?? 0) + count);
  }
  if (shares.has('zh')) shares.set('ja', (shares.get('ja') ?? 0) + (shares.get('ja') ? shares.get('zh')! : 0));
  return shares;
}

/** Kana make a text Japanese, whatever Chinese signs stand beside them. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
];

/** The dangers told of as here and now, one for each rule; languages that share a word share its cues too. */
function dangersIn(plain: Plain, codes: string[]): ForeignDanger[] {
  const readings = codes.map((code) => ({ ...openLanguage(code), lists: openLanguage(code).found(plain) }));
  const cues = new Map([...CUES].map((cue) => [cue, readings.flatMap(({ lists }) => lists.get(cue) ?? [])]));
  const dangers = new Map<string, ForeignDanger>();
  for (const { advice, rules, lists } of readings)
    for (const rule of rules) {
      const hit = lists.get(rule)?.find((one) => isHereAndNow(one, cues, plain));
      if (!hit || dangers.has(rule)) continue;
      dangers.set(rule, { rule, start: plain.words[hit.from]!.start, end: plain.words[hit.to]!.end, advice });
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
  rules: string[];
  found(plain: Plain): Map<string, Hit[]>;
}

const opened = new Map<string, Opened>();

function openLanguage(code: string): Opened {
  const known = opened.get(code);
  if (known) return known;
  const data = readData(`language-${code}`);
  const lists = readLists(foldPhrases(data['lists'] ?? ''));
  const nested = new Set(Array.from((data['lists'] ?? '').matchAll(/<(\w+)>/g), ([, name]) => name!));
  const searched = [...lists.keys()].filter((name) => !nested.has(name));
  const book = openPhrasebook(lists, searched);
  const language = {
    advice: data['advice'] ?? '',
    rules: searched.filter((name) => !CUES.has(name)),
    found: (plain: Plain) => book.findAll(plain),
  };
  opened.set(code, language);
  return language;
}

/** Lists of a language that name no danger. */
export const CUES: ReadonlySet<string> = new Set([
  'denies',
  'denies_after',
  'not_now',
  'now',
  'things',
  'own',
  'health',
]);

let read: { names: ReadonlyMap<string, string>; book: Phrasebook } | undefined;

function head() {
  if (read) return read;
  const data = readData('languages');
  read = { names: readLists(data['names'] ?? ''), book: openPhrasebook(readLists(foldPhrases(data['words'] ?? ''))) };
  return read;
}

const SIGNS = new Set([',', BORDER]);
const EACH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const WORD = new RegExp(`[${EACH}ー]|(?:(?![${EACH}ー])[\\p{L}\\p{M}\\d])+|[,;:、،，]|[.!?\\n。！？؟।|]+`, 'gu');
const ASCII_WORD = /[a-z0-9]+|[,;:]|[.!?\n|]+/gi;
const BETWEEN = new RegExp(`(?<=[${EACH}ー])(?=[${EACH}ー])`, 'gu');

/** Words in their folded form; in scripts without spaces every sign is a word. */
function foldedWords(text: string): Plain {
  const plain: Plain = { text: '', tokens: [], words: [] };
  let sentence = 0;
  for (const match of text.matchAll(isAscii(text) ? ASCII_WORD : WORD)) {
    const token = /^[.!?\n。！？؟।|]/.test(match[0]) ? BORDER : /^[,;:、،，]/.test(match[0]) ? ',' : fold(match[0]);
    plain.tokens.push(token);
    plain.words.push({ at: 0, start: match.index, end: match.index + match[0].length, sentence });
    if (token === BORDER) sentence++;
  }
  return plain;
}

/** Apostrophes and hyphens part words; in scripts without spaces every sign is one. */
function foldPhrases(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(/(?<=[a-z])['-](?=[a-z])/g, ' ');
  return fold(text)
    .replace(/(?<=\p{L})['’-](?=\p{L})/gu, ' ')
    .replace(BETWEEN, ' ');
}

const LETTERS: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
};

/** Small letters without the marks that people leave out when they type in a hurry. */
function fold(text: string): string {
  const small = text.toLowerCase();
  if (isAscii(small)) return small;
  return small
    .replace(/[łđßøæœıأإآىة]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .normalize('NFC');
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
