/**
 * Running agents: one function per kind, and around each the same frame of callbacks and events.
 * `runScope` is where control moves: it runs an agent and follows transfers until somebody is done.
 */
import { untilAborted } from './abort.ts';
import type { Agent, CodeAgent, LoopAgent, ParallelAgent, RemoteAgent, SequentialAgent } from './agent.ts';
import { heed, isWaiting } from './ask.ts';
import { untilReady } from './awaiting.ts';
import { type AgentContext, type CodeContext, withAgent } from './context.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Delta, Json, RunResult } from './event.ts';
import { childFrame, contextOf, type Frame, restarting, say, since, spoken } from './frame.ts';
import { runLlm } from './llm.ts';
import { runRemote } from './run-remote.ts';

/** Runs an agent below `parent`, and whoever it transfers to, until one of them ends. */
export async function runScope(parent: Frame, agent: Agent, over: Partial<Frame> = {}): Promise<RunResult> {
  const { tree } = parent.turn.house;
  const route: string[] = [];
  let current = agent;
  for (;;) {
    const result = await runAgent(childFrame(parent, current, over));
    route.push(...result.route);
    if (result.transfer === undefined) return { ...result, route };
    current = tree.agents.get(result.transfer)!;
  }
}

async function runAgent(frame: Frame): Promise<RunResult> {
  const { turn, agent } = frame;
  const done = turn.absorb(frame);
  if (done !== undefined) return done;
  const began = performance.now();
  const context = contextOf(frame);
  try {
    const instead = await begin(frame, context);
    const ran = instead === undefined ? await withAgent(context, () => dispatch(frame)) : spoken(agent, instead);
    const result = await end(ran, frame, context);
    turn.record(frame, 'end', { type: 'agent_finished', ms: since(began), result });
    return result;
  } catch (thrown) {
    const error = toConsiliumError(thrown);
    // A turn that was cancelled or could not be stored ends as a whole; the log says so once, at its end.
    if (!turn.signal.aborted && !isWaiting(thrown) && !error.code.startsWith('STORAGE_'))
      turn.record(frame, 'end', { type: 'agent_failed', ms: since(began), error: error.toJSON() });
    throw thrown;
  }
}

/** Before-callbacks, and the event that says the agent is on. What a callback says replaces the run. */
async function begin(frame: Frame, context: AgentContext): Promise<string | undefined> {
  const { turn, agent } = frame;
  let instead: string | undefined;
  if (agent.beforeAgent.length > 0 && turn.recorded(frame, 'start', 'agent_started') === undefined) {
    if (!turn.isAccepted) await turn.flushBeforeCode();
    for (const callback of agent.beforeAgent) {
      instead = (await guard(frame, 'before_agent', () => withAgent(context, () => callback(context)))) ?? undefined;
      if (instead !== undefined) break;
    }
  } else instead = turn.recorded(frame, 'before', 'said')?.text;
  turn.record(frame, 'start', { type: 'agent_started', kind: agent.kind });
  if (instead !== undefined) turn.record(frame, 'before', { type: 'said', text: instead });
  return instead;
}

/** After-callbacks may put other words in the place of the agent's. */
async function end(ran: RunResult, frame: Frame, context: AgentContext): Promise<RunResult> {
  let result = ran;
  for (const callback of frame.agent.afterAgent) {
    // Where nobody spoke, there are no words, whatever the silent ones said among themselves.
    const said = frame.agent.speaks && result.silent ? '' : result.text;
    const text = await guard(frame, 'after_agent', () => withAgent(context, () => callback(context, said)));
    if (typeof text !== 'string') continue;
    frame.turn.record(frame, 'after', { type: 'said', text });
    const { silent: _, ...rest } = result;
    result = { ...rest, ...spoken(frame.agent, text, result.route) };
    break;
  }
  return result;
}

function dispatch(frame: Frame): Promise<RunResult> {
  switch (frame.agent.kind) {
    case 'llm':
      return runLlm(frame, frame.agent);
    case 'sequential':
      return runSequential(frame, frame.agent);
    case 'parallel':
      return runParallel(frame, frame.agent);
    case 'loop':
      return runLoop(frame, frame.agent);
    case 'code':
      return runCode(frame, frame.agent);
    case 'remote':
      return runRemoteOrInstead(frame, frame.agent);
  }
}

/** Where a remote agent cannot be had, its sub-agent answers in its place, and the turn says so. */
async function runRemoteOrInstead(frame: Frame, agent: RemoteAgent): Promise<RunResult> {
  const [instead] = agent.subAgents;
  const past = instead && frame.turn.recorded(frame, 'instead', 'warning');
  if (past !== undefined) return standIn(frame, instead!, past.message);
  try {
    return await runRemote(frame, agent);
  } catch (thrown) {
    const error = toConsiliumError(thrown);
    const isAway = error.retryable || error.code.startsWith('REMOTE_') || error.details?.['outage'] === true;
    if (instead === undefined || !isAway || isWaiting(thrown) || frame.turn.signal.aborted) throw thrown;
    const message = `${agent.name} could not be reached (${error.code}); ${instead.name} answered in its place.`;
    return standIn(frame, instead, message);
  }
}

/** Once it is on the log, a turn that is taken up again asks the remote agent no more. */
function standIn(frame: Frame, instead: Agent, message: string): Promise<RunResult> {
  frame.turn.absorbBelow(frame, `${frame.path}#call`);
  frame.turn.record(frame, 'instead', { type: 'warning', code: 'REMOTE_FALLBACK', message });
  frame.state.update({ 'temp:outcome': 'fallback', 'temp:stand_in': message });
  return runScope(frame, instead);
}

async function runSequential(frame: Frame, agent: SequentialAgent | LoopAgent): Promise<RunResult> {
  let last: RunResult = { text: '', route: [] };
  const route: string[] = [];
  for (const sub of agent.subAgents) {
    const result = await runScope(frame, sub);
    route.push(...result.route);
    last = { ...heard(last, result), route, ...(result.escalate && { escalate: true }) };
    if (result.escalate) break;
  }
  return last;
}

/** Of two results one after the other, what the person hears: the later words, unless they are not for them. */
function heard(before: RunResult, after: RunResult): Pick<RunResult, 'text' | 'silent'> {
  const earlier = (after.silent || after.text === '') && !before.silent && before.text !== '';
  const { text, silent } = earlier ? before : after;
  return silent ? { text, silent } : { text };
}

async function runLoop(frame: Frame, agent: LoopAgent): Promise<RunResult> {
  let last: RunResult = { text: '', route: [] };
  for (let round = 1; round <= agent.maxIterations; round++) {
    const result = await runSequential(frame, agent);
    last = { ...heard(last, result), route: [...last.route, ...result.route] };
    if (result.escalate) return last;
  }
  const message = `${agent.name} ended after ${agent.maxIterations} rounds without being told that it is done.`;
  frame.turn.record(frame, 'limit', {
    type: 'limit_reached',
    limit: 'iterations',
    value: agent.maxIterations,
    message,
  });
  return last;
}

/** Members of parallel agents that failed while others did not, each in a sentence for whoever reads the answer. */
const MISSING = 'temp:missing';

/** Where something may have been done elsewhere, that is what has to be known. */
function describeMissing({ name }: Agent, { code, message }: ConsiliumError): string {
  return code === 'CALL_INTERRUPTED' ? message : `${name} gave no answer (${code}); what is said is without it.`;
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Branches run side by side on the state as of now; what they wrote is merged in declared order. */
async function runParallel(frame: Frame, agent: ParallelAgent): Promise<RunResult> {
  const { turn } = frame;
  const forks = agent.subAgents.map((sub) => {
    const branch = `${frame.branch === '' ? '' : `${frame.branch}.`}${agent.name}.${sub.name}`;
    const { state, written } = frame.state.fork();
    return { sub, written, run: runScope(frame, sub, { branch, state }) };
  });
  const settled = await Promise.allSettled(forks.map((fork) => fork.run));
  if (turn.signal.aborted) throw turn.signal.reason;
  const waiting = settled.find((outcome) => outcome.status === 'rejected' && isWaiting(outcome.reason));
  if (waiting?.status === 'rejected') throw waiting.reason;

  const results: RunResult[] = [];
  const failed: { name: string; reason: unknown }[] = [];
  const writers = new Map<string, string[]>();
  const merged: Delta = {};
  const missing = new Set(namesIn(frame.state.get(MISSING)));
  for (const [index, outcome] of settled.entries()) {
    const { sub, written } = forks[index]!;
    if (outcome.status === 'rejected') {
      failed.push({ name: sub.name, reason: outcome.reason });
      missing.add(describeMissing(sub, toConsiliumError(outcome.reason)));
      continue;
    }
    results.push(outcome.value);
    for (const sentence of namesIn(written.get(MISSING)?.value)) missing.add(sentence);
    for (const [key, entry] of written) {
      if (key === MISSING) continue;
      writers.set(key, [...(writers.get(key) ?? []), sub.name]);
      merged[key] = entry.value;
    }
  }
  if (results.length === 0) throw failed[0]!.reason;
  if (missing.size > 0) merged[MISSING] = [...missing];
  if (turn.recorded(frame, 'merge', 'branches_merged') === undefined) frame.state.update(merged);
  const conflicts = [...writers].filter(([, by]) => by.length > 1).map(([key, branches]) => ({ key, branches }));
  turn.record(frame, 'merge', { type: 'branches_merged', conflicts, failed: failed.map((f) => f.name) });
  await turn.flushBefore('inside');
  const speaking = results.filter((result) => result.text !== '' && !result.silent);
  const told = speaking.length > 0 ? speaking : results;
  return {
    text: told.flatMap((result) => result.text || []).join('\n\n'),
    route: told.flatMap((result) => result.route),
    ...(speaking.length === 0 && { silent: true }),
    ...(results.some((result) => result.escalate) && { escalate: true }),
  };
}

async function runCode(frame: Frame, agent: CodeAgent): Promise<RunResult> {
  const { turn } = frame;
  let escalate = false as boolean;
  const route: string[] = [agent.name];
  const context: CodeContext = {
    ...contextOf(frame),
    escalate: () => {
      escalate = true;
    },
    step: async (name, work, usageOf) => {
      const step = `step.${name}`;
      const past = turn.recorded(frame, step, 'step_done');
      // Whoever called it off is told that it has ended: nothing more begins, though the code itself goes on.
      turn.signal.throwIfAborted();
      if (past === undefined && usageOf !== undefined) await turn.admitModelCall(frame, step);
      else if (past === undefined && turn.house.admit !== undefined) await turn.admitStep();
      const value = past === undefined ? await work() : (past.value as Awaited<ReturnType<typeof work>>);
      turn.record(frame, step, { type: 'step_done', name, value, ...(usageOf && { usage: usageOf(value) }) });
      await turn.flush();
      return value;
    },
    runAgent: async (name) => {
      turn.signal.throwIfAborted();
      const sub = agent.subAgents.find((candidate) => candidate.name === name);
      if (sub === undefined) throw new ConsiliumError('AGENT_UNKNOWN', `${agent.name} has no sub-agent ${name}.`);
      const result = await runScope(frame, sub);
      route.push(...result.route);
      return result.text;
    },
  };
  if (turn.house.admit !== undefined) await turn.admitStep();
  await turn.flushBeforeCode();
  const text = await untilAborted(
    withAgent(context, () => agent.run(context)),
    turn.signal,
  );
  heed(frame.asking);
  return { ...say(frame, text ?? ''), route, ...(escalate && { escalate }) };
}

async function guard<T>(frame: Frame, callback: string, run: () => T | Promise<T>): Promise<T> {
  try {
    const restart = frame.asking && restarting(frame, frame.asking);
    const again = () => {
      restart?.();
      return frame.state.attempt(run);
    };
    const result = await untilReady(again, frame.turn.signal);
    heed(frame.asking);
    return result;
  } catch (thrown) {
    if (frame.turn.signal.aborted || thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError(
      'CALLBACK_FAILED',
      `A ${callback} callback of ${frame.agent.name} failed: ${toConsiliumError(thrown).message}`,
      {
        cause: thrown,
      },
    );
  }
}
