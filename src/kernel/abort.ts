/** Waits for `work`, but no longer than until the signal fires: whoever ignores it must not hold the turn. */
export function untilAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal): T | Promise<T> {
  if (typeof (work as PromiseLike<T> | null | undefined)?.then !== 'function') return work as T;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    (work as PromiseLike<T>).then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (thrown) => {
        signal.removeEventListener('abort', onAbort);
        reject(thrown);
      },
    );
  });
}
