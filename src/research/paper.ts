/** A paper as it stands in the index: whole, in the order of its text and under its headings, within a budget. */
import { createHash } from 'node:crypto';
import type { KeptPassage, Search, SearchHit } from '../search/index.ts';
import { headingIn } from './evidence/layout.ts';

/** Characters of one paper that are read. */
const BUDGET = 30_000;
/** What a paper says first: its title, its abstract. */
const FRONT = 4_000;

type Place = Pick<KeptPassage, 'id' | 'text' | 'start' | 'end' | 'source'>;

export interface Paper {
  readonly text: string;
  /** Of all of it, read or not; undefined where the index does not have all of it. */
  readonly print?: string | undefined;
}

/** The text of a paper of which some passages were found; those alone where the index has no more of it. */
export async function readPaper(hits: readonly SearchHit[], search: Search): Promise<Paper> {
  const { scope, source } = hits[0]!;
  const file = 'file_path' in source ? source.file_path : undefined;
  const found = hits.map(({ id, text, source, position }) => ({ id, text, source, ...position }));
  const whole = file === undefined || file === '' ? [] : await search.contents(scope, file);
  const text = joined(withinBudget(whole.length > 0 ? whole : found, new Set(hits.map(({ id }) => id))));
  return whole.length > 0 ? { text, print: printOf(whole) } : { text };
}

/** By its words: how lines are broken and what is indexed beside it changes nothing. */
function printOf(passages: readonly Place[]): string {
  const inOrder = passages.toSorted((a, b) => a.start - b.start);
  const words =
    joined(inOrder)
      .toLowerCase()
      .match(/[\p{L}\p{N}%.<>=−+-]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}

/** Where it is longer: its front, what was found, then what it found, concludes and did, then the rest. */
function withinBudget(passages: readonly Place[], found: ReadonlySet<string>): Place[] {
  const inOrder = passages.toSorted((a, b) => a.start - b.start);
  const rankOf = (passage: Place) => {
    const part = partOf(passage);
    if (part?.isAside) return 6;
    if (passage.start < FRONT) return 0;
    if (found.has(passage.id)) return 1;
    return part?.role === 'result' ? 2 : part?.role === 'conclusion' ? 3 : part?.role === 'method' ? 4 : 5;
  };
  const ranked = inOrder.map((passage) => ({ passage, rank: rankOf(passage) })).filter(({ rank }) => rank < 6);
  const kept = new Set<Place>();
  let left = BUDGET;
  for (const { passage } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    if (passage.text.length > left) continue;
    left -= passage.text.length;
    kept.add(passage);
  }
  return inOrder.filter((passage) => kept.has(passage));
}

/** The innermost heading that names a part. */
function partOf(passage: Place) {
  return headingsOf(passage)
    .toReversed()
    .map((name) => headingIn(`## ${name}`))
    .find((heading) => heading !== undefined && (heading.role !== undefined || heading.isAside));
}

function headingsOf({ source }: Place): string[] {
  return 'section' in source && source.section ? source.section.split(' › ') : [];
}

/** Under its headings; what two passages share stands once. */
function joined(passages: readonly Place[]): string {
  const lines: string[] = [];
  let before: Place | undefined;
  for (const passage of passages) {
    const [old, now] = [before === undefined ? [] : headingsOf(before), headingsOf(passage)];
    const from = now.findIndex((name, rank) => name !== old[rank]);
    if (from >= 0)
      for (const [at, name] of now.slice(from).entries()) lines.push('', `${'#'.repeat(from + at + 1)} ${name}`, '');
    const shared = before === undefined ? 0 : Math.max(0, before.end - passage.start);
    lines.push(shared > 0 && shared < passage.text.length ? passage.text.slice(shared) : passage.text);
    before = passage;
  }
  return lines.join('\n').trim();
}
