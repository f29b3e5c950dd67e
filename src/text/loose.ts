/**
 * Sentences of messages and notes: small letters after a full stop, a line for each thing, lines wrapped by a machine,
 * abbreviations of a prescription, numbered lists, and text that never ends.
 */
const LONGEST = 1500;
const TIMES_OF_DAY = String.raw`p\.o|b\.i\.d|t\.i\.d|q\.i\.d|q\.d|p\.r\.n|a\.m|p\.m|h\.s`;
const ABBREVIATION = new RegExp(
  String.raw`(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|approx|no|fig|dept|jr|sr|inc|wt|ht|temp|resp|tabs?|caps?|` +
    String.raw`i\.v|i\.m|s\.c|mt|ft|${TIMES_OF_DAY}|[a-z])\.$`,
  'i',
);
const ENDS_PRESCRIPTION = new RegExp(String.raw`\b(?:${TIMES_OF_DAY})\.$`, 'i');

/** Where the sentences begin and end, covering the whole text. One that never ends is cut at spaces, so that each is short. */
export function* splitLoosely(text: string): Generator<[from: number, to: number]> {
  const stop = /[.!?]+["')\]]*(?=\s|$)|\n+/g;
  let from = 0;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    const end = match.index + match[0].length;
    if (!isBreak(text, match.index, match[0], end)) continue;
    yield* chunks(text, from, end);
    from = end;
  }
  if (from < text.length) yield* chunks(text, from, text.length);
}

function isBreak(text: string, index: number, sign: string, end: number): boolean {
  if (sign.startsWith('\n')) return sign.length > 1 || !continuesLine(text, index, end);
  if (sign === '?' && /^$|\s/.test(text[index - 1] ?? '') && /^\s+[a-z]/i.test(text.slice(end, end + 3))) return false;
  if (!sign.startsWith('.')) return true;
  const before = text.slice(Math.max(0, index - 12), index + 1);
  if (/\d\.$/.test(before) && /^\s*\d/.test(text.slice(end, end + 4)) && !/\n/.test(text.slice(end, end + 2)))
    return false;
  if (/(?:^|\n)\s*\d{1,2}\.$/.test(text.slice(Math.max(0, index - 6), index + 1))) return false;
  if (ABBREVIATION.test(before)) return ENDS_PRESCRIPTION.test(before) && /^\s+[A-Z]/.test(text.slice(end, end + 3));
  return true;
}

/** A line wrapped in the middle of a sentence: nothing ended before, a small letter after. */
function continuesLine(text: string, index: number, end: number): boolean {
  const before = text.slice(Math.max(0, index - 1), index);
  return /[a-z,]/.test(before) && /^[ \t]*[a-z(]/.test(text.slice(end, end + 8));
}

function* chunks(text: string, from: number, to: number): Generator<[number, number]> {
  let start = from;
  while (to - start > LONGEST) {
    const space = text.lastIndexOf(' ', start + LONGEST);
    let cut = space > start + LONGEST / 2 ? space + 1 : start + LONGEST;
    const unit = text.charCodeAt(cut);
    if (unit >= 0xdc00 && unit <= 0xdfff) cut += 1;
    yield [start, cut];
    start = cut;
  }
  yield [start, to];
}
