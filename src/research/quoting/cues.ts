/** What a question asks for beside its subject (a reason, a dose, an age group), and how a sentence tells it: rows of cues.yml. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { foldText, hasAny } from '../evidence/words.ts';

const words = z.array(z.string());
const schema = z.array(
  z.strictObject({
    slot: z.string(),
    ...{ asked: words, told: words },
    figure: z.string().optional(),
    designs: words.default([]),
    parts: words.default([]),
    pattern: z.string().optional(),
    /** How it was done tells it too. */
    way: z.literal(true).optional(),
    /** What an answer calls it where no source tells it. */
    gap: z.string().optional(),
    ...{ example: z.string(), counter: z.string() },
  }),
);
type Row = z.infer<typeof schema>[number];

export interface Cue {
  readonly slot: string;
  readonly designs: readonly string[];
  readonly way: boolean;
  readonly gap?: string | undefined;
  /** A sentence, folded, speaks like one that tells it. */
  tells(plain: string): boolean;
  /** What a part of a paper is called, folded, says that it tells it. */
  isPart(part: string | undefined): boolean;
}

let known: { row: Row; pattern: RegExp | undefined; cue: Cue }[] | undefined;

export function cueRows(): readonly Row[] {
  return cues().map(({ row }) => row);
}

function cues() {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'cues.yml'))).map((row) => {
    const told = new RegExp(`(?<![\\p{L}\\p{N}])(?:${row.told.join('|')})`, 'u');
    const figure = row.figure === undefined ? undefined : new RegExp(row.figure, 'iu');
    const tells = (plain: string) => told.test(plain) || figure?.test(plain) === true;
    const isPart = (part: string | undefined) => part !== undefined && row.parts.some((name) => part.includes(name));
    const pattern = row.pattern === undefined ? undefined : new RegExp(row.pattern, 'iu');
    return {
      row,
      pattern,
      cue: { slot: row.slot, designs: row.designs, way: row.way === true, gap: row.gap, tells, isPart },
    };
  });
  return known;
}

export function cuesAsked(question: string): Cue[] {
  const plain = foldText(question);
  return cues()
    .filter(({ row, pattern }) => hasAny(plain, row.asked) || pattern?.test(question) === true)
    .map(({ cue }) => cue);
}

/** The question without what says how it is asked in several words: "first line", "how many patients". */
export function withoutAsking(question: string): string {
  phrases ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${cues()
      .flatMap(({ row }) => row.asked.filter((each) => each.includes(' ')))
      .toSorted((a, b) => b.length - a.length)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return question.replace(phrases, (said) => ' '.repeat(said.length));
}

let phrases: RegExp | undefined;

const DOUBT = 'doubt';

/** The slot of whether something helps: what the authors conclude answers it. */
export const VERDICT = 'verdict';
/** It is about somebody: whom a study took in, and whom not, belongs to the answer. */
export const WHOM = 'whom';
/** Both are answered beside what is asked, and ask for no sentence by themselves. */
export const isAskedFor = ({ slot }: Cue) => slot !== VERDICT && slot !== WHOM;
/** Something is to be done or left: what it harms belongs to the answer. */
const DECISION =
  /\b(?:should|worth|can (?:i|we|you)|could (?:i|we)|ok|okay|any (?:good|use|point|role)|try|start|give|giving|use|offer|switch|thinking of|recommend\w*|add|first|better|instead|v|vs|or)\b/i;
export const isDecision = (question: string) => DECISION.test(question);

/** Folded. */
export function isLeftOut(plain: string): boolean {
  return cues()
    .find(({ cue }) => cue.slot === 'out')!
    .cue.tells(plain);
}

/** The sentence says how little it can be relied on. */
export function isDoubting(sentence: string): boolean {
  return cues()
    .find(({ cue }) => cue.slot === 'doubt')!
    .cue.tells(foldText(sentence));
}

/** Those of the sentences that give a reason. */
export function reasonsIn(sentences: readonly string[]): string[] {
  const { cue } = cues().find((each) => each.cue.slot === 'reason')!;
  return sentences.filter((sentence) => cue.tells(foldText(sentence)));
}

/** Those of the sentences of a notice that give a reason, or tell what the question asks for. */
export function noticed(question: string, sentences: readonly string[]): string[] {
  const asked = cuesAsked(question).filter(({ slot }) => slot !== DOUBT);
  const reasons = reasonsIn(sentences);
  return sentences.filter((text) => reasons.includes(text) || asked.some((cue) => cue.tells(foldText(text))));
}

/** Those of the sentences of a notice that say what to make of it. */
export function cautionsIn(sentences: readonly string[]): string[] {
  const { cue } = cues().find((each) => each.cue.slot === 'doubt')!;
  return sentences.filter((sentence) => cue.tells(foldText(sentence)));
}
