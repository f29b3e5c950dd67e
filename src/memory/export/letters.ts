/** The letters of a PDF's own fonts (Helvetica, in the WinAnsi code): which byte they are and how wide. */

/** Widths of Helvetica from space to tilde, in thousandths of the size. */
const WIDTHS = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
];

/** Where Windows' code differs from Latin-1. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** What the fonts lack and can be written otherwise. */
const INSTEAD: Record<string, string> = {
  ...{
    '≥': '>=',
    '≤': '<=',
    '→': '->',
    '←': '<-',
    '−': '-',
    '▲': '^',
    '▼': 'v',
    '≈': '~',
    '\u00a0': ' ',
    '\u202f': ' ',
  },
  ...{
    α: 'alpha',
    β: 'beta',
    γ: 'gamma',
    δ: 'delta',
    κ: 'kappa',
    λ: 'lambda',
    μ: 'µ',
    σ: 'sigma',
    χ: 'chi',
    Δ: 'Delta',
  },
};

/** The text in bytes of the font; what it cannot show is `?`. */
export function toWinAnsi(text: string): number[] {
  return [...text].flatMap((character) => encode(character) ?? encodeParts(character) ?? [0x3f]);
}

function encode(character: string): number[] | undefined {
  const code = character.codePointAt(0)!;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa1 && code <= 0xff)) return [code];
  const windows = WINDOWS.indexOf(character);
  if (windows >= 0) return [0x80 + windows];
  const instead = INSTEAD[character];
  return instead === undefined ? undefined : toWinAnsi(instead);
}

/** A letter with a mark that the font lacks, without the mark. */
function encodeParts(character: string): number[] | undefined {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain === '' ? [] : plain === character ? undefined : toWinAnsi(plain);
}

export function widthOf(text: string, size: number, bold: boolean): number {
  const units = toWinAnsi(text).reduce((sum, code) => sum + (WIDTHS[code - 0x20] ?? 556), 0);
  return (units * size * (bold ? 1.06 : 1)) / 1000;
}
