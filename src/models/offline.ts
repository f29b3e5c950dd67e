/**
 * The offline engine: a language model that runs an agent's policy instead of weights. It reads the same prompt, sees
 * the same tools and answers in the same form as any other model, so that agents have one path for both.
 */
import { createHash } from 'node:crypto';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { untilReady } from '../kernel/awaiting.ts';
import { type AgentContext, currentAgent, withAgent } from '../kernel/context.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/errors.ts';
import type { Json } from '../kernel/event.ts';
import { TRANSFER_TOOL } from '../kernel/tree.ts';
import type { OfflineCall, OfflinePolicy, OfflineStep, OfflineTurn } from './policy.ts';
import { type Lack, MODEL_REQUIRED, modelRequired, tellRefusal } from './refusal.ts';
import { readTurn } from './turn.ts';

interface EngineOptions {
  /** Why there is no model, if not because none is configured: a refusal then says so. */
  readonly lack?: Lack | undefined;
  /** A tool may be there although it is not offered: its server was away. The policy, which knows it, may call it. */
  readonly mayLackTools?: boolean | undefined;
}

export function offlineModel(policy: OfflinePolicy, engine: EngineOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'consilium',
    modelId: 'offline',
    supportedUrls: {},
    async doGenerate(options) {
      const reply = await decide(policy, engine, options);
      const content: LanguageModelV4Content[] = [];
      let size = 0;
      for await (const part of reply.parts()) {
        size += sizeOfPart(part);
        if (part.type === 'tool-call') content.push(part);
        if (part.type === 'text-start')
          content.push({
            type: 'text',
            text: '',
            ...(part.providerMetadata && { providerMetadata: part.providerMetadata }),
          });
        if (part.type === 'text-delta') (content.at(-1) as { text: string }).text += part.delta;
      }
      return { content, finishReason: reply.finishReason, usage: countUsage(options.prompt, size), warnings: [] };
    },
    async doStream(options) {
      const reply = await decide(policy, engine, options);
      return { stream: toStream(reply, options) };
    },
  };
}

interface Decision {
  readonly context: AgentContext;
  readonly finishReason: LanguageModelV4FinishReason;
  parts(): AsyncIterable<LanguageModelV4StreamPart>;
}

async function decide(
  policy: OfflinePolicy,
  engine: EngineOptions,
  options: LanguageModelV4CallOptions,
): Promise<Decision> {
  options.abortSignal?.throwIfAborted();
  const context = currentAgent();
  const turn = readTurn(context, options);
  const step = await askPolicy(policy, engine, turn);
  options.abortSignal?.throwIfAborted();
  return toDecision(step, turn, options, engine);
}

/** A refusal becomes words, unless an object was wanted: then there is nothing honest to return. */
async function askPolicy(policy: OfflinePolicy, engine: EngineOptions, turn: OfflineTurn): Promise<Said> {
  try {
    const { state, signal } = turn.context;
    return await untilReady(() => state.attempt(() => policy(turn)), signal);
  } catch (thrown) {
    const error = toConsiliumError(thrown, 'POLICY_FAILED');
    if (error.code === MODEL_REQUIRED) {
      const what = String(error.details?.what ?? 'That');
      const refusal = engine.lack === undefined ? error : modelRequired({ what, lack: engine.lack });
      if (turn.schema !== undefined) throw refusal;
      return { say: tellRefusal(refusal), code: MODEL_REQUIRED };
    }
    if (turn.context.signal.aborted) throw thrown;
    throw new ConsiliumError(error.code, `The offline policy of ${turn.context.agent.name} failed: ${error.message}`, {
      retryable: error.retryable,
      ...(error.hint !== undefined && { hint: error.hint }),
      ...(error.details !== undefined && { details: { ...error.details } }),
      cause: thrown,
    });
  }
}

type Said = OfflineStep & { code?: string };

function toDecision(
  step: Said,
  turn: OfflineTurn,
  options: LanguageModelV4CallOptions,
  engine: EngineOptions,
): Decision {
  const { context } = turn;
  if (typeof step === 'object' && step !== null) {
    if ('say' in step && (typeof step.say === 'string' || Symbol.asyncIterator in Object(step.say)))
      return speak(context, step.say, step.code);
    if ('object' in step) return speak(context, JSON.stringify(step.object));
    if ('transfer' in step && typeof step.transfer === 'string') {
      const input = { agent_name: step.transfer, ...(step.reason !== undefined && { reason: step.reason }) };
      return call(turn, options, [{ call: TRANSFER_TOOL, input }]);
    }
    const calls = 'calls' in step ? step.calls : 'call' in step ? [step] : [];
    if (calls.length > 0) return call(turn, options, calls, engine);
  }
  throw new ConsiliumError('POLICY_INVALID', `The offline policy of ${context.agent.name} returned no step.`, {
    hint: 'A step is {say}, {call, input}, {calls}, {transfer} or {object}.',
  });
}

function speak(context: AgentContext, words: string | AsyncIterable<string>, code?: string): Decision {
  return {
    context,
    finishReason: { unified: 'stop', raw: code ?? 'said' },
    async *parts() {
      const id = 'words';
      yield { type: 'text-start', id, ...(code !== undefined && { providerMetadata: { consilium: { code } } }) };
      if (typeof words === 'string') for (const delta of chunk(words)) yield { type: 'text-delta', id, delta };
      else for await (const delta of words) if (delta !== '') yield { type: 'text-delta', id, delta };
      yield { type: 'text-end', id };
    },
  };
}

function call(
  turn: OfflineTurn,
  options: LanguageModelV4CallOptions,
  calls: readonly OfflineCall[],
  { mayLackTools }: EngineOptions = {},
): Decision {
  const offered = new Set(options.tools?.map(({ name }) => name));
  const unknown = calls.find(({ call }) => call !== TRANSFER_TOOL && !offered.has(call));
  const { name } = turn.context.agent;
  if (unknown !== undefined && !mayLackTools)
    throw new ConsiliumError(
      'POLICY_INVALID',
      `The offline policy of ${name} called "${unknown.call}", which it does not have.`,
      {
        hint: `Its tools: ${turn.tools.map((tool) => tool.name).join(', ') || 'none'}.`,
      },
    );
  const place = `${turn.context.invocation} ${name} ${options.prompt.length} ${turn.results.length}`;
  const seed = createHash('sha1').update(place).digest('hex').slice(0, 12);
  return {
    context: turn.context,
    finishReason: { unified: 'tool-calls', raw: 'called' },
    async *parts() {
      for (const [i, { call, input }] of calls.entries())
        yield {
          type: 'tool-call',
          toolCallId: `offline_${seed}_${i}`,
          toolName: call,
          input: JSON.stringify(input ?? {}),
        };
    },
  };
}

const CHUNK = 24;

/** Cuts at spaces: the first word alone, so that something is read at once, then a few words at a time. */
export function* chunk(text: string): Generator<string> {
  let pending = '';
  let first = true;
  for (const [word] of text.matchAll(/\s*\S+|\s+$/g)) {
    pending += word;
    if (first || pending.length >= CHUNK) {
      yield pending;
      pending = '';
      first = false;
    }
  }
  if (pending !== '') yield pending;
}

/** Pulled, not pushed: nothing is made that nobody reads, and a cancelled reply stops at the next word. */
function toStream(reply: Decision, options: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> {
  const parts = reply.parts()[Symbol.asyncIterator]();
  const signal = options.abortSignal;
  let size = 0;
  const stop = async () => {
    await parts.return?.();
    throw signal?.reason;
  };
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
    },
    async pull(controller) {
      if (signal?.aborted) await stop();
      const { done, value } = await withAgent(reply.context, () => parts.next());
      if (signal?.aborted) await stop();
      if (done !== true) {
        size += sizeOfPart(value);
        return controller.enqueue(value);
      }
      const usage = countUsage(options.prompt, size);
      controller.enqueue({ type: 'finish', finishReason: reply.finishReason, usage });
      controller.close();
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

function sizeOfPart(part: LanguageModelV4StreamPart): number {
  if (part.type === 'text-delta') return part.delta.length;
  return part.type === 'tool-call' ? part.toolName.length + part.input.length : 0;
}

/** An estimate, at four characters a token: the engine reads no tokens. */
function countUsage(prompt: LanguageModelV4Prompt, written: number): LanguageModelV4Usage {
  const input = Math.ceil(prompt.reduce((sum, message) => sum + sizeOfMessage(message), 0) / 4);
  const output = Math.ceil(written / 4);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

function sizeOfMessage(message: LanguageModelV4Prompt[number]): number {
  if (message.role === 'system') return message.content.length;
  let size = 0;
  for (const part of message.content) {
    if (part.type === 'text' || part.type === 'reasoning') size += part.text.length;
    else if (part.type === 'tool-call') size += JSON.stringify(part.input ?? null).length;
    else if (part.type === 'tool-result' && 'value' in part.output) {
      const { value } = part.output as { value: Json };
      size += typeof value === 'string' ? value.length : JSON.stringify(value).length;
    }
  }
  return size;
}
