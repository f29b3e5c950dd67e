/**
 * What can go wrong with a database elsewhere, as errors that say what to do. Postgres quotes values in its messages,
 * and those are passages: only its five-letter codes leave this file.
 */
import { ConsiliumError } from '../../kernel/errors.ts';

/** `place`: host, port and database, without user and password. */
export function toFailure(thrown: unknown, place: string): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  const code = codeOf(thrown);
  if (REFUSALS[code] !== undefined) return unavailable(place, REFUSALS[code], false);
  if (code === '57014')
    return new ConsiliumError('SEARCH_TIMEOUT', `The search database ${place} took too long and was stopped.`, {
      retryable: true,
      hint: 'Ask for less (a scope, a filter), or try again when the database is less busy.',
    });
  if (code === '53100' || code === '53200')
    return new ConsiliumError('STORAGE_FULL', `The search database ${place} has no room left.`, {
      hint: 'Give it more; what was stored before is safe.',
    });
  if (isLost(thrown) || /^[A-Z_]{4,}$/.test(code) || code.startsWith('53') || isTimeout(thrown))
    return unavailable(place, undefined, true);
  return new ConsiliumError(
    'SEARCH_FAILED',
    `The search database ${place} refused a statement (${code || 'no code'}).`,
  );
}

/** The connection broke, or two transactions stood in each other's way: worth one more attempt. */
export function isLost(thrown: unknown): boolean {
  const code = codeOf(thrown);
  if (['ECONNRESET', 'EPIPE', '57P01', '57P02', '40001', '40P01'].includes(code) || code.startsWith('08')) return true;
  return (
    thrown instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(thrown.message)
  );
}

/** The tables are not as they were when they were opened: somebody dropped them, or brought pgvector. */
export function isStale(thrown: unknown): boolean {
  return ['42P01', '42703', '3F000', '23502'].includes(codeOf(thrown));
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && /timeout/i.test(thrown.message);
}

function codeOf(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

const REFUSALS: Record<string, string> = {
  '28P01': 'It does not accept the password of CONSILIUM_SEARCH_URL.',
  '28000': 'It does not let this user in from here.',
  '3D000': 'There is no database of that name.',
  '42501': 'The user may not create or use the schema consilium_search there.',
  '25006': 'It takes reads only.',
};

function unavailable(place: string, why: string | undefined, retryable: boolean): ConsiliumError {
  const says = why ?? 'It does not answer, or the connection was lost.';
  return new ConsiliumError('SEARCH_UNAVAILABLE', `The search database ${place} cannot be used. ${says}`, {
    retryable,
    hint: 'Check CONSILIUM_SEARCH_URL and that the server runs; without the variable the index is kept on this machine.',
  });
}
