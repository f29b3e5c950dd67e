/**
 * Crossref: what was published about a publication afterwards. Two places say so and neither is complete: `updated-by`
 * at the work itself, and `update-to` at the notice. Both are asked.
 */
import { z } from 'zod';
import { askJson, baseOf, otherForm, type Surroundings } from './asking.ts';
import { cleanDoi, type Notice, type NoticeKind } from './item.ts';

const update = z.object({
  DOI: z.string().optional(),
  type: z.string().optional(),
  updated: z.object({ 'date-parts': z.array(z.array(z.number().nullable())).optional() }).optional(),
});
const work = z.object({
  DOI: z.string(),
  title: z.array(z.string()).default([]),
  'update-to': z.array(update).default([]),
  'updated-by': z.array(update).default([]),
});
const one = z.object({ message: work });
const many = z.object({ message: z.object({ items: z.array(work).default([]) }) });

export interface WorkNotices {
  readonly doi: string;
  /** Whether Crossref knows the work. */
  readonly known: boolean;
  readonly notices: readonly Notice[];
  /** The work is itself a notice about these. */
  readonly about: readonly string[];
}

export async function readNotices(given: string, surroundings: Surroundings): Promise<WorkNotices> {
  const doi = cleanDoi(given) ?? given;
  // "Desk <desk@clinic.example>" is whom a mail is from; Crossref is told the address alone.
  const [mail] = /[^\s<>]+@[^\s<>]+/.exec(surroundings.env['MAIL_FROM'] ?? '') ?? [];
  const query: Record<string, string> = mail ? { mailto: mail } : {};
  const path = `/works/${encodeURIComponent(doi)}`;
  const own = await askJson({ source: 'crossref', path, query, mayBeMissing: true }, surroundings);
  const others = await askJson(
    {
      source: 'crossref',
      path: '/works',
      query: { filter: `updates:${doi}`, rows: '20', ...query },
      mayBeMissing: true,
    },
    surroundings,
  );
  const mine = own.value === undefined ? undefined : one.safeParse(own.value);
  const theirs = others.value === undefined ? undefined : many.safeParse(others.value);
  if (mine?.success === false || theirs?.success === false) throw otherForm('crossref');
  const direct = (mine?.data.message['updated-by'] ?? []).map((entry) => toNotice(entry, cleanDoi(entry.DOI)));
  const told = (theirs?.data.message.items ?? []).flatMap((item) =>
    item['update-to']
      .filter((entry) => cleanDoi(entry.DOI) === doi)
      .map((entry) => toNotice(entry, cleanDoi(item.DOI))),
  );
  const about = (mine?.data.message['update-to'] ?? []).flatMap((entry) => cleanDoi(entry.DOI) ?? []);
  return { doi, known: mine !== undefined, notices: eachOnce([...direct, ...told]), about };
}

/** When Crossref last said what it knows of a work; 0 where it was never asked. */
export function lastNoticed(given: string, { env, cache }: Pick<Surroundings, 'env' | 'cache'>): number {
  const doi = cleanDoi(given) ?? given;
  return cache?.get(`${baseOf('crossref', env)}/works/${encodeURIComponent(doi)}`)?.at ?? 0;
}

function toNotice({ type, updated }: z.infer<typeof update>, doi: string | undefined): Notice {
  const parts = updated?.['date-parts']?.[0]?.filter((part) => part !== null) ?? [];
  const date = parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0')).join('-');
  return { kind: kindOf(type ?? ''), doi, date: date || undefined, by: 'crossref' };
}

function kindOf(type: string): NoticeKind {
  const plain = type.toLowerCase().replace(/[_-]/g, ' ');
  if (/retract|withdraw|removal/.test(plain)) return 'retraction';
  if (plain.includes('concern')) return 'concern';
  return /correct|errat|corrigend|addend/.test(plain) ? 'correction' : 'other';
}

function eachOnce(notices: readonly Notice[]): Notice[] {
  const known = new Map(notices.map((notice) => [`${notice.kind} ${notice.doi ?? notice.date ?? ''}`, notice]));
  return [...known.values()];
}
