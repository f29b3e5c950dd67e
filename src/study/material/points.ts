/** A part of a chapter that is a list: its points, or none where it is sentences. */
import { readStatements } from '../facts/stances.ts';
import { rowSentences, withoutTables } from '../facts/tables.ts';
import type { Passage } from '../types.ts';
import { inSentence } from './things.ts';

const FEWEST = 2;
const LONGEST = 90;

/** Short lines that end without a full stop. */
export function pointsOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
  const isList = lines.length >= FEWEST && lines.every((line) => line.length <= LONGEST && /[^.!?:,;|]$/.test(line));
  return isList ? lines : [];
}

export interface Telling {
  readonly text: string;
  /** An error together with what corrects it. */
  readonly isError: boolean;
}

/** What a part says: its sentences; a list is one. A claim that nothing corrects is not told, a corrected one never without. */
export function tellingsOf(text: string, heading = ''): Telling[] {
  const [first, ...rest] = pointsOf(text);
  if (first !== undefined && readStatements(text, heading).every(({ kind }) => kind === 'said'))
    return [{ text: `${[first, ...rest.map((each) => inSentence(each))].join('; ')}.`, isError: false }];
  return readStatements(text, heading)
    .filter(({ kind }) => kind !== 'claimed')
    .map((statement) => ({ text: statement.text, isError: statement.kind === 'corrected' }));
}

/** All that a passage says: its sentences, lists in a line, and each row of its tables as a sentence. */
export function allTellings(passage: Passage): Telling[] {
  const rows = rowSentences(passage).map((text) => ({ text, isError: false }));
  return [...tellingsOf(listsInLine(withoutTables(passage.text)), passage.topic), ...rows];
}

/** Behind a colon: points with signs, as long as they go on; without signs the lines up to the next blank one. */
const BLOCK =
  /:[^\S\n]*\n(?:[^\S\n]*\n)?((?:[^\S\n]*(?:[-*•]|\d{1,2}[.)])[^\S\n]+[^\n]+(?:\n|$))+|(?:[^\n]*\S[^\n]*(?:\n|$))+)/g;

/** "Other causes are:" and its short lines as one sentence. */
export function listsInLine(text: string): string {
  return text.replace(BLOCK, (whole, block: string) => {
    const points = pointsOf(block);
    if (points.length === 0) return whole;
    return `: ${[points.slice(0, -1).join(', '), points.at(-1)].join(' and ')}.\n`;
  });
}
