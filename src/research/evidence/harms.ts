/** What a source says of harm, the gravest kept first: told whether or not somebody asked for it. */
import type { Statement } from './abstract.ts';
import type { Result } from './outcomes.ts';
import { appraisal, foldText, hasAny } from './words.ts';

const MOST_HARMS = 3;

/** Sentences in the order of the text. What was known before and how it was watched for is no harm of this one. */
export function harmsOf(statements: readonly Statement[], results: readonly Result[]): string[] {
  const found = statements
    .map(({ text, role }, at) => ({ text, at, grave: isTold(role) ? graveOf(text, results) : 0 }))
    .filter(({ grave }) => grave > 0);
  return found
    .toSorted((a, b) => b.grave - a.grave || a.at - b.at)
    .slice(0, MOST_HARMS)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

function isTold(role: Statement['role']): boolean {
  return role !== 'background' && role !== 'method';
}

/** 0: nothing of harm. What a treatment is to prevent and prevents is none, unless it is told as an adverse event. */
export function graveOf(sentence: string, results: readonly Result[]): number {
  const plain = foldText(sentence);
  const { kinds, deaths, named } = appraisal().harms;
  const grave = Math.max(0, ...kinds.filter(({ words }) => hasAny(plain, words)).map(({ grave }) => grave));
  const told = results.filter((result) => result.told === sentence);
  const isHoped = told.some(({ change }) => change === 'favours' || change === 'same');
  if (isHoped && !hasAny(plain, named)) return 0;
  return hasAny(plain, deaths) ? DEADLY : grave;
}

const DEADLY = 4;
