import type { Table } from './table.ts';
import type { ModeResult } from './task.ts';

/** One model answers. */
export async function runSingle(table: Table): Promise<ModeResult> {
  return table.close([await table.answer(0, { part: 'single.answer' })]);
}
