/** Requests in words → Cypher with parameters, by the list in templates.yml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.array(z.strictObject({ id: z.string(), asks: z.string(), query: z.string() }));

export const templates = schema
  .parse(parse(readFileSync(join(import.meta.dirname, 'templates.yml'), 'utf8')))
  .map(({ id, asks, query }) => ({ id, asks: new RegExp(asks, 'i'), query: query.trim() }));

export interface Written {
  id: string;
  query: string;
  params: Record<string, string | string[]>;
}

const LISTS = new Set(['codes', 'words']);

export function writeCypher(request: string): Written | undefined {
  for (const { id, asks, query } of templates) {
    const match = asks.exec(request.trim());
    if (match === null) continue;
    const groups = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    const params = Object.fromEntries(
      groups.map(([name, value]) => [name, LISTS.has(name) ? value!.split(/\s*,\s*/) : value!.trim()]),
    );
    return { id, query, params };
  }
  return undefined;
}
