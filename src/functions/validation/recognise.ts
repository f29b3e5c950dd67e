/** Which check a criterion asks for (rows.yml): the first row whose pattern covers all of it. */
import { z } from 'zod';
import { sheet } from '../analysis/sheet.ts';
import type { Criterion } from './criterion.ts';

const row = z.strictObject({
  check: z.string(),
  code: z.boolean().default(false),
  pattern: z.string(),
  example: z.string(),
  counter: z.string(),
});

export const readRows = sheet(
  './rows.yml',
  import.meta.url,
  z.strictObject({ macros: z.record(z.string(), z.string()), rows: z.array(row) }),
);

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Asked {
  readonly check: string;
  readonly groups: Groups;
}

interface Compiled {
  readonly check: string;
  readonly code: boolean;
  readonly pattern: RegExp;
}

let compiled: readonly Compiled[] | undefined;

/** All that fit, in order: one check may not be able to tell where the next can. */
export function recognise({ rest }: Criterion, code: boolean): Asked[] {
  compiled ??= compileRows();
  return compiled.flatMap(({ check, code: own, pattern }) => {
    if (own !== code) return [];
    const match = pattern.exec(rest);
    return match === null ? [] : [{ check, groups: match.groups ?? {} }];
  });
}

function compileRows(): Compiled[] {
  const { macros, rows } = readRows();
  return rows.map(({ check, code, pattern }) => {
    const full = pattern.replace(/\{(\w+)\}/g, (whole, name: string) => macros[name] ?? whole);
    return { check, code, pattern: new RegExp(`^(?:${full})$`, 'i') };
  });
}
