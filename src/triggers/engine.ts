/**
 * The triggers: made, listed, changed, cancelled, run now. The store keeps the promises (store.ts); what comes due is the
 * worker's (worker.ts).
 */
import { type Clock, ConsiliumError, idOfKey, type Log, newId, silentLog } from '../kernel/index.ts';
import { DEFAULT_TRIGGER_LIMITS, type TriggerLimits } from './limits.ts';
import { describeSchedule } from './schedule/describe.ts';
import { leaveOut } from './schedule/leaving-out.ts';
import { nextOccasion, occasionsWithin } from './schedule/occasions.ts';
import { readSchedule } from './schedule/read.ts';
import type { Schedule } from './schedule/schedule.ts';
import { describeSkipped } from './schedule/skipped.ts';
import type { TriggerStore } from './store.ts';
import type { Firing, FiringFilter, Handler, OnLost, Trigger, TriggerFilter, TriggerWish } from './trigger.ts';
import { checkInstruction, sameAs } from './wish.ts';
import { Worker } from './worker.ts';

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

const DAY_MINUTES = 24 * 60;

export class Triggers {
  readonly limits: TriggerLimits;
  readonly #store: TriggerStore;
  readonly #clock: Clock;
  readonly #zone: string;
  readonly #worker: Worker;

  constructor({ store, clock, zone, limits, log = silentLog }: TriggersOptions) {
    this.limits = { ...DEFAULT_TRIGGER_LIMITS, ...limits };
    this.#store = store;
    this.#clock = clock;
    this.#zone = zone;
    this.#worker = new Worker({ store, clock, log, limits: this.limits });
  }

  /** Says who acts when triggers of this room come due, and who is told what failed for good. Without a handler they wait. */
  handle(room: string, handler: Handler, onLost?: OnLost): void {
    this.#worker.handle(room, handler, onLost);
  }

  /** What a schedule would be understood as, and when it would come first. */
  understand(schedule: string, zone?: string) {
    return readSchedule(schedule, { now: this.#clock.now(), zone: zone ?? this.#zone });
  }

  async create(wish: TriggerWish): Promise<Trigger & { readonly understood: string }> {
    const now = this.#clock.now();
    const instruction = checkInstruction(wish.instruction);
    const { schedule: plan, next, understood } = this.understand(wish.schedule, wish.zone);
    const id = wish.key === undefined ? newId() : idOfKey('trigger', wish.room, wish.owner, wish.key);
    const made = wish.key === undefined ? undefined : await this.#store.trigger(id);
    if (made !== undefined) return { ...sameAs(made, wish), understood };
    await this.#checkQuota(wish, now);
    const trigger: Trigger = {
      ...{ id, room: wish.room, owner: wish.owner, agent: wish.agent, schedule: wish.schedule.trim(), plan },
      ...{ instruction, payload: wish.payload ?? null, missed: wish.missed ?? 'once' },
      ...{ status: 'pending', fireAt: next, occasions: 0, created: now },
    };
    try {
      await this.#store.insert(trigger);
    } catch (thrown) {
      // Somebody with the same key was faster.
      const first = wish.key === undefined ? undefined : await this.#store.trigger(id);
      if (first === undefined) throw thrown;
      return { ...sameAs(first, wish), understood };
    }
    this.#worker.stir();
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
    this.#worker.stir();
    return this.get(id);
  }

  /** What a room's triggers say, whatever their status, in other words: when they come stays. */
  async reword(room: string, reword: (owner: string, text: string) => string): Promise<number> {
    return this.#store.reword(room, reword);
  }

  /** As it was before it was changed: the plan itself, so that an end that was counted then is the same end. */
  async restore(
    id: string,
    { schedule, plan, next }: { schedule: string; plan: Schedule; next: number },
  ): Promise<Trigger> {
    const { occasions } = await this.#pending(id);
    const now = this.#clock.now();
    const fireAt = next > now ? next : nextOccasion(plan, now, occasions);
    if (fireAt === undefined) throw new ConsiliumError('SCHEDULE_PAST', 'By then nothing of it would be left.');
    await this.#store.change(id, { schedule, plan, fireAt });
    this.#worker.stir();
    return this.get(id);
  }

  /** What comes by the clock, so many minutes later or earlier in the day; how often it is still to come stays as it was. */
  async retime(id: string, by: number): Promise<Trigger> {
    const { plan, occasions } = await this.#pending(id);
    if (plan.kind !== 'calendar')
      throw new ConsiliumError('SCHEDULE_UNCLOCKED', 'This does not come by the clock.', {
        hint: 'Say when it shall come.',
      });
    const times = plan.times
      .map((time) => (time + by + DAY_MINUTES) % DAY_MINUTES)
      .toSorted((one, other) => one - other);
    const until = plan.end.until === undefined ? {} : { until: plan.end.until + by * 60_000 };
    return this.#replan(id, { ...plan, times, end: { ...plan.end, ...until } }, occasions);
  }

  /** Some of its days are left out, said as one says them ("Sundays", "2026-11-20", "December"); all else stays as it was. */
  async leaveOut(id: string, days: string): Promise<Trigger> {
    const { plan, occasions } = await this.#pending(id);
    const { schedule: read } = this.understand(`every day except on ${days}`, plan.zone);
    const left = read.kind === 'calendar' && read.except !== undefined ? leaveOut(plan, read.except) : undefined;
    if (left === undefined)
      throw new ConsiliumError('SCHEDULE_UNCLOCKED', 'This does not come by days, so none can be left out.', {
        hint: 'Say when it shall come.',
      });
    return this.#replan(id, left, occasions);
  }

  async #replan(id: string, plan: Schedule, occasions: number): Promise<Trigger> {
    const fireAt = nextOccasion(plan, this.#clock.now(), occasions);
    if (fireAt === undefined) throw new ConsiliumError('SCHEDULE_PAST', 'By then nothing of it would be left.');
    await this.#store.change(id, { schedule: describeSchedule(plan), plan, fireAt });
    this.#worker.stir();
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

  /** For good: nothing is to come, and nothing of it is kept. */
  async forget(id: string): Promise<boolean> {
    return this.#store.forget(id);
  }

  /** Fires now, beside its schedule, and waits for the end; who asks for it meanwhile waits for the same. */
  async runNow(id: string): Promise<Firing> {
    const { room, agent, status } = await this.get(id);
    const now = this.#clock.now();
    if (status === 'cancelled')
      throw new ConsiliumError('TRIGGER_CANCELLED', 'This trigger was cancelled; it is not run any more.', {
        hint: 'Make a new one.',
      });
    if (!this.#worker.handles(room))
      throw new ConsiliumError('TRIGGER_UNHANDLED', `Nobody here acts for triggers of ${room}.`);
    const firing: Firing = {
      ...{ id: newId(), trigger: id, room, agent, due: now, manual: true },
      ...{ state: 'waiting', tries: 0, nextTry: now, missed: 0 },
    };
    return this.#worker.settled(await this.#store.addFiring(firing));
  }

  async firing(id: string): Promise<Firing | undefined> {
    return this.#store.firing(id);
  }

  async firings(filter: FiringFilter = {}): Promise<Firing[]> {
    return this.#store.firings(filter);
  }

  /** What failed for good and waits for a person. */
  async dead(filter: Omit<FiringFilter, 'state'> = {}): Promise<Firing[]> {
    return this.#store.firings({ ...filter, state: 'dead' });
  }

  /** `wait`: for the end of this try, by whoever asks where nobody else works on what is due. */
  async replay(id: string, wait = false): Promise<Firing> {
    if (!(await this.#store.revive(id, this.#clock.now())))
      throw new ConsiliumError('FIRING_NOT_DEAD', `${id.slice(0, 60)} is not on the list of dead letters.`);
    this.#worker.stir();
    const firing = (await this.#store.firing(id))!;
    return wait && this.#worker.handles(firing.room) ? this.#worker.settled(firing) : firing;
  }

  /** When there is something to do next. */
  async nextAt(): Promise<number | undefined> {
    return this.#worker.nextAt();
  }

  /** Starts whatever is due now and says how much that was; `drain` waits for it. */
  async tick(): Promise<number> {
    return this.#worker.tick();
  }

  /** Waits for what is running, not for what is to come. */
  async drain(): Promise<void> {
    return this.#worker.drain();
  }

  /** Takes up what dead processes held. Called by `start`; for those who tick by hand, once before. */
  async recover(): Promise<number> {
    return this.#worker.recover();
  }

  start(): void {
    this.#worker.start();
  }

  /** Lets running work end, at most `graceMs`; what is still running then is taken up by the next process. */
  async stop(graceMs = 5000): Promise<void> {
    return this.#worker.stop(graceMs);
  }

  async #pending(id: string): Promise<Trigger> {
    const trigger = await this.get(id);
    if (trigger.status !== 'pending')
      throw new ConsiliumError('TRIGGER_ENDED', `This trigger is already ${trigger.status}.`);
    return trigger;
  }

  async #checkQuota({ room, agent, isErrand = false }: TriggerWish, now: number): Promise<void> {
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
    if (pending >= perAgent && !isErrand)
      throw new ConsiliumError('TRIGGER_QUOTA', `This agent has ${pending} pending triggers; that is the most.`, {
        hint: 'Cancel some of them first.',
      });
  }
}

/** The next few occasions, for a calendar. */
export function occasionsOf(
  trigger: Trigger,
  range: { readonly from: number; readonly to: number; readonly limit: number },
) {
  const { plan, status, fireAt: next, occasions: fired } = trigger;
  return status === 'pending' ? occasionsWithin(plan, { ...range, next, fired }) : [];
}

/** With what the clocks of its zone make of it. */
export function describeTrigger({ plan, schedule, fireAt }: Trigger): string {
  return `${describeSchedule(plan)}${describeSkipped(plan, schedule, fireAt - 1)}`;
}
