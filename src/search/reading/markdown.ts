/** Markdown: a passage a section, cut where a section is long; the front matter says what kind of source the file is. */
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { readDocument } from '../../reading/index.ts';
import type { Passage, Source, TextFile } from './document.ts';
import { openLines, splitText } from './split.ts';

export function readMarkdown(file: TextFile): Passage[] {
  const { matter, body } = splitMatter(file.text);
  const facts = readMatter(matter);
  const linesOf = openLines(file.text);
  // Markup blank, places kept: what is indexed is what a reader sees.
  const { words } = readDocument(file.text, { format: 'markdown' });
  const sections = splitSections(file.text, body);
  const title = facts.title ?? sections.find(({ level }) => level === 1)?.path[0];
  return sections.flatMap(({ path, from, to }) =>
    splitText(words, from, to).map((span) => {
      const lines = linesOf(span);
      const heading = path.join(' › ');
      return {
        title: [...new Set([title ?? '', ...path])].filter((part) => part !== '').join(' › ') || baseName(file.name),
        text: neat(words.slice(span.start, span.end), file.text.slice(span.start, span.end)),
        ...span,
        lines,
        source: describeSource(file, facts, { title: title ?? baseName(file.name), section: heading, lines }),
      };
    }),
  );
}

/** Lines as they are, without the gaps that markup left: a line that begins in bold is not set in, a point of a list is. */
function neat(words: string, written: string): string {
  const raw = written.split('\n');
  return words
    .split('\n')
    .map((line, at) => (/^[*_`[]+[^\s*_`[]/.test(raw[at] ?? '') ? line.trimStart() : line))
    .join('\n')
    .replace(/(?<=\S)[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/ (?=[.,;:!?)](?:\s|$))/g, '');
}

interface Section {
  readonly level: number;
  /** The headings above and including its own. */
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
}

function splitSections(text: string, body: number): Section[] {
  const sections: Section[] = [];
  let path: string[] = [];
  let level = 0;
  let from = body;
  let fence: string | undefined;
  for (let at = body; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, Math.min(next, at + 400)).trimEnd();
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length)))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^ {0,3}(#{1,6})[ \t]+(.+)$/.exec(line) : null;
    if (heading !== null) {
      sections.push({ level, path, from, to: at });
      level = (heading[1] as string).length;
      path = [...path.slice(0, level - 1), plainHeading(heading[2] as string)];
      from = next;
    }
    at = next;
  }
  sections.push({ level, path, from, to: text.length });
  return sections;
}

function plainHeading(text: string): string {
  return text
    .replace(/[ \t]+#+$/, '')
    .replace(/[*_`]/g, '')
    .trim();
}

function splitMatter(text: string): { matter: string; body: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const opening = /^---[ \t]*\r?\n/.exec(text.slice(start, start + 10));
  if (opening === null) return { matter: '', body: start };
  const from = start + opening[0].length;
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(text.slice(from, from + LONGEST_MATTER));
  if (closing === null) return { matter: '', body: start };
  return { matter: text.slice(from, from + closing.index), body: from + closing.index + closing[0].length };
}

const LONGEST_MATTER = 20_000;

const words = z.union([z.string(), z.number(), z.date()]).transform((value) => plainValue(value));
const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int());

/** What front matter may say; anything else in it is the author's own business. */
const matterSchema = z.object({
  source_type: z.enum(['book', 'internal_doc', 'journal', 'web']).optional().catch(undefined),
  title: words.optional().catch(undefined),
  author: words.optional().catch(undefined),
  authors: z
    .union([z.array(words), words.transform((name) => [name])])
    .optional()
    .catch(undefined),
  city: words.optional().catch(undefined),
  publisher: words.optional().catch(undefined),
  year: number.optional().catch(undefined),
  pages: words.optional().catch(undefined),
  service: words.optional().catch(undefined),
  date: words.optional().catch(undefined),
  url: words.optional().catch(undefined),
  site: words.optional().catch(undefined),
  accessed: words.optional().catch(undefined),
  journal: words.optional().catch(undefined),
  volume: words.optional().catch(undefined),
  issue: words.optional().catch(undefined),
  doi: words.optional().catch(undefined),
  pmid: words.optional().catch(undefined),
});

type Matter = z.infer<typeof matterSchema>;

/** Front matter that cannot be read is none: the text below it is still worth finding. */
function readMatter(matter: string): Matter {
  if (matter === '') return {};
  const document = parseDocument(matter, { logLevel: 'silent' });
  const parsed = matterSchema.safeParse(document.errors.length > 0 ? {} : toPlain(document));
  return parsed.success ? parsed.data : {};
}

function toPlain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return {};
  }
}

function plainValue(value: string | number | Date): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

function describeSource(
  file: TextFile,
  matter: Matter,
  place: { title: string; section: string; lines: string },
): Source {
  const { title, section, lines } = place;
  switch (matter.source_type) {
    case 'book': {
      const author = matter.author ?? matter.authors?.join(', ');
      return dropAbsent({ source_type: 'book', title, ...pick(matter, 'city', 'publisher', 'year', 'pages'), author });
    }
    case 'journal': {
      const authors = matter.authors ?? (matter.author === undefined ? undefined : [matter.author]);
      const rest = pick(matter, 'journal', 'volume', 'issue', 'year', 'pages', 'doi', 'pmid', 'url');
      return dropAbsent({ source_type: 'journal', title, ...rest, authors });
    }
    case 'web':
      if (matter.url !== undefined) {
        const rest = pick(matter, 'site', 'author', 'date', 'accessed');
        return dropAbsent({ source_type: 'web', title, url: matter.url, ...rest });
      }
  }
  return dropAbsent({
    source_type: 'internal_doc',
    title,
    service: matter.service ?? file.repository.name,
    date: matter.date ?? file.date,
    section: section === '' ? undefined : section,
    file_path: file.name,
    line_range: lines,
  });
}

function pick<K extends keyof Matter>(matter: Matter, ...keys: K[]): Pick<Matter, K> {
  return Object.fromEntries(keys.map((key) => [key, matter[key]])) as Pick<Matter, K>;
}

export function dropAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as T;
}

export function baseName(name: string): string {
  return name.split('/').at(-1) ?? name;
}
