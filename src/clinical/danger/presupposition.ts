/**
 * A question whose presupposition is a danger is a telling of that danger: "which pill makes me want to die?". Such questions
 * are put as what they tell, letter for letter in the same place, so that what is found in them is found in the message.
 */
import { openPhrasebook, type Phrasebook } from '../rules/phrases.ts';
import { readData, readTable } from '../tables/tables.ts';
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
    if (row.begun && !isBegun(plain, to, sentence)) continue;
    sentences.add(sentence);
    const rest = told.slice(end, Math.max(last.end, after)).replaceAll('?', '.');
    told = `${told.slice(0, start)}${says.padStart(end - start)}${rest}${told.slice(end + rest.length)}`;
  }
  return sentences.size === 0 ? undefined : { text: told, past: found.every(({ row }) => row.past) };
}

/** What follows the question in its sentence says when it began. */
function isBegun({ words, tokens }: Plain, to: number, sentence: number): boolean {
  const rest = tokens.filter((_, at) => at > to && words[at]?.sentence === sentence);
  return load().begun.findIn('begun', rest).length > 0;
}

export interface Row {
  says: string;
  past: boolean;
  /** It takes it for granted only where it says when that began. */
  begun: boolean;
  example: string;
  counter: string;
}

let loaded: { book: Phrasebook; begun: Phrasebook; rows: Map<string, Row> } | undefined;

function load(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const cells = readTable('presupposed', 5, 5).rows;
  loaded = {
    book: openPhrasebook(new Map(cells.map(([phrases = ''], at) => [String(at), phrases]))),
    begun: openPhrasebook(new Map([['begun', readData('presupposed').begun ?? '']]), []),
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
