/**
 * A scope as a course: documents, chapters, topics. Headings come from the index where its reader knows them (Markdown,
 * HTML, the outline of a PDF); in plain text and PDFs without one, lines that look like headings are taken for them.
 */
import type { KeptPassage } from '../../search/index.ts';
import type { Chapter, DocumentInfo, Passage } from '../types.ts';
import { sectionOf } from './sections.ts';
import { withTableHeads } from './table-heads.ts';

export interface Course {
  readonly documents: readonly DocumentInfo[];
  readonly passages: readonly Passage[];
}

/** How headings above each other are joined in the title of an indexed passage. */
const STEP = ' › ';

/** `title`: what the course is called, by which it is cited rather than by the folder it came from. */
export function readCourse(material: string, kept: readonly KeptPassage[], courseTitle?: string): Course {
  const documents: DocumentInfo[] = [];
  const passages: Passage[] = [];
  for (const [index, pieces] of groupFiles(kept).map(withTableHeads).entries()) {
    const first = titleLine(pieces) ?? pieces[0]?.source.title ?? pieces[0]?.file ?? material;
    const placed = placePieces(pieces, first);
    // Where a file has several headings of the first rank, the first of them is a chapter and no title of the others.
    const title = hasSeveralHeads(pieces, first) ? fileTitle(pieces[0] as KeptPassage) : first;
    const chapters = chaptersOf(placed, title, index + 1);
    for (const piece of placed) {
      const chapter = chapters.get(piece.chapter) as Chapter;
      passages.push({
        id: piece.kept.id,
        material,
        chapter: chapter.id,
        chapter_title: chapter.title,
        topic: piece.topic,
        ...(piece.section !== undefined && { section: piece.section }),
        text: piece.kept.text,
        source: citedAs(
          title === piece.kept.source.title ? piece.kept.source : { ...piece.kept.source, title },
          courseTitle,
        ),
      });
    }
    documents.push({ title, chapters: [...chapters.values()] });
  }
  return { documents, passages };
}

const LONGEST_TITLE = 80;

/** Plain text has its title on its first line, alone: a few words that end in no full stop. */
function titleLine([first]: readonly KeptPassage[]): string | undefined {
  if (first === undefined || !/\.te?xt$/i.test(first.file)) return undefined;
  const [line = '', next] = first.text
    .trimStart()
    .split('\n')
    .map((each) => each.trim());
  const isAlone = next === '' && line.length > 2 && line.length <= LONGEST_TITLE;
  return isAlone && /^[\p{Lu}\d]/u.test(line) && !/[.!?;,:]$/.test(line) ? line : undefined;
}

function citedAs(source: Passage['source'], course: string | undefined): Passage['source'] {
  return course !== undefined && source.source_type === 'internal_doc' ? { ...source, service: course } : source;
}

/** Some of it stands under the first heading, and some under others of its rank. A title of its own stands above all of it. */
function hasSeveralHeads(pieces: readonly KeptPassage[], first: string): boolean {
  const heads = pieces.flatMap(({ source }) =>
    source.source_type === 'internal_doc' && source.section ? [source.section.split(STEP)[0] as string] : [],
  );
  return heads.includes(first) && heads.some((head) => head !== first);
}

function fileTitle({ file }: KeptPassage): string {
  return (file.split('/').at(-1) ?? file).replace(/\.\w{1,8}$/, '');
}

function groupFiles(kept: readonly KeptPassage[]): KeptPassage[][] {
  const files = new Map<string, KeptPassage[]>();
  for (const passage of kept) {
    const pieces = files.get(passage.file);
    if (pieces === undefined) files.set(passage.file, [passage]);
    else pieces.push(passage);
  }
  const order = new Intl.Collator('en', { numeric: true });
  return [...files].sort(([a], [b]) => order.compare(a, b)).map(([, pieces]) => pieces);
}

interface Piece {
  readonly kept: KeptPassage;
  readonly chapter: string;
  readonly topic: string;
  readonly section?: string | undefined;
}

function placePieces(pieces: readonly KeptPassage[], title: string): Piece[] {
  if (pieces[0]?.source.source_type === 'knowledge')
    return pieces.map((kept) => ({ kept, chapter: title, topic: title, section: entrySection(kept) }));
  const paths = pieces.map((kept) => pathOf(kept, title));
  if (paths.some((path) => path.length > 0))
    return pieces.map((kept, index) => {
      const path = paths[index] as string[];
      return { kept, chapter: path[0] ?? title, ...subjectOf([title, ...path]) };
    });
  return placeByLines(pieces, title);
}

function entrySection({ source }: KeptPassage): string | undefined {
  return source.source_type === 'knowledge' ? source.section : undefined;
}

/** "Asthma › Causes" is about asthma, and its part is the causes. */
function subjectOf(path: readonly string[]): { topic: string; section?: string | undefined } {
  const last = path.at(-1) as string;
  const section = path.length > 1 ? sectionOf(last) : undefined;
  return section === undefined ? { topic: last } : { topic: path.at(-2) as string, section };
}

function pathOf(kept: KeptPassage, title: string): string[] {
  const path = kept.title.split(STEP).map((part) => part.trim());
  return path[0] === title ? path.slice(1) : path.filter((part) => part !== '' && part !== title && part !== kept.file);
}

/** Kinds of heading lines, the strongest first: the first kind of which a text has two, or one that says "chapter", is the one its chapters have. */
const HEADINGS: readonly RegExp[] = [
  /^(?:chapter|unit|lecture|module|part|kapitel)\s+(?:\d{1,3}|[ivxlc]{1,6})\b[.:]?\s*\S?.{0,80}$/i,
  /^\d{1,2}\.?\s+\p{Lu}[^.!?;]{2,70}$/u,
  /^[\p{Lu}\d][\p{Lu}\d ,:&/'’()-]{4,70}$/u,
];

function placeByLines(pieces: readonly KeptPassage[], title: string): Piece[] {
  const lines = pieces.map(({ text }) => text.split('\n').map((line) => line.trim()));
  const kind = HEADINGS.find(
    (heading, at) => lines.flat().filter((line) => heading.test(line)).length >= (at === 0 ? 1 : 2),
  );
  let chapter = title;
  return pieces.map((kept, index) => {
    const heading = kind === undefined ? undefined : (lines[index] as string[]).find((line) => kind.test(line));
    if (heading !== undefined) chapter = heading;
    return { kept, chapter, topic: chapter };
  });
}

function chaptersOf(placed: readonly Piece[], document: string, index: number): Map<string, Chapter> {
  const chapters = new Map<string, Chapter>();
  for (const { chapter } of placed) {
    const known = chapters.get(chapter);
    const number = known?.number ?? chapters.size + 1;
    chapters.set(chapter, {
      id: `${index}.${number}`,
      number,
      title: chapter,
      document,
      passages: (known?.passages ?? 0) + 1,
    });
  }
  return chapters;
}

/** The chapters that a learner means by an id, a number or words of a heading; none where there is no such. */
export function findChapters(documents: readonly DocumentInfo[], asked: string): Chapter[] {
  const all = documents.flatMap(({ chapters }) => chapters);
  const wanted = asked.trim().toLowerCase();
  // "2.4" in a heading is the book's own number.
  const own = /^\d{1,3}\.\d{1,2}$/.test(wanted) ? all.filter(({ title }) => title.startsWith(`${wanted} `)) : [];
  if (own.length > 0) return own;
  const byId = all.filter(({ id }) => id === wanted);
  if (byId.length > 0) return byId;
  // What a document is called means all of it, also where its first lines are a chapter of that name.
  const exact = [
    ...documents.filter(({ title }) => title.toLowerCase() === wanted).flatMap(({ chapters }) => chapters),
    ...all.filter(({ title }) => title.toLowerCase() === wanted),
  ];
  if (exact.length > 0) return [...new Set(exact)];
  const number = /^(?:chapter|ch\.?|unit|lecture|module|part|section|no\.?|#)?\s*(\d{1,3})$/.exec(wanted)?.[1];
  if (number !== undefined) return numbered(documents, all, Number(number));
  const within = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  return within.length > 0
    ? within
    : documents.filter(({ title }) => title.toLowerCase().includes(wanted)).flatMap(({ chapters }) => chapters);
}

/** A heading that says its number counts before the order in which they stand; of many documents each is a chapter. */
function numbered(documents: readonly DocumentInfo[], all: readonly Chapter[], number: number): Chapter[] {
  const said = new RegExp(`^(?:(?:chapter|unit|lecture|module|part)\\s+)?0*${number}(?:[.: )-]|$)`, 'i');
  const named = all.filter(({ title }) => said.test(title));
  if (named.length > 0) return named;
  const titled = documents.filter(({ title }) => said.test(title));
  if (titled.length > 0) return titled.flatMap(({ chapters }) => chapters);
  if (documents.length === 1) return all.filter((chapter) => chapter.number === number);
  const [document] = documents.slice(number - 1, number);
  // Neither a number of a heading nor of a document: the one that stands there in each of them.
  return document === undefined ? all.filter((chapter) => chapter.number === number) : [...document.chapters];
}
