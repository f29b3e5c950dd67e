/** The words of states.yml, found in a text: each as what it does there. */
import { z } from 'zod';
import { fold, stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { grammar } from '../facts/grammar.ts';

const words = z.array(z.string());
const change = z.strictObject({ acts: words, happens: words, is: words });
const file = z.strictObject({
  changes: z.strictObject({ up: change, down: change }),
  plain: words,
  denials: words,
  kinds: z.record(z.string(), z.string()),
  same: z.array(words),
  means: z.record(z.string(), z.string()),
  bare: words,
});

/** Whom a change befalls: what stands behind it, what stands before it, or what it is said of. */
export type Way = 'acts' | 'happens' | 'is';

export type Unit =
  | {
      readonly kind: 'thing';
      readonly word: string;
      /** What it is one answer to, where there is such a question: hot or cold. */
      readonly axis?: string;
      /** A word of everyday that says no new thing. */
      readonly isKnown?: boolean;
      /** Done by what stands before it. */
      readonly isDeed?: boolean;
      /** As it is written. */
      readonly text?: string;
    }
  | { readonly kind: 'change'; readonly sign: 1 | -1; readonly ways: ReadonlySet<Way>; readonly word: string }
  | { readonly kind: 'denial' | 'plain' | 'bare' | 'break' | 'pronoun' | 'be'; readonly word: string }
  | { readonly kind: 'link'; readonly word: string };

interface Lexicon {
  readonly kinds: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, Unit>;
  readonly means: ReadonlyMap<string, string>;
}

let read: Lexicon | undefined;

const keyOf = (phrase: string) => fold(phrase).split(' ').map(stem).join(' ');

function lexicon(): Lexicon {
  if (read !== undefined) return read;
  const data = file.parse(readRows(new URL('./states.yml', import.meta.url)));
  const kinds = new Map(Object.entries(data.kinds).map(([axis, row]) => [axis, row.split('|').length]));
  read = { kinds, units: compile(data), means: new Map(Object.entries(data.means)) };
  return read;
}

/** What is listed later is meant where a word is listed twice. */
function compile(data: z.infer<typeof file>): Map<string, Unit> {
  const found = new Map<string, Unit>();
  for (const word of data.bare) found.set(keyOf(word), { kind: 'bare', word });
  for (const word of data.plain) found.set(keyOf(word), { kind: 'plain', word });
  for (const group of data.same)
    for (const word of group) found.set(keyOf(word), { kind: 'thing', word: keyOf(group[0] as string), isKnown: true });
  for (const [sign, side] of [
    [1, data.changes.up],
    [-1, data.changes.down],
  ] as const)
    for (const way of ['acts', 'happens', 'is'] as const)
      for (const word of side[way]) {
        const known = found.get(keyOf(word));
        const ways = known?.kind === 'change' ? [...known.ways, way] : [way];
        found.set(keyOf(word), { kind: 'change', sign, ways: new Set(ways), word: keyOf(word) });
      }
  for (const [axis, row] of Object.entries(data.kinds))
    for (const [value, side] of row.split('|').entries())
      for (const word of side.split(','))
        found.set(keyOf(word.trim().replaceAll('"', '')), { kind: 'thing', axis, word: `${axis}:${value}` });
  for (const word of data.denials) found.set(keyOf(word), { kind: 'denial', word });
  return found;
}

const LONGEST_PHRASE = 4;
/** "Inhibition" of inhibit, "inactivation" of inactivate. */
const DEED = /^(.{4,})(?:at)?ion$/;
const TOKEN = /[\p{L}\p{N}_]+|[,;.:()→]|->/gu;
const BREAKS = new Set(
  'and but so which that thereby therefore thus hence because since while whereas or as when if until unless where means means , ; . : ( ) → ->'.split(
    ' ',
  ),
);
const LINKS = new Set(
  'of in by with from to into for on at through during between against than after before via within per'.split(' '),
);
/** By their stems these would be "hard" and "bare". */
const HARDLY = new Set(['hardly', 'barely']);
const PRONOUNS = new Set('it they this these those he she'.split(' '));
const BE = new Set('is are was were be been being get gets got becomes become'.split(' '));

/** Each word, or phrase where one is known, with what it does. A number or letter behind a name belongs to it: "protein C". */
export function unitsIn(text: string): Unit[] {
  const { units: known } = lexicon();
  const all = plainly(text).match(TOKEN) ?? [];
  const stems = all.map(stem);
  const found: Unit[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at] as string;
    const [unit, length] = longestAt(stems, at, known);
    const last = found.at(-1);
    const small = length > 1 ? undefined : smallWord(word);
    if (small !== undefined) found.push(small);
    else if (unit?.kind === 'thing') found.push({ ...unit, ...written(all.slice(at, at + length)) });
    else if (unit !== undefined && (length > 1 || !isIndex(word))) found.push(unit);
    else if (isIndex(word) && last?.kind === 'thing')
      found[found.length - 1] = { ...last, word: `${last.word} ${word}`, text: `${last.text} ${word}` };
    else if (grammar().small.has(word) || word === 'a') found.push({ kind: 'bare', word });
    else found.push({ kind: 'thing', word: word.includes('_') ? word : (stems[at] as string), ...written([word]) });
    at += length - 1;
  }
  return found;
}

function written(words: readonly string[]): { text: string; isDeed: boolean } {
  return { text: words.join(' '), isDeed: words.some((word) => grammar().verbs.has(word)) };
}

/** Words that hold a statement together. */
function smallWord(word: string): Unit | undefined {
  if (HARDLY.has(word)) return { kind: 'denial', word };
  if (BREAKS.has(word)) return { kind: 'break', word };
  if (BE.has(word)) return { kind: 'be', word };
  if (PRONOUNS.has(word)) return { kind: 'pronoun', word };
  return LINKS.has(word) ? { kind: 'link', word } : undefined;
}

function isIndex(word: string): boolean {
  return /^(?:\d{1,2}|[b-hj-z])$/.test(word);
}

function longestAt(
  stems: readonly string[],
  at: number,
  known: ReadonlyMap<string, Unit>,
): readonly [Unit | undefined, number] {
  for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length > 0; length--) {
    const unit = known.get(stems.slice(at, at + length).join(' '));
    if (unit !== undefined) return [unit, length];
  }
  const deed = DEED.exec(stems[at] as string);
  const roots = deed === null ? [] : ['', 'e'].map((end) => stem(`${deed[1]}${end}`));
  return [roots.map((root) => known.get(root)).find((unit) => unit?.kind === 'change'), 1];
}

/** How many answers there are to the question that a kind is an answer to. */
export function kindsOf(axis: string): number {
  return lexicon().kinds.get(axis) ?? 0;
}

/** A text with its words of medicine said in plain ones. */
export function inPlainWords(text: string): string {
  const { means } = lexicon();
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => means.get(fold(word)) ?? word);
}

/** "Can't" denies as "cannot" does, "Reye's" is Reye, "heat-labile" two words. */
function plainly(text: string): string {
  return (
    fold(text)
      // "Keeps the bleb from scarring": the bleb does not scar.
      .replace(
        /\b(?:keep|keeps|kept|stop|stops|prevent|prevents|hinder|hinders) ((?:(?!from\b)\p{L}+ ){1,4})from\b/gu,
        '$1 not',
      )
      .replace(/\b(?:ca|wo)?n['’]t\b|n['’]t\b/g, ' not')
      .replace(/['’]s?\b/g, '')
      .replace(/\bout of\b/g, 'from')
      // "Un-ionised", "non-cardiogenic": another kind.
      .replace(/\b(?:un|non)-(?=\p{L}{4})/gu, 'not')
      .replace(/(?<=[\p{L}\p{N}])[-–/](?=[\p{L}\p{N}])/gu, ' ')
  );
}
