import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { sectionNames } from './words.ts';

export const KINDS = ['condition', 'test', 'symptom', 'drug', 'topic'] as const;
export type Kind = (typeof KINDS)[number];

export interface Section {
  name: string;
  text: string;
}

export interface Entry {
  id: string;
  title: string;
  kind: Kind;
  /** Other names of the same thing: lay words, clinical words, brands, abbreviations. */
  also: string[];
  sources: string[];
  sections: Section[];
}

const folder = fileURLToPath(new URL('../../knowledge/', import.meta.url));

export interface Placed {
  readonly entry: Entry;
  /** The file it stands in, without its ending: `conditions/heart`. */
  readonly part: string;
}

/** Reads every file of entries under `root`, one at a time. */
export function* readEntries(root: string = folder): Generator<void, Placed[]> {
  const entries: Placed[] = [];
  const seen = new Map<string, string>();
  for (const file of entryFiles(root)) {
    for (const { entry, line } of parseEntries(readFileSync(`${root}/${file}`, 'utf8'), file)) {
      const place = `knowledge/${file}:${line}`;
      const earlier = seen.get(entry.id);
      if (earlier) throw invalid(place, `the id "${entry.id}" is already used at ${earlier}`);
      seen.set(entry.id, place);
      entries.push({ entry, part: file.replace(/\.yml$/, '') });
    }
    yield;
  }
  return entries;
}

/** The files of entries are in the folders of the kinds; the files beside the folders are word lists. */
function entryFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[\\/].*\.yml$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/**
 * A file is `kind: …` and `entries: |`, one text block: as many YAML mappings would take half a second of every start.
 * In the block an entry begins with `## id | Title`, then `name: text` lines; an indented line continues the one above.
 */
export function parseEntries(source: string, file: string): { entry: Entry; line: number }[] {
  const { kind, entries } = parseFile(source, file);
  const firstLine = source.split('\n').findIndex((line) => line.startsWith('entries:')) + 2;
  return splitDrafts(entries, firstLine, file).map((draft) => ({
    entry: checkDraft(draft, kind, file),
    line: draft.line,
  }));
}

const fileSchema = z.strictObject({ kind: z.enum(KINDS), entries: z.string().min(1) });

function parseFile(source: string, file: string): z.infer<typeof fileSchema> {
  let content: unknown;
  try {
    content = plainFile(source) ?? parse(source, { logLevel: 'error' });
  } catch (thrown) {
    const line = (thrown as { linePos?: { line: number }[] }).linePos?.[0]?.line ?? 1;
    throw invalid(`knowledge/${file}:${line}`, `the YAML cannot be read: ${(thrown as Error).message.split('\n')[0]}`);
  }
  const checked = fileSchema.safeParse(content);
  if (!checked.success) throw invalid(`knowledge/${file}:1`, firstIssue(checked.error));
  return checked.data;
}

/** The plain form of a file, which needs no YAML parser: half of the loading time. Anything else goes to the parser. */
export function plainFile(source: string): { kind: string; entries: string } | undefined {
  const head = /^kind: ([a-z]+)\nentries: \|\n(?= {2}\S)/.exec(source);
  if (!head || !/\S\n$/.test(source)) return undefined;
  const lines = source.slice(head[0].length, -1).split('\n');
  if (!lines.every((line) => line === '' || /^ {2}[^\p{C}]*$/u.test(line))) return undefined;
  return { kind: head[1]!, entries: `${lines.map((line) => line.slice(2)).join('\n')}\n` };
}

interface Draft {
  line: number;
  id: string;
  title: string;
  fields: { name: string; text: string; line: number }[];
}

function splitDrafts(block: string, firstLine: number, file: string): Draft[] {
  const drafts: Draft[] = [];
  for (const [index, text] of block.split('\n').entries()) {
    if (text.trim() === '' || /^#(?!#)/.test(text)) continue;
    const line = firstLine + index;
    const draft = drafts.at(-1);
    const heading = /^## (.+?) \| (.+)$/.exec(text);
    const field = /^([a-z][a-z -]*): (.+)$/.exec(text);
    const last = draft?.fields.at(-1);
    if (heading) drafts.push({ line, id: heading[1]!.trim(), title: heading[2]!.trim(), fields: [] });
    else if (field && draft) draft.fields.push({ name: field[1]!, text: field[2]!.trim(), line });
    else if (text.startsWith('  ') && last) last.text += ` ${text.trim()}`;
    else throw invalid(`knowledge/${file}:${line}`, `"${text.slice(0, 60)}" is neither a heading nor a section`);
  }
  return drafts;
}

const entrySchema = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is lower-case words joined by hyphens'),
  title: z.string().min(2),
  kind: z.enum(KINDS),
  also: z.array(z.string().min(1)),
  sources: z.array(z.string().min(3)).min(1, 'an entry names at least one source'),
  sections: z
    .array(z.strictObject({ name: z.string(), text: z.string().min(10) }))
    .min(1, 'an entry has at least one section'),
});

function checkDraft(draft: Draft, kind: Kind, file: string): Entry {
  const entry: Entry = { id: draft.id, title: draft.title, kind, also: [], sources: [], sections: [] };
  for (const { name, text, line } of draft.fields) {
    if (name === 'also') entry.also.push(...splitList(text, ','));
    else if (name === 'sources') entry.sources.push(...splitList(text, ';'));
    else if (!sectionNames().has(name)) throw invalid(`knowledge/${file}:${line}`, `"${name}" is no known section`);
    else if (entry.sections.some((section) => section.name === name))
      throw invalid(`knowledge/${file}:${line}`, `"${draft.id}" has two sections "${name}"`);
    else entry.sections.push({ name, text });
  }
  const checked = entrySchema.safeParse(entry);
  if (!checked.success) throw invalid(`knowledge/${file}:${draft.line}`, `"${draft.id}": ${firstIssue(checked.error)}`);
  return entry;
}

function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

function invalid(place: string, problem: string): ConsiliumError {
  return new ConsiliumError('DATA_INVALID', `${place}: ${problem}.`, {
    hint: 'The form of the files is described in src/knowledge/entries.ts.',
  });
}
