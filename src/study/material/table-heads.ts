/** A table that is cut between two passages: its head stands above the rest of it too, or the first row would be taken for one. */
import type { KeptPassage } from '../../search/index.ts';

const ROW = /^\s*\|.*\|\s*$/;

/** `pieces` of one file, in order. */
export function withTableHeads(pieces: readonly KeptPassage[]): KeptPassage[] {
  let open: string | undefined;
  return pieces.map((piece, at) => {
    const lines = piece.text.split('\n').filter((line) => line.trim() !== '');
    const goesOn = open !== undefined && pieces[at - 1]?.title === piece.title && ROW.test(lines[0] ?? '');
    const above = goesOn ? open : undefined;
    open = headOfLast(above === undefined ? lines : [above, ...lines]);
    return above === undefined ? piece : { ...piece, text: `${above}\n\n${piece.text.trimStart()}` };
  });
}

/** The first row of the table that a text ends in. */
function headOfLast(lines: readonly string[]): string | undefined {
  const from = lines.findLastIndex((line) => !ROW.test(line)) + 1;
  return lines[from];
}
