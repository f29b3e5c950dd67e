/**
 * What was asked and the sources of an answer leave empty: names of the question that none of them has, and things asked for that
 * none of them tells. An answer that says nothing of these would pass for an answer to them too.
 */
import type { EvidenceRow } from '../evidence/table.ts';
import { asked } from './asked.ts';
import { cuesAsked } from './cues.ts';
import { isInitials, readSentence, type Term } from './naming.ts';
import { termsIn } from './terms.ts';

export interface Gaps {
  /** In the words of the question. */
  readonly unnamed: readonly string[];
  /** As cues.yml calls them. */
  readonly untold: readonly string[];
}

const NO_GAPS: Gaps = { unnamed: [], untold: [] };

/** `rows`: those that the answer rests on. */
export function gapsIn(question: string, rows: readonly EvidenceRow[]): Gaps {
  const told = rows.filter(({ said = [] }) => said.length > 0);
  if (told.length === 0) return NO_GAPS;
  const plain = asked(question);
  const statements = told.flatMap(({ said = [] }) => said);
  const sentences = [...told.map((row) => row.title_read ?? row.title), ...statements.map(({ text }) => text)].map(
    readSentence,
  );
  const parts = statements.map(({ part }) => part).filter((part) => part !== undefined);
  const isNamed = (term: Term) => [...sentences, ...parts.map(readSentence)].some((one) => term.inside(one) > 0);
  const tells = ({ tells, isPart }: ReturnType<typeof cuesAsked>[number]) =>
    sentences.some((one) => tells(one.plain)) || parts.some(isPart);
  return {
    unnamed: termsIn(plain)
      .filter((term) => NAMING.includes(term.kind) && !isInitials(term.said) && !isNamed(term))
      .map(({ said }) => said),
    untold: cuesAsked(plain).flatMap((cue) => (cue.gap === undefined || tells(cue) ? [] : cue.gap)),
  };
}

/** A word may be said in others; what has a name is called by it. */
const NAMING: readonly string[] = ['medicine', 'problem', 'name'];

export function sayGaps({ unnamed, untold }: Gaps): string {
  const both = [...unnamed.map((name) => `“${name}” (by that name)`), ...untold];
  return both.length === 0 ? '' : `Asked, and not to be read in these sources: ${both.join('; ')}.`;
}
