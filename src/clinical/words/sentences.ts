/** A sentence of the text and the section of the note it stands in. */
export interface Sentence {
  text: string;
  start: number;
  section: Section;
}

export type Section = 'none' | 'family' | 'allergies' | 'medications' | 'history' | 'denials' | 'plan' | 'exam';

const LONGEST = 1500;
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|approx|no|fig|dept|jr|sr|inc|wt|ht|temp|resp|tab|tabs|cap|caps|p\.o|b\.i\.d|t\.i\.d|q\.i\.d|q\.d|p\.r\.n|a\.m|p\.m|i\.v|i\.m|s\.c|h\.s|mt|ft|[a-z])\.$/i;
const HEADERS: [RegExp, Section][] = [
  [/^(?:family (?:medical )?history|fhx?|fam hx|family hx)$/i, 'family'],
  [
    /^(?:drug |medication |known |food )*(?:allergies|allergy|allergic to|adverse (?:drug )?reactions|adrs?|drug reactions|intolerances?|sensitivities)$/i,
    'allergies',
  ],
  [
    /^(?:(?:current |home |discharge |admission |outpatient |active )*(?:medications?|meds?|rx|prescriptions?)(?: list| on admission| at home)?)$/i,
    'medications',
  ],
  [/^(?:past )?(?:medical |surgical |social )*(?:history|hx)$|^p[ms]hx?$|^pmh$|^psh$|^sh$/i, 'history'],
  [/^(?:pertinent )?negatives?$|^denies$/i, 'denials'],
  [/^(?:plan|recommendations?|follow[- ]?up|instructions|discharge instructions)$/i, 'plan'],
  [/^(?:physical )?(?:exam|examination|pe|vitals?|vital signs)$/i, 'exam'],
];

/** Cuts text into sentences. A line that never ends is cut at spaces, so that one sentence is always short. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let section: Section = 'none';
  for (const [start, end] of boundaries(text)) {
    const piece = text.slice(start, end);
    if (piece.trim() === '') {
      if (/\n\s*\n/.test(piece)) section = 'none';
      continue;
    }
    const header = headerOf(piece);
    if (header) section = header;
    else if (/^\s*[A-Z][A-Za-z /]{2,40}:/.test(piece)) section = 'none';
    sentences.push({ text: piece, start, section });
    if (/\n\s*\n\s*$/.test(piece)) section = 'none';
  }
  return sentences;
}

function headerOf(piece: string): Section | undefined {
  const match = /^\s*([A-Za-z][A-Za-z /-]{1,40}?)\s*(?::|\s-\s|$)/.exec(piece);
  if (!match) return undefined;
  const title = match[1] ?? '';
  return HEADERS.find(([pattern]) => pattern.test(title))?.[1];
}

function* boundaries(text: string): Generator<[number, number]> {
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
  if (ABBREVIATION.test(before)) {
    const next = text.slice(end, end + 3);
    return /\b(?:p\.o|b\.i\.d|t\.i\.d|q\.i\.d|q\.d|p\.r\.n|a\.m|p\.m|h\.s)\.$/i.test(before) && /^\s+[A-Z]/.test(next);
  }
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
