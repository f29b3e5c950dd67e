/** Which devices keep a house shut: a person is asked before one of them is moved, whatever kind it was set up as. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import type { Device } from './home.ts';

const word = z.string().regex(/^[a-z]+$/);
const schema = z.strictObject({ kept: z.array(word).min(1), beside: z.array(word).min(1) });

let rows: { readonly kept: ReadonlySet<string>; readonly beside: ReadonlySet<string> } | undefined;

function rowsOf() {
  if (rows === undefined) {
    const { kept, beside } = schema.parse(readRows(join(import.meta.dirname, 'guards.yml')));
    rows = { kept: new Set(kept), beside: new Set(beside) };
  }
  return rows;
}

/** "Garage opener", a switch; not "garage light". */
export function keepsShut({ name, id, attributes }: Device): boolean {
  if (SHUTS.has(String(attributes['device_class']))) return true;
  const { kept, beside } = rowsOf();
  const words = `${name} ${id.replace(/^[^.]*\./, '')}`.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((one) => kept.has(one)) && !words.some((one) => beside.has(one));
}

const SHUTS = new Set(['garage', 'gate', 'door', 'lock']);
