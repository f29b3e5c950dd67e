import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** A word of a text or question: its canonical stem, and the word as written. */
export interface Term {
  stem: string;
  word: string;
}

/** Text → terms: stop words dropped, stems taken, words and phrases of one meaning made one. */
export function termsOf(text: string): Term[] {
  const { stop, phrases } = words();
  const all = wordsIn(text).map((word) => ({ stem: stem(word), word }));
  return joinPhrases(all, phrases).filter((term) => !stop.has(term.word));
}

/** Does the word also have an everyday sense ("iron", "stroke"), so that alone among strangers it says little? */
export function isAmbiguous(term: string): boolean {
  return words().ambiguous.has(term);
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
  return asked;
}

/** Is this term one that asks for a section rather than names a subject? */
export function isCue(term: string): boolean {
  return words().cueStems.has(term);
}

export function sectionNames(): ReadonlySet<string> {
  return words().sectionNames;
}

function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]s\b/g, '')
    .replace(/['’`]/g, '');
  return plain.match(/[a-z0-9]+/g) ?? [];
}

const stems = new Map<string, string>();

/** A light English stem; British and American spellings share it. */
export function stem(word: string): string {
  let found = stems.get(word);
  if (found === undefined) {
    found = takeStem(word);
    stems.set(word, found);
  }
  return found;
}

function takeStem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let w = oneSpelling(word);
  if (w.endsWith('ies') && w.length > 4) w = `${w.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh|z)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^sui]s$/.test(w)) w = w.slice(0, -1);
  if (w.endsWith('ness') && w.length > 6) w = w.slice(0, -4);
  if (w.endsWith('ly') && w.length > 5) w = w.slice(0, -2);
  const verb = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(w);
  if (verb && verb[1]!.length >= 3) w = verb[1]!.replace(/([bdfgmnprt])\1$/, '$1');
  if (w.length > 3) w = w.replace(/e$/, '');
  return w.replace(/y$/, 'i');
}

function oneSpelling(word: string): string {
  return word
    .replace(/haem/g, 'hem')
    .replace(/aemia/g, 'emia')
    .replace(/paed/g, 'ped')
    .replace(/naes/g, 'nes')
    .replace(/faec/g, 'fec')
    .replace(/^oe(?=[ds])/g, 'e')
    .replace(/rrhoea/g, 'rrhea')
    .replace(/pnoea/g, 'pnea')
    .replace(/sulph/g, 'sulf')
    .replace(/([a-z]{3,})our(?=$|s$|ed$)/g, '$1or')
    .replace(/isation/g, 'ization')
    .replace(/ise(?=$|s$|d$)/g, 'ize');
}

/** First stem → phrases that begin with it, longest first, and the stems that stand for them. */
type Phrases = Map<string, { from: string[]; to: string[] }[]>;

function joinPhrases(terms: Term[], phrases: Phrases): Term[] {
  const joined: Term[] = [];
  for (let at = 0; at < terms.length; ) {
    const term = terms[at]!;
    const found = phrases
      .get(term.stem)
      ?.find(({ from }) => from.every((part, offset) => terms[at + offset]?.stem === part));
    if (!found) {
      joined.push(term);
      at += 1;
      continue;
    }
    const word = terms
      .slice(at, at + found.from.length)
      .map((each) => each.word)
      .join(' ');
    joined.push(...found.to.map((each) => ({ stem: each, word })));
    at += found.from.length;
  }
  return joined;
}

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
  const data = wordsSchema.parse(parse(source));
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
