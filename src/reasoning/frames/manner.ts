/** How a clause is meant: done, forgotten, offered, planned, thought of, or an order to the record. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Act as ToldAct } from '../concerns/types.ts';
import type { Act, Modality, Subject } from '../types.ts';
import { findPhrase, parsePhrase } from './phrase.ts';
import { spokenWords } from './recognise.ts';

const row = {
  id: z.string(),
  points: z.number(),
  says: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
};
const schema = z.strictObject({
  acts: z.array(
    z.strictObject({
      ...row,
      act: z.enum(['double', 'missed', 'stopped', 'stopping', 'offered', 'takes', 'took', 'plans']),
    }),
  ),
  modalities: z.array(z.strictObject({ ...row, modality: z.enum(['offered', 'planned', 'hypothetical']) })),
  commands: z.array(z.strictObject({ ...row, act: z.enum(['command', 'retract', 'correct']) })),
  past: z.array(z.strictObject(row)),
  present: z.array(z.strictObject(row)),
});

export const manners = schema.parse(readRows(new URL('./manner.yml', import.meta.url)));

const compile = <Row extends { says: string[] }>(rows: Row[]) =>
  rows.map((each) => ({ ...each, phrases: each.says.map(parsePhrase) }));
const ACTS = compile(manners.acts);
const MODALITIES = compile(manners.modalities);
const COMMANDS = compile(manners.commands);
const PAST = compile(manners.past);
const PRESENT = compile(manners.present);

type Compiled = { points: number; phrases: ReturnType<typeof parsePhrase>[] };

function best<Row extends Compiled>(rows: readonly Row[], text: string, subjects: readonly Subject[]): Row | undefined {
  const words = spokenWords(text, subjects);
  const fitting = rows.filter(({ phrases }) => phrases.some((phrase) => findPhrase(phrase, words) >= 0));
  return fitting.toSorted((a, b) => b.points - a.points)[0];
}

/** "Not been for 3 days on the lactulose": days are no tablets. */
const SPAN = /\b(?:\d+|two|three|four) (?:days?|weeks?|months?|years?|hours?|nights?)\b/gi;

export function toldAct(text: string, subjects: readonly Subject[]): ToldAct | undefined {
  return best(
    ACTS,
    text.replace(SPAN, (said) => ' '.repeat(said.length)),
    subjects,
  )?.act;
}

export function modalityOf(text: string, subjects: readonly Subject[]): Modality {
  return best(MODALITIES, text, subjects)?.modality ?? 'actual';
}

export function commandIn(text: string, subjects: readonly Subject[]): Act | undefined {
  return best(COMMANDS, text, subjects)?.act;
}

/** Of long ago: remembered, not told as something that is there. Any word of now keeps it. */
export function isLongAgo(text: string, subjects: readonly Subject[]): boolean {
  return best(PAST, text, subjects) !== undefined && best(PRESENT, text, subjects) === undefined;
}
