/**
 * The calls of one model reply: tools run side by side, a transfer is decided after them. Each call and each output is
 * an event; a call that was in flight when the process died is run again only if that is safe.
 */
import type { LlmAgent } from './agent.ts';
import { runAgentTool } from './agent-tool.ts';
import { type Asking, ask, heed, isAsking, isWaiting } from './ask.ts';
import { type ToolContext, type ToolRequest, withAgent } from './context.ts';
import type { Json, ToolOutput } from './event.ts';

import { commitStep, contextOf, type Frame, restarting, since } from './frame.ts';
import type { State } from './state.ts';
import { type AgentTool, type FunctionTool, failed, readInput, runFunction, type Tool } from './tool.ts';
import { TRANSFER_TOOL } from './tree.ts';

export interface ToolCall {
  /** The place in the run, unlike `id`, which the model chose. */
  readonly step: string;
  readonly id: string;
  readonly tool: string;
  /** What the model wrote as arguments. */
  readonly input: string;
}

export interface CallsOutcome {
  transfer?: string;
  escalate: boolean;
  /** Agents that acted as tools. */
  route: string[];
}

export async function runCalls(frame: Frame, agent: LlmAgent, calls: readonly ToolCall[]): Promise<CallsOutcome> {
  const outcome: CallsOutcome = { escalate: false, route: [] };
  if (frame.turn.house.admit !== undefined) await frame.turn.admitStep();
  const started = calls.filter((call) => call.tool !== TRANSFER_TOOL).map((call) => startCall(frame, agent, call));
  await frame.turn.flushBefore(calls.every((call) => canRunAgain(agent, call)) ? 'inside' : 'outside');
  const settled = await Promise.allSettled(started.map((start) => finishCall(start, outcome)));
  const broken = settled.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
  // A failure of the turn ends it, also where another call waits for a person.
  if (broken.length > 0) throw broken.find((reason) => !isWaiting(reason)) ?? broken[0];
  for (const call of calls) if (call.tool === TRANSFER_TOOL) await transfer(frame, agent, call, outcome);
  return outcome;
}

interface Started {
  readonly frame: Frame;
  readonly agent: LlmAgent;
  readonly call: ToolCall;
  /** The call was in the journal without an output. */
  readonly interrupted: boolean;
  /** The call's own view of the state: what it writes goes on the log with its output. */
  readonly state: State;
  readonly asking: Asking;
  escalate: boolean;
}

/** An agent sees to its own calls. */
function canRunAgain(agent: LlmAgent, { tool: name }: ToolCall): boolean {
  const tool = findTool(agent, name);
  return tool?.kind === 'function' ? tool.idempotent : tool?.kind !== 'builtin';
}

function startCall(frame: Frame, agent: LlmAgent, call: ToolCall): Started {
  const { turn } = frame;
  const interrupted = turn.recorded(frame, `${call.step}.call`, 'tool_called') !== undefined;
  turn.record(frame, `${call.step}.call`, {
    type: 'tool_called',
    call: call.id,
    tool: call.tool,
    input: readable(call.input),
  });
  const asking = { frame, step: `${call.step}.`, count: 0, taken: new Map(), call: call.id };
  return { frame, agent, call, interrupted, state: frame.state.share(), asking, escalate: false };
}

async function finishCall(started: Started, outcome: CallsOutcome): Promise<void> {
  const { frame, call, state } = started;
  const { turn } = frame;
  const step = `${call.step}.out`;
  const past = turn.recorded(frame, step, 'tool_returned');
  if (past !== undefined) {
    const tool = findTool(started.agent, call.tool);
    if (tool?.kind === 'agent') outcome.route.push(tool.agent.name);
    turn.absorbBelow(frame, `${frame.path}/${call.step}>`);
    turn.record(frame, step, past, state);
    if (past.escalate) outcome.escalate = true;
    return;
  }
  const began = performance.now();
  const report = (output: ToolOutput, escalate: boolean) => {
    const ms = since(began);
    const end = escalate ? { escalate } : {};
    turn.record(frame, step, { type: 'tool_returned', call: call.id, tool: call.tool, output, ms, ...end }, state);
  };
  try {
    const produced = await produce(started, outcome);
    heed(started.asking);
    const output = await fitOutput(frame, started, produced);
    report(output, started.escalate);
    if (started.escalate) outcome.escalate = true;
    await turn.flushBefore('inside');
  } catch (thrown) {
    if (turn.signal.aborted) report(failed('CANCELLED', 'The turn was cancelled while this ran.'), false);
    throw thrown;
  }
}

/** The output of a call, callbacks included. */
async function produce(started: Started, outcome: CallsOutcome): Promise<ToolOutput> {
  const { frame, agent, call, interrupted } = started;
  const { signal } = frame.turn;
  const tool = findTool(agent, call.tool);
  if (tool === undefined || tool.kind === 'builtin') return unknownTool(agent, call.tool);
  if (interrupted && tool.kind === 'function' && !tool.idempotent && !isAsking(frame, `${call.step}.`))
    return failed(
      'TOOL_INTERRUPTED',
      `${tool.name} was interrupted by a restart; whether it took effect is not known.`,
    );
  const read = await readInput(tool, call.input);
  if (!('input' in read)) return read;

  const makeContext = (own: AbortSignal): ToolContext => ({
    ...contextOf(frame),
    state: started.state,
    signal: own,
    call: call.id,
    ask: (question) => ask(started.asking, question),
    commit: (name, work) => frame.turn.commit(frame, commitStep(frame, call.step, name), name, work),
    idempotencyKey: `${frame.turn.id}:${frame.path}#${call.step}`,
    escalate: () => {
      started.escalate = true;
    },
  });
  const context = makeContext(signal);
  let request: ToolRequest = { tool: tool.name, input: read.input as Json };
  let output: ToolOutput | undefined;
  for (const callback of agent.beforeTool) {
    const change = await withAgent(context, () => callback(context, request));
    if (change && 'output' in change) output = { kind: 'value', value: change.output };
    else if (change) request = { ...request, input: change.input };
    if (output !== undefined) break;
  }
  output ??= await execute(tool, request.input, started, makeContext, outcome);
  for (const callback of agent.afterTool)
    output = (await withAgent(context, () => callback(context, request, output!))) ?? output;
  return output;
}

async function execute(
  tool: FunctionTool | AgentTool,
  input: Json,
  started: Started,
  makeContext: (signal: AbortSignal) => ToolContext,
  outcome: CallsOutcome,
): Promise<ToolOutput> {
  const { frame, call, state } = started;
  if (tool.kind === 'agent') {
    outcome.route.push(tool.agent.name);
    return runAgentTool(frame, tool, input, call.step, state);
  }
  const restart = restarting(frame, started.asking, call.step);
  const run = (own: AbortSignal) => {
    restart();
    return makeContext(own);
  };
  return withAgent(makeContext(frame.turn.signal), () =>
    runFunction(tool, input, run, frame.turn.signal, frame.turn.house.work),
  );
}

/** An output that is too big for a prompt goes into an artifact, whole; the model gets its head. */
async function fitOutput(frame: Frame, started: Started, output: ToolOutput): Promise<ToolOutput> {
  if (output.kind !== 'value') return output;
  const tool = findTool(started.agent, started.call.tool);
  const limit = tool?.kind === 'function' ? tool.maxResultBytes : 256 * 1024;
  const isText = typeof output.value === 'string';
  const text = isText ? (output.value as string) : JSON.stringify(output.value);
  if (text.length * 3 <= limit) return output;
  const data = Buffer.from(text, 'utf8');
  if (data.byteLength <= limit) return output;
  const artifact = await frame.turn.house.store.saveArtifact(frame.turn.session.row.user, {
    namespace: frame.turn.session.row.id,
    name: `${started.call.tool}_output`,
    mimeType: isText ? 'text/plain' : 'application/json',
    data,
    metadata: { call: started.call.id, agent: frame.agent.name },
  });
  const name = `${artifact.namespace}/${artifact.name}_v${artifact.version}`;
  return { kind: 'truncated', head: text.slice(0, Math.min(4_000, limit)), bytes: data.byteLength, artifact: name };
}

/** Moves control if the move is legal; if not, the model is told why and stays. */
async function transfer(frame: Frame, agent: LlmAgent, call: ToolCall, outcome: CallsOutcome): Promise<void> {
  const { turn } = frame;
  const { targets } = contextOf(frame);
  const legal = targets.map((target) => target.name);
  const { agent_name: to, reason } = readable(call.input) as { agent_name?: unknown; reason?: unknown };
  const name = typeof to === 'string' ? to : String(to ?? '');
  const refuse = (why: string) =>
    turn.record(frame, `${call.step}.transfer`, { type: 'transfer_refused', call: call.id, to: name, why, legal });
  if (outcome.transfer !== undefined) return void refuse(`Only one transfer at a time: ${outcome.transfer} goes on.`);
  if (!legal.includes(name)) return void refuse(illegal(agent, name, legal, turn.house.tree.agents.has(name)));
  if (turn.recorded(frame, `${call.step}.transfer`, 'transferred') === undefined)
    await turn.admitTransfer(frame, call.step);
  const why = typeof reason === 'string' ? { reason } : {};
  turn.record(frame, `${call.step}.transfer`, { type: 'transferred', call: call.id, to: name, ...why });
  outcome.transfer = name;
}

function illegal(agent: LlmAgent, name: string, legal: readonly string[], exists: boolean): string {
  const may = legal.length === 0 ? 'It may not transfer at all.' : `It may transfer to: ${legal.join(', ')}.`;
  return `${agent.name} may not transfer to ${name === '' ? '(nobody named)' : name}${exists ? '' : ', which does not exist'}. ${may}`;
}

function findTool(agent: LlmAgent, name: string): Tool | undefined {
  return agent.tools.find((tool) => tool.name === name) ?? agent.standIn?.(name);
}

function unknownTool(agent: LlmAgent, name: string): ToolOutput {
  const names = agent.tools.map((tool) => tool.name).join(', ') || 'none';
  return failed('TOOL_UNKNOWN', `${agent.name} has no tool ${name}. Its tools: ${names}.`);
}

/** Arguments for the log: as JSON where they are, else as written. */
function readable(written: string): Json {
  try {
    return written.trim() === '' ? {} : (JSON.parse(written) as Json);
  } catch {
    return { unreadable: written.slice(0, 2_000) };
  }
}
