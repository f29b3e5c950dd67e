/** What is done to people, where the catalogue does not know it: a new medicine by its name, a device or a procedure by its place in the sentence. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { outcomesIn } from './evidence/outcome-names.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import { appraisal } from './evidence/words.ts';
import { topicWords } from './topic-words.ts';
import { isQualifier } from './vocabulary.ts';

export interface NamedPlace {
  readonly start: number;
  readonly end: number;
  /** It is what a question asks about. */
  readonly asked?: boolean | undefined;
}

const MOST_WORDS = 4;
const SHORTEST_NAME = 7;

/** Places of names, in their order. `isKnown`: whether a place is one that the catalogue knows as a disease or a medicine. */
export function interventionsIn(text: string, isKnown: (place: NamedPlace) => boolean): NamedPlace[] {
  const asked = [...sentencesOf(text)].map((sentence) =>
    isQuestion(sentence) ? askedOf(sentence) : givenFor(sentence),
  );
  const alone = [...asked, ...byEnding(text)].filter((place) => place !== undefined);
  const found = [...alone, ...besideOthers(text)].filter((place) => !isKnown(place!));
  return found
    .filter((place, i) => !found.some((other, j) => j < i && other!.start <= place!.start && other!.end >= place!.end))
    .map((place) => place!)
    .toSorted((a, b) => a.start - b.start);
}

interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** "Dr Whipple asked whether X works": what is asked is a sentence of its own. */
const WHETHER = /(?<=\s)(?=whether\s)/i;

function* sentencesOf(text: string): Generator<Sentence> {
  for (const { 0: found, index } of text.matchAll(/[^.!?;\n]+/g)) {
    let start = index;
    for (const part of found.split(WHETHER)) {
      yield { text: part, start };
      start += part.length;
    }
  }
}

const openings = () => [...outcomeWords().openings, 'whether'];

function isQuestion({ text }: Sentence): boolean {
  return new RegExp(`^\\s*(?:${openings().join('|')})\\s`, 'i').test(text);
}

/** "Does renal denervation lower …", "is X better than Y": between the opening and the verb. */
function askedOf({ text, start }: Sentence): NamedPlace | undefined {
  const { changes, effect, acts } = outcomeWords();
  const verbs = [
    ...changes.up,
    ...changes.down,
    ...changes.better,
    ...changes.worse,
    ...effect,
    ...acts,
    ...appraisal().stages.flatMap(({ asked }) => asked),
    'safe',
    'cause',
    'causes',
  ];
  const pattern = new RegExp(
    `^(\\s*(?:${openings().join('|')})\\s+(?:the |an? )?)(.+?)\\s+(?:${verbs.join('|')})\\b`,
    'i',
  );
  const [, opening, chunk] = givenIn(text) ?? pattern.exec(text) ?? [];
  const place = chunk === undefined ? undefined : placeOf(chunk, start + opening!.length);
  return place && { ...place, asked: true };
}

/** "Should I give dystravec to …": right behind what one does with it. */
function givenIn(text: string): RegExpExecArray | null {
  const { gives } = outcomeWords();
  const opening = `\\s*(?:${openings().join('|')})\\s+(?:\\S+\\s+){1,3}?(?:${gives.join('|')})\\s+`;
  return new RegExp(
    `^(${opening})(\\S+(?: \\S+){0,2}?)(?=\\s+(?:to|in|for|with|on|at|if|when|as|instead)\\b|\\s*$)`,
    'i',
  ).exec(text);
}

/** "Follow tarlosetinib in …", "the evidence for vagus nerve stimulation in …": right before what it is given for. */
function givenFor({ text, start }: Sentence): NamedPlace | undefined {
  const cuts = [...text.matchAll(/\s(?:in|for|against)\s/gi)];
  let from = 0;
  for (const { index, 0: cut } of cuts) {
    const chunk = text.slice(from, index);
    const [first] = topicWords(chunk);
    if (first !== undefined) {
      const at = chunk.indexOf(first.text);
      // "Prevention of flares in gout" says what for, not with what.
      if (/\bof $/i.test(chunk.slice(0, at)) || outcomesIn(chunk).length > 0) return undefined;
      // "High" asks for strength elsewhere; right before a name it is part of it.
      const more = /\b(?:high|low)[ -]$/i.exec(chunk.slice(0, at))?.[0].length ?? 0;
      return placeOf(chunk.slice(at - more), start + from + at - more);
    }
    from = index + cut.length;
  }
  return undefined;
}

/** A few words of which one at least is a name, with nothing between that joins or binds. */
function placeOf(chunk: string, start: number): NamedPlace | undefined {
  const told = topicWords(chunk);
  // "Velmicimab close fistulas": a name that ends as medicines do ends there.
  const named = told.find(({ text }) => isGeneric(text)) ?? told.at(-1);
  // "Nefrisutant approved": what is asked of it is no part of its name.
  const end = named === undefined ? 0 : chunk.lastIndexOf(named.text) + named.text.length;
  const words = chunk.slice(0, end).trim().split(/\s+/);
  // "Acute treatment in adults" says how, not with what.
  const isNamed = topicWords(chunk).some(({ text }) => !isQualifier(text));
  const isName = words.length <= MOST_WORDS && isNamed && !words.some((word) => JOINS.test(word));
  return isName && !FINDING.test(chunk) ? { start, end: start + end } : undefined;
}

/** "Does an abnormal EEG raise the risk": what is found in people is not done to them. */
const FINDING = /^(?:an? |the )?(?:abnormal|elevated|raised|increased|reduced|positive|negative|normal)\b/i;

const JOINS = /^(?:and|or|of|with|on|to|the|about|from|by|versus|vs|than|that|which|is|are|,|[^,]*[,:()].*)$/i;

const NAME = '[\\p{L}][\\p{L}\\p{N}-]{5,}';
const COMPARED = [
  new RegExp(`\\bcompar\\w+ (?:the )?(${NAME}) (?:and|with|to|or|versus|vs\\.?|against) (?:the )?(${NAME})`, 'dgiu'),
  new RegExp(
    `(?<![\\p{L}-])(${NAME}),? (?:versus|vs\\.?|or|better than|rather than|instead of) (?:the )?(${NAME})`,
    'dgiu',
  ),
  new RegExp(`\\bbetween (?:the )?(${NAME}) and (?:the )?(${NAME})`, 'dgiu'),
];

/** "Compare dorsemab and kolvarin", "X or Y": what is held against something is a thing like it. */
function besideOthers(text: string): NamedPlace[] {
  return COMPARED.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(({ indices }) =>
    [indices![1]!, indices![2]!]
      .filter(([start, end]) => isOneName(text.slice(start, end)))
      .map(([start, end]) => ({ start, end, asked: true })),
  );
}

function isOneName(word: string): boolean {
  const isIllness =
    openCatalogue().find(word, { kinds: ['condition', 'symptom', 'observation', 'procedure'] }).length > 0;
  return topicWords(word).length === 1 && !isQualifier(word) && !isIllness && outcomesIn(word).length === 0;
}

/** Words that end as generic names of medicines do. */
function byEnding(text: string): NamedPlace[] {
  return [...text.matchAll(/[\p{L}][\p{L}-]+/gu)]
    .filter(({ 0: word }) => isGeneric(word))
    .filter(({ 0: word }) => topicWords(word).length === 1)
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

function isGeneric(word: string): boolean {
  return (
    word.length >= SHORTEST_NAME && appraisal().medicine_endings.some((ending) => word.toLowerCase().endsWith(ending))
  );
}
