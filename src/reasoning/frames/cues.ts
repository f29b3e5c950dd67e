/** Lists of single words that tell meanings apart. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

const words = z.array(z.string()).transform((list) => new Set(list));
const cues = z
  .strictObject({
    level: words,
    forms: words,
    taking: words,
    past: words,
    tests: words,
    morning: words,
    evening: words,
    night: words,
    noon: words,
    blames: words,
    findings: words,
    telling: words,
    empty: words,
    uncounted: words,
    parts: words,
    feverish: words,
    weather: words,
    kin: words,
    mothers: words,
    fathers: words,
    children: words,
    hours: words,
    trades: words,
    operations: words,
    sizes: words,
    says: words,
    operated: words,
    scans: words,
    harmed: words,
  })
  .parse(readRows(new URL('./cues.yml', import.meta.url)));

export function hasCue(cue: keyof typeof cues, text: string): boolean {
  return wordsIn(text).some(({ lower }) => cues[cue].has(lower));
}

export function cueWords(cue: keyof typeof cues): readonly string[] {
  return [...cues[cue]];
}

export function isCue(cue: keyof typeof cues, word: string): boolean {
  return cues[cue].has(word.toLowerCase());
}
