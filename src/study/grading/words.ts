/** The words of words.yml, compiled. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const file = z.strictObject({ unsure: z.string(), hedges: z.string(), negations: z.string(), opposites: z.string() });

export interface AnswerWords {
  readonly unsure: ReadonlySet<string>;
  readonly hedges: RegExp;
  readonly negation: RegExp;
  /** Which side of which pair of opposites a word stands for: `3+`, `3-`. */
  readonly sides: ReadonlyMap<string, readonly string[]>;
}

let read: AnswerWords | undefined;

export function answerWords(): AnswerWords {
  read ??= compile(file.parse(parse(readFileSync(new URL('./words.yml', import.meta.url), 'utf8'))));
  return read;
}

function compile({ unsure, hedges, negations, opposites }: z.infer<typeof file>): AnswerWords {
  const sides = new Map<string, string[]>();
  for (const [index, line] of opposites.trim().split('\n').entries())
    for (const [side, words] of line.split('|').entries())
      for (const word of list(words))
        sides.set(word, [...(sides.get(word) ?? []), `${index}${side === 0 ? '+' : '-'}`]);
  return {
    unsure: new Set(list(unsure)),
    hedges: new RegExp(`^(?:(?:${either(hedges)})(?=[\\s,.:;-]|$)[\\s,.:;-]*)+`, 'i'),
    negation: new RegExp(`(?:^|[\\s,.;])(?:${either(negations)})(?=[\\s,.;]|$)|n['’]t\\b`, 'i'),
    sides,
  };
}

function list(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function either(words: string): string {
  const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/'/g, "['’]");
  return list(words)
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
}
