import { Worker } from 'node:worker_threads';
import { ConsiliumError } from '../kernel/errors.ts';

export type DocumentKind = 'pdf' | 'html';

export interface DocumentText {
  readonly title: string;
  readonly text: string;
  /** The same by pages; a page of the web is one. */
  readonly pages: readonly string[];
  /** Its chapters as it names them itself, with the page (from 0) on which each begins. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
  readonly author?: string;
  readonly year?: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** A document of more pages is refused. */
  readonly maxPages?: number;
  /** A document of more text is refused. */
  readonly maxCharacters?: number;
}

/** What a thread is given. */
export interface Task {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  readonly maxCharacters: number;
  readonly largestArray: number;
}

const TIMEOUT_MS = 10_000;
const MAX_PAGES = 1000;
const MAX_CHARACTERS = 10_000_000;
/** Of memory that a script sees, and of one array of bytes: a stream that unpacks to more is a bomb. */
const HEAP_MB = 256;
const LARGEST_ARRAY = 64 * 1024 * 1024;
/** What the process may grow by while a document is read, whoever makes it grow. */
const GROWTH = 768 * 1024 * 1024;
const WATCH_MS = 25;

/** Throws DOCUMENT_UNREADABLE (what is wrong with it), DOCUMENT_TOO_LARGE or DOCUMENT_TIMEOUT; the signal's reason when it is stopped. */
export function readDocument(bytes: Uint8Array, kind: DocumentKind, options: ReadOptions = {}): Promise<DocumentText> {
  const { signal, timeoutMs = TIMEOUT_MS, maxPages = MAX_PAGES, maxCharacters = MAX_CHARACTERS } = options;
  const { promise, resolve, reject } = Promise.withResolvers<DocumentText>();
  // Its own memory: what the thread is given may be handed over and must not be the caller's.
  const task: Task = { kind, bytes: new Uint8Array(bytes), maxPages, maxCharacters, largestArray: LARGEST_ARRAY };
  // Without the flags of the parent: they may name modules that only make sense there.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    transferList: [task.bytes.buffer as ArrayBuffer],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  });
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const clock = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > GROWTH) reject(tooLarge('it needs too much memory'));
  }, WATCH_MS);
  worker.once('message', (read: DocumentText | { failure: string; large?: boolean }) => {
    if (!('failure' in read)) return resolve(read);
    reject(read.large ? tooLarge(read.failure) : unreadable(read.failure));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge('it needs too much memory') : unreadable(error.message),
    ),
  );
  worker.once('exit', () => reject(unreadable('its reader stopped')));
  return promise.finally(() => {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener('abort', stop);
    void worker.terminate();
  });
}

function unreadable(why: string): ConsiliumError {
  return new ConsiliumError('DOCUMENT_UNREADABLE', `The document could not be read: ${why}.`);
}

function tooLarge(why: string): ConsiliumError {
  return new ConsiliumError('DOCUMENT_TOO_LARGE', `The document could not be read: ${why}.`, {
    hint: 'Take the part that matters, or its text.',
  });
}

function tooSlow(timeoutMs: number): ConsiliumError {
  return new ConsiliumError('DOCUMENT_TIMEOUT', `The document could not be read within ${timeoutMs} ms.`);
}
