/**
 * Old runs are retired by policy: a run of a function or a pipeline that ended so many days ago is deleted with its input and
 * its log. What it was asked to keep as an artifact stays: that belongs to the user.
 */
import { ConsiliumError, type Store } from '../kernel/index.ts';

const DAY = 24 * 60 * 60_000;
const USUAL_DAYS = 90;
const MOST = 100_000;

/** `CONSILIUM_KEEP_RUNS_DAYS`: a number of days, or `off` for ever; undefined: nothing is retired. */
export function keepDays(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const said = env['CONSILIUM_KEEP_RUNS_DAYS']?.trim() ?? '';
  if (said === '') return USUAL_DAYS;
  if (said.toLowerCase() === 'off') return undefined;
  const days = Number(said);
  if (Number.isFinite(days) && days > 0) return days;
  throw new ConsiliumError(
    'CONFIG_INVALID',
    `CONSILIUM_KEEP_RUNS_DAYS is "${said.slice(0, 40)}"; it is a number of days above 0, or off.`,
  );
}

/** How many were deleted. One that is still open is left alone, however old. */
export async function retireRuns(store: Store, apps: readonly string[], days: number, now: number): Promise<number> {
  let retired = 0;
  for (const app of apps)
    for (const { id, open, updated } of await store.sessions({ app, limit: MOST }))
      if (open === null && updated < now - days * DAY && (await store.deleteSession(id))) retired++;
  return retired;
}
