/**
 * Threads: work that a stranger's text can make long, off the thread that everybody shares. Whatever needs nothing but its
 * arguments is an export of some module; a thread loads that module and calls it, with a limit of time that really ends
 * it and a limit of memory. Long work never takes the last thread, and one caller's never two, so that nobody's long text
 * keeps another's short one waiting. May touch: the kernel's errors.
 */

export { aside, callAside, Held, keepsThreads, keepThreads, openHeld, warmThreads } from './aside.ts';
export { createLoading, loadBefore } from './loading.ts';
export { createPool, type Job, type Pool, type PoolOptions } from './pool.ts';
