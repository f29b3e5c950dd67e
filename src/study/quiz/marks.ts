/** What marks a thing among its neighbours (marks.yml): one sign, one effect, one test, and every entry of which it is true. */
import { z } from 'zod';
import { knowledgeEntry } from '../../knowledge/index.ts';
import { readRows } from '../../text/rows.ts';
import { mentions, termKey } from '../facts/terms.ts';

export const MARK_LISTS = ['signs', 'effects', 'tests'] as const;
export type MarkList = (typeof MARK_LISTS)[number];

export interface Mark {
  readonly text: string;
  /** Ways in which the material says it. */
  readonly told: readonly string[];
  readonly entries: ReadonlySet<string>;
}

let read: Readonly<Record<MarkList, readonly Mark[]>> | undefined;

export function marks(list: MarkList): readonly Mark[] {
  read ??= compile(z.record(z.enum(MARK_LISTS), z.string()).parse(readRows(new URL('./marks.yml', import.meta.url))));
  return read[list];
}

function compile(lists: Record<MarkList, string>): Record<MarkList, Mark[]> {
  const marksIn = (lines: string) => lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readMark(line)]));
  return { signs: marksIn(lists.signs), effects: marksIn(lists.effects), tests: marksIn(lists.tests) };
}

function readMark(line: string): Mark {
  const [text = '', told = '', ids = '', ...more] = line.split('|').map((part) => part.trim());
  const entries = ids.split(/\s+/);
  const unknown = entries.find((id) => knowledgeEntry(id) === undefined);
  if (text === '' || more.length > 0) throw new Error(`marks.yml: "${line}" is no row.`);
  if (unknown !== undefined)
    throw new Error(`marks.yml: "${text}" is of "${unknown}", which the knowledge base does not have.`);
  return { text, told: told.split(';').flatMap((way) => way.trim() || []), entries: new Set(entries) };
}

export function isTold({ told }: Mark, passage: string): boolean {
  const key = termKey(passage);
  return told.some((way) => mentions(key, way));
}
