/** The desk at which an index is asked: reading, keyword and semantic search put together behind the contract. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { openBreath } from '../kernel/breath.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Log, silentLog } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { answer } from './asking.ts';
import { type Embedding, openEmbedding } from './embedding.ts';
import type { Holdings, StoredScope, Volume } from './holdings.ts';
import { indexFiles, indexVolumes, stopIfAborted } from './indexing.ts';
import { type Keepers, readable, requireOwn } from './keepers.ts';
import { loadSynonyms, type Synonyms } from './keyword/synonyms.ts';
import { KNOWLEDGE, knowledgeVolumesGently } from './knowledge.ts';
import { openLocalHoldings } from './local/holdings.ts';
import { checkQuery, checkScope, unknownScope } from './request.ts';
import type { IndexReport, IndexRequest, KeptPassage, ScopeInfo, Search, SearchQuery, SearchResult } from './search.ts';
import type { Embedder } from './semantic/embedder.ts';
import { borrowEmbedder } from './semantic/shared-embedder.ts';
import { openSharedHoldings, type SharedOptions } from './shared/holdings.ts';
import { watchPaths } from './watching.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly search?: OpenSearch;
  }
}

export interface SearchOptions {
  /** The home folder: the index is its file `search.db`. */
  readonly dir: string;
  /** Keeps the index in a Postgres database instead, together with all who do the same. */
  readonly shared?: SharedOptions | undefined;
  readonly log?: Log | undefined;
  /** Default true. False: keyword search only, no worker, no model. */
  readonly embeddings?: boolean | undefined;
  /** The clock that says when a scope was brought up to date. */
  readonly now?: (() => number) | undefined;
  /** Whose scopes are. */
  readonly keepers?: Keepers | undefined;
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
  /** Files below this folder, of whosever scopes, that were read and are not there any more. */
  gone(folder: string): Promise<string[]>;
  /** Resolves when no embedding is under way in the background. */
  settled(): Promise<void>;
}

export function openSearch(options: SearchOptions): OpenSearch {
  return new Desk(options);
}

class Desk implements OpenSearch {
  readonly #holdings: Holdings;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #keepers: Keepers;
  readonly #embedder: Embedder | undefined;
  readonly #embedding: Embedding | undefined;
  readonly #closing = new AbortController();
  /** One for all who ask: many that are short keep others waiting as one that is long. */
  readonly #breathe = openBreath();
  readonly #watches = new Set<{ close(): Promise<void> }>();
  #synonyms: Synonyms | undefined;
  #knowledge: Promise<void> | undefined;
  #line: Promise<unknown> = Promise.resolve();

  constructor({ dir, shared, log = silentLog, embeddings = true, now = systemClock.now, keepers }: SearchOptions) {
    this.#now = now;
    this.#keepers = keepers ?? (() => new Map());
    this.#holdings = shared === undefined ? openLocalHoldings(dir, log) : openSharedHoldings(shared, log);
    this.#log = log;
    if (!embeddings) return;
    this.#embedder = borrowEmbedder();
    this.#embedding = openEmbedding(this.#holdings, this.#embedder, () => this.#line, this.#closing.signal, log);
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const started = performance.now();
    const { match = 'hybrid', top = 10, filter } = checkQuery(query);
    this.#stopIfClosed();
    stopIfAborted(query.signal);
    const asked = await this.#scopesOf(query.scopes);
    const scopes = new Set(asked.map(({ id }) => id));
    const warnings: string[] = [];
    const vector = match === 'keyword' ? undefined : await this.#vectorOf(query, asked, warnings);
    this.#stopIfClosed();
    stopIfAborted(query.signal);
    this.#synonyms ??= loadSynonyms();
    const names = new Map(asked.map(({ id, name }) => [id, name]));
    const question = { query: query.query, match, top, scopes, names, filter, vector, signal: query.signal };
    const { hits, total } = await answer(question, this.#holdings, this.#synonyms);
    return { hits, total, ms: performance.now() - started, warnings };
  }

  async index(request: IndexRequest): Promise<IndexReport> {
    this.#requireOwn(request.scope);
    this.#stopIfClosed();
    return this.#inLine(async () => {
      const started = performance.now();
      const signal = this.#untilClosed(request.signal);
      const scope = await this.#holdings.scope(request.scope);
      const report = await indexFiles({ ...request, signal }, scope, this.#holdings);
      await this.#embedAsked(scope, { ...request, signal });
      this.#log.info({ scope: request.scope, files: report.files, chunks: report.chunks }, 'indexed');
      return { scope: request.scope, ...report, ms: performance.now() - started };
    });
  }

  async indexDocuments(request: DocumentsRequest): Promise<IndexReport> {
    this.#requireOwn(request.scope);
    this.#stopIfClosed();
    return this.#inLine(async () => {
      const started = performance.now();
      const signal = this.#untilClosed(request.signal);
      const scope = await this.#holdings.scope(request.scope);
      const volumes = [];
      for await (const document of request.documents) {
        stopIfAborted(signal);
        volumes.push(toVolume(document, request.scope));
      }
      const report = await indexVolumes(volumes, scope, this.#holdings);
      await this.#embedAsked(scope, { ...request, signal });
      return { scope: request.scope, ...report, skipped: [], partly: [], ms: performance.now() - started };
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

  async copyTo(path: string): Promise<void> {
    await this.#holdings.copyTo?.(path);
  }

  async contents(scope: string, file?: string): Promise<KeptPassage[]> {
    this.#stopIfClosed();
    const [found] = await this.#scopesOf([scope]);
    return this.#holdings.contents((found as StoredScope).id, file);
  }

  async gone(folder: string): Promise<string[]> {
    const scopes = await this.#holdings.scopes();
    const files = await Promise.all(scopes.map(({ id }) => this.#holdings.files(id)));
    return files
      .flat()
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`${folder}${sep}`) && !existsSync(path));
  }

  async scopes(): Promise<ScopeInfo[]> {
    this.#stopIfClosed();
    await this.#openKnowledge();
    const backend = await this.#holdings.backend();
    const there = await this.#readable();
    const scopes: ScopeInfo[] = [];
    for (const { id, name, updated } of there) {
      const counts = await this.#holdings.counts(id);
      scopes.push({
        scope: name,
        ...counts,
        ...(updated === null || updated === undefined ? {} : { updated }),
        backend,
      });
      await this.#breathe();
    }
    return scopes;
  }

  async drop(scope: string): Promise<void> {
    this.#stopIfClosed();
    this.#requireOwn(scope);
    await this.#inLine(async () => {
      const there = await this.#readable();
      const found = there.find(({ name }) => name === scope);
      if (found === undefined) throw unknownScope([scope], namesOf(there));
      await this.#holdings.dropScope(found.id);
    });
  }

  async settled(): Promise<void> {
    await this.#line.catch(() => {});
    await this.#embedding?.settled();
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new ConsiliumError('SEARCH_CLOSED', 'The search index has been closed.'));
    await Promise.all([...this.#watches].map((watch) => watch.close()));
    await this.#knowledge?.catch(() => {});
    await this.settled();
    await this.#embedder?.close();
    await this.#holdings.close();
  }

  async #embedAsked(scope: number, request: Pick<IndexRequest, 'embeddings' | 'signal' | 'onProgress'>): Promise<void> {
    const embeds = request.embeddings !== false;
    await this.#holdings.touchScope(scope, this.#now(), embeds);
    this.#embedding?.forget(scope);
    if (embeds) await this.#embedding?.embed(scope, request);
  }

  async #vectorOf(
    query: SearchQuery,
    scopes: readonly StoredScope[],
    warnings: string[],
  ): Promise<Float32Array | undefined> {
    if (this.#embedder === undefined || this.#embedding === undefined) {
      warnings.push('Embeddings are off: found by words alone.');
      return undefined;
    }
    const tally = await this.#holdings.tally(new Set(scopes.map(({ id }) => id)));
    this.#embedding.resume(scopes, tally);
    const sum = (of: 'passages' | 'embedded') => [...tally.values()].reduce((all, each) => all + each[of], 0);
    const passages = sum('passages');
    const embedded = sum('embedded');
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

  async #scopesOf(names: readonly string[] | undefined): Promise<StoredScope[]> {
    if (names === undefined || names.includes(KNOWLEDGE)) await this.#openKnowledge();
    const there = await this.#readable();
    const known = new Set(namesOf(there));
    const unknown = (names ?? []).filter((name) => !known.has(name));
    if (unknown.length > 0) throw unknownScope(unknown, known);
    return names === undefined ? there : there.filter(({ name }) => names.includes(name));
  }

  async #readable(): Promise<StoredScope[]> {
    const isReadable = readable(this.#keepers);
    return (await this.#holdings.scopes()).filter(({ name }) => isReadable(name));
  }

  #requireOwn(scope: string): void {
    checkScope(scope);
    requireOwn(scope, this.#keepers);
  }

  /** Once; where it fails, the next who asks tries again. */
  #openKnowledge(): Promise<void> {
    this.#knowledge ??= this.#readKnowledge().catch((thrown) => {
      this.#knowledge = undefined;
      throw thrown;
    });
    return this.#knowledge;
  }

  /** Words are there at once; meaning follows in the background. */
  async #readKnowledge(): Promise<void> {
    const scope = await this.#holdings.scope(KNOWLEDGE);
    await indexVolumes(await knowledgeVolumesGently(), scope, this.#holdings);
    await this.#holdings.touchScope(scope, this.#now(), true);
    await this.#embedding?.takeShipped(scope);
    this.#embedding?.embedLater(scope);
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#line.catch(() => {}).then(work);
    this.#line = next;
    next.catch(() => {});
    return next;
  }

  #untilClosed(signal: AbortSignal | undefined): AbortSignal {
    return AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
  }

  #stopIfClosed(): void {
    stopIfAborted(this.#closing.signal);
  }
}

function namesOf(scopes: readonly StoredScope[]): string[] {
  return scopes.map(({ name }) => name);
}

function toVolume({ id, title, text }: PlainDocument, scope: string): Volume {
  const hash = createHash('sha256').update(`${title}\0${text}`).digest('hex');
  const source = { source_type: 'internal_doc', title: title || id, service: scope } as const;
  return {
    facts: { path: id, name: id, hash, mtime: 0, size: text.length, settled: true },
    passages: [{ key: id, title, text, start: 0, end: text.length, source }],
  };
}
