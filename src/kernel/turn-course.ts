/** The course of a turn: it begins, the team runs, and however that ended, its end or its waiting is put on the log. */
import { isWaiting, viewOf } from './ask.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Event, Outcome, RunResult, Signal } from './event.ts';
import { type Frame, since } from './frame.ts';
import type { House } from './house.ts';
import { Invocation } from './invocation.ts';
import type { Leases } from './leases.ts';
import type { LiveSession, LiveSessions } from './live.ts';
import type { Principal } from './principal.ts';
import type { Pending } from './question.ts';
import { runScope } from './run.ts';
import type { Turn, TurnResult } from './turn.ts';

/** What all turns of an app share. */
export interface Desk {
  readonly app: string;
  readonly house: House;
  readonly sessions: LiveSessions;
  readonly leases: Leases;
}

/** A turn that runs: what is watched from outside, and what it is inside. */
export interface Running {
  readonly turn: Turn;
  readonly invocation: Invocation;
  readonly live: LiveSession;
  readonly trunk: Frame;
}

export function begin(
  desk: Desk,
  turn: Turn,
  session: LiveSession,
  given: {
    message: string;
    principal: Principal;
    streaming: boolean;
    repeatable?: boolean;
    journal?: readonly Event[];
  },
): Invocation {
  const { work, limits, see } = desk.house;
  const { wallMs } = limits;
  const overtime = () => new ConsiliumError('LIMIT_WALL_TIME', `The turn was stopped after ${wallMs} ms.`);
  turn.abortAfter(work, wallMs, overtime);
  return new Invocation({
    id: turn.invocation,
    house: desk.house,
    session,
    signal: turn.signal,
    deadline: Math.min(work.now() + wallMs, turn.until),
    show: (signal: Signal) => {
      see?.(signal);
      turn.push(signal);
    },
    abort: (reason) => turn.abort(reason),
    ...given,
  });
}

/** Stores the message, runs the team and puts the end on the log. `checkAccepted` throws where the message was refused. */
export async function complete(desk: Desk, running: Running, checkAccepted?: () => void): Promise<LiveSession> {
  const { turn, invocation, live } = running;
  let result: RunResult = { text: '', route: [] };
  let failure: ConsiliumError | undefined;
  let isRefused = false as boolean;
  desk.leases.hold(live.row.id, (lost) => turn.abort(lost));
  try {
    if (checkAccepted !== undefined) {
      isRefused = true;
      await invocation.accept();
      checkAccepted();
      isRefused = false;
    }
    result = await runScope(running.trunk, desk.house.tree.root);
    await invocation.giveWay('tidy');
  } catch (thrown) {
    failure = toConsiliumError(thrown);
    // Another was first, or what goes with the message was refused: there is no turn. A full disk is told as later on.
    if (isConflict(thrown) ? !invocation.isAccepted : isRefused && !failure.code.startsWith('STORAGE_')) {
      desk.leases.release(live.row.id);
      desk.sessions.forgetAll();
      throw thrown;
    }
  }
  await conclude(desk, running, result, invocation.refusal ?? failure);
  return live;
}

async function conclude(desk: Desk, running: Running, result: RunResult, failed?: ConsiliumError): Promise<void> {
  const { turn, invocation, live } = running;
  const ms = since(invocation.started);
  const outcome = outcomeOf(failed);
  let told = resultOf(running, result, failed, ms);
  try {
    if (outcome === 'waiting') {
      const pending = await park(desk, running);
      if (pending !== undefined) told = { ...told, pending: viewOf(pending) };
    } else await end(desk, running, { outcome, failure: failed, told });
  } catch (thrown) {
    desk.sessions.forgetAll();
    if (isConflict(thrown) && !invocation.isAccepted) throw thrown;
    told = resultOf(running, result, unstored(thrown), ms);
  } finally {
    desk.leases.release(live.row.id);
  }
  turn.finish(told);
}

function resultOf(
  { turn: { stillWaits }, invocation, live, trunk }: Running,
  result: RunResult,
  failure: ConsiliumError | undefined,
  ms: number,
): TurnResult {
  const { id, usage, speakers } = invocation;
  const outcome = outcomeOf(failure);
  return {
    session: live.row.id,
    invocation: id,
    text: result.silent ? '' : result.text,
    route: result.route.filter((name, index) => name !== result.route[index - 1]),
    outcome,
    ...(failure && outcome !== 'waiting' && { error: failure.toJSON() }),
    ...(stillWaits && { stillWaits }),
    notes: trunk.state.notes(),
    usage: { ...usage },
    speakers: [...speakers],
    ms,
  };
}

async function end(
  desk: Desk,
  running: Running,
  ended: { outcome: Exclude<Outcome, 'waiting'>; failure: ConsiliumError | undefined; told: TurnResult },
): Promise<void> {
  const { turn, invocation, live, trunk } = running;
  const { outcome, failure, told } = ended;
  const { ms } = told;
  live.row = { ...live.row, open: null };
  if (invocation.isFenced) {
    desk.sessions.forget(live.row.id);
    return invocation.accept();
  }
  if (failure?.code === 'LIMIT_WALL_TIME') {
    const { message } = failure;
    invocation.record(trunk, 'limit', { type: 'limit_reached', limit: 'wall_time', value: ms, message });
  }
  const error = failure && { error: failure.toJSON() };
  const left = live.hasPending ? await leftOpen(desk, running) : [];
  const { closing, stopping } = turn;
  const isStopped = stopping !== undefined && outcome === 'cancelled';
  const also = () => {
    if (isStopped) stopping();
    closing?.(told);
  };
  const along = {
    ...((closing || isStopped) && { also }),
    ...(left.length > 0 && { pending: left }),
    // Whoever may still act tries it again under the same key.
    ...(invocation.refusal && { unkeyed: invocation.id }),
  };
  invocation.record(trunk, 'end', { type: 'invocation_finished', outcome, ms, ...error }, trunk.state, along);
  await invocation.flush();
  if (left.length > 0) desk.house.onSettled?.(left);
}

/** A turn that failed or was stopped beside a question of its own asks it no more. */
async function leftOpen({ house: { store } }: Desk, { invocation: { id }, live }: Running): Promise<Pending[]> {
  const open = await store.pending({ session: live.row.id, invocation: id, status: 'open' });
  return open.map((each) => ({ ...each, status: 'cancelled' }));
}

/** The turn waits: the log says so, and the session is free. */
async function park(desk: Desk, { invocation, live, trunk }: Running): Promise<Pending | undefined> {
  const open = await desk.house.store.pending({ session: live.row.id, invocation: invocation.id, status: 'open' });
  let times = 0;
  while (invocation.recorded(trunk, `waiting.${times}`, 'invocation_waiting') !== undefined) times++;
  live.row = { ...live.row, open: null };
  live.hasPending = true;
  const pending = open.map(({ id }) => id);
  invocation.record(trunk, `waiting.${times}`, { type: 'invocation_waiting', pending });
  await invocation.flush();
  desk.house.onWaiting?.(open);
  return open[0];
}

/** Whatever kept the end from the log, the turn is not stored: the doors know that by the code. */
function unstored(thrown: unknown): ConsiliumError {
  const failure = toConsiliumError(thrown);
  if (failure.code.startsWith('STORAGE_')) return failure;
  return new ConsiliumError('STORAGE_FAILED', 'The turn could not be stored.', { cause: thrown });
}

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof ConsiliumError && thrown.code === 'STORAGE_CONFLICT';
}

function outcomeOf(failure: ConsiliumError | undefined): Outcome {
  if (failure === undefined) return 'completed';
  if (isWaiting(failure)) return 'waiting';
  return failure.code === 'CANCELLED' ? 'cancelled' : 'failed';
}
