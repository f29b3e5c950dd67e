/** "This adrenal thing that I have": an illness of the record by one word of its name and a word that says nothing. */
import { stem, wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import type { ConditionView } from '../patient.ts';
import { alternatives } from '../patterns.ts';
import type { Subject } from '../types.ts';
import { PLAIN_WORDS, SMALL } from './bare.ts';

const VAGUE = new RegExp(`\\b([\\p{L}-]{4,})\\s+(?:${alternatives('vague_heads')})\\b`, 'giu');

/** Only where one illness alone is called so. */
export function withVague(subjects: Subject[], text: string, { view }: Chart): Subject[] {
  if (subjects.some(({ kind }) => kind !== 'system' && kind !== 'thing')) return subjects;
  for (const found of text.matchAll(VAGUE)) {
    const word = found[1]!.toLowerCase();
    if (SMALL.has(word) || PLAIN_WORDS.has(word)) continue;
    const called = view.conditions.filter((item) => isCalled(item, stem(word)));
    const [item] = called;
    if (item === undefined || new Set(called.map(({ concepts, uuid }) => concepts[0] ?? uuid)).size > 1) continue;
    const meant: Subject = {
      ...{ id: item.concepts[0] ?? `entry:${item.uuid}`, kind: 'condition', as: 'itself', text: item.name },
      ...{ start: found.index, end: found.index + found[0].length },
    };
    return [...subjects.filter(({ start, end }) => end <= meant.start || start >= meant.end), meant];
  }
  return subjects;
}

function isCalled({ name }: ConditionView, word: string): boolean {
  return wordsIn(name).some(({ lower }) => stem(lower) === word);
}
