/**
 * JSON of many values, parsed some at a time on the thread that everybody shares: only where values begin and end is told
 * here; what they say, and whether it is JSON at all, is JSON.parse's to judge, piece by piece.
 */
import { openBreath } from './breath.ts';

/** Characters that are parsed at one go; a text is never cut. */
const PIECE = 32 * 1024;

/** What JSON.parse makes of it; throws a SyntaxError where that would. As deep as it is nested, so deep is the stack. */
export async function parseGently(json: string, piece = PIECE): Promise<unknown> {
  const breathe = openBreath();
  const start = skipBlanks(json, 0);
  if (!isOpening(json.charCodeAt(start))) return JSON.parse(json);
  const { value, end } = await readLarge(start);
  if (skipBlanks(json, end) < json.length) throw misplaced(end);
  return value;

  /** A list or an object longer than a piece: what is short in it is parsed in runs, what is long is taken apart itself. */
  async function readLarge(open: number): Promise<{ value: unknown; end: number }> {
    const isList = json.charCodeAt(open) === OPEN_LIST;
    const [opening, closing] = isList ? ['[', ']'] : ['{', '}'];
    const whole: unknown[] | Record<string, unknown> = isList ? [] : {};
    const entriesOf = (text: string) => Object.entries(JSON.parse(`${opening}${text}${closing}`) as object);
    const put = ([key, one]: [string, unknown]) => (Array.isArray(whole) ? whole.push(one) : setField(whole, key, one));
    /** Where the run begins that was not parsed yet. */
    let from = open + 1;
    for (let at = from; ; ) {
      const pause = breathe();
      if (pause !== undefined) await pause;
      const member = endOfMember(json, at, piece);
      let { end } = member;
      if (member.inner !== undefined) {
        if (at > from) entriesOf(json.slice(from, at - 1)).forEach(put);
        const [name, ...others] = entriesOf(`${json.slice(at, member.inner)}0`);
        if (name === undefined || others.length > 0) throw misplaced(at);
        const inner = await readLarge(member.inner);
        put([name[0], inner.value]);
        end = skipBlanks(json, inner.end);
      }
      const isLast = json[end] === closing;
      if (!isLast && json.charCodeAt(end) !== COMMA) throw misplaced(end);
      if (member.inner !== undefined) from = end + 1;
      else if (isLast || end - from > piece) {
        const some = entriesOf(json.slice(from, end));
        if (some.length === 0 && from > open + 1) throw misplaced(end); // a comma, and nothing after it
        some.forEach(put);
        from = end + 1;
      }
      if (isLast) return { value: whole, end: end + 1 };
      at = end + 1;
    }
  }
}

/**
 * Where an entry of a list or an object ends: at its comma, or at the bracket that closes what it is in. `inner`: where the
 * list or object begins that it has, if that does not end within so many characters.
 */
function endOfMember(json: string, from: number, most: number): { end: number; inner?: number } {
  let depth = 0;
  let inner = from;
  for (let at = from; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1);
    else if (isOpening(code)) {
      if (depth++ === 0) inner = at;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (depth-- === 0) return { end: at };
    } else if (code === COMMA && depth === 0) return { end: at };
    if (depth > 0 && at - from > most) return { end: at, inner };
  }
  return { end: json.length };
}

/** Where the quote is that ends a text: one before which no odd number of backslashes stands. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}

function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') fields[key] = value;
  else Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

function skipBlanks(json: string, from: number): number {
  let at = from;
  while (BLANKS.has(json.charCodeAt(at))) at++;
  return at;
}

function isOpening(code: number): boolean {
  return code === OPEN_LIST || code === OPEN_OBJECT;
}

function misplaced(at: number): SyntaxError {
  return new SyntaxError(`Unexpected token in JSON at position ${at}`);
}

const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
