/** Notes with gaps: `{{c1::answer::hint}}`. Each number is a card of its own, on which the other gaps are filled. */

export interface Cloze {
  /** The note as it is written, with all its gaps. */
  readonly text: string;
  /** What stands beside it. */
  readonly extra: string;
}

interface Gap {
  readonly number: number;
  readonly inside: readonly Piece[];
  readonly hint?: string | undefined;
}
type Piece = string | Gap;

const OPEN = /\{\{c(\d{1,3})::/y;
/** Gaps within gaps; deeper ones are text. */
const DEEPEST = 8;
/** Cards of one note. */
const MOST_CARDS = 100;

export function clozesOf(text: string, extra: string): { front: string; back: string; cloze: Cloze }[] {
  const { pieces } = readPieces(text, 0, 0);
  const numbers = [...numbersIn(pieces)].sort((a, b) => a - b).slice(0, MOST_CARDS);
  return numbers.map((number) => {
    const answers: string[] = [];
    const front = show(pieces, number, answers);
    const back = [answers.join('; '), extra].filter((part) => part !== '').join('\n\n');
    return { front, back, cloze: { text, extra } };
  });
}

/** The note with only those gaps whose cards are still there, by their fronts; whole where a front is of none of its cards. */
export function withGapsOf({ text, extra }: Cloze, fronts: ReadonlySet<string>): string {
  const { pieces } = readPieces(text, 0, 0);
  const gone = clozesOf(text, extra).flatMap(({ front }, at) => (fronts.has(front) ? [] : at));
  const numbers = [...numbersIn(pieces)].sort((a, b) => a - b);
  if (numbers.length - gone.length < fronts.size || gone.length === 0) return text;
  return write(pieces, new Set(gone.map((at) => numbers[at]!)));
}

function write(pieces: readonly Piece[], filled: ReadonlySet<number>): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const inside = write(piece.inside, filled);
      if (filled.has(piece.number)) return inside;
      return `{{c${piece.number}::${inside}${piece.hint === undefined ? '' : `::${piece.hint}`}}}`;
    })
    .join('');
}

function numbersIn(pieces: readonly Piece[], found = new Set<number>()): Set<number> {
  for (const piece of pieces)
    if (typeof piece !== 'string') {
      found.add(piece.number);
      numbersIn(piece.inside, found);
    }
  return found;
}

/** The text of a card: its own gap empty, the others as if they were none. */
function show(pieces: readonly Piece[], asked: number, answers: string[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.number !== asked) return show(piece.inside, asked, answers);
      answers.push(plain(piece.inside).trim());
      return piece.hint ? `[${piece.hint.trim()}]` : '[…]';
    })
    .join('');
}

function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : plain(piece.inside))).join('');
}

/** Up to the end of the gap that it stands in; a gap that never closes is text. */
function readPieces(text: string, from: number, depth: number): { pieces: Piece[]; end: number; hint?: string } {
  const pieces: Piece[] = [];
  let at = from;
  let said = from;
  let hint: string | undefined;
  const say = (to: number) => {
    if (to > said) pieces.push(text.slice(said, to));
  };
  while (at < text.length) {
    if (depth > 0 && text.startsWith('}}', at)) {
      if (hint === undefined) say(at);
      return { pieces, end: at + 2, ...(hint !== undefined && { hint: text.slice(said, at) }) };
    }
    if (depth > 0 && hint === undefined && text.startsWith('::', at)) {
      say(at);
      hint = '';
      at += 2;
      said = at;
      continue;
    }
    OPEN.lastIndex = at;
    const open = depth < DEEPEST && hint === undefined ? OPEN.exec(text) : null;
    const gap = open === null ? undefined : readPieces(text, at + open[0].length, depth + 1);
    if (open === null || gap === undefined) {
      at++;
      continue;
    }
    if (gap.end === -1)
      return depth > 0 ? { pieces: [], end: -1 } : { pieces: [...pieces, text.slice(said)], end: text.length };
    say(at);
    pieces.push({ number: Number(open[1]), inside: gap.pieces, hint: gap.hint });
    at = gap.end;
    said = at;
  }
  if (depth > 0) return { pieces: [], end: -1 };
  say(text.length);
  return { pieces, end: text.length };
}
