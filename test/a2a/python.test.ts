/** A peer in another language, with nothing but its standard library. Where there is no Python, it cannot be asked. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULTS, Remote } from '../../src/a2a/client/index.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.runIf(hasPython)('a peer in Python', () => {
  let peer: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const script = resolve(import.meta.dirname, '../../examples/peer-python/peer.py');
    peer = spawn('python3', [script], {
      env: { ...process.env, A2A_TOKEN: 'secret' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(peer.stdout!, 'data')) as [Buffer];
    url = line.toString().trim();
  });
  afterAll(async () => {
    peer.kill();
    await once(peer, 'exit');
  });
  const call = async (token: string, action = 'get_progress_insights') => {
    const settings = {
      ...DEFAULTS,
      name: 'AnalyticsAgent',
      remoteName: 'AnalyticsAgent',
      endpoints: [url],
      token: async () => token,
    };
    const remote = new Remote(settings);
    const study_log = [
      { topic: 'kidney', correct: true },
      { topic: 'heart', correct: false },
    ];
    const parameters = { timeframe: '7d', include_recommendations: true };
    try {
      return await remote.call({ action, parameters, context: { study_log }, conversation: 'c', key: 'k' });
    } finally {
      remote.close();
    }
  };

  test('answers as an agent of this house does', async () => {
    expect((await call('secret')).output).toEqual({
      insights: ['1 of 2 answers were right.'],
      recommendations: ['Repeat heart.'],
      metrics: {
        accuracy: 0.5,
        answers: 2,
        by_topic: { kidney: { accuracy: 1, answers: 1 }, heart: { accuracy: 0, answers: 1 } },
      },
    });
  });

  test('refuses as one does', async () => {
    await expect(call('wrong')).rejects.toMatchObject({ code: 'TOKEN_INVALID', hint: expect.any(String) });
    await expect(call('secret', 'fly')).rejects.toMatchObject({ code: 'ACTION_UNKNOWN' });
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' };
      const response = await fetch(url, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    const asked = (context: unknown, input: unknown = { action: 'get_progress_insights' }) =>
      JSON.stringify({ agent_name: 'AnalyticsAgent', conversation_id: 'c', input, context });
    for (const log of [['not an entry'], [{ topic: 'kidney', correct: true }, 7], 'no list', { a: 1 }])
      expect(await post(asked({ study_log: log }))).toEqual([400, 'PARAMETERS_INVALID']);
    expect(await post(asked([1]))).toEqual([400, 'REQUEST_INVALID']);
    expect(await post(asked({}, 'no input'))).toEqual([400, 'REQUEST_INVALID']);
    expect(await post(asked({}, { action: ['fly'] }))).toEqual([400, 'ACTION_UNKNOWN']);
    expect(await post('['.repeat(100_000))).toEqual([400, 'JSON_INVALID']);
  });
});
