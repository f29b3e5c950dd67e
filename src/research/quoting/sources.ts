/** A source as a question reads it: its sentences, and how strongly it names each thing that is asked about. */
import type { Role } from '../evidence/abstract.ts';
import { isEvidence } from '../evidence/grading.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { readSentence, type Sentence, type Term } from './naming.ts';

export interface SourceSentence {
  readonly text: string;
  readonly role: Role;
  readonly part?: string | undefined;
  readonly opens?: boolean | undefined;
  readonly read: Sentence;
  /** It goes on with what the sentence before is on: its index. */
  readonly follows?: number | undefined;
}

export interface Source {
  readonly row: EvidenceRow;
  readonly title: Sentence;
  readonly sentences: readonly SourceSentence[];
  /** Of each term: how strongly it is named, 0 to 1. */
  readonly named: readonly number[];
}

/** What somebody decided says nothing of what it does. */
export const DECIDING = ['regulatory', 'coverage', 'told_decision', 'communication'];

export function isHeard(row: EvidenceRow): boolean {
  const isTakenBack = row.notices.some(({ kind }) => kind === 'retraction');
  return isEvidence(row) && row.design_id !== 'knowledge' && !isTakenBack && (row.said?.length ?? 0) > 0;
}

export function readSource(row: EvidenceRow, terms: readonly Term[]): Source {
  const title = readSentence(row.title_read ?? row.title);
  const sentences: SourceSentence[] = [];
  for (const [at, { text, role, part, opens, item }] of row.said!.entries()) {
    const last = row.said![at - 1];
    const isOfItem = item !== undefined && item === last?.item && part === last.part;
    const follows =
      at > 0 && sentences[at - 1]!.role === role && (isOfItem || (item === undefined && goesOn(text, sentences)))
        ? (sentences[at - 1]!.follows ?? at - 1)
        : undefined;
    sentences.push({ text, role, part, opens, read: readSentence(text), follows });
  }
  const named = terms.map((term) =>
    Math.max(term.inside(title), ...sentences.map(({ read, role }) => term.inside(read) * IN_ROLE[role])),
  );
  return { row, title, sentences, named };
}

const IN_ROLE: Readonly<Record<Role, number>> = { result: 0.9, conclusion: 0.9, method: 0.75, background: 0.6 };

export function strengthIn(named: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * named[at]!, 0);
}

const ITEM = /^(?:[\p{L} ]{3,30}:\s*)?\(\d{1,2}\)\s/u;
/** A numbered statement of a guideline. */
export const isItem = (text: string) => ITEM.test(text);

const POINTING = /^(?:it|they|this|these|those|such|both|levels?|otherwise)\b/i;

/** "Levels should be measured …" under a numbered statement on lithium is on lithium; so is "It should …". */
function goesOn(text: string, before: readonly SourceSentence[]): boolean {
  const last = before.at(-1)!;
  if (ITEM.test(text)) return false;
  const head = last.follows === undefined ? last : before[last.follows]!;
  return ITEM.test(head.text) || POINTING.test(text);
}
