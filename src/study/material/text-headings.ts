/** Headings within plain text: a few words alone on a line, with text under them. What stands below one is about it. */
import type { Passage } from '../types.ts';
import { sectionOf } from './sections.ts';

const LONGEST = 60;
const MOST_WORDS = 7;

/** A passage in its parts, each with what heads it; as it is where its reader knew headings or it has none. */
export function partsOf(passage: Passage): Passage[] {
  const { source, text, topic } = passage;
  if (source.source_type !== 'internal_doc' || (source.section ?? '') !== '') return [passage];
  const lines = text.split('\n');
  const heads = lines.flatMap((_, at) => (isHeading(lines, at, topic) ? [at] : []));
  if (heads.length === 0) return [passage];
  const cuts = heads[0] === 0 ? heads : [0, ...heads];
  return cuts.flatMap((from, index) => {
    const head = heads.includes(from) ? (lines[from] as string).trim() : undefined;
    const body = lines.slice(head === undefined ? from : from + 1, cuts[index + 1]).join('\n');
    if (body.trim() === '') return [];
    const section = head === undefined ? undefined : sectionOf(head);
    if (head === undefined) return [{ ...passage, text: body }];
    return [section === undefined ? { ...passage, topic: head, text: body } : { ...passage, section, text: body }];
  });
}

function isHeading(lines: readonly string[], at: number, topic: string): boolean {
  const line = (lines[at] as string).trim();
  if (line.length < 3 || line.length > LONGEST || line === topic || line.split(/\s+/).length > MOST_WORDS) return false;
  if (!/^\p{Lu}/u.test(line) || /[.!?;:,|]$|\t/.test(line)) return false;
  const before = (lines[at - 1] ?? '').trim();
  const next = (lines[at + 1] ?? '').trim() === '' ? (lines[at + 2] ?? '') : (lines[at + 1] ?? '');
  // Under a heading stands a sentence; under a point of a list the next point.
  return before === '' && /^\p{Lu}.*[.:]$/u.test(next.trim()) && next.trim().length > line.length;
}
