/** Sentences of edited prose. What people type and what notes look like is read by `splitLoosely`. */
import { readFileSync } from 'node:fs';

const END = /(?<![.!?…])[.!?…]{1,20}["'”’)\]*_]*(?:\s*\[\^[^\]\n]{1,64}\])*(?=\s)|[。！？]+|:(?=\s*\n)/g;

/** Where the sentences of a stretch of prose begin and end; footnote markers behind a full stop belong to its sentence. */
export function* sentencesIn(text: string, start = 0, end = text.length): Generator<[from: number, to: number]> {
  const prose = text.slice(start, end);
  let from = 0;
  for (const match of prose.matchAll(END)) {
    const to = match.index + match[0].length;
    if (!isBoundary(prose, from, match.index, to, match[0])) continue;
    yield [start + from, start + to];
    from = to;
  }
  if (prose.slice(from).trim() !== '') yield [start + from, end];
}

/** The sentences themselves, without the space around them. */
export function sentencesOf(text: string): string[] {
  return Array.from(sentencesIn(text), ([from, to]) => text.slice(from, to).trim());
}

function isBoundary(prose: string, from: number, at: number, to: number, mark: string): boolean {
  if (/^[。！？:]/.test(mark)) return true;
  const opening = /^\s+["'“‘([*_]*(\S+)/.exec(prose.slice(to, to + 40))?.[1];
  if (opening === undefined) return true;
  const next = opening[0]!;
  // A name may begin small: "… or death. eGFR did not differ."
  if (/\p{Ll}/u.test(next) && !/^\p{Ll}{1,2}\p{Lu}/u.test(opening)) return mark[0] !== '.' && !/^[…]/.test(mark);
  if (mark[0] !== '.') return true;
  const before = /(\S+)$/.exec(prose.slice(Math.max(from, at - 40), at))?.[1] ?? '';
  const word = before.toLowerCase().replace(/^[("'“‘[]+/, '');
  if (word === 'no' && /\d/.test(next)) return false;
  if (/^\p{L}$/u.test(word) && /^\p{Lu}$/u.test(before.at(-1) ?? ''))
    return word === 'i' || LETTERED.test(prose.slice(Math.max(from, at - 60), at - before.length));
  return !isAbbreviation(word) && !/^(?:\p{L}\.)+\p{L}$/u.test(word);
}

/** "Vitamin C.", "factors IX and X.": a letter that is a name or a number, not somebody's initial. */
const LETTERED =
  /\b(?:vitamins?|factors?|types?|group|class|stage|grade|hepatitis|influenza|protein|immunoglobulin|option|answer|phase|haemoglobin|hemoglobin|cystatin|troponin)\s+(?:[^.]{0,30}\b(?:and|or|to)\s+)?$/i;

let abbreviations: ReadonlySet<string> | undefined;

/** Whether a word in lower case is written with a full stop that ends no sentence. */
export function isAbbreviation(lower: string): boolean {
  abbreviations ??= new Set(
    readFileSync(new URL('./abbreviations.txt', import.meta.url), 'utf8')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  return abbreviations.has(lower);
}
