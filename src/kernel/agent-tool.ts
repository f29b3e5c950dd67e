/**
 * Agents as tools. The inner agent gets the request as its message and a conversation of its own; its events are on
 * the same log, and what it writes to state is the caller's too.
 *
 * A SafeAgentTool adds what an application needs around an agent that may fail: its status in state, a fallback
 * sentence instead of a model's error, a word for empty results, and a hook that may answer in its place.
 * Logged are names, lengths and hosts, never what was said: it may be about a patient.
 */
import type { Agent } from './agent.ts';
import { isWaiting } from './ask.ts';
import { Conversation } from './conversation.ts';
import { type ConsiliumError, toConsiliumError } from './errors.ts';
import type { Json, ToolOutput } from './event.ts';

import { contextOf, type Frame } from './frame.ts';
import type { Schema } from './schema.ts';
import type { State } from './state.ts';
import type { AgentTool, SafeOptions, SafeStatus } from './tool.ts';

type Given = { agent: Agent; name?: string; description?: string; input?: Schema };

export function agentTool(given: Given): AgentTool {
  const { agent } = given;
  return {
    kind: 'agent',
    name: given.name ?? agent.name,
    description: given.description ?? agent.description,
    agent,
    input: given.input ?? requestInput,
  };
}

export function safeAgentTool(given: Given & Pick<SafeOptions, 'fallbackResponse'> & Partial<SafeOptions>): AgentTool {
  const safe: SafeOptions = {
    fallbackResponse: given.fallbackResponse,
    emptyResponse: given.emptyResponse ?? given.fallbackResponse,
    resultKey: given.resultKey,
    statusKey: given.statusKey,
    errorKey: given.errorKey,
    initialStatus: given.initialStatus ?? 'pending',
    preserveRequest: given.preserveRequest ?? true,
    resetState: given.resetState ?? true,
    intercept: given.intercept,
  };
  return { ...agentTool(given), safe };
}

export async function runAgentTool(
  frame: Frame,
  tool: AgentTool,
  input: Json,
  step: string,
  state: State,
): Promise<ToolOutput> {
  try {
    const { safe } = tool;
    const text = await (safe === undefined
      ? runInner(frame, tool, input, step, state)
      : runSafely(frame, tool, safe, input, step, state));
    return { kind: 'value', value: text };
  } catch (thrown) {
    const error = toConsiliumError(thrown, 'TOOL_FAILED');
    if (frame.turn.signal.aborted || isWaiting(thrown) || error.code.startsWith('STORAGE_')) throw thrown;
    return { kind: 'error', error: error.toJSON() };
  }
}

async function runInner(frame: Frame, tool: AgentTool, input: Json, step: string, state: State): Promise<string> {
  const request = toRequest(input);
  // '>' in the path marks a conversation of its own: see Invocation.#replay.
  const inner: Frame = {
    ...frame,
    path: `${frame.path}/${step}>`,
    state,
    message: request,
    input,
    inner: true,
    conversation: Conversation.about(request),
    runs: new Map(),
    context: undefined,
  };
  const result = await frame.turn.house.runScope(inner, tool.agent, { state: state.share() });
  return result.text;
}

async function runSafely(
  frame: Frame,
  tool: AgentTool,
  safe: SafeOptions,
  input: Json,
  step: string,
  state: State,
): Promise<string> {
  const request = toRequest(input);
  const { log } = frame.turn.house;
  const who = { agent: tool.agent.name, invocation: frame.turn.id };
  const set = (status: SafeStatus, result: string, error: string) => {
    if (safe.resultKey !== undefined) state.set(safe.resultKey, result);
    if (safe.statusKey !== undefined) state.set(safe.statusKey, status);
    if (safe.errorKey !== undefined) state.set(safe.errorKey, error);
    log.info({ ...who, status }, 'agent tool status');
  };
  log.debug({ ...who, length: request.length }, 'agent tool called');
  if (safe.resetState) set(safe.initialStatus, '', '');
  if (safe.preserveRequest) state.set('last_user_message', frame.message);
  if (safe.statusKey !== undefined) state.set(safe.statusKey, 'running' satisfies SafeStatus);
  const urls = findUrls(request);
  try {
    const text =
      (await interceptFirst(frame, tool, safe, urls, request)) ?? (await runInner(frame, tool, input, step, state));
    if (text.trim() === '') {
      set('empty', safe.emptyResponse, '');
      log.info({ ...who, hosts: hostsOf(urls) }, 'agent tool gave nothing');
      return safe.emptyResponse;
    }
    set('success', text, '');
    log.debug({ ...who, length: text.length }, 'agent tool done');
    return text;
  } catch (thrown) {
    if (frame.turn.signal.aborted || isWaiting(thrown)) throw thrown;
    const error = toConsiliumError(thrown);
    if (!isServiceFailure(error)) {
      set('error', '', error.message);
      throw thrown;
    }
    log.warn({ ...who, code: error.code, hosts: hostsOf(urls) }, 'agent tool failed; the fallback was returned');
    set('error', safe.fallbackResponse, `${error.code}: ${error.message}`.slice(0, 500));
    return safe.fallbackResponse;
  }
}

async function interceptFirst(
  frame: Frame,
  tool: AgentTool,
  safe: SafeOptions,
  urls: string[],
  request: string,
): Promise<string | undefined> {
  if (safe.intercept === undefined) return undefined;
  try {
    const text = await safe.intercept({ urls, request }, contextOf(frame));
    return text?.trim() ? text : undefined;
  } catch (thrown) {
    if (frame.turn.signal.aborted || isWaiting(thrown)) throw thrown;
    const { code } = toConsiliumError(thrown);
    frame.turn.house.log.warn(
      { agent: tool.agent.name, code, hosts: hostsOf(urls) },
      'interception failed; the agent runs',
    );
    return undefined;
  }
}

/** A server or an API let us down; anything else is a fault of ours and should be seen. */
function isServiceFailure(error: ConsiliumError): boolean {
  return /^(MODEL_|REMOTE_|LIMIT_|OUTPUT_INVALID)/.test(error.code);
}

function toRequest(input: Json): string {
  const request = (input as { request?: unknown } | null)?.request;
  if (typeof request === 'string' && Object.keys(input as object).length === 1) return request;
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function findUrls(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)].map((match) => match[0]);
}

function hostsOf(urls: readonly string[]): string[] {
  return urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []));
}

const requestInput: Schema<{ request: string }> = {
  '~standard': {
    version: 1,
    vendor: 'consilium',
    validate: (value) => {
      const request = (value as { request?: unknown } | null)?.request;
      if (typeof request === 'string') return { value: { request } };
      return { issues: [{ message: 'expected a text', path: ['request'] }] };
    },
    jsonSchema: {
      input: () => ({
        type: 'object',
        properties: {
          request: { type: 'string', description: 'The whole request, with all the agent needs to know.' },
        },
        required: ['request'],
        additionalProperties: false,
      }),
    },
  },
};
