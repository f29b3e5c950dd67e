/** How long a peer asks to be left alone: read from its answer, and handed on in ours. */
import type { ConsiliumError } from '../kernel/index.ts';

/** Nobody is kept away for longer, whatever a peer says. */
const LONGEST_MS = 24 * 3_600_000;

/** Retry-After as seconds or a date; undefined where it is neither. */
export function readRetryAfter(written: string | undefined, now: number): number | undefined {
  if (written === undefined || written.trim() === '') return undefined;
  const seconds = Number(written);
  const ms = Number.isNaN(seconds) ? Date.parse(written) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS);
}

/** What a peer behind us asked for, where one did; else a moment for what is over soon. */
export function retryAfterHeaders(
  status: number,
  { details }: Pick<ConsiliumError, 'details'>,
): Record<string, string> {
  const asked = details?.['retryAfterMs'];
  if (typeof asked === 'number') return { 'retry-after': String(Math.ceil(asked / 1000)) };
  return status === 429 || status === 503 ? { 'retry-after': '1' } : {};
}
