/**
 * The citations of an answer as teams leave them (`temp:citations`), read as sources: so that every answer can be
 * audited and its footnotes written in one style.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Json } from '../kernel/index.ts';
import type { CitationAuditEntry } from './audit.ts';
import { formatFootnote } from './format.ts';
import { readMarkers } from './markers.ts';
import { type Citation, type SourceMetadata, sourceMetadata } from './source.ts';
import { flagUnsupported } from './support.ts';

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

/** What `ask --json` and `POST /v1/chat` answer, as far as it matters here. */
export interface AnsweredWith {
  readonly session_id: string;
  readonly invocation_id: string;
  readonly team: string;
  readonly text: string;
  readonly citations: readonly Json[];
  readonly speakers: readonly string[];
}

/** The audit entry of a run of a function or a pipeline; undefined: its output cites nothing. */
export function auditRun(
  run: string,
  name: string,
  output: unknown,
  speakers: readonly string[],
): CitationAuditEntry | undefined {
  const fields = typeof output === 'object' && output !== null ? (output as Record<string, Json>) : {};
  const { citations } = fields;
  if (!Array.isArray(citations) || citations.length === 0) return undefined;
  // Only what was written with markers is prose that claims to be supported.
  const texts = Object.values(fields).filter((field) => typeof field === 'string' && readMarkers(field).length > 0);
  return auditAnswer({
    session_id: run,
    invocation_id: run,
    team: name,
    text: texts.join('\n\n'),
    citations,
    speakers,
  });
}

/** The audit entry of a chat answer. */
export function auditAnswer(answer: AnsweredWith): CitationAuditEntry {
  const { citations, unread } = readCitations(answer.citations);
  const known = new Set(citations.map(({ marker }) => String(marker)));
  const labels = readMarkers(answer.text).flatMap((marker) => (marker.bare ? [] : marker.labels));
  return {
    conversation_id: answer.session_id,
    message_id: answer.invocation_id,
    citations_used: citations.map(({ marker, source: { id, source_type } }) => ({ id, source_type, marker })),
    retrieval_scores: citations.map(({ score }) => score ?? null),
    warnings: unread + new Set(labels.filter((label) => !known.has(label))).size,
    unsupported: flagUnsupported(answer.text, citations).length,
    team: answer.team,
    engine: [...new Set(answer.speakers)].join(', '),
  };
}

function isNumbered(value: Json): value is { source: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'source' in value;
}

function hash(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}
