/** The demo patients: invented people, so that the first run has something to show. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { listPatients } from '../../graph/index.ts';
import { type ImportOptions, type ImportResult, importFhir } from '../import.ts';

export const DEMO_FOLDER = fileURLToPath(new URL('../../../demo', import.meta.url));

/** Loads them into an empty record; undefined when anyone is there already. */
export async function loadDemoPatients(
  db: DatabaseSync,
  options: ImportOptions = {},
): Promise<ImportResult | undefined> {
  if (listPatients(db).length > 0) return undefined;
  const files = readdirSync(DEMO_FOLDER).filter((file) => file.endsWith('.json'));
  return importFhir(
    db,
    files.sort().map((file) => join(DEMO_FOLDER, file)),
    options,
  );
}
