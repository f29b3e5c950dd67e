/**
 * A question whose presupposition is a danger is a telling of that danger: "which pill makes me want to die?". Such questions
 * are put as what they tell, letter for letter in the same place, so that what is found in them is found in the message.
 */
import { openPhrasebook, type Phrasebook } from '../rules/phrases.ts';
import { readTable } from '../tables/tables.ts';
import type { Plain } from '../words/plain.ts';

/** A message with its questions put as tellings. */
export interface Telling {
  text: string;
  /** It asks about something that was: only what may come again in any hour is a danger still. */
  past: boolean;
}

/** The message as its questions tell it; undefined where none takes anything for granted. */
export function tellingOf(text: string, plain: Plain): Telling | undefined {
  const { book, rows } = load();
  const found = [...book.findAll(plain)].flatMap(([id, hits]) => hits.map((hit) => ({ row: rows.get(id)!, ...hit })));
  if (found.length === 0) return undefined;
  let told = text;
  const sentences = new Set<number>();
  for (const { row, from, to } of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const { start, sentence } = plain.words[from]!;
    if (sentences.has(sentence)) continue;
    const { end } = plain.words[to]!;
    const says = row.says.replace('~', plain.tokens[to]!);
    if (says.length > end - start) continue;
    const last = plain.words.findLast((word) => word.sentence === sentence)!;
    const after = plain.words.find((word) => word.sentence > sentence)?.start ?? text.length;
    if (row.begun && !BEGUN.test(text.slice(end, after))) continue;
    sentences.add(sentence);
    const rest = told.slice(end, Math.max(last.end, after)).replaceAll('?', '.');
    told = `${told.slice(0, start)}${says.padStart(end - start)}${rest}${told.slice(end + rest.length)}`;
  }
  return sentences.size === 0 ? undefined : { text: told, past: found.every(({ row }) => row.past) };
}

/** The hour at which it began: who asks whether to worry about that has it. */
const BEGUN =
  /\b(?:since (?:this|today|last night|yesterday|lunch|noon|breakfast|i woke|an hour|half|a (?:few|couple)|\d)|for (?:the (?:last|past)|\d+ (?:hours?|minutes?|mins?))|(?:started|began|came on) (?:this|today|an hour|just|suddenly|\d)|right now|at the moment|today|tonight|this (?:morning|afternoon|evening))\b/i;

export interface Row {
  says: string;
  past: boolean;
  /** It takes it for granted only where it says when that began. */
  begun: boolean;
  example: string;
  counter: string;
}

let loaded: { book: Phrasebook; rows: Map<string, Row> } | undefined;

function load(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const cells = readTable('presupposed', 5, 5).rows;
  loaded = {
    book: openPhrasebook(new Map(cells.map(([phrases = ''], at) => [String(at), phrases]))),
    rows: new Map(
      cells.map(([, says = '', when, example = '', counter = ''], at) => [
        String(at),
        { says, past: when === 'then', begun: when === 'begun', example, counter },
      ]),
    ),
  };
  return loaded;
}

/** Every row, for the tests that hold it to its examples. */
export function presuppositions(): readonly Row[] {
  return [...load().rows.values()];
}
