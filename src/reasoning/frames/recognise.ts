/** What a clause asks for: rows of data give points, the fit of what is named is added, the best reading wins. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { contentWords } from '../evidence/words.ts';
import { ASPECTS, type Aspect, type Subject } from '../types.ts';
import { withoutLead } from './clause.ts';
import { findPhrase, type Phrase, parsePhrase, type SpokenWord } from './phrase.ts';

const aspect = z.enum(ASPECTS);
const rowSchema = z.strictObject({
  id: z.string(),
  aspect,
  points: z.number(),
  says: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
});
const schema = z.strictObject({
  rows: z.array(rowSchema),
  fits: z.partialRecord(aspect, z.record(z.string(), z.number())),
  defaults: z.record(z.string(), aspect),
});

export const recognisers = schema.parse(readRows(new URL('./aspects.yml', import.meta.url)));

const rows: { aspect: Aspect; points: number; phrases: Phrase[] }[] = recognisers.rows.map(
  ({ aspect: of, points, says }) => ({ aspect: of, points, phrases: says.map(parsePhrase) }),
);

export interface Reading {
  aspect: Aspect;
  score: number;
}

/** All readings of a clause, best first; empty where neither words nor subjects say anything. */
export function readAspects(clause: string, subjects: readonly Subject[]): Reading[] {
  const words = spokenWords(clause, subjects);
  const scores = new Map<Aspect, number>();
  for (const { aspect: of, points, phrases } of rows)
    if (phrases.some((phrase) => findPhrase(phrase, words) >= 0)) scores.set(of, (scores.get(of) ?? 0) + points);
  // A part of the body only says where; what else is named says what.
  const fallback = subjects
    .toSorted((a, b) => Number(a.kind === 'system') - Number(b.kind === 'system'))
    .map((subject) => defaultOf(subject, clause));
  for (const each of fallback.slice(0, 1)) if (each !== undefined && !scores.has(each)) scores.set(each, 0.5);
  const kinds = new Set(subjects.map(({ kind }) => kind));
  return [...scores]
    .map(([of, score]) => ({ aspect: of, score: score + fitOf(of, kinds) }))
    .toSorted((a, b) => b.score - a.score);
}

/** "When is my eye laser?": a question that names more than the part of the body is no wish for all about it. */
function defaultOf({ kind, as, start, end }: Subject, clause: string): Aspect | undefined {
  if (as === 'medicines_for') return 'list';
  const rest = `${clause.slice(0, start)} ${clause.slice(end)}`;
  return kind === 'system' && ASKS.test(clause) && contentWords(rest).size > 0 ? 'said' : recognisers.defaults[kind];
}

const ASKS = /^\W*(?:and |so |but )?(?:when|where|which|who|what|how (?:many|much|long|often))\b/i;

function fitOf(of: Aspect, kinds: ReadonlySet<string>): number {
  const fits = recognisers.fits[of] ?? {};
  const values = [...kinds].flatMap((kind) => fits[kind] ?? []);
  return values.length === 0 ? 0 : Math.max(...values);
}

const CONTRACTIONS: Record<string, string> = {
  "why'd": 'why did',
  "how'd": 'how did',
  "what'd": 'what did',
  "when'd": 'when did',
  "what's": 'what is',
  "i'm": 'i am',
  "i've": 'i have',
  "i'd": 'i would',
  "i'll": 'i will',
  "we'll": 'we will',
  "she'll": 'she will',
  "he'll": 'he will',
  "they'll": 'they will',
  "it's": 'it is',
  "that's": 'that is',
  "who's": 'who is',
  "when's": 'when is',
  "how's": 'how is',
  "where's": 'where is',
  "can't": 'can not',
  cannot: 'can not',
  "don't": 'do not',
  "didn't": 'did not',
  "doesn't": 'does not',
  "isn't": 'is not',
  "aren't": 'are not',
  "wasn't": 'was not',
  "won't": 'will not',
  "shouldn't": 'should not',
  "couldn't": 'could not',
  "haven't": 'have not',
  "hasn't": 'has not',
};

/** The words of a clause in plain form, each knowing what it is part of. */
export function spokenWords(clause: string, subjects: readonly Subject[]): SpokenWord[] {
  const lead = clause.length - withoutLead(clause).length;
  const spoken: (SpokenWord & { start: number; end: number })[] = [];
  for (const { lower, start, end } of wordsIn(clause, lead))
    for (const text of (CONTRACTIONS[lower.replaceAll('’', "'")] ?? lower.replace(/['’]s$/, '')).split(' '))
      spoken.push({ text, kinds: [], start, end });
  const named = Map.groupBy(subjects, ({ start }) => start);
  for (const [at, word] of spoken.entries()) {
    const here = named.get(word.start);
    if (here === undefined) continue;
    const end = Math.max(...here.map((subject) => subject.end));
    const until = spoken.findLastIndex((each) => each.start < end) + 1;
    spoken[at] = { ...word, kinds: here.map(({ kind }) => kind), until: Math.max(until, at + 1) };
  }
  return spoken;
}
