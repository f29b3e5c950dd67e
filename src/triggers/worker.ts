/**
 * What is due is done: occasions become firings, handlers get them, what failed is tried again or kept. The calendar goes
 * by the clock, which may be played; who holds a firing and how long to rest goes by the machine's.
 */
import { hostname } from 'node:os';
import {
  type Acting,
  actAs,
  type Clock,
  ConsiliumError,
  type ErrorShape,
  type Log,
  newId,
  toConsiliumError,
  workClock,
} from '../kernel/index.ts';
import { isHolderGone } from './holder.ts';
import type { TriggerLimits } from './limits.ts';
import { planDue } from './plan.ts';
import type { TriggerStore } from './store.ts';
import type { Firing, Handler, OnLost, Trigger } from './trigger.ts';

export interface WorkerParts {
  readonly store: TriggerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: TriggerLimits;
}

export class Worker {
  readonly #store: TriggerStore;
  readonly #clock: Clock;
  readonly #work: Clock;
  readonly #log: Log;
  readonly #limits: TriggerLimits;
  readonly #handlers = new Map<string, Handler>();
  readonly #onLost = new Map<string, OnLost>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #holder = `${hostname()}:${process.pid}:${newId()}`;
  readonly #stop = new AbortController();
  #wake = Promise.withResolvers<void>();
  #loop: Promise<void> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor({ store, clock, log, limits }: WorkerParts) {
    this.#store = store;
    this.#clock = clock;
    this.#work = workClock(clock);
    this.#log = log;
    this.#limits = limits;
  }

  handle(room: string, handler: Handler, onLost?: OnLost): void {
    this.#handlers.set(room, handler);
    if (onLost !== undefined) this.#onLost.set(room, onLost);
    this.stir();
  }

  handles(room: string): boolean {
    return this.#handlers.has(room);
  }

  /** When there is something to do next. */
  async nextAt(): Promise<number | undefined> {
    return this.#store.nextAt([...this.#handlers.keys()]);
  }

  /** Starts whatever is due now and says how much that was; `drain` waits for it. */
  async tick(): Promise<number> {
    const now = this.#clock.now();
    const plan = (trigger: Trigger) => planDue(trigger, now, this.#limits);
    while ((await this.#store.enqueueDue(now, DUE_BATCH, plan)) === DUE_BATCH);
    const limit = this.#limits.atOnce - this.#running.size;
    if (limit <= 0 || this.#handlers.size === 0) return 0;
    const wish = {
      now,
      holder: this.#holder,
      until: this.#work.now() + this.#limits.leaseMs,
      limit,
      rooms: [...this.#handlers.keys()],
    };
    const claimed = await this.#store.claim(wish);
    for (const firing of claimed) this.#start(firing);
    return claimed.length;
  }

  /** Waits for what is running, not for what is to come. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /** Takes up what dead processes held. Called by `start`; for those who tick by hand, once before. */
  async recover(): Promise<number> {
    return this.#store.release(this.#work.now(), (holder) => isHolderGone(holder, this.#holder));
  }

  start(): void {
    this.#loop ??= this.#go();
  }

  /** Lets running work end, at most `graceMs`; what is still running then is taken up by the next process. */
  async stop(graceMs = 5000): Promise<void> {
    this.#stop.abort(new ConsiliumError('CANCELLED', 'The worker stops.'));
    this.stir();
    const grace = new Promise<void>((done) => setTimeout(done, graceMs).unref());
    await Promise.race([Promise.allSettled([this.#loop, this.drain()]), grace]);
    clearInterval(this.#heartbeat);
  }

  async #go(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      let next: number | undefined;
      try {
        await this.recover();
        while ((await this.tick()) > 0);
        if (this.#running.size < this.#limits.atOnce) next = await this.nextAt();
      } catch (thrown) {
        this.#log.warn(
          { code: toConsiliumError(thrown).code },
          'triggers could not be looked at; they are tried again',
        );
      }
      await this.#rest(next);
    }
  }

  /** Until it is time, somebody stirs, or the end. */
  async #rest(next: number | undefined): Promise<void> {
    const over = new AbortController();
    const { promise } = this.#wake;
    const sleep = (clock: Clock, ms: number) => clock.sleep(ms, over.signal).catch(() => {});
    const left = next === undefined ? undefined : next - this.#clock.now();
    const rests =
      left !== undefined && left <= SHORTEST_REST_MS
        ? [sleep(this.#work, SHORTEST_REST_MS)]
        : [sleep(this.#work, LONGEST_REST_MS), ...(left === undefined ? [] : [sleep(this.#clock, left)])];
    await Promise.race([...rests, promise]);
    over.abort();
    this.#wake = Promise.withResolvers();
  }

  stir(): void {
    this.#wake.resolve();
  }

  #start(firing: Firing): void {
    this.#beat();
    const run = this.#run(firing).finally(() => {
      this.#running.delete(firing.id);
      this.stir();
    });
    this.#running.set(firing.id, run);
    run.catch((thrown) =>
      this.#log.warn({ firing: firing.id, code: toConsiliumError(thrown).code }, 'a firing could not be settled'),
    );
  }

  async #run(firing: Firing): Promise<void> {
    const handler = this.#handlers.get(firing.room)!;
    const key = `trigger:${firing.trigger}:${firing.manual ? 'run' : 'at'}:${firing.due}:${firing.tries + 1}`;
    try {
      const trigger = (await this.#store.trigger(firing.trigger))!;
      const handled = actAs(asTrigger(trigger), () => handler({ firing, trigger, key, signal: this.#stop.signal }));
      const report = (await handled) ?? null;
      await this.#store.settle(firing.id, this.#holder, { kind: 'done', at: this.#clock.now(), report });
    } catch (thrown) {
      // A process that stops has not failed: the next one takes the same try up again.
      if (this.#stop.signal.aborted) return;
      await this.#fail(firing, toConsiliumError(thrown, 'TRIGGER_FAILED').toJSON());
    }
  }

  async #fail(firing: Firing, error: ErrorShape): Promise<void> {
    const at = this.#clock.now();
    const tried = firing.tries + 1;
    const { tries, backoffMs } = this.#limits;
    // A replayed letter gets as many tries as a new one.
    const isLast = tried % tries === 0;
    const wait = backoffMs[Math.min((tried - 1) % tries, backoffMs.length - 1)] ?? 0;
    const outcome = isLast
      ? { kind: 'dead' as const, at, error }
      : { kind: 'retry' as const, at, error, nextTry: at + wait };
    await this.#store.settle(firing.id, this.#holder, outcome);
    this.#log.warn({ trigger: firing.trigger, firing: firing.id, code: error.code, tried }, 'a firing failed');
    if (isLast) await this.#tellLost(firing.id);
  }

  /** It is on the list whatever becomes of the telling. */
  async #tellLost(id: string): Promise<void> {
    const firing = (await this.#store.firing(id))!;
    const trigger = (await this.#store.trigger(firing.trigger))!;
    const tell = this.#onLost.get(firing.room);
    await tell?.({ trigger, firing }).catch((thrown) =>
      this.#log.warn({ firing: id, code: toConsiliumError(thrown).code }, 'nobody could be told of a dead letter'),
    );
  }

  #beat(): void {
    this.#heartbeat ??= setInterval(() => {
      if (this.#running.size === 0) {
        clearInterval(this.#heartbeat);
        this.#heartbeat = undefined;
        return;
      }
      const renewed = async () => this.#store.renew(this.#holder, this.#work.now() + this.#limits.leaseMs);
      renewed().catch(() => {});
    }, this.#limits.leaseMs / 3).unref();
  }

  /** Waits for the end of a firing that is to be done at once; one that failed and is tried later is not waited for. */
  async settled(firing: Firing): Promise<Firing> {
    for (;;) {
      await this.recover();
      await this.tick();
      const mine = this.#running.get(firing.id);
      if (mine !== undefined) await mine.catch(() => {});
      const now = (await this.#store.firing(firing.id))!;
      if (now.state !== 'waiting' && now.state !== 'running') return now;
      if (now.tries > firing.tries) return now;
      if (mine === undefined) await Promise.race([...this.#running.values(), this.#work.sleep(100)]);
    }
  }
}

/** So many triggers that are due are read at once: whole rows, and nobody waits for more of them than a moment. */
export const DUE_BATCH = 100;
const LONGEST_REST_MS = 1000;
const SHORTEST_REST_MS = 5;

/** What comes due acts for whoever made it. */
function asTrigger({ id, owner: user }: Trigger): Acting {
  const principal = { user, how: 'trigger' as const, via: id, scopes: null, patients: [] };
  return { principal, actor: 'trigger', why: `trigger ${id}` };
}
