/** Where a text names what the catalogue knows: places of one thing are one place. */
import type { Kind, Match } from '../clinical/catalogue/index.ts';
import { isCommonWord } from '../text/lexicon.ts';
import { patientCues } from './topic-rules.ts';
import { topicWords } from './topic-words.ts';
import { isQualifier, vocabulary } from './vocabulary.ts';

export interface Span {
  /** Where the subject before it ends. */
  readonly after: number;
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Match[];
}

/** Matches of one place, and of places with nothing but a space between them, are one subject: "Duchenne muscular dystrophy". */
export function joinNeighbours(matches: readonly Match[], text: string): Span[] {
  const spans: Span[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    const between = last === undefined ? '.' : text.slice(last.end, match.start);
    const isSameKind = last?.matches.some(({ concept }) => kindOf(concept.kind) === kindOf(match.concept.kind));
    if (last !== undefined && (match.start < last.end || (between.trim() === '' && isSameKind)))
      spans[spans.length - 1] = {
        after: last.after,
        start: last.start,
        end: Math.max(last.end, match.end),
        matches: [...last.matches, match],
      };
    else spans.push({ after: last?.end ?? 0, start: match.start, end: match.end, matches: [match] });
  }
  return spans;
}

/** "Alport syndrome": a name before a word for illness, which the catalogue does not know. It has no matches. */
export function withIllnesses(spans: readonly Span[], text: string): Span[] {
  const heads = vocabulary().illness_heads.join('|');
  const named = new RegExp(`(?<![\\p{L}\\p{N}-])((?:\\p{Lu}[\\p{L}’'-]+[ -]){1,2})(?:${heads})(?![\\p{L}])`, 'gu');
  const found = [...text.matchAll(named)]
    .map(({ 0: said, 1: name, index }) => ({
      name: name!.trim().split(/[ -]/),
      start: index,
      end: index + said.length,
    }))
    .filter(({ name }) => !name.some((word) => isQualifier(word) || isCommonWord(word.toLowerCase())))
    .filter(({ start, end }) => !spans.some((span) => span.start < end && start < span.end))
    .map(({ start, end }) => ({ after: start, start, end, matches: [] }));
  return [...spans, ...found].toSorted((a, b) => a.start - b.start);
}

export function kindOf(kind: Kind): 'problem' | 'medicine' | 'other' {
  if (kind === 'condition' || kind === 'symptom') return 'problem';
  return kind === 'drug' || kind === 'drug_class' || kind === 'vaccine' ? 'medicine' : 'other';
}

/** "Ulcerative colitis treatments" are asked of ulcerative colitis. */
export function withoutAsking(match: Match, text: string): Match {
  const said = text.slice(match.start, match.end);
  const words = topicWords(said).map(({ text: word }) => ({ at: said.indexOf(word), word }));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return { ...match, end: match.start };
  return { ...match, start: match.start + first.at, end: match.start + last.at + last.word.length };
}

/** "He has gout and asthma. Does X help in gout?": what somebody has, where a disease is asked about elsewhere. */
export function hadBy(spans: readonly Span[], text: string): Span[] {
  const cues = patientCues(text);
  const blank = spans.reduce(
    (left, { start, end }) => `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}`,
    text,
  );
  const isHad = ({ start }: Span) =>
    cues.some((end) => {
      const between = blank.slice(end, start);
      return (
        start >= end && !/[.;:?!]/.test(between) && topicWords(between).every(({ text: word }) => isQualifier(word))
      );
    });
  const had = spans.filter(isHad);
  const isProblem = ({ matches }: Span) => matches.some(({ concept }) => kindOf(concept.kind) === 'problem');
  return spans.some((span) => !had.includes(span) && isProblem(span)) ? had.filter(isProblem) : [];
}

/** "Dr. Whipple asked": behind a title stands a person, whatever is called after them. */
export function isPerson(before: string): boolean {
  return /(?<!\p{L})(?:Dr|Prof|Professor|Doctor|Mr|Mrs|Ms|Miss|Sir)\.?\s+$/u.test(before);
}
