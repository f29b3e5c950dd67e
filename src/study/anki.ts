/**
 * Anki's text format: one note a line, fields parted by tabs (or what `#separator` says), quoted where they hold one.
 * What comes in is somebody else's HTML: it is read to the words a reader sees, and nothing of it is kept or run.
 */
import { ConsiliumError } from '../kernel/errors.ts';
import { decodeEntities } from '../text/index.ts';

export interface AnkiNote {
  readonly front: string;
  readonly back: string;
  readonly tags: readonly string[];
  readonly deck?: string | undefined;
}

export interface AnkiFile {
  readonly notes: readonly AnkiNote[];
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly line: number;
  readonly why: string;
}

const MOST_CHARACTERS = 20 * 1024 * 1024;
const MOST_NOTES = 50_000;
const MOST_FIELD = 20_000;
/** What is read of a field with all its markup. */
const MOST_MARKUP = 10 * MOST_FIELD;
const MOST_FIELDS = 100;
/** Who has left out more lines than this knows what is wrong. */
const MOST_SKIPPED = 1_000;

const SEPARATORS: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  space: ' ',
  pipe: '|',
  colon: ':',
};

interface Header {
  /** Whether the file says anything of itself. Files of old Anki versions do not, and end their lines with tags. */
  silent: boolean;
  separator: string;
  html: boolean;
  tags?: number;
  deck?: number;
  notetype?: number;
  guid?: number;
  allTags: string[];
}

export function readAnki(text: string): AnkiFile {
  const notes: AnkiNote[] = [];
  const skipped: Skipped[] = [];
  if (text.length > MOST_CHARACTERS)
    throw new ConsiliumError('ANKI_TOO_LARGE', 'An Anki file may have at most 20 million characters.');
  if (text.includes('\0') || text.startsWith('PK'))
    throw new ConsiliumError('ANKI_INVALID', 'This is no text: an .apkg package, perhaps.', {
      hint: 'In Anki: File, Export, "Notes in Plain Text".',
    });
  const { header, body, line } = readHeader(text.replace(/^\ufeff/, ''));
  for (const row of rowsOf(body, header.separator, line)) {
    if (notes.length >= MOST_NOTES) {
      skipped.push({ line: row.line, why: `A file may have at most ${MOST_NOTES} notes; the rest was left out.` });
      break;
    }
    const read = readNote(row.fields, header);
    if (typeof read !== 'string') notes.push(read);
    else if (skipped.length < MOST_SKIPPED) skipped.push({ line: row.line, why: read });
  }
  return { notes, skipped };
}

function readHeader(text: string): { header: Header; body: string; line: number } {
  const header: Header = { silent: true, separator: '\t', html: true, allTags: [] };
  let at = 0;
  let line = 1;
  while (text[at] === '#') {
    const end = text.indexOf('\n', at);
    const row = text.slice(at + 1, end === -1 ? text.length : end).trim();
    const colon = row.indexOf(':');
    if (colon > 0) header.silent = false;
    if (colon > 0) applyHeader(header, row.slice(0, colon).toLowerCase(), row.slice(colon + 1).trim());
    at = end === -1 ? text.length : end + 1;
    line++;
  }
  return { header, body: text.slice(at), line };
}

function applyHeader(header: Header, name: string, value: string): void {
  const column = Number.parseInt(value, 10) - 1;
  if (name === 'separator') header.separator = SEPARATORS[value.toLowerCase()] ?? (value.length === 1 ? value : '\t');
  else if (name === 'html') header.html = value.toLowerCase() !== 'false';
  else if (name === 'tags') header.allTags = tagsOf(value);
  else if (name === 'tags column' && column >= 0) header.tags = column;
  else if (name === 'deck column' && column >= 0) header.deck = column;
  else if (name === 'notetype column' && column >= 0) header.notetype = column;
  else if (name === 'guid column' && column >= 0) header.guid = column;
}

/** Fields in quotes may hold the separator, line ends, and a quote as two. */
function* rowsOf(body: string, separator: string, first: number): Generator<{ fields: string[]; line: number }> {
  let at = 0;
  let line = first;
  let newline = -1;
  while (at < body.length) {
    const started = line;
    const fields: string[] = [];
    for (;;) {
      let field = '';
      if (body[at] === '"') {
        const end = closingQuote(body, at + 1);
        field = body.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
      }
      // Looked for once a line, however many fields it has.
      if (newline < at) newline = endOf(body, '\n', at);
      const stop = Math.min(
        newline,
        fields.length < MOST_FIELDS ? endOf(body.slice(at, newline), separator) + at : newline,
      );
      field += body.slice(at, stop);
      line += countLines(field);
      fields.push(field.replace(/\r$/, ''));
      at = stop;
      if (body[at] !== separator) break;
      at++;
    }
    at++;
    line++;
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { fields, line: started };
  }
}

function closingQuote(body: string, from: number): number {
  for (let at = body.indexOf('"', from); at !== -1; at = body.indexOf('"', at + 2)) if (body[at + 1] !== '"') return at;
  return body.length;
}

function endOf(text: string, what: string, from = 0): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function readNote(fields: readonly string[], header: Header): AnkiNote | string {
  const apart = new Set([header.tags, header.deck, header.notetype, header.guid]);
  const told = fields.filter((_, column) => !apart.has(column));
  const [front = '', back = ''] = told.slice(0, 2).map((field) => plainText(field, header.html));
  if (front === '') return 'The front is empty.';
  const own = header.tags === undefined ? (header.silent && told.length === 3 ? told[2] : '') : fields[header.tags];
  const deck = header.deck === undefined ? '' : plainText(fields[header.deck] ?? '', true).slice(0, 200);
  const shared = {
    tags: [...new Set([...header.allTags, ...tagsOf(own ?? '')])],
    ...(deck !== '' && { deck }),
  };
  const cloze = readCloze(front);
  if (cloze !== undefined) return { ...cloze, ...shared };
  if (back === '') return 'The back is empty.';
  return { front, back, ...shared };
}

/** `{{c1::answer::hint}}` becomes a gap, and the answers its back. */
function readCloze(front: string): { front: string; back: string } | undefined {
  const answers: string[] = [];
  const gapped = front.replace(/\{\{c\d{1,3}::([^{}]*?)(?:::([^{}]*))?\}\}/g, (_, answer: string, hint?: string) => {
    answers.push(answer.trim());
    return hint ? `[${hint.trim()}]` : '[…]';
  });
  return answers.length === 0 ? undefined : { front: gapped, back: answers.join('; ') };
}

function tagsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((tag) => tag !== '')
    .map((tag) => tag.replace(/[<>"'&]/g, '').slice(0, 100))
    .filter((tag) => tag !== '')
    .slice(0, 50);
}

/** The words of a field: no markup, no scripts, no pictures, entities read once and never as markup again. */
export function plainText(field: string, html: boolean): string {
  const given = field.slice(0, MOST_MARKUP);
  const words = html ? decodeEntities(withoutTags(given)) : given;
  return words
    .replace(/\[sound:[^\]]*\]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MOST_FIELD);
}

/** Elements whose content is no text. */
const SILENT = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math', 'head']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'ul', 'ol', 'table', 'hr']);

/** One walk over the text: what stands between `<name` and `>` is gone, a `<` that begins no tag stays. */
function withoutTags(html: string): string {
  let out = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) return out + html.slice(at);
    out += html.slice(at, open);
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const tag = /^<\/?([a-z][\w:-]*)/i.exec(html.slice(open, open + 60));
    if (tag === null) {
      out += '<';
      at = open + 1;
      continue;
    }
    const name = (tag[1] as string).toLowerCase();
    at = endOfTag(html, open);
    if (BREAKS.has(name)) out += '\n';
    if (SILENT.has(name) && html[open + 1] !== '/' && html[at - 2] !== '/') at = afterElement(html, at, name);
  }
  return out;
}

function endOfTag(html: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < html.length; at++) {
    const sign = html[at] as string;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
    else if (sign === '>') return at + 1;
  }
  return html.length;
}

function afterElement(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found === null ? html.length : endOfTag(html, found.index);
}

/** As Anki reads it back: plain words escaped as HTML, line ends as `<br>`. */
export function writeAnki(notes: readonly AnkiNote[]): string {
  const field = (text: string) => {
    const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
    const plain = html.replaceAll('\t', ' ').replaceAll('\r', '');
    return plain.includes('"') || plain.startsWith('#') ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const rows = notes.map(({ front, back, tags, deck }) =>
    [field(front), field(back), field(deck ?? ''), tags.map((tag) => tag.replace(/[\s"]+/g, '_')).join(' ')].join('\t'),
  );
  return ['#separator:tab', '#html:true', '#deck column:3', '#tags column:4', ...rows, ''].join('\n');
}
