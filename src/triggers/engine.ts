/**
 * The engine of triggers. It makes firings out of occasions, hands them to the rooms' handlers, tries again what failed
 * and keeps what failed for good. The store keeps the promises (store.ts); here is only what to do next.
 */
import { hostname } from 'node:os';
import {
  type Clock,
  ConsiliumError,
  type ErrorShape,
  type Log,
  newId,
  silentLog,
  toConsiliumError,
} from '../kernel/index.ts';
import { isHolderGone } from './holder.ts';
import { planDue } from './plan.ts';
import { describeSchedule } from './schedule/describe.ts';
import { nextOccasion } from './schedule/occasions.ts';
import { readSchedule } from './schedule/read.ts';
import type { TriggerStore } from './store.ts';
import type { Firing, FiringFilter, Handler, Trigger, TriggerFilter, TriggerWish } from './trigger.ts';

export interface TriggerLimits {
  /** Pending triggers of one agent. */
  readonly perAgent: number;
  /** New triggers of one agent in a minute. */
  readonly perMinute: number;
  /** Firings that run side by side. */
  readonly atOnce: number;
  /** How often a firing is tried. */
  readonly tries: number;
  /** How long before the second try, the third … the last one holds for all further ones. */
  readonly backoffMs: readonly number[];
  /** How long a holder may be silent. */
  readonly leaseMs: number;
  /** An occasion older than this counts as missed. */
  readonly graceMs: number;
  /** The most missed occasions that are caught up one by one. */
  readonly catchUp: number;
}

export const DEFAULT_TRIGGER_LIMITS: TriggerLimits = {
  perAgent: 200,
  perMinute: 30,
  atOnce: 8,
  tries: 5,
  backoffMs: [30_000, 120_000, 600_000, 3_600_000],
  leaseMs: 60_000,
  graceMs: 300_000,
  catchUp: 1000,
};

export interface TriggersOptions {
  readonly store: TriggerStore;
  readonly clock: Clock;
  /** Whoever names no zone. */
  readonly zone: string;
  readonly limits?: Partial<TriggerLimits>;
  readonly log?: Log | undefined;
}

export interface TriggerEdit {
  readonly schedule?: string | undefined;
  readonly zone?: string | undefined;
  readonly instruction?: string | undefined;
}

export class Triggers {
  readonly limits: TriggerLimits;
  readonly #store: TriggerStore;
  readonly #clock: Clock;
  readonly #zone: string;
  readonly #log: Log;
  readonly #handlers = new Map<string, Handler>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #holder = `${hostname()}:${process.pid}:${newId()}`;
  readonly #stop = new AbortController();
  #wake = Promise.withResolvers<void>();
  #loop: Promise<void> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: TriggersOptions) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#zone = options.zone;
    this.#log = options.log ?? silentLog;
    this.limits = { ...DEFAULT_TRIGGER_LIMITS, ...options.limits };
  }

  /** Says who acts when triggers of this room come due. Without a handler they wait. */
  handle(room: string, handler: Handler): void {
    this.#handlers.set(room, handler);
    this.#stir();
  }

  /** What a schedule would be understood as, and when it would come first. */
  understand(schedule: string, zone?: string) {
    return readSchedule(schedule, { now: this.#clock.now(), zone: zone ?? this.#zone });
  }

  async create(wish: TriggerWish): Promise<Trigger & { readonly understood: string }> {
    const now = this.#clock.now();
    const instruction = checkInstruction(wish.instruction);
    const { schedule: plan, next, understood } = this.understand(wish.schedule, wish.zone);
    await this.#checkQuota(wish.room, wish.agent, now);
    const trigger: Trigger = {
      ...{ id: newId(), room: wish.room, owner: wish.owner, agent: wish.agent, schedule: wish.schedule.trim(), plan },
      ...{ instruction, payload: wish.payload ?? null, missed: wish.missed ?? 'once' },
      ...{ status: 'pending', fireAt: next, occasions: 0, created: now },
    };
    await this.#store.insert(trigger);
    this.#stir();
    return { ...trigger, understood };
  }

  async get(id: string): Promise<Trigger> {
    const trigger = await this.#store.trigger(id);
    if (trigger === undefined) throw new ConsiliumError('TRIGGER_UNKNOWN', `There is no trigger ${id.slice(0, 60)}.`);
    return trigger;
  }

  async list(filter: TriggerFilter = {}): Promise<Trigger[]> {
    return this.#store.triggers(filter);
  }

  /** A new schedule keeps the zone of the old one unless it names another. */
  async edit(id: string, { schedule, zone, instruction }: TriggerEdit): Promise<Trigger> {
    const before = await this.#pending(id);
    const read =
      schedule === undefined && zone === undefined
        ? undefined
        : this.understand(schedule ?? before.schedule, zone ?? before.plan.zone);
    await this.#store.change(id, {
      ...(schedule !== undefined && { schedule: schedule.trim() }),
      ...(read && { plan: read.schedule, fireAt: read.next }),
      ...(instruction !== undefined && { instruction: checkInstruction(instruction) }),
    });
    this.#stir();
    return this.get(id);
  }

  async cancel(id: string, because = 'cancelled'): Promise<Trigger> {
    await this.#pending(id);
    await this.#store.end(id, 'cancelled', because);
    return this.get(id);
  }

  /** What it waited for has happened: nothing more is to come. */
  async complete(id: string, because: string): Promise<Trigger> {
    await this.#pending(id);
    await this.#store.end(id, 'completed', because);
    return this.get(id);
  }

  /** Fires now, beside its schedule, and waits for the end. */
  async runNow(id: string): Promise<Firing> {
    const { room, agent, status } = await this.get(id);
    const now = this.#clock.now();
    if (status === 'cancelled')
      throw new ConsiliumError('TRIGGER_CANCELLED', 'This trigger was cancelled; it is not run any more.', {
        hint: 'Make a new one.',
      });
    if (!this.#handlers.has(room))
      throw new ConsiliumError('TRIGGER_UNHANDLED', `Nobody here acts for triggers of ${room}.`);
    const firing: Firing = {
      ...{ id: newId(), trigger: id, room, agent, due: now, manual: true },
      ...{ state: 'waiting', tries: 0, nextTry: now, missed: 0 },
    };
    await this.#store.addFiring(firing);
    return this.#settled(firing);
  }

  async firings(filter: FiringFilter = {}): Promise<Firing[]> {
    return this.#store.firings(filter);
  }

  /** What failed for good and waits for a person. */
  async dead(filter: Omit<FiringFilter, 'state'> = {}): Promise<Firing[]> {
    return this.#store.firings({ ...filter, state: 'dead' });
  }

  async replay(id: string): Promise<Firing> {
    if (!(await this.#store.revive(id, this.#clock.now())))
      throw new ConsiliumError('FIRING_NOT_DEAD', `${id.slice(0, 60)} is not on the list of dead letters.`);
    this.#stir();
    return (await this.#store.firing(id))!;
  }

  /** When there is something to do next. */
  async nextAt(): Promise<number | undefined> {
    return this.#store.nextAt([...this.#handlers.keys()]);
  }

  /** Starts whatever is due now and says how much that was; `drain` waits for it. */
  async tick(): Promise<number> {
    const now = this.#clock.now();
    const plan = (trigger: Trigger) => planDue(trigger, now, this.limits);
    while ((await this.#store.enqueueDue(now, 500, plan)) === 500);
    const limit = this.limits.atOnce - this.#running.size;
    if (limit <= 0 || this.#handlers.size === 0) return 0;
    const wish = {
      now,
      holder: this.#holder,
      until: now + this.limits.leaseMs,
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
    return this.#store.release(this.#clock.now(), (holder) => isHolderGone(holder, this.#holder));
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  /** Lets running work end, at most `graceMs`; what is still running then is taken up by the next process. */
  async stop(graceMs = 5000): Promise<void> {
    this.#stop.abort(new ConsiliumError('CANCELLED', 'The worker stops.'));
    this.#stir();
    const grace = new Promise<void>((done) => setTimeout(done, graceMs).unref());
    await Promise.race([Promise.allSettled([this.#loop, this.drain()]), grace]);
    clearInterval(this.#heartbeat);
  }

  async #work(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      let waitMs = LONGEST_WAIT_MS;
      try {
        await this.recover();
        while ((await this.tick()) > 0);
        const next = await this.nextAt();
        if (next !== undefined && this.#running.size < this.limits.atOnce)
          waitMs = Math.min(Math.max(next - this.#clock.now(), 5), LONGEST_WAIT_MS);
      } catch (thrown) {
        this.#log.warn(
          { code: toConsiliumError(thrown).code },
          'triggers could not be looked at; they are tried again',
        );
      }
      await this.#pause(waitMs);
    }
  }

  /** Until it is time, somebody stirs, or the end. */
  async #pause(ms: number): Promise<void> {
    const over = new AbortController();
    const { promise } = this.#wake;
    await Promise.race([this.#clock.sleep(ms, over.signal).catch(() => {}), promise]);
    over.abort();
    this.#wake = Promise.withResolvers();
  }

  #stir(): void {
    this.#wake.resolve();
  }

  #start(firing: Firing): void {
    this.#beat();
    const run = this.#run(firing).finally(() => {
      this.#running.delete(firing.id);
      this.#stir();
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
      const trigger = await this.get(firing.trigger);
      const report = (await handler({ firing, trigger, key, signal: this.#stop.signal })) ?? null;
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
    const { tries, backoffMs } = this.limits;
    // A replayed letter gets as many tries as a new one.
    const isLast = tried % tries === 0;
    const wait = backoffMs[Math.min((tried - 1) % tries, backoffMs.length - 1)] ?? 0;
    const outcome = isLast
      ? { kind: 'dead' as const, at, error }
      : { kind: 'retry' as const, at, error, nextTry: at + wait };
    await this.#store.settle(firing.id, this.#holder, outcome);
    this.#log.warn({ trigger: firing.trigger, firing: firing.id, code: error.code, tried }, 'a firing failed');
  }

  #beat(): void {
    this.#heartbeat ??= setInterval(() => {
      if (this.#running.size === 0) {
        clearInterval(this.#heartbeat);
        this.#heartbeat = undefined;
        return;
      }
      const renewed = async () => this.#store.renew(this.#holder, this.#clock.now() + this.limits.leaseMs);
      renewed().catch(() => {});
    }, this.limits.leaseMs / 3).unref();
  }

  async #settled(firing: Firing): Promise<Firing> {
    for (;;) {
      await this.recover();
      await this.tick();
      const mine = this.#running.get(firing.id);
      if (mine !== undefined) await mine.catch(() => {});
      const now = (await this.#store.firing(firing.id))!;
      if (now.state !== 'waiting' && now.state !== 'running') return now;
      if (now.tries > 0) return now;
      if (mine === undefined) await Promise.race([...this.#running.values(), this.#clock.sleep(100)]);
    }
  }

  async #pending(id: string): Promise<Trigger> {
    const trigger = await this.get(id);
    if (trigger.status !== 'pending')
      throw new ConsiliumError('TRIGGER_ENDED', `This trigger is already ${trigger.status}.`);
    return trigger;
  }

  async #checkQuota(room: string, agent: string, now: number): Promise<void> {
    const { perAgent, perMinute } = this.limits;
    const { pending, made } = await this.#store.count(room, agent, now - 60_000);
    if (made >= perMinute)
      throw new ConsiliumError(
        'TRIGGER_QUOTA',
        `This agent made ${made} triggers in the last minute; that is the most.`,
        {
          retryable: true,
          hint: 'Wait a minute, or use one schedule that recurs.',
        },
      );
    if (pending >= perAgent)
      throw new ConsiliumError('TRIGGER_QUOTA', `This agent has ${pending} pending triggers; that is the most.`, {
        hint: 'Cancel some of them first.',
      });
  }
}

const LONGEST_WAIT_MS = 1000;
const LONGEST_INSTRUCTION = 4000;

function checkInstruction(text: string): string {
  const instruction = text.trim();
  if (instruction === '') throw new ConsiliumError('TRIGGER_EMPTY', 'A trigger needs an instruction.');
  if (instruction.length > LONGEST_INSTRUCTION)
    throw new ConsiliumError('TRIGGER_TOO_LONG', `An instruction has at most ${LONGEST_INSTRUCTION} characters.`);
  return instruction;
}

/** The next few occasions, for a calendar. */
export function occasionsOf(
  trigger: Trigger,
  range: { readonly from: number; readonly to: number; readonly limit: number },
) {
  const found: number[] = [];
  if (trigger.status !== 'pending') return found;
  let at: number | undefined = trigger.fireAt;
  for (let fired = trigger.occasions; at !== undefined && at <= range.to && found.length < range.limit; fired++) {
    if (at >= range.from) found.push(at);
    at = nextOccasion(trigger.plan, at, fired + 1);
  }
  return found;
}

export function describeTrigger({ plan }: Trigger): string {
  return describeSchedule(plan);
}
