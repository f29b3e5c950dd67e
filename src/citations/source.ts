/**
 * Where a statement comes from. One shape for every kind of source, from retrieval to the footnote and the audit record.
 * Field names are the spec's (snake case): they travel as JSON through functions, pipelines, HTTP and the app.
 */
import { z } from 'zod';

const common = {
  /** Stable across runs: the same passage keeps its id. */
  id: z.string().min(1),
  title: z.string().optional(),
  /** The words of the source that support the statement. */
  excerpt: z.string().optional(),
};

/** What is known of a source; which fields there are depends on its kind. */
export const sourceMetadata = z.discriminatedUnion('source_type', [
  z.object({
    ...common,
    source_type: z.literal('book'),
    author: z.string().optional(),
    city: z.string().optional(),
    publisher: z.string().optional(),
    year: z.number().int().optional(),
    pages: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('code'),
    repo: z.string(),
    file_path: z.string(),
    /** `12-45` */
    line_range: z.string().optional(),
    commit_hash: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('schema'),
    repo: z.string(),
    file_path: z.string(),
    version: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('internal_doc'),
    service: z.string(),
    date: z.string().optional(),
    section: z.string().optional(),
    file_path: z.string().optional(),
    line_range: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('web'),
    url: z.string(),
    site: z.string().optional(),
    author: z.string().optional(),
    date: z.string().optional(),
    accessed: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('journal'),
    authors: z.array(z.string()).optional(),
    journal: z.string().optional(),
    volume: z.string().optional(),
    issue: z.string().optional(),
    year: z.number().int().optional(),
    pages: z.string().optional(),
    doi: z.string().optional(),
    pmid: z.string().optional(),
    url: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('record'),
    /** Label of the record entry's node: ObservationNode, IntakeRegimenNode… */
    entry_type: z.string(),
    entry_uuid: z.string(),
    date: z.string().optional(),
  }),
  z.object({
    ...common,
    source_type: z.literal('knowledge'),
    entry_id: z.string(),
    /** The titles the entry itself rests on. */
    sources: z.array(z.string()).optional(),
    section: z.string().optional(),
  }),
]);

export type SourceMetadata = z.infer<typeof sourceMetadata>;
export type SourceType = SourceMetadata['source_type'];

/** A numbered source and its footnote. */
export const citation = z.object({
  /** 1, 2, … as in `[^1]` */
  marker: z.number().int().positive(),
  source: sourceMetadata,
  /** Chicago style, Markdown, without the `[^1]: `. */
  footnote: z.string(),
  /** How well retrieval thought it fits, 0 to 1. */
  score: z.number().min(0).max(1).optional(),
});

export type Citation = z.infer<typeof citation>;

/** Content with `[^n]` markers and the citations behind them. */
export const citedContent = z.object({ text: z.string(), citations: z.array(citation) });

export type CitedContent = z.infer<typeof citedContent>;
