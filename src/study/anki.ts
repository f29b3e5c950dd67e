/**
 * Anki's text format: one note a line, fields parted by tabs (or what `#separator` says), quoted where they hold one.
 * What comes in is somebody else's HTML: it is read to the words a reader sees, and nothing of it is kept or run.
 */
import { ConsiliumError } from '../kernel/errors.ts';
import { type Cloze, clozesOf, withGapsOf } from './anki-cloze.ts';
import { MOST_FIELD, plainText, toMarkup } from './anki-markup.ts';

export interface AnkiNote {
  readonly front: string;
  readonly back: string;
  readonly tags: readonly string[];
  readonly deck?: string | undefined;
  /** The note with gaps of which this is one card. */
  readonly cloze?: Cloze | undefined;
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
  /** Of all notes of the file. */
  allOfType?: string;
  allInDeck?: string;
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
    if (typeof read !== 'string') notes.push(...read);
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
  else if (name === 'deck') header.allInDeck = plainText(value, true);
  else if (name === 'deck column' && column >= 0) header.deck = column;
  else if (name === 'notetype column' && column >= 0) header.notetype = column;
  else if (name === 'notetype') header.allOfType = value;
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

/** One note is one card, or with gaps as many as it has numbers. What stands in further fields belongs to the back. */
function readNote(fields: readonly string[], header: Header): AnkiNote[] | string {
  const apart = new Set([header.tags, header.deck, header.notetype, header.guid]);
  const told = fields.filter((_, column) => !apart.has(column));
  const kind = header.notetype === undefined ? header.allOfType : plainText(fields[header.notetype] ?? '', true);
  const { isBasic, isReversed, hasSwitch } = typeOf(kind ?? '', told);
  const isTagged = header.tags === undefined && header.silent && told.length === 3;
  const [front = '', ...others] = (isTagged || hasSwitch ? told.slice(0, 2) : told).map((field) =>
    plainText(field, header.html),
  );
  if (front === '') return 'The front is empty.';
  const back = others
    .filter((field) => field !== '')
    .join('\n\n')
    .slice(0, MOST_FIELD);
  const own = header.tags === undefined ? (isTagged ? told[2] : '') : fields[header.tags];
  const named = header.deck === undefined ? '' : plainText(fields[header.deck] ?? '', true);
  const deck = (named || (header.allInDeck ?? '')).slice(0, 200);
  const shared = {
    tags: [...new Set([...header.allTags, ...tagsOf(own ?? '')])],
    ...(deck !== '' && { deck }),
  };
  const gaps = isBasic ? [] : clozesOf(front, back);
  if (gaps.length > 0) return gaps.map((card) => ({ ...card, ...shared }));
  if (back === '') return 'The back is empty.';
  return [{ front, back, ...shared }, ...(isReversed ? [{ front: back, back: front, ...shared }] : [])];
}

const BASIC = 'Basic';
const REVERSED = 'Basic (and reversed card)';

/** What Anki's own note types say: a reversed one is two cards, an optional one where its third field is filled. */
function typeOf(kind: string, told: readonly string[]): { isBasic: boolean; isReversed: boolean; hasSwitch: boolean } {
  const isBasic = /^(?:basic|einfach|basique|básico)\b/i.test(kind);
  const hasSwitch = isBasic && /optional reversed/i.test(kind);
  const isSwitched = (told[2] ?? '').trim() !== '';
  return { isBasic, hasSwitch, isReversed: isBasic && (hasSwitch ? isSwitched : /reversed/i.test(kind)) };
}

function tagsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((tag) => tag !== '')
    .map((tag) => tag.replace(/[<>"'&]/g, '').slice(0, 100))
    .filter((tag) => tag !== '')
    .slice(0, 50);
}

/** As Anki reads it back: plain words escaped as HTML, line ends as `<br>`; the cards of one note with gaps are one note. */
export function writeAnki(notes: readonly AnkiNote[]): string {
  const field = (text: string) => {
    const plain = toMarkup(text).replaceAll('\t', ' ').replaceAll('\r', '');
    return plain.includes('"') || plain.startsWith('#') ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const sidesOf = ({ deck, front, back }: AnkiNote) => `${deck}\0${front}\0${back}`;
  const plain = new Set(notes.filter(({ cloze }) => cloze === undefined).map(sidesOf));
  const isTwo = (note: AnkiNote) =>
    note.cloze === undefined &&
    note.front !== note.back &&
    plain.has(sidesOf({ ...note, front: note.back, back: note.front }));
  const hasKinds = notes.some((note) => note.cloze !== undefined || isTwo(note) || note.front.includes('{{c'));
  const nameOf = ({ deck, cloze }: AnkiNote) => `${deck}\0${cloze?.text}`;
  const fronts = new Map<string, Set<string>>();
  for (const note of notes) fronts.set(nameOf(note), (fronts.get(nameOf(note)) ?? new Set<string>()).add(note.front));
  const written = new Set<string>();
  const rows = notes.flatMap((note) => {
    const { front, back, tags, deck, cloze } = note;
    const isPair = isTwo(note);
    const name = isPair
      ? [front, back]
          .sort()
          .concat(deck ?? '')
          .join('\0')
      : nameOf(note);
    if ((isPair || cloze !== undefined) && written.has(name)) return [];
    if (isPair || cloze !== undefined) written.add(name);
    const sides = cloze === undefined ? [front, back] : [withGapsOf(cloze, fronts.get(nameOf(note))!), cloze.extra];
    const labels = tags.map((tag) => tag.replace(/[\s"]+/g, '_')).join(' ');
    const kind = hasKinds ? [cloze === undefined ? (isPair ? REVERSED : BASIC) : 'Cloze'] : [];
    return [[...sides.map(field), field(deck ?? ''), labels, ...kind].join('\t')];
  });
  const columns = ['#deck column:3', '#tags column:4', ...(hasKinds ? ['#notetype column:5'] : [])];
  return ['#separator:tab', '#html:true', ...columns, ...rows, ''].join('\n');
}
