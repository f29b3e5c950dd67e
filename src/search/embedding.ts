/**
 * Gives passages their vectors: while they are indexed, or later in the background, one scope after another. What was
 * embedded before, here or elsewhere, is not embedded again; what came with the knowledge base is taken from there.
 */
import type { Log } from '../kernel/context.ts';
import type { DigestVector, Holdings, StoredScope, Tally, Unembedded } from './holdings.ts';
import type { IndexRequest } from './search.ts';
import type { Embedder } from './semantic/embedder.ts';
import { readShipped } from './shipped.ts';

export interface Embedding {
  /** Gives every passage of the scope its vector. */
  embed(scope: number, request: Pick<IndexRequest, 'signal' | 'onProgress'>): Promise<void>;
  /** Takes the vectors that came with the knowledge base, where they are not here yet. */
  takeShipped(scope: number): Promise<void>;
  /** What an earlier process was to embed and did not come to is embedded in the background. */
  resume(scopes: readonly StoredScope[], tally: ReadonlyMap<number, Tally>): void;
  embedLater(scope: number): void;
  /** This scope has new passages: if they are not embedded now, somebody may resume it. */
  forget(scope: number): void;
  /** Resolves when nothing is under way in the background. */
  settled(): Promise<void>;
}

/** So many vectors are written at once, and lost at most where the process dies. */
const AT_ONCE = 32;

export function openEmbedding(
  holdings: Holdings,
  embedder: Embedder,
  /** What indexes now: it may embed the same passages, so the background waits for it. */
  line: () => Promise<unknown>,
  closing: AbortSignal,
  log: Log,
): Embedding {
  /** Scopes whose passages are being embedded in the background, or were. */
  const resumed = new Set<number>();
  let background: Promise<void> = Promise.resolve();

  return {
    embed,
    async takeShipped(scope) {
      const waiting = new Set((await holdings.unembedded(scope)).map(({ digest }) => hexOf(digest)));
      if (waiting.size === 0) return;
      try {
        await holdings.addVectors(readShipped().filter(({ digest }) => waiting.has(hexOf(digest))));
      } catch (thrown) {
        log.warn({ error: (thrown as Error).message }, 'the vectors of the knowledge base cannot be used');
      }
    },
    resume(scopes, tally) {
      for (const { id, embeds } of scopes) {
        const { passages, embedded } = tally.get(id) ?? { passages: 0, embedded: 0 };
        if (embeds && embedded < passages && !resumed.has(id)) embedLater(id);
      }
    },
    embedLater,
    forget: (scope) => void resumed.delete(scope),
    settled: () => background,
  };

  async function embed(scope: number, { signal, onProgress }: Pick<IndexRequest, 'signal' | 'onProgress'>) {
    const waiting = await holdings.unembedded(scope);
    if (waiting.length === 0) return;
    await holdings.claim(scope);
    const writer = openVectorWriter(scope);
    let done = 0;
    const tell = () => onProgress?.({ phase: 'embedding', done, total: waiting.length });
    try {
      await embedder.passages(
        waiting.map(({ text }) => text),
        (index, vector) => {
          done++;
          if (writer.add((waiting[index] as Unembedded).digest, vector)) tell();
        },
        signal === undefined ? writer.failed : AbortSignal.any([signal, writer.failed]),
      );
    } finally {
      await writer.close();
    }
    tell();
  }

  /** Writes vectors some at a time, one write after another; `failed` is aborted where one cannot be written. */
  function openVectorWriter(scope: number) {
    const failing = new AbortController();
    let ready: DigestVector[] = [];
    let writing: Promise<unknown> = Promise.resolve();
    const flush = () => {
      const vectors = ready;
      ready = [];
      if (vectors.length === 0) return;
      writing = writing.then(() => holdings.addVectors(vectors)).then(() => holdings.claim(scope));
      writing.catch((thrown) => failing.abort(thrown));
    };
    return {
      failed: failing.signal,
      /** True where this one filled a batch. */
      add(digest: Uint8Array, vector: Int8Array): boolean {
        ready.push({ digest, vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.length) });
        if (ready.length < AT_ONCE) return false;
        flush();
        return true;
      },
      async close() {
        flush();
        await writing;
      },
    };
  }

  function embedLater(scope: number): void {
    resumed.add(scope);
    const work = async () => {
      await line().catch(() => {});
      closing.throwIfAborted();
      if (await holdings.claim(scope)) await embed(scope, { signal: closing });
      else resumed.delete(scope);
    };
    background = background.then(work).catch((thrown) => {
      if (!closing.aborted) log.warn({ error: (thrown as Error).message }, 'passages could not be embedded');
    });
  }
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('hex');
}
