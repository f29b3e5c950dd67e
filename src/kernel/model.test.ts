import { inspect } from 'node:util';
import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { llmAgent } from './agent.ts';
import { ConsiliumError } from './errors.ts';
import { type Candidate, callModel, type ModelFailure, type RetryOptions } from './model.ts';

type Part = LanguageModelV4StreamPart;
/** What a model does when it is asked: streams parts, or throws; a function decides at the time. */
type Behaviour = Part[] | Error | ((signal: AbortSignal) => Promise<Part[]> | ReadableStream<Part>);

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const finish = (unified: 'stop' | 'tool-calls' | 'interrupted' | 'error' = 'stop'): Part => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw: unified },
});
const words = (...deltas: string[]): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  ...deltas.map((delta): Part => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
];
const reply = (text: string): Part[] => [...words(text), finish()];

function apiError(statusCode: number, more: object = {}): Error {
  return Object.assign(new Error(`status ${statusCode}`), { statusCode, isRetryable: statusCode >= 500, ...more });
}

/** A model that behaves as listed, one entry for each time it is asked, the last one ever after. */
function model(...behaviours: Behaviour[]): LanguageModelV4 & { asked: number } {
  const next = () => behaviours[Math.min(scripted.asked++, behaviours.length - 1)]!;
  const scripted = {
    specificationVersion: 'v4' as const,
    provider: 'mock',
    modelId: 'one',
    supportedUrls: {},
    asked: 0,
    async doGenerate() {
      const parts = next();
      if (parts instanceof Error || !Array.isArray(parts)) throw parts;
      const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
      const end = parts.find((part) => part.type === 'finish')!;
      return { content: [{ type: 'text' as const, text }], finishReason: end.finishReason, usage, warnings: [] };
    },
    async doStream({ abortSignal }: { abortSignal?: AbortSignal }) {
      const parts = next();
      if (parts instanceof Error) throw parts;
      const made = typeof parts === 'function' ? await parts(abortSignal!) : parts;
      return { stream: made instanceof ReadableStream ? made : streamOf(made) };
    },
  };
  return scripted;
}

function streamOf(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

const quick: RetryOptions = { attempts: 3, initialDelayMs: 1, maxDelayMs: 4 };
const as = (label: string, spoken: Candidate['model'], more: Partial<Candidate> = {}): Candidate => ({
  label,
  model: spoken,
  retry: quick,
  ...more,
});

interface Watched {
  text: string;
  retractions: number;
  failures: ModelFailure[];
}

async function call(
  candidates: Candidate[],
  more: { signal?: AbortSignal; stream?: boolean; retry?: RetryOptions; seen?: Watched } = {},
) {
  const seen: Watched = more.seen ?? { text: '', retractions: 0, failures: [] };
  const onText = (text: string) => {
    seen.text += text;
  };
  const answer = await callModel({
    agent: llmAgent({ name: 'Guide', retry: more.retry }),
    candidates,
    options: { prompt: [] },
    signal: more.signal ?? new AbortController().signal,
    onText: more.stream === false ? undefined : onText,
    onRetract: () => {
      seen.text = '';
      seen.retractions++;
    },
    onFailure: (failure) => {
      seen.failures.push(failure);
    },
  });
  return { ...answer, seen };
}

const failed = (calling: Promise<unknown>) =>
  calling.then(
    () => expect.unreachable(),
    (thrown: ConsiliumError) => thrown,
  );

describe('a reply', () => {
  test.each([true, false])('comes with its speaker, finish and usage (streaming: %s)', async (stream) => {
    const answer = await call([as('a', model(reply('Hello')))], { stream });
    expect(answer).toMatchObject({
      speaker: 'a',
      finish: 'stop',
      usage: { inputTokens: 5, outputTokens: 2 },
      content: [{ type: 'text', text: 'Hello' }],
    });
    expect(answer.seen).toEqual({ text: stream ? 'Hello' : '', retractions: 0, failures: [] });
  });

  test('comes from a model that is loaded when it is needed, and only then', async () => {
    let loads = 0;
    const later = as('b', async () => {
      loads++;
      return model(reply('late'));
    });
    await call([as('a', model(reply('Hello'))), later]);
    expect(loads).toBe(0);
    expect((await call([later])).content).toEqual([{ type: 'text', text: 'late' }]);
  });
});

describe('a streamed reply is put together', () => {
  const collect = async (...parts: Part[]) => (await call([as('a', model([...parts, finish()]))])).content;

  test('in the order of its parts, interleaved or not', async () => {
    const content = await collect(
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-delta', id: '1', delta: 'hm' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hel' },
      { type: 'reasoning-delta', id: '1', delta: 'm' },
      { type: 'tool-input-start', id: 'c', toolName: 't' },
      { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '{}' },
      { type: 'text-delta', id: '1', delta: 'lo' },
      { type: 'text-start', id: '2' },
      { type: 'text-delta', id: '2', delta: '!' },
    );
    expect(content).toEqual([
      { type: 'reasoning', text: 'hmm' },
      { type: 'text', text: 'Hello' },
      { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '{}' },
      { type: 'text', text: '!' },
    ]);
  });

  test.each([
    'text',
    'reasoning',
  ] as const)('with what the provider wants back, wherever in the %s it came', async (kind) => {
    const signed = { p: { signature: 's' } };
    const start = { type: `${kind}-start`, id: '1' } as const;
    const delta = { type: `${kind}-delta`, id: '1', delta: 'x' } as const;
    const end = { type: `${kind}-end`, id: '1' } as const;
    const whole = [{ type: kind, text: 'x', providerMetadata: signed }];
    expect(await collect({ ...start, providerMetadata: signed }, delta, end)).toEqual(whole);
    expect(await collect(start, { ...delta, providerMetadata: signed }, end)).toEqual(whole);
    expect(await collect(start, delta, { ...end, providerMetadata: signed })).toEqual(whole);
  });

  test('with sources, files and the provider’s own tool results', async () => {
    const parts: Part[] = [
      { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
      { type: 'tool-result', toolCallId: 'c', toolName: 't', result: 'r' },
      { type: 'custom', kind: 'p.x' },
    ];
    expect(await collect(...parts)).toEqual(parts);
  });
});

describe('a failure', () => {
  test('that may pass is tried again, up to the number of attempts', async () => {
    const shaky = model(apiError(500), apiError(503), reply('ok'));
    const { seen } = await call([as('a', shaky)]);
    expect(shaky.asked).toBe(3);
    expect(seen.failures.map(({ attempt, next, error }) => [attempt, next, error.code, error.details])).toEqual([
      [1, 'a', 'MODEL_ERROR', { status: 500 }],
      [2, 'a', 'MODEL_ERROR', { status: 503 }],
    ]);
  });

  test('that will not pass goes to the next at once', async () => {
    const wrong = model(apiError(400));
    const { speaker, seen } = await call([as('a', wrong), as('b', model(reply('ok')))]);
    expect([wrong.asked, speaker]).toEqual([1, 'b']);
    expect(seen.failures).toMatchObject([{ speaker: 'a', attempt: 1, next: 'b', waitMs: 0 }]);
  });

  test.each([
    [apiError(401), 'MODEL_UNAUTHORIZED', false],
    [apiError(403), 'MODEL_UNAUTHORIZED', false],
    [apiError(400, { responseBody: '{"reason": "API_KEY_INVALID"}' }), 'MODEL_UNAUTHORIZED', false],
    [apiError(429), 'MODEL_RATE_LIMITED', true],
    [apiError(404), 'MODEL_ERROR', false],
    [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'MODEL_ERROR', true],
    [new TypeError('fetch failed'), 'MODEL_ERROR', true],
    [new TypeError('x is not a function'), 'MODEL_ERROR', false],
    [new ConsiliumError('POLICY_FAILED', 'no'), 'POLICY_FAILED', false],
  ])('%s is %s (retryable: %s)', async (thrown, code, retryable) => {
    const { seen } = await call([as('a', model(thrown)), as('b', model(reply('ok')))], { retry: { attempts: 1 } });
    expect(seen.failures[0]!.error).toMatchObject({ code, retryable });
  });

  test('says nothing of the conversation', async () => {
    const secret = 'Ann has diabetes';
    const parse = Object.assign(new Error(`JSON parsing failed: Text: ${secret}.`), { name: 'AI_JSONParseError' });
    const api = apiError(422, { requestBodyValues: { secret }, responseBody: secret, data: { secret } });
    const { seen } = await call([as('a', model(parse)), as('b', model(api)), as('c', model(reply('ok')))]);
    expect(seen.failures).toHaveLength(2);
    expect(inspect(seen.failures, { depth: 10, showHidden: true })).not.toContain(secret);
  });

  test('of loading counts as one of the model', async () => {
    const missing = as('a', () => Promise.reject(new Error('Cannot find package')));
    const { speaker, seen } = await call([missing, as('b', model(reply('ok')))]);
    expect(speaker).toBe('b');
    expect(seen.failures[0]!.error.message).toBe('a: Cannot find package');
  });

  test('of everybody is told with each of them', async () => {
    const error = await failed(
      call([as('a', model(apiError(500))), as('b', model(apiError(401)))], { retry: { attempts: 2 } }),
    );
    expect(error).toMatchObject({
      code: 'MODEL_FAILED',
      retryable: false,
      hint: 'Check the API key of this provider.',
    });
    expect(error.message).toMatch(/No model answered for Guide\. b refused the key/);
    expect(error.details).toEqual({ tried: ['a: MODEL_ERROR', 'a: MODEL_ERROR', 'b: MODEL_UNAUTHORIZED'] });
  });

  test('that only says that a model is needed stays what it is', async () => {
    const error = await failed(
      call([as('offline', model(new ConsiliumError('MODEL_REQUIRED', 'That needs a model.')))]),
    );
    expect(error).toMatchObject({ code: 'MODEL_REQUIRED', message: 'That needs a model.' });
  });

  test('is followed by as many attempts as the agent wants', async () => {
    const down = model(apiError(500));
    await failed(call([as('a', down)], { retry: { attempts: 5 } }));
    expect(down.asked).toBe(5);
  });
});

describe('a server that failed', () => {
  test('is left alone for a while, and the log says so; the next one answers at once', async () => {
    const health = { restUntil: 0 };
    const down = model(apiError(503));
    const other = as('other', model(reply('here')));
    await call([as('down', down, { health }), other]);
    expect(down.asked).toBe(3);
    const { seen, speaker } = await call([as('down again', down, { health }), other]);
    expect([down.asked, speaker]).toEqual([3, 'other']);
    expect(seen.failures).toEqual([
      expect.objectContaining({
        speaker: 'down again',
        next: 'other',
        error: expect.objectContaining({ code: 'MODEL_RESTING' }),
      }),
    ]);
  });

  test('is asked all the same where nobody else is there, and is well again once it answers', async () => {
    const health = { restUntil: Date.now() + 60_000 };
    expect((await call([as('alone', model(reply('back')), { health })])).speaker).toBe('alone');
    expect(health.restUntil).toBe(0);
  });

  test('does not rest because of one bad request', async () => {
    const health = { restUntil: 0 };
    await call([as('strict', model(apiError(400)), { health }), as('other', model(reply('here')))]);
    expect(health.restUntil).toBe(0);
  });
});

describe('the wait before the next attempt', () => {
  const waits = async (thrown: Error, retry: RetryOptions = {}) => {
    const { seen } = await call([as('a', model(thrown, thrown, reply('ok')))], { retry });
    return seen.failures.map(({ waitMs }) => waitMs);
  };

  test('grows, within its jitter', async () => {
    const [first, second] = await waits(apiError(500), { initialDelayMs: 4, maxDelayMs: 6 });
    expect(first).toBeGreaterThanOrEqual(2);
    expect(first).toBeLessThanOrEqual(4);
    expect(second).toBeGreaterThanOrEqual(3);
    expect(second).toBeLessThanOrEqual(6);
  });

  test.each([
    ['seconds', { responseHeaders: { 'retry-after': '0.002' } }, 2],
    ['milliseconds', { responseHeaders: { 'retry-after-ms': '3', 'retry-after': '9' } }, 3],
    ['a date that is past', { responseHeaders: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }, 0],
    ['a date, no longer than the maximum', { responseHeaders: { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' } }, 4],
    ['a long time, no longer than the maximum', { responseHeaders: { 'retry-after': '3600' } }, 4],
    ['a delay in the body', { responseBody: '{"details":[{"retryDelay": "0.001s"}]}' }, 1],
    ['zero', { responseHeaders: { 'retry-after': '0' } }, 0],
  ])('is what the provider asks for: %s', async (_name, more, ms) => {
    expect(await waits(apiError(429, more))).toEqual([ms, ms]);
  });

  test.each([
    { 'retry-after': '' },
    { 'retry-after': 'soon' },
    {},
  ])('is its own where that says nothing: %j', async (responseHeaders) => {
    for (const ms of await waits(apiError(429, { responseHeaders }))) expect(ms).toBeGreaterThan(0);
  });
});

describe('words that did not become a reply', () => {
  const half = words('Half an ');
  const brokenStream = (error: unknown) => () =>
    new ReadableStream<Part>({
      start(controller) {
        for (const part of half) controller.enqueue(part);
      },
      pull: (controller) => controller.error(error),
    });

  test.each<[string, Behaviour]>([
    ['the stream ended without its end', half],
    ['the provider says it was interrupted', [...half, finish('interrupted')]],
    ['the provider says it failed', [...half, finish('error')]],
    [
      'the provider sent an error',
      [...half, { type: 'error', error: { message: 'Overloaded', statusCode: 529, isRetryable: true } }],
    ],
    ['the provider sent an error without a word', [...half, { type: 'error', error: new Error('parse') }]],
    ['the provider sent an error that is a string', [...half, { type: 'error', error: 'oh' }]],
    ['the connection broke', brokenStream(new TypeError('terminated'))],
  ])('are taken back and tried again: %s', async (_name, behaviour) => {
    const { seen, content } = await call([as('a', model(behaviour, reply('A whole one')))]);
    expect(content).toEqual([{ type: 'text', text: 'A whole one' }]);
    expect(seen).toMatchObject({ text: 'A whole one', retractions: 1, failures: [{ attempt: 1, next: 'a' }] });
  });

  test('are not tried again where the provider says that it is of no use', async () => {
    const sick = model([...half, { type: 'error', error: { message: 'Refused', isRetryable: false } }]);
    const { speaker, seen } = await call([as('a', sick), as('b', model(reply('ok')))]);
    expect([sick.asked, speaker, seen.text]).toEqual([1, 'b', 'ok']);
  });

  test('without streaming too, a reply known to be incomplete is none', async () => {
    const { content } = await call([as('a', model([...half, finish('interrupted')], reply('ok')))], { stream: false });
    expect(content).toEqual([{ type: 'text', text: 'ok' }]);
  });
});

describe('time', () => {
  const never = () => new Promise<Part[]>(() => {});

  test('a model that does not begin is left, even if it ignores its signal', async () => {
    const { speaker, seen } = await call([as('a', model(never), { timeoutMs: 20 }), as('b', model(reply('ok')))], {
      retry: { attempts: 1 },
    });
    expect(speaker).toBe('b');
    expect(seen.failures).toMatchObject([
      { error: { code: 'MODEL_TIMEOUT', retryable: true, message: 'a gave no answer within 20 ms.' } },
    ]);
  });

  test('a model that stops in the middle is left, its stream closed, its late words unheard', async () => {
    let closed = false;
    let controller: ReadableStreamDefaultController<Part> | undefined;
    const stuck = () =>
      new ReadableStream<Part>({
        start: (given) => {
          controller = given;
          for (const part of words('Half')) given.enqueue(part);
        },
        cancel: () => {
          closed = true;
        },
      });
    const late = as(
      'b',
      model(async () => {
        try {
          controller!.enqueue({ type: 'text-delta', id: '1', delta: ' late' });
        } catch {
          // closed: as it should be
        }
        return reply('ok');
      }),
    );
    const { seen } = await call([as('a', model(stuck), { timeoutMs: 20 }), late], { retry: { attempts: 1 } });
    expect(seen).toMatchObject({ text: 'ok', retractions: 1 });
    expect(closed).toBe(true);
  });
});

describe('cancelling', () => {
  const reason = new ConsiliumError('CANCELLED', 'Stopped.');

  test('before the call: nobody is asked', async () => {
    const idle = model(reply('ok'));
    expect(await failed(call([as('a', idle)], { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(idle.asked).toBe(0);
  });

  test('while a model is loaded: it is not asked', async () => {
    const cancel = new AbortController();
    const idle = model(reply('ok'));
    const loading = as('a', async () => {
      cancel.abort(reason);
      return idle;
    });
    expect(await failed(call([loading], { signal: cancel.signal }))).toBe(reason);
    expect(idle.asked).toBe(0);
  });

  test('during the call: the model hears of it, and nobody else is asked', async () => {
    const cancel = new AbortController();
    let heard = false;
    const busy = model(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            heard = true;
            reject(signal.reason);
          });
          cancel.abort(reason);
        }),
    );
    const other = model(reply('ok'));
    const seen: Watched = { text: '', retractions: 0, failures: [] };
    expect(await failed(call([as('a', busy), as('b', other)], { signal: cancel.signal, seen }))).toBe(reason);
    expect([heard, busy.asked, other.asked, seen.failures.length]).toEqual([true, 1, 0, 0]);
  });

  test('during the wait: there is no other attempt', async () => {
    const cancel = new AbortController();
    const down = model(async () => {
      setTimeout(() => cancel.abort(reason), 5);
      throw apiError(500);
    });
    const retry = { attempts: 3, initialDelayMs: 60_000, maxDelayMs: 60_000 };
    expect(await failed(call([as('a', down)], { signal: cancel.signal, retry }))).toBe(reason);
    expect(down.asked).toBe(1);
  });
});
