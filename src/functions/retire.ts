/**
 * Old runs are retired by policy: a run of a function or a pipeline that ended so many days ago is deleted with its input and
 * its log. What it was asked to keep as an artifact stays: that belongs to the user.
 */
import { type Clock, ConsiliumError, type Env, type Log, type Store, toConsiliumError } from '../kernel/index.ts';

const DAY = 24 * 60 * 60_000;
const USUAL_DAYS = 90;
const MOST = 100_000;

/** `CONSILIUM_KEEP_RUNS_DAYS`: a number of days, or `off` for ever; undefined: nothing is retired. */
export function keepDays(env: Env): number | undefined {
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

export interface Retiring {
  readonly store: Store;
  readonly app: string;
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
}

/** Retires the old runs of an app now and once a day; what it returns ends that, when the last round is over. */
export function retireDaily({ store, app, env, clock, log }: Retiring): () => Promise<void> {
  const days = keepDays(env);
  if (days === undefined) return async () => {};
  let callOff = () => {};
  const retire = async () => {
    callOff = clock.after(DAY, next, true);
    try {
      const retired = await retireRuns(store, [app], days, clock.now());
      if (retired > 0) log.info({ app, retired, days }, 'old runs were retired');
    } catch (thrown) {
      log.warn({ app, code: toConsiliumError(thrown).code }, 'old runs could not be retired');
    }
  };
  let round = Promise.resolve();
  const next = () => {
    round = round.then(retire);
  };
  next();
  return async () => {
    callOff();
    await round;
    callOff();
  };
}
