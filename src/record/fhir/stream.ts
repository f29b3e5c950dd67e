/**
 * Splits a stream of bytes into FHIR resources without ever holding the whole of it.
 *
 * A file is one or more JSON values (a bundle, a resource, NDJSON). A value's `entry` list, if it has one, is handed
 * out element by element while it is being read; everything else of the value is held until it ends. So a bundle of
 * any size costs the memory of its largest entry.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import { createHold } from './hold.ts';
import { LONGEST_ATTACHMENT } from './values.ts';

/** One JSON text cut out of the stream: an element of a bundle's `entry`, or a whole value with its entries left out. */
export interface Piece {
  kind: 'entry' | 'value';
  json: string;
  /** For people: "line 12", "entry 3". */
  place: string;
  /** Attachments that nobody would read came with it: their data is an empty text. */
  isLess: boolean;
}

/** Bytes of one text, however it is escaped, that is no attachment: more is refused while it still comes. */
const MAX_TEXT_BYTES = 6 * 200_000;
/** What an attachment's bytes are called. */
const DATA = 'data';
/** An attachment of more bytes than this is not read by anybody, however it is escaped: they are let go as they come. */
const MOST_DATA_HELD = 1.25 * LONGEST_ATTACHMENT;
const MAX_DATA_BYTES = 20_000_000;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const NEWLINE = 0x0a;

/** Yields the pieces of `chunks`; throws FHIR_INVALID with the place where the text stops being JSON. */
export async function* splitStream(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): AsyncGenerator<Piece> {
  const splitter = createSplitter(file, mayBeEmpty);
  for await (const chunk of chunks) {
    splitter.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    yield* splitter.take();
  }
  splitter.end();
  yield* splitter.take();
}

interface Splitter {
  push(chunk: Buffer): void;
  end(): void;
  take(): Piece[];
}

function createSplitter(file: string, mayBeEmpty: boolean): Splitter {
  const held = createHold(file);
  const element = createHold(file);
  let ready: Piece[] = [];
  let chunk: Buffer = Buffer.alloc(0);
  /** Where in the chunk the piece being read goes on; -1 between pieces. */
  let mark = -1;
  let offset = 0;
  let line = 1;
  let valueLine = 1;
  let values = 0;
  let entries = 0;
  let depth = 0;
  let started = false;
  let inEntries = false;
  let inString = false;
  let escaped = false;
  /** A key of the value itself may come next; it is `entry` if `key` says so when its string ends. */
  let keyMayCome = false;
  let key: string | undefined;
  let entriesMayCome = false;
  /** Bytes of the text that is being read, or was read last; and what it says, where it may be a key that matters. */
  let length = 0;
  let said = '';
  /** What is being read is the value of such a key. */
  let isData = false;
  /** Bytes of the piece before the text that is being read; whether its bytes are let go; whether any of the piece were. */
  let before = 0;
  let isDropping = false;
  let isLess = false;
  const hold = () => (inEntries ? element : held);

  function push(next: Buffer): void {
    chunk = next;
    let at = started ? 0 : checkOpening(chunk, file);
    if (at < 0) return;
    started = true;
    mark = depth > (inEntries ? 2 : 0) && !isDropping ? at : -1;
    for (; at < chunk.length; at++) {
      if (inString) at = skipString(at);
      else if (chunk[at]! > 0x20) take(chunk[at]!, at);
      else if (chunk[at] === NEWLINE) line++;
    }
    if (mark >= 0) hold().add(chunk, mark, chunk.length);
    offset += chunk.length;
  }

  function skipString(from: number): number {
    const end = endOfString(chunk, from, escaped);
    const until = Math.min(end, chunk.length);
    if (key !== undefined) key += chunk.toString('latin1', from, until);
    if (length + until - from <= DATA.length) said += chunk.toString('latin1', from, until);
    length += until - from;
    if (length > (isData ? MAX_DATA_BYTES : MAX_TEXT_BYTES)) throw tooLong();
    if (isData && length > MOST_DATA_HELD && !isDropping) drop(until);
    escaped = end > chunk.length;
    if (end >= chunk.length) return chunk.length;
    inString = false;
    if (isDropping) mark = end;
    isDropping = false;
    entriesMayCome = key === 'entry';
    key = undefined;
    return end;
  }

  /** The text that is being read, up to its end: nothing stays between its quotes. */
  function drop(until: number): void {
    hold().add(chunk, mark, until);
    hold().cut(before);
    mark = -1;
    isDropping = true;
    isLess = true;
  }

  function take(byte: number, at: number): void {
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) open(byte, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) close(at);
    else if (depth === 0 || (inEntries && depth === 2 && byte !== COMMA)) throw stray(at);
    else if (byte === COMMA) {
      keyMayCome = depth === 1;
      entriesMayCome = false;
    } else if (byte === COLON) isData = length === DATA.length && said === DATA;
    else if (byte === QUOTE) {
      inString = true;
      before = hold().size() + at + 1 - mark;
      length = 0;
      said = '';
      key = keyMayCome && depth === 1 ? '' : undefined;
      keyMayCome = false;
    }
  }

  function open(byte: number, at: number): void {
    if (depth === 0) {
      if (byte === OPEN_LIST) throw invalid(`a list where a bundle or a resource should be, at line ${line}`);
      valueLine = line;
      keyMayCome = true;
      mark = at;
    } else if (depth === 1 && entriesMayCome && byte === OPEN_LIST) {
      held.add(chunk, mark, at + 1);
      mark = -1;
      inEntries = true;
      entries = 0;
    } else if (inEntries && depth === 2) mark = at;
    entriesMayCome = false;
    depth++;
  }

  function close(at: number): void {
    if (depth === 0) throw invalid(`a closing bracket too many at line ${line}, byte ${offset + at}`);
    depth--;
    if (inEntries && depth === 2) {
      element.add(chunk, mark, at + 1);
      ready.push({ kind: 'entry', json: element.release(), place: `entry ${++entries}`, isLess });
      isLess = false;
      mark = -1;
    } else if (inEntries && depth === 1) {
      inEntries = false;
      mark = at;
    } else if (depth === 0) {
      held.add(chunk, mark, at + 1);
      ready.push({ kind: 'value', json: held.release(), place: `line ${valueLine}`, isLess });
      isLess = false;
      values++;
      mark = -1;
    }
  }

  function end(): void {
    if (values === 0 && depth === 0 && !mayBeEmpty) throw invalid('the file is empty');
    if (depth > 0) throw invalid(`it ends in the middle of ${place()}, after ${offset} bytes: the file is truncated`);
  }

  function takeReady(): Piece[] {
    const pieces = ready;
    ready = [];
    return pieces;
  }

  const place = () => (inEntries ? `entry ${entries + 1}` : `line ${line}`);
  const stray = (at: number) => invalid(`stray text at ${place()}, byte ${offset + at}`);
  const tooLong = () =>
    new ConsiliumError(
      'FHIR_TOO_LARGE',
      `${file}: ${place()} holds a text of more than ${isData ? MAX_DATA_BYTES : MAX_TEXT_BYTES} bytes.`,
      {
        hint: 'Leave it out, or attach it as a document.',
        details: { file, place: place() },
      },
    );
  const invalid = (what: string) =>
    new ConsiliumError('FHIR_INVALID', `${file} is not valid JSON: ${what}.`, {
      hint: 'Export the file again as FHIR R4 JSON or NDJSON.',
      details: { file, place: place() },
    });

  return { push, end, take: takeReady };
}

/** Where the string ends; past the chunk by one when its last byte escapes the next. */
function endOfString(chunk: Buffer, from: number, escaped: boolean): number {
  let at = escaped ? from + 1 : from;
  for (; at < chunk.length; at++) {
    const byte = chunk[at]!;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return at;
}

/** Where the JSON begins in the first bytes; throws with a good guess when they are something else. -1: only blanks so far. */
function checkOpening(chunk: Buffer, file: string): number {
  const bom = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
  let at = bom;
  while (at < chunk.length && chunk[at]! <= 0x20 && chunk[at] !== 0) at++;
  if (at === chunk.length) return -1;
  if (chunk[at] === OPEN_OBJECT || chunk[at] === OPEN_LIST) return bom;
  throw new ConsiliumError('FHIR_INVALID', `${file} is not FHIR JSON: ${describeOpening(chunk, at)}.`, {
    hint: 'Consilium reads FHIR R4 bundles, resources and bulk exports as JSON or NDJSON in UTF-8.',
    details: { file },
  });
}

function describeOpening(chunk: Buffer, at: number): string {
  if (chunk[at] === 0x3c) return 'it looks like XML';
  if (chunk[0] === 0x1f && chunk[1] === 0x8b) return 'it is compressed (gzip); unpack it first';
  if (chunk[0] === 0x50 && chunk[1] === 0x4b) return 'it is an archive (zip); unpack it first';
  if (chunk.toString('latin1', at, at + 4) === '%PDF') return 'it is a PDF';
  if ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
    return 'it is UTF-16, not UTF-8';
  return chunk.subarray(0, 512).includes(0) ? 'it is binary data' : 'it does not begin with a JSON object';
}
