/** The words that decide what a statement says (wording.yml). */
import { z } from 'zod';
import { stem } from '../../text/index.ts';
import { sheet } from '../analysis/sheet.ts';

const list = z.array(z.string());

export const readWording = sheet(
  './wording.yml',
  import.meta.url,
  z.strictObject({
    negators: list.transform((words) => new Set(words)),
    only_with: z.record(z.string(), list),
    harmless: list,
    axes: z.array(z.tuple([list, list])),
    past: list,
    future: list,
    blur: list,
    bounds: z.strictObject({ least: list, most: list }),
    numbers: z.record(z.string(), z.number()),
    families: z.array(list),
    general: list.transform((words) => new Set(words)),
    units: z.record(z.string(), z.record(z.string(), z.number())),
    labels: list.transform((words) => new Set(words)),
    scales: z.record(z.string(), z.number()),
    equates: list,
    uses: list,
    spoken_past: list,
    spoken_future: list,
    months: list,
    ordinals: z.record(z.string(), z.number()),
    held_by_one: z.array(list),
    changes: list.transform((words) => new Set(words.map(stem))),
    apart: z.array(list),
    thin: list.transform((words) => new Set(words)),
  }),
);

/** Words and phrases as one pattern, the longest first. */
export function alternatives(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+'))
    .join('|');
}

let familyIndex: Map<string, string> | undefined;

/** What the forms of a word share, and other words for the same. */
export function root(lower: string): string {
  if (familyIndex === undefined) {
    familyIndex = new Map();
    for (const words of readWording().families)
      for (const word of words)
        for (const form of [word, stem(word)]) if (!familyIndex.has(form)) familyIndex.set(form, stem(words[0]!));
  }
  return familyIndex.get(lower) ?? familyIndex.get(stem(lower)) ?? stem(lower);
}

let unitIndex: Map<string, { family: string; size: number }> | undefined;

/** What a unit measures, and how large it is. */
export function findUnit(written: string): { readonly family: string; readonly size: number } | undefined {
  if (unitIndex === undefined) {
    unitIndex = new Map();
    for (const [family, sizes] of Object.entries(readWording().units))
      for (const [name, size] of Object.entries(sizes)) unitIndex.set(name, { family, size });
  }
  return unitIndex.get(written.toLowerCase());
}

/** Whether words or a phrase of them stand in a text that is folded and has a blank at each end. */
export function holdsPhrase(folded: string, phrase: string): boolean {
  return folded.includes(/^[\p{L}\p{N}]/u.test(phrase) ? ` ${phrase} ` : phrase);
}
