import { BORDER, type Plain } from '../words/plain.ts';

/** Words of a message in any script, in the form in which phrases are looked up. */
export const SIGNS = new Set([',', BORDER]);
/** Scripts without spaces between words: each sign is a word. */
const EACH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(`[${EACH}ー]|(?:(?![${EACH}ー])[\\p{L}\\p{M}\\d])+|[,;:、،，]|[.!?\\n。！？؟।|]+`, 'gu');
const ASCII_WORD = /[a-z0-9]+|[,;:]|[.!?\n|]+/gi;
const BETWEEN = new RegExp(`(?<=[${EACH}ー])(?=[${EACH}ー])`, 'gu');

/** Words in their folded form; in scripts without spaces every sign is a word. */
export function foldedWords(text: string): Plain {
  const plain: Plain = { text: '', tokens: [], words: [] };
  let sentence = 0;
  for (const match of text.matchAll(isAscii(text) ? ASCII_WORD : WORD)) {
    const token = /^[.!?\n。！？؟।|]/.test(match[0]) ? BORDER : /^[,;:、،，]/.test(match[0]) ? ',' : fold(match[0]);
    plain.tokens.push(token);
    plain.words.push({ at: 0, start: match.index, end: match.index + match[0].length, sentence });
    if (token === BORDER) sentence++;
  }
  return plain;
}

/** Apostrophes and hyphens part words; in scripts without spaces every sign is one. */
export function foldPhrases(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(/(?<=[a-z])['-](?=[a-z])/g, ' ');
  return fold(text)
    .replace(/(?<=\p{L})['’-](?=\p{L})/gu, ' ')
    .replace(BETWEEN, ' ');
}

const LETTERS: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
  ς: 'σ',
};

/** Small letters without the marks that people leave out when they type in a hurry. */
function fold(text: string): string {
  const small = text.toLowerCase();
  if (isAscii(small)) return small;
  return small
    .replace(/[łđßøæœıأإآىةیکς]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .normalize('NFC');
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
