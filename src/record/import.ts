/**
 * FHIR R4 into the record: read everything into staging, then write patient by patient, each in one transaction.
 * A file that cannot be read never leaves a trace; a patient is written whole or not at all; the same again adds nothing.
 */
import type { DatabaseSync } from 'node:sqlite';
import { observationCatalogue } from '../clinical/index.ts';
import { prepareGraph } from '../graph/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { ConsiliumError, type ErrorShape, toConsiliumError } from '../kernel/errors.ts';
import { gatherPatient, surveyUnowned } from './gathering.ts';
import { keepKnown } from './keeping.ts';
import { type Counts, count, isSlice, readSource } from './reading.ts';
import { listSources, type Source } from './sources.ts';
import { openStaging, type Staging } from './staging.ts';
import { type Catalogue, isStored, storedName, storedPatient, writeGathered } from './writing.ts';

export interface ImportResult {
  patients: { id: string; name: string | null }[];
  /** What the files hold as nodes and edges, by label and type. */
  nodes: Counts;
  edges: Counts;
  resources: Counts;
  skipped: Counts;
  dangling: number;
  /** What was not there before. */
  added: { nodes: number; edges: number };
  /** Resources that stood twice under one id; the last one counts. */
  duplicates: number;
  /** What the files say nothing of and the record knows of a patient: it stays. */
  kept: { id: string; fields: string[] }[];
  /** Files that could not be read, when others could. */
  failed: { file: string; error: ErrorShape }[];
  ms: number;
}

export interface ImportProgress {
  phase: 'reading' | 'writing';
  file: string | null;
  files: number;
  files_done: number;
  bytes: number;
  total_bytes: number | null;
  resources: number;
  patients: number;
  patients_done: number;
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  catalogue?: Catalogue;
  signal?: AbortSignal;
  /** Called inside the transaction that writes a patient: what it does is done with it, or not at all. */
  onWritten?: (patient: string) => void;
}

export async function importFhir(
  db: DatabaseSync,
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  return importSources(db, await listSources(paths), options);
}

export async function importSources(
  db: DatabaseSync,
  sources: readonly Source[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const begun = performance.now();
  prepareGraph(db);
  const staging = openStaging(db);
  try {
    const result = emptyResult();
    const progress = startProgress(sources, options);
    await readAll(sources, staging, result, progress, options.signal);
    await staging.settleOwners((id) => isStored(db, id));
    await writeAll(db, staging, result, progress, options);
    result.ms = Math.round(performance.now() - begun);
    return result;
  } finally {
    staging.close();
  }
}

async function readAll(
  sources: readonly Source[],
  staging: Staging,
  result: ImportResult,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [index, source] of sources.entries()) {
    signal?.throwIfAborted();
    progress.update({ file: source.name });
    const before = progress.now.resources;
    try {
      const read = await readSource(source, index, staging, (bytes, resources) => {
        signal?.throwIfAborted();
        progress.update({ bytes: progress.now.bytes + bytes, resources: before + resources });
      });
      for (const [type, n] of Object.entries(read.resources)) count(result.resources, type, n);
      for (const [type, n] of Object.entries(read.skipped)) count(result.skipped, type, n);
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      const error = toConsiliumError(thrown, 'FHIR_INVALID');
      if (sources.length === 1 || isSlice(source)) throw error;
      staging.forget(index);
      progress.update({ resources: before });
      result.failed.push({ file: source.name, error: error.toJSON() });
    }
    progress.update({ files_done: index + 1 });
  }
  const [first] = result.failed;
  if (first && result.failed.length === sources.length) {
    throw new ConsiliumError(first.error.code, first.error.message, {
      hint: 'None of the files could be read; nothing was changed.',
      details: { failed: result.failed },
    });
  }
}

async function writeAll(
  db: DatabaseSync,
  staging: Staging,
  result: ImportResult,
  progress: Progress,
  options: ImportOptions,
): Promise<void> {
  const patients = staging.patients();
  const seenTypes = new Set<string>();
  progress.update({ phase: 'writing', file: null, patients: patients.length });
  result.dangling += staging.danglingContained();
  for (const [index, id] of patients.entries()) {
    options.signal?.throwIfAborted();
    const gathered = await gatherPatient(id, staging, storedPatient(db, id), options.catalogue ?? observationCatalogue);
    const fields = keepKnown(db, gathered);
    if (fields.length > 0) result.kept.push({ id, fields });
    const added = await writeGathered(db, gathered, options.onWritten);
    result.patients.push({ id, name: gathered.name ?? storedName(db, id) });
    result.dangling += gathered.dangling;
    result.duplicates += gathered.duplicates;
    result.added.nodes += added.nodes;
    result.added.edges += added.edges;
    for (const node of gathered.content.nodes) {
      if (node.shared && seenTypes.has(node.uuid)) continue;
      if (node.shared) seenTypes.add(node.uuid);
      count(result.nodes, node.label);
    }
    for (const edge of gathered.content.edges) count(result.edges, edge.type);
    progress.update({ patients_done: index + 1 });
    await takeTurn();
  }
  const left = await surveyUnowned(staging);
  result.dangling += left.dangling;
  for (const [type, n] of Object.entries(left.skipped)) count(result.skipped, type, n);
}

interface Progress {
  now: ImportProgress;
  update(change: Partial<ImportProgress>): void;
}

function startProgress(sources: readonly Source[], { onProgress }: ImportOptions): Progress {
  const sizes = sources.map((source) => source.size);
  const now: ImportProgress = {
    phase: 'reading',
    file: null,
    files: sources.length,
    files_done: 0,
    bytes: 0,
    total_bytes: sizes.reduce<number | null>(
      (sum, size) => (sum === null || size === undefined ? null : sum + size),
      0,
    ),
    resources: 0,
    patients: 0,
    patients_done: 0,
  };
  return {
    now,
    update(change) {
      Object.assign(now, change);
      onProgress?.({ ...now });
    },
  };
}

function emptyResult(): ImportResult {
  return {
    patients: [],
    nodes: {},
    edges: {},
    resources: {},
    skipped: {},
    dangling: 0,
    added: { nodes: 0, edges: 0 },
    duplicates: 0,
    kept: [],
    failed: [],
    ms: 0,
  };
}
