import { splitLoosely } from '../../text/index.ts';

/** A sentence of the text and the section of the note it stands in. */
export interface Sentence {
  text: string;
  start: number;
  section: Section;
}

export type Section = 'none' | 'family' | 'allergies' | 'medications' | 'history' | 'denials' | 'plan' | 'exam';

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
  for (const [start, end] of splitLoosely(text)) {
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
