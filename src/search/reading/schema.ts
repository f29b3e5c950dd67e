/** JSON Schema: the file's own lines, cited as a schema with its version. */
import { z } from 'zod';
import type { Passage, TextFile } from './document.ts';
import { baseName } from './markdown.ts';
import { openLines, splitText } from './split.ts';

const schemaFile = z.looseObject({
  $schema: z.string().optional().catch(undefined),
  $id: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  version: z.union([z.string(), z.number()]).optional().catch(undefined),
});

/** Undefined where the file is some other JSON. */
export function readSchema(file: TextFile): Passage[] | undefined {
  const facts = parseSchema(file);
  if (facts === undefined) return undefined;
  const linesOf = openLines(file.text);
  const title = facts.title ?? baseName(file.name);
  const version = facts.version?.toString() ?? /\bv?(\d+(?:\.\d+){1,2})\b/.exec(facts.$id ?? '')?.[1];
  return splitText(file.text, 0, file.text.length, LARGEST).map((span) => ({
    title,
    text: file.text.slice(span.start, span.end),
    ...span,
    lines: linesOf(span),
    source: {
      source_type: 'schema',
      title,
      repo: file.repository.name,
      file_path: file.name,
      ...(version !== undefined && { version }),
    },
  }));
}

const LARGEST = 1200;

function parseSchema(file: TextFile): z.infer<typeof schemaFile> | undefined {
  const named = /\.schema\.json$/i.test(file.name);
  if (!named && !/"(?:\$schema|\$defs|definitions|properties)"/.test(file.text)) return undefined;
  try {
    const parsed = schemaFile.safeParse(JSON.parse(file.text));
    if (!parsed.success) return undefined;
    const { data } = parsed;
    const isSchema =
      /json-schema\.org/.test(data.$schema ?? '') ||
      (typeof data['properties'] === 'object' && data['type'] === 'object') ||
      typeof data['$defs'] === 'object';
    return named || isSchema ? data : undefined;
  } catch {
    return undefined;
  }
}
