import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { stem, withoutAccents } from '../text/index.ts';

/** A word of a text or question: its canonical stem, and the word as written. */
export interface Term {
  stem: string;
  word: string;
}

/** Text → terms: stop words dropped, stems taken, words and phrases of one meaning made one. */
export function termsOf(text: string): Term[] {
  const found = wordsIn(text);
  const terms: Term[] = [];
  eachStem(found, (stem, from, to) => terms.push({ stem, word: found.slice(from, to).join(' ') }));
  return terms;
}

/** The same stems without the words, for the index. */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  eachStem(wordsIn(text), (stem) => stems.push(stem));
  return stems;
}

function eachStem(found: string[], visit: (stem: string, from: number, to: number) => void): void {
  const faces = found.map(faceOf);
  for (let at = 0; at < faces.length; ) {
    const face = faces[at]!;
    const phrase = face.phrases?.find(({ from }) => from.every((part, offset) => faces[at + offset]?.stem === part));
    const next = at + (phrase ? phrase.from.length : 1);
    if (phrase) for (const stem of phrase.to) visit(stem, at, next);
    else if (!face.stop) visit(face.stem, at, next);
    at = next;
  }
}

/** Does the word also have an everyday sense ("iron", "stroke"), so that alone among strangers it says little? */
export function isAmbiguous(term: string): boolean {
  return words().ambiguous.has(term);
}

/** Single words that stand for other words ("hypertension"), by stem. */
export function phraseWords(): Iterable<string> {
  const { phrases } = words();
  return [...phrases.values()].flat().flatMap(({ from }) => (from.length === 1 ? from : []));
}

/** The stems that a known stem stands for: itself, unless it is such a word. */
export function expandStem(stem: string): string[] {
  return (
    words()
      .phrases.get(stem)
      ?.find(({ from }) => from.length === 1)?.to ?? [stem]
  );
}

/** An ordinary word, never taken for the misspelling of a clinical one. */
export function isOrdinary(word: string): boolean {
  const { ordinary, stop } = words();
  return ordinary.has(word) || stop.has(word);
}

/** The sections that a question asks for by its words ("side effects of …"), each with how strongly. */
export function askedSections(text: string): Map<string, number> {
  const stems = ` ${wordsIn(text).map(stem).join(' ')} `;
  const asked = new Map<string, number>();
  for (const [name, cues] of words().sections) {
    const found = cues.filter((cue) => stems.includes(` ${cue} `)).map((cue) => cue.split(' ').length);
    if (found.length > 0) asked.set(name, Math.max(...found));
  }
  // "What is a normal HbA1c?" asks for the normal values: the first section counts only when no other is asked for.
  if (asked.size > 1) asked.delete(words().sections.keys().next().value ?? '');
  return asked;
}

/** Is this term one that asks for a section rather than names a subject? */
export function isCue(term: string): boolean {
  return words().cueStems.has(term);
}

/** Is this term by itself what asks for the section ("prevent" for prevention)? */
export function isCueOf(term: string, section: string): boolean {
  return words().sections.get(section)?.includes(term) ?? false;
}

export function sectionNames(): ReadonlySet<string> {
  return words().sectionNames;
}

function wordsIn(text: string): string[] {
  const plain = withoutAccents(text).toLowerCase();
  return (/['’`]/.test(plain) ? plain.replace(/['’`]s?\b|['’`]/g, '') : plain).match(/[a-z0-9]+/g) ?? [];
}

/** What is known of a word by its looks: found once, then remembered, as texts repeat themselves. */
interface Face {
  stem: string;
  stop: boolean;
  /** The phrases that begin with this stem, longest first. */
  phrases: Phrase[] | undefined;
}

const faces = new Map<string, Face>();
const REMEMBERED = 20_000;

function faceOf(word: string): Face {
  let face = faces.get(word);
  if (!face) {
    const { stop, phrases } = words();
    const found = stem(word);
    face = { stem: found, stop: stop.has(word), phrases: phrases.get(found) };
    if (faces.size < REMEMBERED) faces.set(word, face);
  }
  return face;
}

interface Phrase {
  from: string[];
  /** The stems that stand for it. */
  to: string[];
}

/** First stem → phrases that begin with it, longest first. */
type Phrases = Map<string, Phrase[]>;

const wordsSchema = z.strictObject({
  stop: z.string(),
  ordinary: z.string(),
  ambiguous: z.string(),
  sections: z.record(z.string(), z.string()),
  same: z.array(z.string()),
});

interface Words {
  stop: Set<string>;
  ordinary: Set<string>;
  ambiguous: Set<string>;
  sections: Map<string, string[]>;
  sectionNames: Set<string>;
  cueStems: Set<string>;
  phrases: Phrases;
}

let loaded: Words | undefined;

function words(): Words {
  loaded ??= readWords();
  return loaded;
}

function readWords(): Words {
  const source = readFileSync(new URL('../../knowledge/words.yml', import.meta.url), 'utf8');
  const data = checkWords(source);
  const list = (text: string) => text.split(/\s+/).filter((word) => word !== '');
  const cues = (text: string) => text.split(',').map((cue) => wordsIn(cue).map(stem).join(' '));
  const sections = new Map(Object.entries(data.sections).map(([name, text]) => [name, cues(text)]));
  return {
    stop: new Set(list(data.stop)),
    ordinary: new Set(list(data.ordinary)),
    ambiguous: new Set(list(data.ambiguous).map(stem)),
    sections,
    sectionNames: new Set(sections.keys()),
    cueStems: new Set([...sections.values()].flat().flatMap((cue) => cue.split(' '))),
    phrases: readPhrases(data.same),
  };
}

function checkWords(source: string): z.infer<typeof wordsSchema> {
  try {
    return wordsSchema.parse(parse(source));
  } catch (thrown) {
    throw new ConsiliumError('DATA_INVALID', `knowledge/words.yml: ${(thrown as Error).message}`, { cause: thrown });
  }
}

/** A line "kidney = renal, nephro": each phrase after "=" means, and becomes, what stands before it. */
function readPhrases(lines: string[]): Phrases {
  const phrases: Phrases = new Map();
  for (const line of lines) {
    const [left = '', right = ''] = line.split('=');
    const to = wordsIn(left).map(stem);
    for (const phrase of right.split(',')) {
      const from = wordsIn(phrase).map(stem);
      if (from.length > 0) phrases.set(from[0]!, [...(phrases.get(from[0]!) ?? []), { from, to }]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.from.length - a.from.length);
  return phrases;
}
