/**
 * Plain text that says by its layout what Markdown says by marks: headings stand out to the left of an indented body (man pages,
 * RFCs), in the middle of the line, in capitals, or with a number before the clause they name (contracts, licences); addresses and
 * signatures break their lines by hand; heads and feet of pages say nothing.
 */

export interface Layout {
  /** Blanks at which a line is to be broken: after "7. Termination." */
  readonly cuts: readonly number[];
  /** By the place where the line starts. */
  readonly lines: ReadonlyMap<number, Laid>;
}

export type Laid =
  /** Its words begin so many signs behind the line. */
  | { readonly kind: 'heading'; readonly level: number; readonly sure: number; readonly skip?: number | undefined }
  | { readonly kind: 'row' | 'silent'; readonly frame?: boolean | undefined };

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly text: string;
  readonly length: number;
}

/** No line of a page is this long. */
const FAR = 200;
/** From this length on a line is text that fills its page. */
const WIDE = 45;
/** A heading is shorter. */
const SHORT = 70;
/** So many blanks within a line set its ends apart. */
const APART = /\S\s{5,}\S/;
const ENDS = /[.;,:?!]$/;
/** Named by its place, by its look, by its number. */
const SURE = { hanging: 0.9, centred: 0.8, capitals: 0.8, numbered: 0.8 } as const;
/** What a title is above all other headings. */
const TITLE = 0;

export function readLayout(source: string): Layout {
  const lines = source.split('\n').reduce<Line[]>((all, raw) => {
    const before = all.at(-1);
    const start = before === undefined ? 0 : before.start + before.length + 1;
    const text = raw.trim();
    all.push({ start, text, indent: text === '' ? 0 : raw.length - raw.trimStart().length, length: raw.length });
    return all;
  }, []);
  const wide = lines.filter(({ text }) => text.length >= WIDE && !APART.test(text));
  const page: Page = {
    lines,
    body: at(wide.map(({ indent }) => indent).sort(byValue), 0.1) ?? 0,
    width: at(wide.map(({ indent, text }) => indent + text.length).sort(byValue), 0.95) ?? 0,
  };
  const found = new Map<number, Laid>();
  for (const [start, laid] of [...broken(page), ...furniture(page)]) found.set(start, laid);
  const cuts = runIn(page);
  const alone = numbered(page);
  // One number may be anything; several are the clauses of a document.
  const clauses = alone.length + cuts.length > 1;
  for (const find of [hanging, capitals, centred, () => (clauses ? alone : [])]) {
    const open = (index: number) => found.get(lines[index]!.start)?.kind !== 'silent';
    for (const [index, laid] of find(page)) if (open(index)) setHeading(found, lines[index]!.start, laid);
  }
  for (const { start } of clauses ? cuts : []) found.set(start, { kind: 'heading', level: 1, sure: SURE.numbered });
  return { cuts: clauses ? cuts.map(({ cut }) => cut) : [], lines: found };
}

/** The text with its lines broken there; every place stays where it was. */
export function breakAt(source: string, cuts: readonly number[]): string {
  return cuts.reduce((text, cut) => `${text.slice(0, cut)}\n${text.slice(cut + 1)}`, source);
}

/** Whether its layout alone makes a text of headings and bodies. */
export function isLaidOut(source: string): boolean {
  const headings = [...readLayout(source).lines.values()].filter(({ kind }) => kind === 'heading');
  return headings.length >= 2;
}

interface Page {
  readonly lines: readonly Line[];
  /** The column at which the text begins. */
  readonly body: number;
  readonly width: number;
}

type Heading = readonly [index: number, laid: Laid];

function setHeading(found: Map<number, Laid>, start: number, laid: Laid): void {
  if (found.get(start)?.kind !== 'heading') found.set(start, laid);
}

const byValue = (a: number, b: number) => a - b;
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * Math.max(0, sorted.length - 1))];
const isBlank = ({ lines }: Page, index: number) => (lines[index]?.text ?? '') === '';
const isLetters = (text: string) => /\p{L}{2}/u.test(text);

function nextOf({ lines }: Page, index: number): Line | undefined {
  return lines.slice(index + 1, index + 5).find(({ text }) => text !== '');
}

const NUMBER = /^(?:(?:chapter|section|part|article|appendix)\s+)?((?:\d{1,2}|[A-Z])(?:\.\d{1,2})*)\.?\s+(?=\S)/i;

function levelBy(text: string, otherwise: number): number {
  const number = /^\d/.test(text) ? NUMBER.exec(text)?.[1] : undefined;
  return number === undefined ? otherwise : number.split('.').length;
}

/** To the left of the body, short, with the body below it. */
function hanging(page: Page): Heading[] {
  const { lines, body } = page;
  if (body < 2) return [];
  const found = new Set<number>();
  for (const [index, { text, indent }] of lines.entries()) {
    const isShort = text.length <= SHORT && isLetters(text) && !ENDS.test(text) && !APART.test(text);
    if (indent >= body || !isShort || !/^[\p{Lu}\p{N}"“(]/u.test(text)) continue;
    const isFirst = index === 0 || isBlank(page, index - 1) || found.has(index - 1);
    const next = nextOf(page, index);
    if (isFirst && next !== undefined && next.indent > indent) found.add(index);
  }
  if (found.size < 2) return [];
  const columns = [...new Set([...found].map((index) => lines[index]!.indent))].sort(byValue);
  return [...found].map((index) => {
    const { text, indent } = lines[index]!;
    return [index, { kind: 'heading', level: levelBy(text, columns.indexOf(indent) + 1), sure: SURE.hanging }];
  });
}

/** In the middle of the line, alone. The first one before all text is the title. */
function centred(page: Page): Heading[] {
  const { lines, body, width } = page;
  if (width < WIDE) return [];
  const first = lines.findIndex(({ text }) => text.length >= WIDE && !APART.test(text));
  let hasTitle = false;
  return lines.flatMap(({ text, indent }, index): Heading[] => {
    const isMiddle = (one: { indent: number; text: string }) =>
      Math.abs(one.indent + one.text.length / 2 - width / 2) <= MIDDLE;
    const looks = isLetters(text) && !ENDS.test(text) && !APART.test(text) && !LISTED.test(text);
    if (!looks || indent < body + MIDDLE || !isMiddle({ indent, text }) || !isBlank(page, index - 1)) return [];
    // A paragraph that is set in goes on in the same column.
    const below = lines[index + 1];
    if (below !== undefined && below.text !== '' && (below.indent === indent || !isMiddle(below))) return [];
    const isTitle = index < first && !hasTitle;
    hasTitle ||= isTitle;
    return [[index, { kind: 'heading', level: isTitle ? TITLE : 1, sure: SURE.centred }]];
  });
}

const MIDDLE = 5;
const LISTED = /^(?:[-*+•–]|\d{1,3}[.)]|--?\w)\s?/;

/** In capitals, alone, above what is not. */
function capitals(page: Page): Heading[] {
  const { lines, body } = page;
  const isUpper = (text: string) =>
    /\p{Lu}{2}\P{Ll}*\p{Lu}{2}|\p{Lu}{4}/u.test(text.slice(0, FAR)) && !/\p{Ll}/u.test(text);
  const found = lines.flatMap(({ text, indent }, index) => {
    const below = lines[index + 1]?.text ?? '';
    // What is underlined says so by itself.
    const isOne =
      isUpper(text) &&
      !/^([^\p{L}\p{N}\s])\1{2,}$/u.test(below) &&
      text.length <= SHORT &&
      !/[.;,?!]$/.test(text) &&
      !APART.test(text);
    const stands = isBlank(page, index - 1) && indent <= body && !isUpper(below) && nextOf(page, index) !== undefined;
    return isOne && stands ? [index] : [];
  });
  const opens = lines.findIndex(({ text }) => text !== '');
  return found.map((index) => {
    const isTitle = index === opens && found.length > 1 && !isUpper(nextOf(page, index)!.text);
    const { text } = lines[index]!;
    return [index, { kind: 'heading', level: isTitle ? TITLE : levelBy(text, 1), sure: SURE.capitals }];
  });
}

/** "1. Definitions.": alone, a few words, and not the only one. */
function numbered(page: Page): Heading[] {
  const found = page.lines.flatMap(({ text }, index) => {
    const words = text.replace(NUMBER, '').replace(/\.$/, '');
    const isOne =
      /^\d/.test(text) && NUMBER.test(text) && text.endsWith('.') && isTitle(words) && words.split(/\s+/).length <= FEW;
    return isOne && isBlank(page, index - 1) && isBlank(page, index + 1) ? [index] : [];
  });
  return found.map((index) => [
    index,
    { kind: 'heading', level: levelBy(page.lines[index]!.text, 1), sure: SURE.numbered },
  ]);
}

const FEW = 8;

/** It begins with a capital, and so do its longer words where it has several. */
function isTitle(words: string): boolean {
  if (!/^\p{Lu}/u.test(words) || /[.;:!?]/.test(words)) return false;
  const long = words.split(/[\s,/-]+/).filter((word) => /^\p{L}{5}/u.test(word));
  return long.every((word) => /^\p{Lu}/u.test(word)) || words.split(/\s+/).length <= 2;
}

const RUN_IN =
  /^((?:\d{1,2}(?:\.\d{1,2})*\.?|(?:article|section)\s+[\dIVX]+\.?)\s+)([^.]{3,60})\.(\s+)(?=[\p{Lu}"“(])/iu;

/** "7. Termination. Either party may …": the clause's name, where several clauses have one. */
function runIn(page: Page): { start: number; cut: number }[] {
  return page.lines.flatMap(({ start, indent, text }, index) => {
    const match = RUN_IN.exec(text);
    if (match === null || !isTitle(match[2]!) || !isBlank(page, index - 1)) return [];
    return [{ start, cut: start + indent + match[0].length - 1 }];
  });
}

/** Heads and feet of pages, dots that lead to a page: nobody reads them. */
function furniture({ lines }: Page): [number, Laid][] {
  const shape = (text: string) => text.replace(/\d+/g, '0').replace(/\s+/g, ' ');
  const times = new Map<string, number>();
  for (const { text } of lines) if (APART.test(text)) times.set(shape(text), (times.get(shape(text)) ?? 0) + 1);
  const shown = lines.flatMap(({ text }, index) => (text === '' ? [] : [index]));
  return lines.flatMap(({ start, text }, index): [number, Laid][] => {
    if (text.length > FAR) return [];
    // Left, middle and right, first or last of all.
    const isEdge = (index === shown[0] || index === shown.at(-1)) && text.split(/\s{5,}/).length === 3;
    const isFramed = /^(\S{3,60})\s{2,}.*\s{2,}\1$/.test(text);
    const leads = /(?:\.\s?){5,}\s*\w{0,6}$/.test(text);
    const isFoot = /\[page \w+\]$/i.test(text) || (APART.test(text) && times.get(shape(text))! > 1);
    return isFramed || isEdge || leads || isFoot ? [[start, { kind: 'silent' }]] : [];
  });
}

/** A page this wide is filled by its text; lines that all stay far below it were broken by hand. */
const FILLED = 60;
const HALF = 0.6;

/** Addresses, signatures, columns: each line by itself. */
function broken(page: Page): [number, Laid][] {
  const { lines, width } = page;
  const laid: [number, Laid][] = [];
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while (!isBlank(page, to)) to++;
    const some = lines.slice(from, to);
    const byHand = isByHand(
      some.filter(({ text }) => !APART.test(text)),
      width,
    );
    for (const { start, text } of some) if (byHand || APART.test(text)) laid.push([start, { kind: 'row' }]);
    from = to;
  }
  return laid;
}

/** Short lines in one column that end no sentence; one that stands alone is a greeting, a name, a day. */
function isByHand(lines: readonly Line[], width: number): boolean {
  const [first] = lines;
  if (first === undefined || width < FILLED) return false;
  const isShort = lines.every(
    ({ text, indent }) => text.length < width * HALF && indent === first.indent && isLetters(text),
  );
  const isItem = lines.some(({ text }) => /^(?:[-*+•–]|\d{1,3}[.)])\s/.test(text));
  if (!isShort || isItem || lines.some(({ text }) => /[.;:?!]$/.test(text))) return false;
  return lines.length > 1 || first.text.endsWith(',') || first.text.split(/\s+/).length <= GREETING;
}

const GREETING = 4;
