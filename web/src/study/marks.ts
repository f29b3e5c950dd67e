/** Where marked words stand in a text. White space may differ; overlapping marks become one. */

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
  readonly at: number;
}

export function splitByMarks(text: string, marks: readonly string[]): Piece[] {
  const spans = marks
    .flatMap((mark) => {
      const words = mark
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const found = mark.trim() === '' ? null : new RegExp(words.join('\\s+')).exec(text);
      return found === null ? [] : [{ from: found.index, to: found.index + found[0].length }];
    })
    .toSorted((one, other) => one.from - other.from);
  const pieces: Piece[] = [];
  let at = 0;
  const put = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ text: text.slice(at, to), isMarked, at });
    at = Math.max(at, to);
  };
  for (const { from, to } of spans) {
    put(from, false);
    put(to, true);
  }
  put(text.length, false);
  return pieces;
}
