/**
 * What a question asks for by its own words: "the brain scan", "my hearing test", "the cystic fibrosis carrier test". The
 * noun is what was done or found, the words before it say which; an entry is meant where it holds all that say something.
 */
import { MONTH, stem, wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { EntryView } from '../patient.ts';
import { cueWords, isCue } from './cues.ts';

export interface Asked {
  /** As it was said: "hearing test". */
  phrase: string;
  /** The stems that say which one it is. */
  specific: readonly string[];
  start: number;
  end: number;
}

const MOST_BEFORE = 3;
/** "The October check" is a check of that time. */
const OF_TIME = new RegExp(
  `^(?:${MONTH}|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\\d{4})$`,
  'i',
);

export function askedIn(text: string): Asked | undefined {
  const words = wordsIn(text);
  const at = words.findIndex(({ lower }, i) => isHead(lower) && !isHead(words[i + 1]?.lower ?? ''));
  if (at < 0) return undefined;
  let from = at;
  while (
    from > 0 &&
    at - from < MOST_BEFORE + 1 &&
    belongs(words[from - 1]!.lower, text, words[from - 1]!.end, words[from]!.start)
  )
    from--;
  const isPart = words[at + 1]?.lower === 'of' || words[at + 1]?.lower === 'on';
  /** "A count of 1.1": the value is no part of the name. */
  const after = isPart && !/^\d/.test(words[at + 2]?.lower ?? '') ? partAfter(words.slice(at + 2)) : [];
  const said = [...words.slice(from, at + 1), ...after];
  const specific = said
    .map(({ lower }) => lower)
    .filter(
      (word) =>
        (isHead(word) ? isCue('telling', word) : !isCue('empty', word) && !OF_TIME.test(word)) &&
        contentWords(word).size > 0,
    )
    .map(stem);
  if (specific.length === 0 || said.some(({ lower }) => isCue('uncounted', lower))) return undefined;
  const last = said.at(-1)!;
  return {
    phrase: sayPhrase(text, said),
    specific,
    start: words[from]!.start,
    end: last.end,
  };
}

/** As it was said, from the first word that says something. */
function sayPhrase(text: string, said: ReturnType<typeof wordsIn>): string {
  const first = said.find(({ lower }) => lower === 'blood' || isHead(lower) || !isCue('empty', lower)) ?? said[0]!;
  const phrase = text.slice(first.start, said.at(-1)!.end);
  return phrase
    .split(' ')
    .map((word) => (/^[A-Z\d-]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

function isHead(word: string): boolean {
  return isCue('findings', word);
}

/** A word of the same phrase: it says something, and nothing but a blank stands between. */
function belongs(word: string, text: string, end: number, start: number): boolean {
  const between = text.slice(end, start);
  return (
    /^[ -]*$/.test(between) &&
    (isHead(word) || isCue('empty', word) || contentWords(word).size > 0) &&
    !/['’]/.test(word)
  );
}

/** "The scan of my hip". */
function partAfter(words: ReturnType<typeof wordsIn>): ReturnType<typeof wordsIn> {
  const [first, second] = words;
  const part = first !== undefined && /^(?:my|the)$/.test(first.lower) ? second : first;
  return part !== undefined && contentWords(part.lower).size > 0 ? [part] : [];
}

/** Whether words hold all that says which one is meant, themselves or by another word for it. */
export function holds({ specific }: Pick<Asked, 'specific'>, stems: ReadonlySet<string>): boolean {
  return specific.every((word) =>
    [...withSynonyms(new Map([[word, 1]])).keys()].some((each) => stems.has(each) || isWithin(each, stems)),
  );
}

const LEAST_LETTERS = 4;

/** "BRCA" stands in "BRCA1", "allerg" in "allergology"; "hear" is no part of "heart". */
function isWithin(word: string, stems: ReadonlySet<string>): boolean {
  const goesOn = (rest: string) => word.length > LEAST_LETTERS || /^\d/.test(rest);
  return (
    word.length >= LEAST_LETTERS &&
    [...stems].some((each) => each.startsWith(word) && (each === word || goesOn(each.slice(word.length))))
  );
}

/** What was done or found that is meant, newest first. */
export function entriesAsked(asked: Asked, { view, property }: Chart): (EntryView & { time: string | null })[] {
  return [...view.procedures, ...view.findings]
    .filter(({ name, uuid }) => {
      const note = property(uuid, 'text');
      const said = stemsOf(`${name} ${typeof note === 'string' ? note : ''}`);
      return holds(asked, said) || isWithoutPart(asked, said);
    })
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
}

const PARTS = new Set(cueWords('parts').map(stem));

/** "The arm implant": an entry that does not say where it is may be the one. */
export function isWithoutPart({ specific }: Asked, said: ReadonlySet<string>): boolean {
  const others = specific.filter((word) => !PARTS.has(word));
  return others.length > 0 && holds({ specific: others }, said) && ![...said].some((word) => PARTS.has(word));
}
