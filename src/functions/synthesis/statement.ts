/** Statements of artifacts, and how two of them relate: the same, in conflict, or about different things. */

import { singular, wordsIn } from '../../text/index.ts';
import { tidy } from '../extraction/keywords.ts';
import { splitUnits, titleOf, type UnitKind } from '../text/sentences.ts';
import { contentStems, isStopword } from '../text/words.ts';
import type { Artifact } from './artifact.ts';

export interface Statement {
  readonly artifact: string;
  readonly kind: UnitKind;
  /** Word for word as it stands in the artifact. */
  readonly text: string;
  /** The text without what does not count when two are compared. */
  readonly folded: string;
  readonly block: number;
  /** The heading it stands under, folded; '' before the first. */
  readonly section: string;
  readonly subject: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly negated: boolean;
  readonly claim: { readonly about: string; readonly says: string } | undefined;
}

export type Relation = 'same' | 'conflict' | 'different';

export function statementsOf({ id, content }: Artifact): Statement[] {
  let section = '';
  return splitUnits(content).map(({ kind, text, block }) => {
    if (kind === 'heading') section = fold(titleOf(text));
    return { artifact: id, kind, text, folded: fold(text), block, section, ...read(text, kind) };
  });
}

const NUMBER = /^[\d.,:%-]*\d[\d.,:%a-z-]*$/;
const NEGATION =
  /\b(?:not|no|never|none|cannot|without|neither|nor|isn't|aren't|doesn't|don't|won't|can't|didn't|wasn't|weren't|fails? to|absent|denies|lacks?)\b/i;

function read(text: string, kind: UnitKind): Pick<Statement, 'subject' | 'values' | 'negated' | 'claim'> {
  const subject = new Set<string>();
  const values = new Set<string>();
  for (const { lower } of wordsIn(text)) {
    if (NUMBER.test(lower)) values.add(lower.replace(/[.,]$/, ''));
    else if (!isStopword(lower)) subject.add(singular(lower));
  }
  const isClaim = kind === 'sentence' || kind === 'item' || kind === 'row';
  return { subject, values, negated: NEGATION.test(text), claim: isClaim ? claimOf(text) : undefined };
}

const CLAIM =
  /^(?:[-*]\s*)?(?<about>[^.:;!?]{3,80}?)\s*(?:\s(?:is|are|was|were|equals|uses|runs on|defaults to)\s|:\s|\s=\s)\s*(?<says>[^.;!?]{1,60})[.;!?]?$/i;

/** "The default port is 8080": what is spoken of, and the one value it is given. */
function claimOf(text: string): Statement['claim'] {
  const groups = CLAIM.exec(tidy(text).replace(/[*_`]/g, ''))?.groups;
  if (groups === undefined) return undefined;
  const about = contentStems(groups['about']!);
  const says = groups['says']!.replace(/^(?:an?|the)\s+/i, '').trim();
  const isValue = /^[\p{Lu}\d"“$€£]/u.test(says) || !/\s/.test(says);
  return about.length >= 2 && isValue && wordsIn(says).length <= 4
    ? { about: [...new Set(about)].sort().join(' '), says: fold(says) }
    : undefined;
}

const ALIGNED = 0.6;
const SAME = 0.72;

export function relate(a: Statement, b: Statement): Relation {
  if (a.kind === 'code' || b.kind === 'code' || a.kind === 'heading' || b.kind === 'heading')
    return a.folded === b.folded ? 'same' : 'different';
  if (a.folded === b.folded) return 'same';
  if (a.claim !== undefined && a.claim.about === b.claim?.about)
    return a.claim.says === b.claim.says && a.negated === b.negated ? 'same' : 'conflict';
  const likeness = overlap(a.subject, b.subject);
  if (likeness < ALIGNED || Math.min(a.subject.size, b.subject.size) < 2) return 'different';
  if (a.negated !== b.negated) return 'conflict';
  const [only, other] = [without(a.values, b.values), without(b.values, a.values)];
  if (only > 0 && other > 0) return 'conflict';
  return likeness >= SAME && only === 0 && other === 0 ? 'same' : 'different';
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / Math.max(1, a.size + b.size - shared);
}

function without(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const value of a) if (!b.has(value)) count++;
  return count;
}

export function fold(text: string): string {
  const folded = tidy(text).trim().toLowerCase();
  let end = folded.length;
  while (end > 0 && '.!?;:,'.includes(folded[end - 1]!)) end--;
  return folded.slice(0, end);
}
