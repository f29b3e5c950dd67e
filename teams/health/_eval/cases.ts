/** Consultations with what a careful clinician would insist on: read, checked against their own good and bad answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { judgeCase } from './judge.ts';

export const CATEGORIES = [
  'record',
  'connect',
  'told-danger',
  'two-part',
  'follow-up',
  'not-there',
  'safety',
  'prevention',
  'explain',
  'emergency',
] as const;

const pattern = z.string().refine(compiles, { error: 'not a regular expression' });

const turnSchema = z.strictObject({
  say: z.string().min(1),
  must: z.array(z.array(pattern).min(1)).default([]),
  mustNot: z.array(pattern).default([]),
  /** Must an entry of the record be cited? */
  cite: z.boolean().default(false),
  /** What may be new in the record after the turn, by a pattern on its name; nothing else may. Not looked at where absent. */
  writes: z.array(pattern).optional(),
});

const caseSchema = z.strictObject({
  id: z.string().min(1),
  patient: z.string().min(1),
  cat: z.enum(CATEGORIES),
  severity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  why: z.string().min(1),
  turns: z.array(turnSchema).min(1),
  good: z.array(z.string()),
  bad: z.array(z.array(z.string())).default([]),
  /** What a failure of this case would be, beyond wrong. */
  grave: z.enum(['false-denial', 'missed-critical', 'unsafe']).optional(),
});

export type Turn = z.output<typeof turnSchema>;
export type Case = z.output<typeof caseSchema>;

export interface CaseSet {
  name: string;
  patients: ReadonlyMap<string, string>;
  cases: Case[];
  /** Cases whose own criteria do not hold: a good answer fails, or a bad one passes. */
  faults: string[];
}

/** A folder with `patients/*.json` (FHIR bundles) and `*.yml`, `*.json` or `*.ndjson` of cases. */
export function readCaseSet(folder: string): CaseSet {
  const patients = new Map(
    listFiles(join(folder, 'patients'), /\.json$/).map((file) => [basename(file, '.json'), file] as const),
  );
  const cases: Case[] = [];
  const faults: string[] = [];
  for (const file of listFiles(folder, /\.(?:ya?ml|json|ndjson)$/))
    for (const [at, row] of rowsOf(file).entries()) {
      const read = caseSchema.safeParse(row);
      if (!read.success) faults.push(`${basename(file)}, case ${at + 1}: ${z.prettifyError(read.error)}`);
      else cases.push(read.data);
    }
  return {
    name: basename(folder),
    patients,
    cases,
    faults: [...faults, ...cases.flatMap((each) => faultsOf(each, patients))],
  };
}

function rowsOf(file: string): unknown[] {
  const text = readFileSync(file, 'utf8');
  const rows = file.endsWith('.ndjson')
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
    : parse(text);
  return Array.isArray(rows) ? rows : [rows];
}

function listFiles(folder: string, named: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => named.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

function faultsOf(one: Case, patients: ReadonlyMap<string, string>): string[] {
  const played = (texts: readonly string[]) =>
    judgeCase(
      one,
      texts.map((text) => ({ text, outcome: 'answered', cited: true, written: undefined })),
    );
  const faults: string[] = [];
  if (!patients.has(one.patient)) faults.push(`${one.id}: no patient ${one.patient}`);
  if (one.good.length !== one.turns.length)
    faults.push(`${one.id}: ${one.good.length} good answers for ${one.turns.length} turns`);
  else if (played(one.good).points < 1)
    faults.push(`${one.id}: its good answer fails: ${played(one.good).missed.join('; ')}`);
  for (const [at, bad] of one.bad.entries()) {
    const texts = one.good.map((good, turn) => bad[turn] ?? good);
    if (played(texts).points >= 1) faults.push(`${one.id}: bad answer ${at + 1} passes`);
  }
  return faults;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'i');
    return true;
  } catch {
    return false;
  }
}
