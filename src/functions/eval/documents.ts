import { grammarOfPath } from '../../reading/index.ts';
import { lead, pointsIn, rouge2, textRank } from './baselines.ts';
import { run } from './desk.ts';
import type { Case } from './sets.ts';

export interface DocumentScore {
  readonly outline: Readonly<
    Record<'code' | 'prose', { right: number; said: number; gold: number; documents: number }>
  >;
  readonly summaries: Readonly<Record<'ours' | 'lead' | 'textrank', { points: number; rouge: number }>>;
  readonly points: number;
  readonly written: number;
  readonly marked: number;
  readonly cited: { readonly right: number; readonly said: number };
  readonly weak: readonly { id: string; what: string }[];
}

interface Outline {
  readonly extracted: readonly { readonly text: string; readonly level?: number }[];
}
interface Summary {
  readonly summary: string;
  readonly citations?: readonly { readonly marker: number; readonly source: { readonly id: string } }[];
}

const MARKUP = /\]\(|<\/?[a-z][^>]*>|\*\*|^#{1,6}\s|!\[|\{#|^\s*>|```|\[\^[a-z]|&[a-z]+;|^\s*[|+][-=+|]/im;

export async function scoreDocuments(cases: readonly Case<'documents'>[]): Promise<DocumentScore> {
  const outline = { code: tally(), prose: tally() };
  const summaries = { ours: { points: 0, rouge: 0 }, lead: { points: 0, rouge: 0 }, textrank: { points: 0, rouge: 0 } };
  const weak: DocumentScore['weak'][number][] = [];
  const cited = { right: 0, said: 0 };
  let points = 0;
  let written = 0;
  let marked = 0;
  for (const one of cases) {
    const naming = {
      ...(one.path !== undefined && { path: one.path }),
      ...(one.language !== undefined && { language: one.language }),
    };
    const { extracted } = await run<Outline>('extract_structure', {
      content: one.content,
      extraction_type: 'outline',
      ...naming,
    });
    const sort = one.language !== undefined || grammarOfPath(one.path ?? '') !== undefined ? 'code' : 'prose';
    const missed = compare(outline[sort], extracted, one.outline);
    if (missed !== '') weak.push({ id: one.id, what: missed });
    if (one.reference === undefined || one.key_points === undefined) continue;
    const target_tokens = Math.round(one.reference.split(/\s+/).length * 1.5);
    const { summary } = await run<Summary>('summarize_content', {
      content: one.content,
      target_tokens,
      ...(one.path !== undefined && { path: one.path }),
    });
    for (const [name, text] of [
      ['ours', summary],
      ['lead', lead(one.content, one.path, target_tokens)],
      ['textrank', textRank(one.content, one.path, target_tokens)],
    ] as const) {
      summaries[name].points += pointsIn(text, one.key_points);
      summaries[name].rouge += rouge2(text, one.reference);
    }
    points += one.key_points.length;
    written++;
    if (MARKUP.test(summary)) marked++;
    await scoreCitations(one, cited, weak);
  }
  return { outline, summaries, points, written, marked, cited, weak };
}

function tally() {
  return { right: 0, said: 0, gold: 0, documents: 0 };
}

function compare(
  score: ReturnType<typeof tally>,
  said: Outline['extracted'],
  gold: Case<'documents'>['outline'],
): string {
  const key = ({ text, level }: { text: string; level?: number | undefined }) =>
    `${level ?? 1} ${text.toLowerCase().replace(/\s+/g, ' ').trim()}`;
  const left = gold.map(key);
  const extra: string[] = [];
  for (const one of said) {
    const at = left.indexOf(key(one));
    if (at < 0) extra.push(key(one));
    else left.splice(at, 1);
  }
  score.right += gold.length - left.length;
  score.said += said.length;
  score.gold += gold.length;
  score.documents++;
  return left.length + extra.length === 0 ? '' : `missing: ${left.join('; ')} | extra: ${extra.join('; ')}`;
}

/** A summary of the whole with all sources given: each marker is right or it is not. */
async function scoreCitations(
  one: Case<'documents'>,
  cited: { right: number; said: number },
  weak: { id: string; what: string }[],
): Promise<void> {
  if (one.sources === undefined) return;
  const sources = one.sources.map(({ id, title, text }) => ({
    id,
    source_type: 'internal_doc',
    service: 'eval',
    title,
    excerpt: text,
  }));
  const words = one.content.split(/\s+/).length;
  const { summary, citations = [] } = await run<Summary>('summarize_content', {
    content: one.content,
    target_tokens: Math.min(4000, Math.max(200, words)),
    sources,
    ...(one.path !== undefined && { path: one.path }),
  });
  const byMarker = new Map(citations.map(({ marker, source }) => [String(marker), source.id]));
  for (const match of summary.matchAll(
    /(?<said>[^.!?\n]*(?:[.!?](?!\s|\[)[^.!?\n]*)*[.!?]?)(?<marks>(?:\[\^\d+\])+)/g,
  )) {
    for (const [, marker] of match.groups!['marks']!.matchAll(/\[\^(\d+)\]/g)) {
      const source = one.sources.find(({ id }) => id === byMarker.get(marker!));
      if (source === undefined) continue;
      cited.said++;
      const said = fold(match.groups!['said']!);
      if (source.supports.some((sentence) => fold(sentence).includes(said) || said.includes(fold(sentence))))
        cited.right++;
      else weak.push({ id: one.id, what: `cited ${source.id} for: ${match.groups!['said']!.trim().slice(0, 90)}` });
    }
  }
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
