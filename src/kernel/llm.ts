/**
 * The loop of an LLM agent: ask the model, run what it calls, ask again, until it answers, transfers or escalates.
 * Messages stay events throughout; they become a prompt only at the call.
 */
import type {
  LanguageModelV4Content,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider';
import type { Agent, LlmAgent } from './agent.ts';
import { heed } from './ask.ts';
import { type ModelRequest, withAgent } from './context.ts';
import { ConsiliumError } from './errors.ts';
import type { Json, RunResult } from './event.ts';
import { contextOf, type Frame, since, spoken } from './frame.ts';
import { renderInstruction, withClient } from './instruction.ts';
import { type Candidate, callModel, type ModelReply } from './model.ts';
import { checkValue, toJsonSchema } from './schema.ts';
import type { Tool } from './tool.ts';
import { runCalls, type ToolCall } from './tool-calls.ts';
import { TRANSFER_TOOL } from './tree.ts';
import { isCall, textOf } from './view.ts';

export async function runLlm(frame: Frame, agent: LlmAgent): Promise<RunResult> {
  const route = [agent.name];
  let repairs = 0;
  for (let step = 0; ; step++) {
    const content = await takeReply(frame, agent, step);
    const calls: ToolCall[] = content.filter(isCall).map((part, index) => ({
      step: `s${step}.${index}`,
      id: part.toolCallId,
      tool: part.toolName,
      input: part.input,
    }));
    if (calls.length > 0) {
      const outcome = await runCalls(frame, agent, calls);
      route.push(...outcome.route);
      if (outcome.transfer !== undefined) return { text: '', route, transfer: outcome.transfer };
      if (outcome.escalate) return { ...spoken(agent, textOf(content), route), escalate: true };
      continue;
    }
    const text = textOf(content);
    const output = await readOutput(agent, text);
    if (output.ok) {
      if (agent.outputKey !== undefined) frame.state.set(agent.outputKey, output.value);
      return spoken(agent, text, route);
    }
    const final = repairs++ > 0;
    frame.turn.record(frame, `s${step}.invalid`, { type: 'output_invalid', problem: output.problem, final });
    if (final)
      throw new ConsiliumError('OUTPUT_INVALID', `${agent.name} did not give the output it has to: ${output.problem}`);
  }
}

/** The model's reply for this step: from the journal, or asked for now. */
async function takeReply(frame: Frame, agent: LlmAgent, step: number): Promise<LanguageModelV4Content[]> {
  const { turn } = frame;
  const place = `s${step}`;
  const past = turn.recorded(frame, place, 'model_replied');
  if (past !== undefined) {
    turn.record(frame, place, past);
    return past.content;
  }
  await turn.admitModelCall(frame, place);
  await turn.giveWay('speak');
  await turn.flushBefore(candidatesFor(frame, agent)[0]?.isLocal ? 'inside' : 'outside');
  const began = performance.now();
  frame.call = place;
  const reply = await askModel(frame, agent, place);
  frame.call = undefined;
  heed(frame.asking);
  const { content, finish, usage, speaker } = reply;
  turn.record(frame, place, { type: 'model_replied', content, finish, usage, speaker, ms: since(began) });
  return content;
}

async function askModel(frame: Frame, agent: LlmAgent, place: string): Promise<ModelReply> {
  const context = contextOf(frame);
  let request = await buildRequest(frame, agent);
  for (const callback of agent.beforeModel) {
    const change = await withAgent(context, () => callback(context, request));
    if (change && 'reply' in change) return standIn(change.reply);
    if (change) request = change.request;
  }
  let reply = await converse(frame, agent, place, request);
  for (const callback of agent.afterModel) reply = (await withAgent(context, () => callback(context, reply))) ?? reply;
  return reply;
}

function converse(frame: Frame, agent: LlmAgent, place: string, request: ModelRequest): Promise<ModelReply> {
  const { turn } = frame;
  const who = { invocation: turn.id, agent: agent.name, branch: frame.branch, key: `${frame.path}#${place}` };
  let shown = '';
  let failures = 0;
  const call = callModel({
    agent,
    candidates: candidatesFor(frame, agent),
    options: request,
    signal: turn.signal,
    clock: turn.house.work,
    onText:
      turn.streaming && agent.speaks && !frame.inner
        ? (text) => {
            turn.show({ type: 'text_delta', ...who, offset: shown.length, text });
            shown += text;
          }
        : undefined,
    onRetract: () => {
      if (shown !== '') turn.show({ type: 'text_retracted', ...who });
      shown = '';
    },
    onFailure: (failure) => {
      const error = failure.error.toJSON();
      turn.record(frame, `${place}.f${failures++}`, { type: 'model_failed', ...failure, error });
      return turn.flush();
    },
  });
  return call.catch((thrown: unknown) => {
    // The person stopped the turn and has read these words: the log keeps them.
    if (turn.signal.aborted && shown !== '') {
      const content = [{ type: 'text' as const, text: shown }];
      const usage = { inputTokens: 0, outputTokens: 0 };
      turn.record(frame, place, {
        type: 'model_replied',
        content,
        finish: 'interrupted',
        usage,
        speaker: 'interrupted',
        ms: 0,
      });
    }
    throw thrown;
  });
}

function candidatesFor(frame: Frame, agent: LlmAgent): readonly Candidate[] {
  const { model } = agent;
  if (typeof model === 'object') return [{ label: `${model.provider}:${model.modelId}`, model }];
  return frame.turn.house.models.candidates(agent);
}

async function buildRequest(frame: Frame, agent: LlmAgent): Promise<ModelRequest> {
  const context = contextOf(frame);
  let system = renderInstruction(agent, context);
  if (typeof system !== 'string') system = await system;
  // For those who speak to the person: what sorts, or answers another agent in data, follows the house alone.
  if (agent.outputSchema === undefined && !frame.inner) system = withClient(system, context);
  const viewer = { agent: agent.name, branch: frame.branch };
  const messages = frame.conversation.messagesFor(
    agent.history === 'turn' ? { ...viewer, invocation: frame.turn.id } : viewer,
  );
  // Models answer a user; after another agent's words somebody has to ask.
  if (messages.at(-1)?.role === 'assistant')
    messages.push({ role: 'user', content: [{ type: 'text', text: 'Go on with your part.' }] });
  if (system !== '') messages.unshift({ role: 'system', content: system });
  const tools = toolset(agent, context.targets);
  return {
    prompt: messages,
    ...agent.generate,
    ...(tools.length > 0 && { tools }),
    ...(agent.outputSchema && {
      responseFormat: { type: 'json' as const, schema: toJsonSchema(agent.outputSchema), name: `${agent.name}Output` },
    }),
  };
}

type Offered = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool;
const toolsets = new WeakMap<Agent, Offered[]>();

function toolset(agent: LlmAgent, targets: readonly Agent[]): Offered[] {
  let offered = toolsets.get(agent);
  if (offered === undefined) {
    offered = agent.tools.map(offer);
    if (targets.length > 0) offered.push(offerTransfer(targets));
    toolsets.set(agent, offered);
  }
  return offered;
}

function offer(tool: Tool): Offered {
  if (tool.kind === 'builtin') return { type: 'provider', id: tool.id, name: tool.name, args: tool.args };
  return { type: 'function', name: tool.name, description: tool.description, inputSchema: toJsonSchema(tool.input) };
}

/** Lists the legal targets only; tool-calls.ts enforces them all the same. */
function offerTransfer(targets: readonly Agent[]): Offered {
  const list = targets.map((target) => `- ${target.name}: ${target.description}`).join('\n');
  return {
    type: 'function',
    name: TRANSFER_TOOL,
    description: `Hands the conversation to another agent, who then answers. Agents:\n${list}`,
    inputSchema: {
      type: 'object',
      properties: {
        agent_name: { type: 'string', enum: targets.map((target) => target.name) },
        reason: { type: 'string', description: 'Why, in a few words.' },
      },
      required: ['agent_name'],
      additionalProperties: false,
    },
  };
}

async function readOutput(
  agent: LlmAgent,
  text: string,
): Promise<{ ok: true; value: Json } | { ok: false; problem: string }> {
  if (agent.outputSchema === undefined) return { ok: true, value: text };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  } catch (thrown) {
    return { ok: false, problem: `it is not JSON (${(thrown as Error).message})` };
  }
  return (await checkValue(agent.outputSchema, value)) as { ok: true; value: Json } | { ok: false; problem: string };
}

function standIn(text: string): ModelReply {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { content: [{ type: 'text', text }], finish: 'stop', usage, speaker: 'callback' };
}
