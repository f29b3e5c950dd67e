/**
 * One embedder for the process: search and functions borrow it, so that the model is in memory once for each thread. Who
 * gives it back loses only what they asked for; the last one to do so ends the threads.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import { type Embedder, openEmbedder } from './embedder.ts';

let own: { readonly embedder: Embedder; borrowers: number } | undefined;

export function borrowEmbedder(): Embedder {
  own ??= { embedder: openEmbedder(), borrowers: 0 };
  const held = own;
  held.borrowers++;
  const closing = new AbortController();
  const until = (signal: AbortSignal | undefined) =>
    signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
  return {
    query: (text, signal) => withEnd(held.embedder.query(text, signal), closing.signal),
    passages: (texts, onVector, signal) => held.embedder.passages(texts, onVector, until(signal)),
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new ConsiliumError('SEARCH_CLOSED', 'The search index has been closed.'));
      held.borrowers--;
      if (held.borrowers > 0) return;
      if (own === held) own = undefined;
      await held.embedder.close();
    },
  };
}

/** A query's vector is kept for whoever asks next: giving up on it does not end it. */
function withEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
