/** Statements of artifacts, and how two of them relate: the same, in conflict, or about different things. */
import { readDocument, tidy, type Unit, type UnitKind, unitsOf } from '../../reading/index.ts';
import { atOdds, isSame, type Likeness, readSaid, type Said } from '../statements/index.ts';
import type { Artifact } from './artifact.ts';

export interface Statement {
  readonly artifact: string;
  readonly kind: UnitKind;
  /** As it stands in the artifact. */
  readonly text: string;
  /** The text without what does not count when two are compared. */
  readonly folded: string;
  readonly block: number;
  /** The heading it stands under, folded; '' before the first. */
  readonly section: string;
  readonly said: Said;
}

export type Relation = 'same' | 'conflict' | 'different';

export function statementsOf({ id, content, path }: Artifact): Statement[] {
  let section = '';
  return unitsOf(readDocument(content, { path })).map((unit) => {
    const { kind, text, block } = unit;
    if (kind === 'heading') section = fold(text);
    return {
      artifact: id,
      kind,
      text: written(content, unit),
      folded: fold(text),
      block,
      section,
      said: readSaid(text),
    };
  });
}

/** Word for word where there is no markup to tear apart. */
function written(content: string, { kind, start, end, text, level = 1 }: Unit): string {
  const raw = content.slice(start, end);
  if (kind === 'heading') return `${'#'.repeat(level)} ${text}`;
  if (kind === 'code' || kind === 'row') return raw;
  return /[*_`[\]<>]|\n\s*[>|]/.test(raw) ? text : raw;
}

export function relate(a: Statement, b: Statement, likeness: Likeness): Relation {
  if (a.folded === b.folded) return 'same';
  if (!isSpoken(a) || !isSpoken(b)) return 'different';
  const meaning = likeness(a.said.text, b.said.text);
  if (atOdds(a.said, b.said, meaning) !== undefined) return 'conflict';
  return isSame(a.said, b.said, meaning) ? 'same' : 'different';
}

export function isSpoken({ kind }: Statement): boolean {
  return kind === 'sentence' || kind === 'item' || kind === 'row';
}

export function fold(text: string): string {
  const folded = tidy(text).trim().toLowerCase();
  let end = folded.length;
  while (end > 0 && '.!?;:,'.includes(folded[end - 1]!)) end--;
  return folded.slice(0, end);
}
