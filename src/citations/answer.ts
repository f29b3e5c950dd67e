/** Answers put right in one way: markers, footnotes of one style, what nothing supports; and what is audited of them. */
import { type Json, type Log, toConsiliumError } from '../kernel/index.ts';
import type { CitationAudit, CitationAuditEntry } from './audit.ts';
import { formatFootnote } from './format.ts';
import { applyEdits, MAX_ROUNDS, readMarkers, strange } from './markers.ts';
import { codeRanges, noteRanges, type Range } from './prose.ts';
import type { SourceMetadata } from './source.ts';
import { type Cited, type Flag, flagUnsupported } from './support.ts';
import { readCitations, toSource } from './told.ts';

/** A statement that nothing supports, where it stands in the text. */
export interface Unsupported extends Pick<Flag, 'start' | 'end' | 'kind' | 'why'> {
  readonly text: string;
}

export interface SettledAnswer {
  readonly text: string;
  /** As they were told, each with its footnote. */
  readonly citations: Json[];
  readonly unsupported: Unsupported[];
  /** Sentences for a person: what was wrong with its markers and citations. */
  readonly warnings: string[];
}

/**
 * An answer as it is shown: markers that lead to no citation are taken out with a warning, so are the footnotes that
 * only the text has; the others are written in Chicago style. Told no citations at all, a text keeps its own notes.
 */
export function settleAnswer(text: string, told: Json | undefined): SettledAnswer {
  if (!Array.isArray(told)) {
    const own = notesOf(text).map(({ label }): Cited => ({ marker: label, source: {} }));
    return { text, citations: [], unsupported: findUnsupported(text, own), warnings: [] };
  }
  const sources = told.map(toSource);
  const unread = sources.filter((source, i) => source === undefined || labelOf(told[i]!) === undefined).length;
  const known = new Map(told.flatMap((each, i) => [[labelOf(each) ?? '', sources[i]] as const]));
  known.delete('');
  const { body, strangers } = takeOut(text, known);
  const settled = writeNotes(body, known);
  const cited = [...known].map(([marker, source]): Cited => ({ marker, source: source ?? {} }));
  return {
    text: settled,
    citations: told.map((each, i) => withFootnote(each, sources[i])),
    unsupported: findUnsupported(settled, cited),
    warnings: [...unreadWarning(unread), ...[...strangers].map(strange)],
  };
}

/** Without the markers and footnotes of labels that lead nowhere. */
function takeOut(text: string, known: ReadonlyMap<string, unknown>): { body: string; strangers: Set<string> } {
  const strangers = new Set<string>();
  let body = text;
  // What is taken out can join what stood around it to another one; then it is read again.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const markers = readMarkers(body).flatMap(({ start, end, labels, bare }) => {
      const kept = labels.filter((label) => known.has(label));
      if (bare || kept.length === labels.length) return [];
      for (const label of labels) if (!known.has(label)) strangers.add(label);
      return [{ range: [start, end] as const, put: kept.map((label) => `[^${label}]`).join('') }];
    });
    const notes = notesOf(body)
      .filter(({ label }) => !known.has(label))
      .map(({ range }) => ({ range, put: '' }));
    if (markers.length + notes.length === 0) break;
    body = applyEdits(body, inOrder([...markers, ...notes])).trimEnd();
  }
  return { body, strangers };
}

/** Footnotes in Chicago style, each where the text has it, else at its end; of a source that cannot be read, its own. */
function writeNotes(text: string, known: ReadonlyMap<string, SourceMetadata | undefined>): string {
  const notes = notesOf(text);
  const written = new Set<string>();
  const edits = notes.map(({ range, label, words }) => {
    const source = known.get(label);
    const line = `[^${label}]: ${source === undefined ? words : formatFootnote(source)}${text[range[1] - 1] === '\n' ? '\n' : ''}`;
    const put = written.has(label) ? '' : line;
    written.add(label);
    return { range, put };
  });
  const labels = new Set(readMarkers(text).flatMap((marker) => (marker.bare ? [] : marker.labels)));
  const missing = [...known].flatMap(([label, source]) =>
    source === undefined || !labels.has(label) || written.has(label) ? [] : [`[^${label}]: ${formatFootnote(source)}`],
  );
  const own = applyEdits(text, edits);
  return missing.length === 0 ? own : `${own.trimEnd()}\n\n${missing.join('\n')}`;
}

function notesOf(text: string) {
  return noteRanges(text, codeRanges(text)).map((range) => {
    const note = text.slice(...range);
    const colon = note.indexOf(']:');
    const words = note
      .slice(colon + 2)
      .replace(/\s+/g, ' ')
      .trim();
    return { range, label: note.slice(note.indexOf('^') + 1, colon), words };
  });
}

function inOrder<T extends { readonly range: Range }>(edits: readonly T[]): T[] {
  return edits.toSorted((a, b) => a.range[0] - b.range[0]);
}

function unreadWarning(unread: number): string[] {
  return unread === 0 ? [] : [`${unread} of the citations could not be read as a source.`];
}

function labelOf(citation: Json): string | undefined {
  const marker = (citation as { marker?: unknown } | null)?.marker;
  return typeof marker === 'number' || (typeof marker === 'string' && marker !== '') ? String(marker) : undefined;
}

function withFootnote(citation: Json, source: SourceMetadata | undefined): Json {
  if (source === undefined) return citation;
  return { footnote: formatFootnote(source), ...(citation as Record<string, Json>) };
}

function findUnsupported(text: string, cited: readonly Cited[]): Unsupported[] {
  return flagUnsupported(text, cited).map(({ start, end, kind, why }) => ({
    start,
    end,
    text: text.slice(start, end),
    kind,
    why,
  }));
}

/** What `ask --json` and `POST /v1/chat` answer, as far as it matters here. */
export interface AnsweredWith {
  readonly session_id: string;
  readonly invocation_id: string;
  readonly team: string;
  readonly citations: readonly Json[];
  readonly unsupported: readonly unknown[];
  readonly warnings: readonly string[];
  readonly speakers: readonly string[];
}

/** The audit entry of a chat answer. */
export function auditAnswer(answer: AnsweredWith): CitationAuditEntry {
  const { citations } = readCitations(answer.citations);
  return {
    conversation_id: answer.session_id,
    message_id: answer.invocation_id,
    citations_used: citations.map(({ marker, source: { id, source_type } }) => ({ id, source_type, marker })),
    retrieval_scores: citations.map(({ score }) => score ?? null),
    warnings: answer.warnings.length,
    unsupported: answer.unsupported.length,
    team: answer.team,
    engine: [...new Set(answer.speakers)].join(', '),
  };
}

/** The audit entry of a run of a function or a pipeline; undefined: its output cites nothing. */
export function auditRun(
  run: string,
  name: string,
  output: unknown,
  speakers: readonly string[],
): CitationAuditEntry | undefined {
  const citations = citationsIn(output);
  if (citations === undefined) return undefined;
  const warnings = unreadWarning(readCitations(citations).unread);
  const unsupported = unsupportedIn(output);
  return auditAnswer({ session_id: run, invocation_id: run, team: name, citations, unsupported, warnings, speakers });
}

/** Keeps what a run cites, as an answer in a chat does; a run does not fail by it. */
export function keepRun(
  { citations, log }: { readonly citations: Pick<CitationAudit, 'write'>; readonly log: Log },
  { run, name, output, speakers }: { run: string; name: string; output: unknown; speakers: readonly string[] },
): void {
  try {
    const entry = auditRun(run, name, output, speakers);
    if (entry !== undefined) citations.write(entry);
  } catch (thrown) {
    log.warn({ run, code: toConsiliumError(thrown).code }, 'the audit of a run could not be written');
  }
}

/** What nothing supports in the output of a function or a pipeline, with the field that says it. */
export function unsupportedIn(output: unknown): (Unsupported & { readonly field: string })[] {
  const citations = citationsIn(output);
  if (citations === undefined) return [];
  const { citations: read } = readCitations(citations);
  // Only what was written with markers is prose that claims to be supported.
  return Object.entries(output as Record<string, unknown>).flatMap(([field, value]) =>
    typeof value === 'string' && readMarkers(value).length > 0
      ? findUnsupported(value, read).map((each) => ({ field, ...each }))
      : [],
  );
}

function citationsIn(output: unknown): Json[] | undefined {
  const { citations } = (typeof output === 'object' && output !== null ? output : {}) as { citations?: unknown };
  return Array.isArray(citations) && citations.length > 0 ? citations : undefined;
}
