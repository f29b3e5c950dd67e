import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp } from '../app/index.ts';
import { escapeLabel } from '../text/prometheus.ts';
import { createGateway } from './index.ts';
import { createMetrics } from './metrics.ts';

describe('/metrics', () => {
  const silent = { debug() {}, info() {}, warn() {} };
  let app: App;
  let gateway: ReturnType<typeof createGateway>;
  beforeAll(() => {
    app = openApp({ home: tempDir('metrics'), env: {} });
    gateway = createGateway(app, silent);
  });
  afterAll(() => app.close());
  const read = async () => (await gateway.request('http://localhost/metrics')).text();
  const chat = (body: object, headers: Record<string, string> = {}) =>
    gateway.request('http://localhost/v1/chat', { method: 'POST', body: JSON.stringify(body), headers });

  test('counts requests by route, turns by team and outcome, and calls of models by speaker', async () => {
    await chat({ team: 'front-desk', message: 'When are you open on Monday?' });
    await (
      await chat({ team: 'front-desk', message: 'When are you open on Monday?' }, { accept: 'text/event-stream' })
    ).text();
    await chat({ team: 'nobody', message: 'x' });
    const text = await read();
    expect(text).toContain('consilium_http_requests_total{method="POST",route="/v1/chat",status="200"} 2');
    expect(text).toContain('consilium_http_requests_total{method="POST",route="/v1/chat",status="404"} 1');
    expect(text).toContain('consilium_http_request_duration_seconds_count{method="POST",route="/v1/chat"} 3');
    expect(text).toContain('consilium_turns_total{team="front-desk",outcome="answered"} 2');
    expect(text).toContain('consilium_turns_running 0');
    expect(text).toMatch(/consilium_model_calls_total\{speaker="offline",outcome="replied"\} [1-9]/);
    expect(text).toMatch(/consilium_model_tokens_total\{speaker="offline",direction="output"\} \d+/);
    expect(text).toMatch(/process_resident_memory_bytes [1-9]\d+/);
  });

  test('holds no id and nothing of what was said', async () => {
    await chat({ team: 'front-desk', session_id: 'sessionnumberone', message: 'my secret rash' });
    await gateway.request('http://localhost/v1/sessions/sessionnumberone?q=rash');
    await gateway.request('http://localhost/rash/rash');
    const text = await read();
    expect(text).toContain('route="/v1/sessions/:id"');
    expect(text).not.toMatch(/rash|sessionnumberone/);
  });

  test('is in the format that Prometheus reads', async () => {
    const response = await gateway.request('http://localhost/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$/);
  });

  test('buckets only grow, and the last one has everything', async () => {
    const counts = (await read())
      .split('\n')
      .filter((line) => line.includes('_duration_seconds_bucket{method="POST",route="/v1/chat"'))
      .map((line) => Number(line.split(' ').at(-1)));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(0);
  });

  test('a made-up method is not a label of its own', async () => {
    await gateway.request('http://localhost/healthz', { method: 'BREW' });
    expect(await read()).not.toContain('BREW');
  });
});

describe('counting', () => {
  test('a turn that could not begin is counted as refused, and does not run on', async () => {
    const metrics = createMetrics();
    const result = Promise.reject(new Error('no'));
    metrics.followTurn('health', { result });
    await result.catch(() => {});
    expect(metrics.text()).toContain('consilium_turns_total{team="health",outcome="refused"} 1');
    expect(metrics.text()).toContain('consilium_turns_running 0');
  });

  test('a label can be any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeLabel(text);
        expect(escaped).not.toMatch(/\n/);
        const read = escaped.replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign));
        expect(read).toBe(text);
      }),
    );
  });
});
