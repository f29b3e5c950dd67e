/** What one model said, asked for as a whole or read from a stream. A reply that is not complete is an error here. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { ConsiliumError } from './errors.ts';
import type { Usage } from './event.ts';

export interface Told {
  content: LanguageModelV4Content[];
  finish: string;
  usage: Usage;
}

export async function generate(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<Told> {
  const result = await model.doGenerate(options);
  return { content: result.content, finish: readFinish(result.finishReason), usage: readUsage(result.usage) };
}

export async function stream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  onText: (text: string) => void,
): Promise<Told> {
  const { stream: parts } = await model.doStream(options);
  const reader = parts.getReader();
  const close = () => reader.cancel().catch(() => {});
  options.abortSignal?.addEventListener('abort', close, { once: true });
  const collected = new Collector(onText);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Words that come after the end of the attempt would follow their own retraction.
      options.abortSignal?.throwIfAborted();
      if (done) break;
      collected.take(value);
    }
  } finally {
    options.abortSignal?.removeEventListener('abort', close);
    void close();
  }
  return collected.finish();
}

/** Puts a streamed reply together again. */
class Collector {
  readonly #onText: (text: string) => void;
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, { type: 'text' | 'reasoning'; text: string }>();
  #end: { finish: string; usage: Usage } | undefined;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.#annotate(this.#part('text', part.id), part.providerMetadata).text += part.delta;
        if (part.delta !== '') this.#onText(part.delta);
        break;
      case 'reasoning-delta':
        this.#annotate(this.#part('reasoning', part.id), part.providerMetadata).text += part.delta;
        break;
      case 'text-start':
      case 'text-end':
        this.#annotate(this.#part('text', part.id), part.providerMetadata);
        break;
      case 'reasoning-start':
      case 'reasoning-end':
        this.#annotate(this.#part('reasoning', part.id), part.providerMetadata);
        break;
      case 'tool-call':
      case 'tool-result':
      case 'source':
      case 'file':
      case 'reasoning-file':
      case 'custom':
        this.#content.push(part);
        break;
      case 'finish':
        this.#end = { finish: readFinish(part.finishReason), usage: readUsage(part.usage) };
        break;
      case 'error':
        throw part.error instanceof ConsiliumError ? part.error : midStream(part.error);
    }
  }

  finish(): Told {
    if (this.#end === undefined) throw brokenOff();
    return { content: this.#content, ...this.#end };
  }

  #part(type: 'text' | 'reasoning', id: string): { type: 'text' | 'reasoning'; text: string } {
    const key = type === 'text' ? id : `reasoning ${id}`;
    let part = this.#open.get(key);
    if (part === undefined) {
      part = { type, text: '' };
      this.#open.set(key, part);
      this.#content.push(part);
    }
    return part;
  }

  /** Signatures and the like must go back to the provider with the history. */
  #annotate<P extends object>(part: P, metadata: object | undefined): P {
    return metadata === undefined ? part : Object.assign(part, { providerMetadata: metadata });
  }
}

/** What goes wrong after the first word is worth another try, unless the provider says that it is not. */
function midStream(error: unknown): object {
  const told =
    typeof error === 'object' && error !== null
      ? Object.fromEntries(Object.entries(error).filter(([, value]) => value !== undefined))
      : {};
  return { isRetryable: true, ...told, message: readMessage(error) };
}

/** A reply that is known to be incomplete is not one. */
function readFinish(reason: LanguageModelV4FinishReason | undefined): string {
  if (reason?.unified === 'interrupted') throw brokenOff();
  if (reason?.unified === 'error')
    throw new ConsiliumError('MODEL_ERROR', `The model gave up: ${reason.raw ?? 'it did not say why'}.`, {
      retryable: true,
    });
  return reason?.unified ?? 'other';
}

function brokenOff(): ConsiliumError {
  return new ConsiliumError('MODEL_STREAM_BROKEN', 'The stream ended before the reply did.', { retryable: true });
}

function readUsage(usage: LanguageModelV4Usage | undefined): Usage {
  return { inputTokens: usage?.inputTokens?.total ?? 0, outputTokens: usage?.outputTokens?.total ?? 0 };
}

/** An error may quote the whole request. */
const MAX_MESSAGE = 500;

/** The words of whatever was thrown. */
export function readMessage(thrown: unknown): string {
  if (thrown instanceof Error) {
    if (/^AI_(TypeValidation|JSONParse)Error$/.test(thrown.name)) return 'its answer could not be read.';
    return (thrown.message || thrown.name).slice(0, MAX_MESSAGE);
  }
  const message = (thrown as { message?: unknown } | null)?.message;
  return (typeof message === 'string' ? message : String(thrown)).slice(0, MAX_MESSAGE);
}
