/** Citations as teams leave them (`temp:citations`), read as sources. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Json } from '../kernel/index.ts';
import { formatFootnote } from './format.ts';
import { type Citation, type SourceMetadata, sourceMetadata } from './source.ts';

const text = z.string().min(1);
const told = z.discriminatedUnion('source_type', [
  z.object({
    source_type: z.literal('record'),
    title: text,
    uuid: text,
    label: text.optional(),
    date: text.optional(),
  }),
  z.object({
    source_type: z.literal('knowledge'),
    title: text,
    id: text.optional(),
    sources: z.array(z.string()).optional(),
    excerpt: z.string().optional(),
  }),
  z.object({ source_type: z.literal('web'), title: z.string().optional(), url: text, excerpt: z.string().optional() }),
]);

/** A citation of a team, a numbered one of this room or a bare source → the source; undefined: it is none of these. */
export function toSource(citation: Json): SourceMetadata | undefined {
  const whole = sourceMetadata.safeParse(isNumbered(citation) ? citation['source'] : citation);
  if (whole.success) return whole.data;
  const parsed = told.safeParse(citation);
  if (!parsed.success) return undefined;
  const given = parsed.data;
  switch (given.source_type) {
    case 'record': {
      const { title, uuid, label = 'Entry', date } = given;
      const known = { title: title.replace(/^Your record:\s*/i, ''), ...(date && { date }) };
      return { id: uuid, source_type: 'record', entry_type: label, entry_uuid: uuid, ...known };
    }
    case 'knowledge': {
      // A work that is known by its title only: its words stay out of its id, which goes into the audit trail.
      const { id = `work-${hash(given.title)}`, title, sources, excerpt } = given;
      const known = { title, ...(sources?.length && { sources }), ...(excerpt && { excerpt }) };
      return { id, source_type: 'knowledge', entry_id: id, ...known };
    }
    case 'web': {
      const { title, url, excerpt } = given;
      const site = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
      const known = { ...(title && { title }), ...(site && { site }), ...(excerpt && { excerpt }) };
      return { id: `web-${hash(url)}`, source_type: 'web', url, ...known };
    }
  }
}

export interface ReadCitations {
  readonly citations: readonly Citation[];
  /** How many could not be read as a source, or have no number. */
  readonly unread: number;
}

/** All citations of an answer, with their numbers, scores and footnotes. */
export function readCitations(list: readonly Json[]): ReadCitations {
  const citations = list.flatMap((each): Citation[] => {
    const source = toSource(each);
    const marker = Number((each as { marker?: unknown } | null)?.marker);
    if (source === undefined || !Number.isInteger(marker) || marker < 1) return [];
    const score = (each as { score?: unknown }).score;
    const scored = typeof score === 'number' && score >= 0 && score <= 1 ? { score } : {};
    return [{ marker, source, footnote: formatFootnote(source), ...scored }];
  });
  return { citations, unread: list.length - citations.length };
}

function isNumbered(value: Json): value is { source: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'source' in value;
}

function hash(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}
