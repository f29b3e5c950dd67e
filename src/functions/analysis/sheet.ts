/** A sheet of data: a YAML file beside the code that uses it, read when it is first needed and then kept. */
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { readDataFile } from '../data-file.ts';

export function sheet<T>(name: string, near: string, schema: z.ZodType<T>): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= readDataFile(fileURLToPath(new URL(name, near)), schema, 'SHEET_INVALID');
    return kept;
  };
}
