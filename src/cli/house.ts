/** The app as commands get it: the one that is open already where they run inside its owner, or one of their own. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, type AppOptions, openApp } from '../app/index.ts';
import { type Acting, actAs, type Clock, machineUser, readClock, toConsiliumError } from '../kernel/index.ts';
import type { Home } from '../storage/index.ts';
import { cliLog } from './log.ts';
import { commandName, lentApp, terminal } from './terminal.ts';

export async function withApp<T>(
  options: { home?: string | undefined; clock?: string | undefined },
  work: (app: App) => T | Promise<T>,
  more: Omit<AppOptions, 'home'> = {},
): Promise<T> {
  const lent = lentApp();
  if (lent !== undefined) return actAs(visitor(), () => work(lent));
  const app = await openOwn({ log: cliLog(), ...more, home: options.home, clock: clockOf(options) });
  try {
    return await actAs(visitor(), () => work(app));
  } finally {
    await app.close();
  }
}

/** For the trail: whoever sits at this machine, and the command that they called. */
export function visitor(): Acting {
  return { principal: machineUser(), actor: 'command line', why: commandName() };
}

/** What a command shows of somebody's things is on the trail: one row, with which thing or how many. */
export function noteRead({ audit }: Home, what: string, shown: readonly unknown[] | string): void {
  if (shown.length === 0) return;
  const object = typeof shown === 'string' ? shown : `${shown.length} ${what.slice(what.lastIndexOf('/') + 1)}`;
  audit.write({ ...visitor(), action: `read:${what}`, object });
}

/** The clock that --clock starts, if it was given. */
export function clockOf({ clock }: { clock?: string | undefined }): Clock | undefined {
  return clock === undefined ? undefined : readClock(clock);
}

/** A path as the person wrote it, from the folder that they are in. */
export function here(path: string): string {
  return resolve(terminal().cwd, path);
}

const PATIENCE = 5_000;

/** Another command may be at work for a moment; who stays longer is named in the error. */
async function openOwn(options: AppOptions): Promise<App> {
  for (const began = Date.now(); ; await sleep(100))
    try {
      return openApp(options);
    } catch (thrown) {
      if (toConsiliumError(thrown).code !== 'HOME_LOCKED' || Date.now() - began > PATIENCE) throw thrown;
    }
}
