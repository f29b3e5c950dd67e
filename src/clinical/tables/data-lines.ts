import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** A line of a data file's block, with its place: what the schemas of those files look at. */
export interface DataLine {
  at: string;
  block: string;
  text: string;
}

export function readDataFile(file: string): string {
  return readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');
}

/** The lines of `key: |` blocks, without comments; a block is named `file key`. */
export function linesOf(file: string, text: string): DataLine[] {
  let block = '';
  return text.split('\n').flatMap((line, index) => {
    const key = /^(\w+):(.*)$/.exec(line);
    if (key) block = key[2]!.trim() === '|' ? `${file} ${key[1]}` : '';
    const inside = line.slice(2).trim();
    if (key || block === '' || inside === '' || line.startsWith('#') || inside.startsWith('# ')) return [];
    return [{ at: `data/${file}:${index + 1}`, block, text: inside }];
  });
}

/** What a schema says of a line, or of the value that was made of it. */
export function mistakesIn({ at, text }: DataLine, schema: z.ZodType, value: unknown = text): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ message }) => `${at}: ${message}: ${text.slice(0, 60)}`);
}
