/**
 * Sayings: what a clause means where no name and no phrase was found in it, by the nearest of a bank of sentences. The
 * bank is data; its vectors are shipped (`sayings.bin`, made by `node src/reasoning/sayings/vectors.ts`), and what is not
 * in it is read when it is first needed.
 */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { keepVector, nearnessTo } from '../../search/semantic/nearness.ts';
import { readRows } from '../../text/rows.ts';

const side = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({
  near: z.number(),
  opposites: z.array(z.tuple([side, side])),
  signs: z.record(z.string(), z.array(z.string()).min(1)),
});
const data = schema.parse(readRows(new URL('./signs.yml', import.meta.url)));

export const sayings = Object.entries(data.signs).flatMap(([concept, texts]) =>
  texts.map((text) => ({ concept, text })),
);
const texts = sayings.map(({ text }) => text);
export const vectorFile = new URL('./sayings.bin', import.meta.url);
export const DIMENSIONS = 384;

let read = false;

/** The shipped vectors, one after another in the order of the bank; a bank that changed is read anew. */
function readVectors(): void {
  if (read) return;
  read = true;
  if (!existsSync(vectorFile)) return;
  const bytes = readFileSync(vectorFile);
  if (bytes.length !== texts.length * DIMENSIONS) return;
  for (const [at, text] of texts.entries()) {
    const signed = new Int8Array(bytes.buffer, bytes.byteOffset + at * DIMENSIONS, DIMENSIONS);
    const length = Math.hypot(...signed);
    keepVector(
      text,
      Float32Array.from(signed, (value) => value / length),
    );
  }
}

const DENIES = /\b(?:no|not|never|without|gone|no longer|denies|better|fine|well|n't)\b|n['’]t\b/i;
export const NONE = 'none';
const LEAST_WORDS = 3;
/** A question tells less: so much nearer it must come. */
const ASKED = 0.08;

/** The sign that a clause tells of, with how near it came; what is denied is not told. */
export function signIn(clause: string, asks = false): { concept: string; near: number } | undefined {
  if (clause.split(/\s+/).length < LEAST_WORDS) return undefined;
  readVectors();
  const near = nearnessTo(clause, texts, texts.length);
  let best = 0;
  for (let at = 1; at < near.length; at++) if (near[at]! > near[best]!) best = at;
  if (DENIES.test(clause) && !DENIES.test(texts[best]!)) return undefined;
  if (sayings[best]!.concept === NONE || isOpposite(clause, texts[best]!)) return undefined;
  return near[best]! >= data.near + (asks ? ASKED : 0)
    ? { concept: sayings[best]!.concept, near: near[best]! }
    : undefined;
}

/** "My poo is dark" is near to "my poo is pale" in every way but one. */
function isOpposite(clause: string, saying: string): boolean {
  const [said, known] = [wordsOf(clause), wordsOf(saying)];
  const holds = (words: ReadonlySet<string>, side: readonly string[]) => side.some((word) => words.has(word));
  return data.opposites.some(([one, other]) =>
    [[one, other] as const, [other, one] as const].some(
      ([mine, theirs]) => holds(said, mine) && !holds(said, theirs) && holds(known, theirs) && !holds(known, mine),
    ),
  );
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().split(/[^\p{L}]+/u));
}
