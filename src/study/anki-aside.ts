/** Reading and writing an Anki file where it keeps nobody waiting: in a thread, where a server keeps some. */

import { takeTurn } from '../kernel/breath.ts';
import { callAside } from '../threads/index.ts';
import { type AnkiNote, readAnki, type Skipped, writeAnki } from './anki.ts';

/** Notes travel as texts, which are copied at once, and are taken apart some at a time by whoever adds them. */
interface Read {
  readonly pieces: readonly string[];
  readonly skipped: readonly Skipped[];
}

const AT_ONCE = 500;

export const works = {
  readAnki(text: string): Read {
    const { notes, skipped } = readAnki(text);
    const pieces: string[] = [];
    for (let from = 0; from < notes.length; from += AT_ONCE)
      pieces.push(JSON.stringify(notes.slice(from, from + AT_ONCE)));
    return { pieces, skipped };
  },
  writeAnki: (pieces: readonly string[]): string =>
    writeAnki(pieces.flatMap((piece) => JSON.parse(piece) as AnkiNote[])),
};

/** `writeAnki` for code that can wait. */
export async function writeAnkiAside(notes: readonly AnkiNote[]): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < notes.length; from += AT_ONCE) {
    pieces.push(JSON.stringify(notes.slice(from, from + AT_ONCE)));
    await takeTurn();
  }
  return callAside(import.meta.url, works, 'writeAnki', [pieces], { long: true });
}

export interface AnkiPieces {
  /** Each some notes, read when it is come to. */
  notes(): Generator<readonly AnkiNote[]>;
  readonly skipped: readonly Skipped[];
}

/** `readAnki` for code that can wait. */
export async function readAnkiAside(text: string): Promise<AnkiPieces> {
  const { pieces, skipped } = await callAside(import.meta.url, works, 'readAnki', [text], { long: true });
  return {
    skipped,
    *notes() {
      for (const piece of pieces) yield JSON.parse(piece) as AnkiNote[];
    },
  };
}
