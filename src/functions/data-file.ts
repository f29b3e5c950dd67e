/** Data beside the code: a YAML file read once and checked by its schema; every mistake names file and line. */
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import { describeIssue, locate, readYaml } from '../models/yaml-file.ts';
import { readRows } from '../text/rows.ts';

export function readDataFile<T>(file: string, schema: z.ZodType<T>, code: string): T {
  const invalid = (problems: string[]) =>
    new ConsiliumError(code, `A data file has mistakes. ${problems.join(' ')}`, { details: { problems } });
  const rows = schema.safeParse(readKept(file));
  if (rows.success) return rows.data;
  // What is wrong, and in which line, only the document itself can tell.
  const source = readYaml(file, undefined, invalid);
  const parsed = schema.safeParse(source.document.toJS());
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${locate([source], issue.path)}: ${describeIssue(issue)}`));
}

function readKept(file: string): unknown {
  try {
    return readRows(file);
  } catch {
    return undefined;
  }
}
