/** Reading: a file to passages, by its kind; a file that cannot be read to the reason why. */
import { subtle } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { hasContent } from '../../reading/index.ts';
import { bearsMark, sealAbove } from '../../storage/index.ts';
import { readCode } from './code.ts';
import type { Passage, Repository, TextFile } from './document.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import { readPdf } from './pdf.ts';
import { readPlain } from './plain.ts';
import { readSchema } from './schema.ts';
import { codeOf, type FoundFile } from './walk.ts';

export type { Passage, Repository, Source } from './document.ts';
export { findRepository } from './repository.ts';
export { type FoundFile, type Skip, walkFiles } from './walk.ts';

/** A file larger than this is a database or a log, not a document. */
export const LARGEST_FILE = 32 * 1024 * 1024;

/** Text is taken apart word by word: what is longer than any book keeps everybody else waiting. */
export const LARGEST_TEXT = 8 * 1024 * 1024;

export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly hash: string }
  | { readonly kind: 'skipped'; readonly why: string };

/** The bytes of a regular file that is not too large. Opened so that neither a link nor a pipe can hold us up. */
export async function readContent(file: FoundFile): Promise<Content> {
  if (file.size > LARGEST_FILE) return tooLarge(file.size);
  try {
    const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return { kind: 'skipped', why: 'It is not a regular file.' };
      if (stat.size > LARGEST_FILE) return tooLarge(stat.size);
      const read = await handle.readFile();
      const bytes = bearsMark(read) ? (sealAbove(file.path)?.open(read, file.path) ?? read) : read;
      // Worked out beside this thread: of 30 MB it takes a tenth of a second.
      const digest = await subtle.digest('SHA-256', bytes);
      return { kind: 'bytes', bytes, hash: Buffer.from(digest).toString('hex') };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return { kind: 'skipped', why: `It cannot be read (${codeOf(thrown)}).` };
  }
}

function tooLarge(size: number): Content {
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return { kind: 'skipped', why: `It is larger than ${megabytes(LARGEST_FILE)} MB (${megabytes(size)} MB).` };
}

export interface Place {
  readonly path: string;
  readonly name: string;
  readonly mtime: number;
  readonly repository: Repository;
}

export interface ReadText {
  readonly passages: Passage[];
  /** What of the file has no text, in a sentence: pages that are pictures. */
  readonly lacks?: string | undefined;
}

/** The passages of a file, or in a sentence why there are none. */
export async function readPassages(bytes: Buffer, place: Place): Promise<Passage[] | string> {
  const read = await readWhole(bytes, place);
  return typeof read === 'string' ? read : read.passages;
}

/** The same with what of the file could not be read. */
export async function readWhole(bytes: Buffer, place: Place): Promise<ReadText | string> {
  if (bytes.length === 0) return 'It is empty.';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return await readPdfFile(bytes, place.name);
  if (bytes.length > LARGEST_TEXT) return `It is text of more than ${LARGEST_TEXT / 1024 / 1024} MB.`;
  const text = decode(bytes);
  if (text === undefined) return 'It is binary.';
  const date = new Date(place.mtime).toISOString().slice(0, 10);
  const passages = await readText({ path: place.path, name: place.name, repository: place.repository, text, date });
  const told = passages.filter((passage) => hasContent(passage.text));
  return told.length === 0 ? 'It holds no text.' : { passages: told };
}

/** For threads: a file of megabytes keeps nobody else waiting. */
export const works = {
  passages: ({ buffer, byteOffset, byteLength }: Uint8Array, place: Place) =>
    readWhole(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength), place),
};
export const READING = import.meta.url;

async function readPdfFile(bytes: Buffer, name: string): Promise<ReadText | string> {
  try {
    const { passages: all, pages } = await readPdf(new Uint8Array(bytes), name);
    const passages = all.filter(({ text }) => hasContent(text));
    if (passages.length === 0) return 'The PDF holds no text (scanned pages, perhaps).';
    const told = new Set(passages.map(({ source }) => (source.source_type === 'book' ? source.pages : undefined))).size;
    return { passages, ...(told < pages && { lacks: sayBlank(pages - told, pages) }) };
  } catch (thrown) {
    return (thrown as Error).message.replace('The document could', 'The PDF could');
  }
}

function sayBlank(blank: number, pages: number): string {
  const [some, are] = blank === 1 ? ['1', 'has'] : [String(blank), 'have'];
  return `${some} of its ${pages} pages ${are} no text (scanned or pictures, perhaps) and ${blank === 1 ? 'is' : 'are'} left out.`;
}

const MARKDOWN = new Set(['.md', '.markdown', '.mdx']);
const HTML = new Set(['.html', '.htm', '.xhtml']);
const CODE = new Set(
  (
    '.ts .tsx .mts .cts .js .jsx .mjs .cjs .py .java .kt .kts .go .rs .c .h .cc .cpp .hpp .cs .rb .php .swift .scala ' +
    '.sh .bash .sql .r .jl .lua .pl .ex .exs .erl .hs .ml .clj .dart .vue .svelte .zig .groovy .proto .graphql .cypher'
  ).split(' '),
);

async function readText(file: TextFile): Promise<Passage[]> {
  const ext = extname(file.path).toLowerCase();
  if (MARKDOWN.has(ext)) return readMarkdown(file);
  if (HTML.has(ext) || /^\s*<!doctype html|^\s*<html[\s>]/i.test(file.text.slice(0, 500))) return readHtml(file);
  if (CODE.has(ext)) return await readCode(file);
  return (ext === '.json' ? readSchema(file) : undefined) ?? readPlain(file);
}

/** Text in UTF-8, UTF-16 with its mark, or the old Western encoding; undefined where the bytes are no text. */
function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const head = bytes.subarray(0, 8192);
    const odd = head.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
    return odd > head.length / 100 ? undefined : new TextDecoder('windows-1252').decode(bytes);
  }
}
