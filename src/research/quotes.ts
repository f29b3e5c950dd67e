/**
 * What a source says to the question of the moment. The table keeps each source as it is, graded by itself and beside the
 * others; which of its sentences answer is a matter of what was asked, and is kept apart from it.
 */
import { z } from 'zod';
import { compareSnapshots } from '../sources/research/index.ts';
import type { EvidenceRow } from './evidence/table.ts';
import type { Shelf } from './shelf.ts';

const QUOTES = 'tracking/quotes.json';
const LONGEST_QUESTION = 1_000;
const quotesSchema = z.object({
  question: z.string(),
  quotes: z.record(z.string(), z.object({ excerpt: z.string(), aspects: z.array(z.string()).optional() })),
});

/** Rows as the table has them, where their source is as it was; with what is known by now of what they treat with. */
export function asKept(found: readonly EvidenceRow[], kept: readonly EvidenceRow[]): EvidenceRow[] {
  const before = new Map(kept.map((row) => [row.id, row]));
  return found.map((row) => {
    const known = before.get(row.id);
    if (known === undefined || !sameSource(known, row)) return row;
    const therapies = [...new Set([...known.therapies, ...row.therapies])];
    const isMore = therapies.length > known.therapies.length;
    const called = [...new Set([...(known.called ?? []), ...(row.called ?? [])])];
    return {
      ...known,
      last_seen: row.last_seen,
      ...(called.length > 0 && { called }),
      ...(isMore && {
        therapies,
        ...(row.advised && { advised: row.advised }),
        ...(row.alerts && { alerts: row.alerts }),
      }),
    };
  });
}

/** Nothing of it changed since. */
function sameSource(before: EvidenceRow, now: EvidenceRow): boolean {
  return before.print === now.print && compareSnapshots(before.snapshot, now.snapshot).length === 0;
}

/** What those that were made for a question say to it, where that is not what the table quotes. */
export async function keepQuotes(
  { workspace, actor }: Shelf,
  question: string,
  made: readonly EvidenceRow[],
  rows: readonly EvidenceRow[],
): Promise<void> {
  const kept = new Map(rows.map((row) => [row.id, row]));
  const isOther = ({ id, excerpt, aspects }: EvidenceRow) => {
    const row = kept.get(id);
    return row !== undefined && (row.excerpt !== excerpt || String(row.aspects) !== String(aspects));
  };
  const quotes = Object.fromEntries(
    made
      .filter(isOther)
      .map(({ id, excerpt, aspects }) => [id, { excerpt, ...(aspects && { aspects: [...aspects] }) }]),
  );
  const text = `${JSON.stringify({ question: question.slice(0, LONGEST_QUESTION), quotes }, null, 1)}\n`;
  if (Object.keys(quotes).length > 0 || (await workspace.exists(QUOTES))) await workspace.write(QUOTES, text, actor);
}

/** The rows with what they say to one of these questions; as they are where it is another one. */
export async function withQuotes(
  { workspace, actor }: Shelf,
  questions: readonly string[],
  rows: readonly EvidenceRow[],
): Promise<EvidenceRow[]> {
  if (!(await workspace.exists(QUOTES))) return [...rows];
  const kept = quotesSchema.parse(JSON.parse((await workspace.read(QUOTES, { actor })).content));
  const isIt = (question: string) => kept.question.trim() === question.slice(0, LONGEST_QUESTION).trim();
  if (!questions.some(isIt)) return [...rows];
  return rows.map((row) => {
    const quote = kept.quotes[row.id];
    if (quote === undefined) return row;
    const { aspects: _before, ...rest } = row;
    return { ...rest, excerpt: quote.excerpt, ...(quote.aspects && { aspects: quote.aspects }) };
  });
}
