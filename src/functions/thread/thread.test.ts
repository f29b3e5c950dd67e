import { describe, expect, test } from 'vitest';
import { doApart, type Work } from './index.ts';

const never = new AbortController().signal;
const prose = 'The cache keeps 42 results. The queue holds the rest. '.repeat(600);

function summary(content: string, target_tokens = 60, preserve: string[] = []): Work {
  const input = { content, target_tokens, preserve, style: 'technical' };
  return { kind: 'offline', name: 'summarize_content', input, gathered: null };
}

describe('work in a thread', () => {
  test('comes back with its output and what it warned of', async () => {
    const { value, warnings } = await doApart(summary(prose, 60, ['zebra']), never);
    expect(value).toMatchObject({ summary: expect.stringContaining('42 results') });
    expect(warnings).toEqual(['The content does not hold "zebra": not in the summary either.']);
  });

  test('throws as it would have thrown here', async () => {
    const impossible = summary(prose, 1, ['The cache keeps 42 results', 'The queue holds the rest']);
    await expect(doApart(impossible, never)).rejects.toMatchObject({
      code: 'TARGET_TOO_SMALL',
      hint: 'Raise target_tokens or preserve less.',
      details: { path: 'target_tokens', target: 1 },
    });
  });

  test('is ended after its time, and the next work goes on', async () => {
    await expect(doApart(summary(prose.repeat(20)), never, 1)).rejects.toMatchObject({
      code: 'METHOD_TIMEOUT',
      message: 'The method of summarize_content did not end within 0.001 seconds on this input.',
    });
    const { value } = await doApart(summary(prose), never);
    expect(value).toHaveProperty('audit_hash');
  });

  test('is ended by its signal, running or waiting', async () => {
    const gone = AbortSignal.abort(new Error('called off'));
    await expect(doApart(summary(prose), gone)).rejects.toThrow('called off');
    const later = new AbortController();
    const all = Array.from({ length: 3 }, () => doApart(summary(prose), later.signal));
    later.abort(new Error('no longer wanted'));
    for (const one of await Promise.allSettled(all))
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'no longer wanted' } });
    expect((await doApart(summary(prose), never)).warnings).toEqual([]);
  });
});
