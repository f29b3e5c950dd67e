/**
 * Data beside the code: YAML that people write, read by every process and thread that starts. Parsing it takes the better
 * part of a second each time, so what came of it is kept as JSON beside the modules, under the digest of the text; where
 * that cannot be kept, or was spoiled, the YAML is parsed.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { threadId } from 'node:worker_threads';
import { parse, YAMLParseError } from 'yaml';

const KEPT_IN = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'rows');

export function readRows(file: string | URL, keptIn = KEPT_IN): unknown {
  const path = typeof file === 'string' ? file : fileURLToPath(file);
  const text = readFileSync(path, 'utf8');
  const kept = placeOf(path, keptIn);
  const known = readKept(kept, digest(text));
  if (known !== undefined) return known.rows;
  const rows = parseRows(path, text);
  keep(kept, digest(text), rows);
  return rows;
}

/**
 * Has the rows of a folder kept that are not yet: the first server of an installation does so before it lets anybody in. What
 * cannot be read is left to whoever needs it. Gives those that were parsed, one at a time.
 */
export function* keepRows(folder: string, keptIn = KEPT_IN): Generator<string> {
  for (const file of globSync('**/*.yml', { cwd: folder, exclude: (name) => EVALUATED.includes(basename(name)) })) {
    const path = join(folder, file);
    if (isKept(path, keptIn)) continue;
    try {
      readRows(path, keptIn);
    } catch {
      continue;
    }
    yield path;
  }
}

/** Cases that no server reads. */
const EVALUATED = ['eval', '_eval', 'train', 'dev', 'blind', 'node_modules'];

function isKept(path: string, keptIn: string): boolean {
  const kept = statSync(placeOf(path, keptIn), { throwIfNoEntry: false });
  return kept !== undefined && kept.mtimeMs >= statSync(path).mtimeMs;
}

function placeOf(path: string, keptIn: string): string {
  return join(keptIn, `${basename(path)}-${digest(path).slice(0, 16)}.json`);
}

/** What is wrong is told with the file and the line. */
function parseRows(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (thrown) {
    const line = thrown instanceof YAMLParseError ? `:${thrown.linePos?.[0].line ?? 1}` : '';
    throw new Error(`${path}${line}: ${(thrown as Error).message}`, { cause: thrown });
  }
}

function readKept(file: string, of: string): { rows: unknown } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.startsWith(`${of}\n`) ? { rows: JSON.parse(text.slice(of.length)) } : undefined;
  } catch {
    return undefined;
  }
}

/** Only what JSON holds as it is; several may write at the same time, and each writes it whole. */
function keep(file: string, of: string, rows: unknown): void {
  const json = JSON.stringify(rows) ?? '';
  try {
    if (!isDeepStrictEqual(JSON.parse(json), rows)) return;
    mkdirSync(dirname(file), { recursive: true });
    const written = `${file}.${process.pid}.${threadId}`;
    writeFileSync(written, `${of}\n${json}`);
    renameSync(written, file);
  } catch {
    // A folder that cannot be written is no reason not to start.
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
