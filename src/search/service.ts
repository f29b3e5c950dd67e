/** Opens the index of a home folder, and puts reading, keyword and semantic search together behind the contract. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Log, silentLog } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { guardDisk, openDatabase } from '../storage/index.ts';
import { answer } from './asking.ts';
import { indexFiles, indexVolumes, stopIfAborted } from './indexing.ts';
import { loadSynonyms, type Synonyms } from './keyword/synonyms.ts';
import { KNOWLEDGE, knowledgeVolumes, type Volume } from './knowledge.ts';
import type { IndexReport, IndexRequest, ScopeInfo, Search, SearchQuery, SearchResult } from './search.ts';
import type { Embedder } from './semantic/embedder.ts';
import { openEmbedder } from './semantic/embedder.ts';
import { asSigned, openShelf, type Shelf } from './shelf.ts';
import { readShipped } from './shipped.ts';
import { openStore, type Store } from './store.ts';
import { watchPaths } from './watching.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly search?: Search;
  }
}

export interface SearchOptions {
  /** The home folder: the index is its file `search.db`. */
  readonly dir: string;
  readonly log?: Log | undefined;
  /** Default true. False: keyword search only, no worker, no model. */
  readonly embeddings?: boolean | undefined;
}

/** A text that is no file: one passage, found again under its id. */
export interface PlainDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface DocumentsRequest extends Pick<IndexRequest, 'scope' | 'embeddings' | 'signal' | 'onProgress'> {
  readonly documents: Iterable<PlainDocument> | AsyncIterable<PlainDocument>;
}

export interface OpenSearch extends Search {
  /** Makes these the scope's documents: all others leave it. */
  indexDocuments(request: DocumentsRequest): Promise<IndexReport>;
  /** Resolves when no embedding is under way in the background. */
  settled(): Promise<void>;
}

export function openSearch(options: SearchOptions): OpenSearch {
  return new Desk(options);
}

class Desk implements OpenSearch {
  readonly #store: Store;
  readonly #db: ReturnType<typeof openDatabase>;
  readonly #log: Log;
  readonly #embedder: Embedder | undefined;
  readonly #closing = new AbortController();
  readonly #watches = new Set<{ close(): Promise<void> }>();
  /** Scopes whose passages are being embedded in the background, or were. */
  readonly #resumed = new Set<number>();
  #shelf: Shelf | undefined;
  #synonyms: Synonyms | undefined;
  #knowledge: number | undefined;
  #line: Promise<unknown> = Promise.resolve();
  #background: Promise<void> = Promise.resolve();

  constructor({ dir, log = silentLog, embeddings = true }: SearchOptions) {
    mkdirSync(dir, { recursive: true });
    const path = join(dir, 'search.db');
    this.#db = openLocked(path);
    this.#store = openStore(this.#db, path);
    this.#log = log;
    this.#embedder = embeddings ? openEmbedder() : undefined;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const started = performance.now();
    const { match = 'hybrid', top = 10, filter } = checkQuery(query);
    this.#stopIfClosed();
    const scopes = this.#scopesOf(query.scopes);
    const warnings: string[] = [];
    const vector = match === 'keyword' ? undefined : await this.#vectorOf(query, scopes, warnings);
    this.#stopIfClosed();
    stopIfAborted(query.signal);
    this.#synonyms ??= loadSynonyms();
    const question = { query: query.query, match, top, scopes, filter, vector };
    const found = answer(question, this.#open(), this.#store, this.#synonyms);
    const names = new Map(this.#store.scopes().map(({ id, name }) => [id, name]));
    return {
      hits: found.hits.map((hit, i) => ({ ...hit, scope: names.get(found.scopes[i] as number) ?? '' })),
      total: found.total,
      ms: performance.now() - started,
      warnings,
    };
  }

  async index(request: IndexRequest): Promise<IndexReport> {
    checkScope(request.scope);
    this.#stopIfClosed();
    return this.#inLine(() => this.#index(request));
  }

  async indexDocuments(request: DocumentsRequest): Promise<IndexReport> {
    checkScope(request.scope);
    this.#stopIfClosed();
    return this.#inLine(async () => {
      const started = performance.now();
      const signal = AbortSignal.any([this.#closing.signal, ...(request.signal ? [request.signal] : [])]);
      const scope = this.#store.scope(request.scope);
      const volumes = [];
      for await (const document of request.documents) {
        stopIfAborted(signal);
        volumes.push(toVolume(document, request.scope));
      }
      const report = indexVolumes(volumes, scope, this.#store, () => this.#open());
      await this.#embedAsked(scope, { ...request, signal });
      return { scope: request.scope, ...report, skipped: [], ms: performance.now() - started };
    });
  }

  async watch(request: IndexRequest & { onReport?: (report: IndexReport) => void }) {
    const report = (found: IndexReport) => request.onReport?.(found);
    let last: Promise<unknown> = Promise.resolve();
    const again = () => {
      last = this.index(request).then(report, (thrown) => {
        this.#log.warn({ scope: request.scope, code: (thrown as { code?: string }).code }, 'indexing again failed');
      });
    };
    // Watched before it is read: what changes in between is then seen, not missed.
    const watching = watchPaths(request.paths, again);
    const watch = {
      close: async () => {
        watching.close();
        this.#watches.delete(watch);
        await last;
      },
    };
    this.#watches.add(watch);
    try {
      report(await this.index(request));
    } catch (thrown) {
      await watch.close();
      throw thrown;
    }
    return watch;
  }

  scopes(): ScopeInfo[] {
    this.#stopIfClosed();
    this.#openKnowledge();
    return this.#store.scopes().map(({ id, name, updated }) => ({
      scope: name,
      ...this.#store.counts(id),
      ...(updated === null || updated === undefined ? {} : { updated }),
    }));
  }

  drop(scope: string): void {
    this.#stopIfClosed();
    checkScope(scope);
    const found = this.#store.scopes().find(({ name }) => name === scope);
    if (found === undefined) throw this.#unknownScope([scope]);
    const shelf = this.#open();
    const files = this.#store.files(found.id);
    this.#store.dropScope(found.id);
    for (const { id } of files) shelf.remove(id);
  }

  async settled(): Promise<void> {
    await this.#line.catch(() => {});
    await this.#background;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new ConsiliumError('SEARCH_CLOSED', 'The search index has been closed.'));
    await Promise.all([...this.#watches].map((watch) => watch.close()));
    await this.#line.catch(() => {});
    await this.#background;
    await this.#embedder?.close();
    this.#keepSnapshot();
    this.#db.close();
  }

  async #index(request: IndexRequest): Promise<IndexReport> {
    const started = performance.now();
    const signal = AbortSignal.any([this.#closing.signal, ...(request.signal ? [request.signal] : [])]);
    const scope = this.#store.scope(request.scope);
    const report = await indexFiles({ ...request, signal }, scope, this.#store, () => this.#open());
    await this.#embedAsked(scope, { ...request, signal });
    this.#log.info({ scope: request.scope, files: report.files, chunks: report.chunks }, 'indexed');
    return { scope: request.scope, ...report, ms: performance.now() - started };
  }

  async #embedAsked(scope: number, request: Pick<IndexRequest, 'embeddings' | 'signal' | 'onProgress'>): Promise<void> {
    const embeds = request.embeddings !== false;
    this.#store.touchScope(scope, Date.now(), embeds);
    this.#resumed.delete(scope);
    if (embeds) await this.#embed(scope, request);
  }

  /** Gives every passage of the scope its vector; what was embedded before is not embedded again. */
  async #embed(scope: number, { signal, onProgress }: Pick<IndexRequest, 'signal' | 'onProgress'>): Promise<void> {
    if (this.#embedder === undefined) return;
    const waiting = this.#store.unembedded(scope);
    let ready: { digest: Uint8Array; vector: Int8Array }[] = [];
    let done = 0;
    const flush = () => {
      this.#store.addVectors(
        ready.map(({ digest, vector }) => ({
          digest,
          vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.length),
        })),
      );
      for (const { digest, vector } of ready) this.#open().addVector(digest, vector);
      ready = [];
    };
    try {
      await this.#embedder.passages(
        waiting.map(({ text }) => text),
        (index, vector) => {
          ready.push({ digest: (waiting[index] as { digest: Uint8Array }).digest, vector });
          done++;
          if (ready.length < EMBEDDED_AT_ONCE) return;
          flush();
          onProgress?.({ phase: 'embedding', done, total: waiting.length });
        },
        signal,
      );
    } finally {
      flush();
    }
    if (waiting.length > 0) onProgress?.({ phase: 'embedding', done, total: waiting.length });
  }

  async #vectorOf(
    query: SearchQuery,
    scopes: ReadonlySet<number>,
    warnings: string[],
  ): Promise<Float32Array | undefined> {
    if (this.#embedder === undefined) {
      warnings.push('Embeddings are off: found by words alone.');
      return undefined;
    }
    this.#resume(scopes);
    const { passages, embedded } = this.#open().count(scopes);
    if (embedded < passages)
      warnings.push(
        `${passages - embedded} of ${passages} passages have no embedding yet: those are found by words alone.`,
      );
    if (embedded === 0) return undefined;
    try {
      return await this.#embedder.query(query.query, query.signal);
    } catch (thrown) {
      stopIfAborted(query.signal);
      this.#log.warn({ error: (thrown as Error).message }, 'the query could not be embedded');
      warnings.push('The embedding model failed: found by words alone.');
      return undefined;
    }
  }

  #scopesOf(names: readonly string[] | undefined): Set<number> {
    if (names === undefined || names.includes(KNOWLEDGE)) this.#openKnowledge();
    const known = new Map(this.#store.scopes().map(({ id, name }) => [name, id]));
    const unknown = (names ?? []).filter((name) => !known.has(name));
    if (unknown.length > 0) throw this.#unknownScope(unknown);
    return new Set(names?.map((name) => known.get(name) as number) ?? known.values());
  }

  /** Words are there at once; meaning follows in the background. */
  #openKnowledge(): void {
    if (this.#knowledge !== undefined) return;
    const scope = this.#store.scope(KNOWLEDGE);
    indexVolumes(knowledgeVolumes(), scope, this.#store, () => this.#open());
    this.#store.touchScope(scope, Date.now(), true);
    this.#knowledge = scope;
    if (this.#embedder === undefined) return;
    this.#takeShipped(scope);
    this.#embedLater(scope);
  }

  /** The vectors that came with the knowledge base, where they are not here yet. */
  #takeShipped(scope: number): void {
    const waiting = new Set(this.#store.unembedded(scope).map(({ digest }) => hexOf(digest)));
    if (waiting.size === 0) return;
    try {
      const vectors = readShipped().filter(({ digest }) => waiting.has(hexOf(digest)));
      this.#store.addVectors(vectors);
      for (const { digest, vector } of vectors) this.#open().addVector(digest, asSigned(vector));
    } catch (thrown) {
      this.#log.warn({ error: (thrown as Error).message }, 'the vectors of the knowledge base cannot be used');
    }
  }

  /** What an earlier process was to embed and did not come to is embedded now. */
  #resume(scopes: ReadonlySet<number>): void {
    for (const { id, embeds } of this.#store.scopes()) {
      if (!scopes.has(id) || !embeds || this.#resumed.has(id)) continue;
      const { passages, embedded } = this.#open().count(new Set([id]));
      if (embedded < passages) this.#embedLater(id);
    }
  }

  /** One scope after another, behind whatever indexes now: that may embed the same passages. */
  #embedLater(scope: number): void {
    this.#resumed.add(scope);
    const embed = async () => {
      await this.#line.catch(() => {});
      this.#stopIfClosed();
      await this.#embed(scope, { signal: this.#closing.signal });
    };
    this.#background = this.#background.then(embed).catch((thrown) => {
      if (!this.#closing.signal.aborted)
        this.#log.warn({ error: (thrown as Error).message }, 'passages could not be embedded');
    });
  }

  #open(): Shelf {
    const worn = this.#shelf?.isWorn();
    if (worn) this.#shelf = undefined;
    this.#shelf ??= openShelf(this.#store, worn ? undefined : this.#store.snapshot());
    return this.#shelf;
  }

  /** So that the next process opens at once. The index is whole without it. */
  #keepSnapshot(): void {
    if (this.#shelf === undefined || this.#shelf.postings.size < SNAPSHOT_FROM) return;
    try {
      if (!this.#store.hasSnapshot()) this.#store.writeSnapshot(this.#shelf.snapshot());
    } catch (thrown) {
      this.#log.warn({ code: (thrown as { code?: string }).code }, 'the index could not be kept for a quick start');
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#line.catch(() => {}).then(work);
    this.#line = next;
    next.catch(() => {});
    return next;
  }

  #unknownScope(names: readonly string[]): ConsiliumError {
    const there = [...new Set([KNOWLEDGE, ...this.#store.scopes().map(({ name }) => name)])].sort();
    return new ConsiliumError('SCOPE_UNKNOWN', `There is no scope ${names.map((name) => `"${name}"`).join(', ')}.`, {
      hint: `There are: ${there.join(', ')}.`,
      details: { scopes: there },
    });
  }

  #stopIfClosed(): void {
    stopIfAborted(this.#closing.signal);
  }
}

/** So many vectors are written at once, and lost at most where the process dies. */
const EMBEDDED_AT_ONCE = 32;
/** Fewer passages than this are read as fast without a snapshot. */
const SNAPSHOT_FROM = 1000;

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('hex');
}

function toVolume({ id, title, text }: PlainDocument, scope: string): Volume {
  const hash = createHash('sha256').update(`${title}\0${text}`).digest('hex');
  const source = { source_type: 'internal_doc', title: title || id, service: scope } as const;
  return {
    facts: { path: id, name: id, hash, mtime: 0, size: text.length, settled: true },
    passages: [{ key: id, title, text, start: 0, end: text.length, source }],
  };
}

function openLocked(path: string): ReturnType<typeof openDatabase> {
  try {
    return guardDisk(path, () => openDatabase(path));
  } catch (thrown) {
    if (!(thrown instanceof ConsiliumError) || thrown.code !== 'STORAGE_BUSY') throw thrown;
    throw new ConsiliumError('SEARCH_LOCKED', `Another process is using the search index ${path}.`, {
      retryable: true,
      hint: 'Stop it, ask it over HTTP, or use another folder with --home.',
      cause: thrown,
    });
  }
}

const querySchema = z.object({
  query: z.string().trim().min(1, 'A query has words.').max(20_000, 'A query has at most 20000 characters.'),
  scopes: z.array(z.string()).min(1).optional(),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.int().min(1).max(1000).optional(),
  filter: z
    .object({
      source_type: z
        .array(z.enum(['book', 'code', 'schema', 'internal_doc', 'web', 'journal', 'record', 'knowledge']))
        .optional(),
      path: z.string().min(1).optional(),
      ext: z.array(z.string().min(1)).optional(),
    })
    .optional(),
});

function checkQuery(query: SearchQuery): z.infer<typeof querySchema> {
  const parsed = querySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

const scopeSchema = z.object({
  scope: z
    .string()
    .regex(
      /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u,
      'A scope is named by letters, digits, ".", "_" and "-", 64 at most.',
    ),
});

function checkScope(scope: string): void {
  const parsed = scopeSchema.safeParse({ scope });
  if (!parsed.success) throw invalidInput(parsed.error);
  if (scope === KNOWLEDGE)
    throw new ConsiliumError('SCOPE_RESERVED', 'The scope "knowledge" belongs to the knowledge base.', {
      hint: 'Choose another name.',
    });
}

function invalidInput(error: z.ZodError): ConsiliumError {
  const issue = error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.join('.');
  return new ConsiliumError('INPUT_INVALID', `${path}: ${issue.message}`, { details: { path } });
}
