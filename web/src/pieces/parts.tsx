/** What every page needs: waiting, and saying what went wrong. */
import { ApiError } from '../api.ts';

export function Loading() {
  return (
    <div className="skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

export function Failure({ error }: { error: Error }) {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error instanceof ApiError && error.hint && <p className="soft">{error.hint}</p>}
    </div>
  );
}

/** Text as it is; what scrolls must be reachable by keyboard. */
export function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className="code" tabIndex={0}>
      {text}
    </pre>
  );
}

export function sayTime(time: number | string): string {
  return new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

export function sayMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** 1 warning, 2 warnings. */
export function sayCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

export function sayBytes(bytes: number): string {
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} kB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
