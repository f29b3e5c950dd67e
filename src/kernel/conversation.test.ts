import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTempStore, runnerFor } from '../../test/house.ts';
import { lastText, scripted } from '../../test/scripted-model.ts';
import { llmAgent, sequentialAgent } from './agent.ts';
import { extractiveCompaction } from './compaction.ts';
import { tool } from './tool.ts';

const words = (prompt: { content: unknown }[]) => JSON.stringify(prompt.map((m) => m.content));

describe('the conversation', () => {
  test('keeps an agent’s own tool traffic and leaves out that of others', async () => {
    const secret = tool({ name: 'record', description: 'r', input: z.object({}), execute: () => 'SECRET LAB VALUE' });
    const first = scripted((_o, turn) => (turn === 0 ? { call: 'record', text: 'let me look' } : 'all is well'));
    const second = scripted(['indeed']);
    const root = sequentialAgent({
      name: 'all',
      subAgents: [llmAgent({ name: 'one', model: first, tools: [secret] }), llmAgent({ name: 'two', model: second })],
    });
    await runnerFor(root).ask({ message: 'how am I?' });
    expect(words(first.seen[1]!.prompt)).toContain('SECRET');
    expect(words(second.seen[0]!.prompt)).not.toContain('SECRET');
    expect(words(second.seen[0]!.prompt)).toContain('[one] let me look');
    expect(words(second.seen[0]!.prompt)).toContain('all is well');
  });

  test('what was said elsewhere comes before a session’s first message, and once', async () => {
    const model = scripted(['ok']);
    const before = [
      { role: 'user' as const, text: 'my name is Ada' },
      { role: 'assistant' as const, text: 'hello Ada' },
    ];
    const runner = runnerFor(llmAgent({ name: 'a', model }));
    await runner.ask({ session: 's', message: 'who am I?', before });
    await runner.ask({ session: 's', message: 'again?', before });
    const roles = model.seen.map(({ prompt }) => prompt.map(({ role }) => role).filter((role) => role !== 'system'));
    expect(roles).toEqual([
      ['user', 'assistant', 'user'],
      ['user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    const brief = scripted(['ok']);
    await runnerFor(llmAgent({ name: 'b', model: brief, history: 'turn' })).ask({ message: 'who am I?', before });
    expect(words(brief.seen[0]!.prompt)).not.toContain('Ada');
  });

  test('an agent of history "turn" sees nothing of earlier turns', async () => {
    const model = scripted(['ok']);
    const runner = runnerFor(llmAgent({ name: 'a', model, history: 'turn' }));
    await runner.ask({ session: 's', message: 'my name is Ada' });
    await runner.ask({ session: 's', message: 'what is LDL?' });
    expect(words(model.seen[1]!.prompt)).not.toContain('Ada');
  });

  test('a message that stands in for another takes it back, and all that followed; the log keeps them', async () => {
    const model = scripted(['ok']);
    const store = openTempStore();
    const runner = runnerFor(llmAgent({ name: 'a', model }), { store });
    await runner.ask({ session: 's', message: 'my name is Ada' });
    const { invocation } = await runner.ask({ session: 's', message: 'I live in Rome' });
    await runner.ask({ session: 's', message: 'and in Paris' });
    await runner.ask({ session: 's', message: 'I live in Oslo', replaces: invocation });
    const check = (prompt: string) => {
      expect(prompt).toContain('Ada');
      expect(prompt).toContain('Oslo');
      expect(prompt).not.toMatch(/Rome|Paris/);
    };
    check(words(model.seen[3]!.prompt));
    // A process that has it from the log only sees the same.
    const later = scripted(['ok']);
    await runnerFor(llmAgent({ name: 'a', model: later }), { store }).ask({ session: 's', message: 'where?' });
    check(words(later.seen[0]!.prompt));
    expect(JSON.stringify(await store.events('s'))).toContain('Paris');
    await expect(runner.ask({ session: 's', message: 'x', replaces: 'nothing' })).rejects.toMatchObject({
      code: 'TURN_UNKNOWN',
    });
  });

  test('goes back to the provider with what the provider attached to it', async () => {
    const model = scripted((_o, turn) => (turn === 0 ? { call: 't' } : 'ok'));
    const original = model.doGenerate;
    const signed = {
      ...model,
      doGenerate: async (options: Parameters<typeof original>[0]) => {
        const result = await original(options);
        for (const part of result.content)
          if (part.type === 'tool-call') part.providerMetadata = { google: { thoughtSignature: 'abc' } };
        return result;
      },
    };
    const t = tool({ name: 't', description: 't', input: z.object({}), execute: () => 1 });
    await runnerFor(llmAgent({ name: 'a', model: signed, tools: [t] })).ask({ message: 'go' });
    const call = model.seen[1]!.prompt.find((m) => m.role === 'assistant')!;
    expect(call.content[0]).toMatchObject({
      type: 'tool-call',
      providerOptions: { google: { thoughtSignature: 'abc' } },
    });
  });
});

describe('compaction', () => {
  const policy = { ...extractiveCompaction, isDue: ({ events }: { events: number }) => events > 12, keepTurns: 2 };

  test('tells the older turns in a summary, keeps the newer ones, and survives a restart', async () => {
    const model = scripted(['noted']);
    const store = openTempStore();
    const start = () => runnerFor(llmAgent({ name: 'a', model }), { store, compaction: policy });
    let runner = start();
    for (let turn = 1; turn <= 8; turn++) await runner.ask({ session: 's', message: `fact number ${turn}.` });
    await runner.idle();
    const summaries = (await store.events('s')).filter((e) => e.type === 'compacted');
    expect(summaries).toHaveLength(1);
    expect(summaries[0]).toMatchObject({ summary: expect.stringContaining('fact number 1.') });
    const afterRestart = async () => {
      runner = start();
      await runner.ask({ session: 's', message: 'what do you know?' });
      return model.seen.at(-1)!.prompt;
    };
    const prompt = await afterRestart();
    expect(lastText({ prompt: [prompt[0]!] } as never)).toMatch(/Summary.*fact number 1.*fact number 5/s);
    expect(prompt.length).toBeLessThan(10);
    expect(words(prompt)).toContain('fact number 8');
    expect((await store.events('s')).filter((e) => e.type === 'invocation_started')).toHaveLength(9);
  });

  test('the prompt stays bounded however long the session gets', async () => {
    const model = scripted(['ok']);
    const runner = runnerFor(llmAgent({ name: 'a', model }));
    for (let turn = 1; turn <= 400; turn++) await runner.ask({ session: 's', message: `message number ${turn}` });
    expect(Math.max(...model.seen.map((call) => call.prompt.length))).toBeLessThan(260);
  });

  test('the policy can be another, and when it fails the default takes its place', async () => {
    const model = scripted(['ok']);
    const store = openTempStore();
    const custom = { ...policy, summarize: (turns: readonly unknown[]) => `${turns.length} turns` };
    const broken = {
      ...policy,
      summarize: () => {
        throw new Error('model away');
      },
    };
    for (const [session, compaction] of [
      ['custom', custom],
      ['broken', broken],
    ] as const) {
      const runner = runnerFor(llmAgent({ name: 'a', model }), { store, compaction });
      for (let turn = 1; turn <= 8; turn++) await runner.ask({ session, message: `fact ${turn}` });
      await runner.idle();
    }
    const summary = async (session: string) =>
      (await store.events(session)).flatMap((e) => (e.type === 'compacted' ? [e.summary] : []))[0];
    expect(await summary('custom')).toBe('5 turns');
    expect(await summary('broken')).toContain('fact 1');
  });

  test('keeps how a talk was opened elsewhere, though the person had said nothing yet', async () => {
    const store = openTempStore();
    const runner = runnerFor(llmAgent({ name: 'a', model: scripted(['ok']) }), { store, compaction: policy });
    const before = [{ role: 'assistant' as const, text: 'Welcome to the ward.' }];
    for (let turn = 1; turn <= 8; turn++) await runner.ask({ session: 's', message: `fact ${turn}`, before });
    await runner.idle();
    const told = (await store.events('s')).flatMap((event) => (event.type === 'compacted' ? [event.summary] : []));
    expect(told[0]).toContain('- assistant: Welcome to the ward.');
  });

  test('keeps first sentences and stays within its length', () => {
    const long = `I have had a cough for two weeks and it is not getting better at all. ${'It is worse at night. '.repeat(40)}`;
    const summary = extractiveCompaction.summarize(
      Array.from({ length: 200 }, () => ({ user: long, replies: [{ agent: 'a', text: 'see a doctor' }] })),
      'before',
    ) as string;
    expect(summary.length).toBeLessThan(7_000);
    expect(summary).toContain('I have had a cough for two weeks');
    expect(summary).toContain('a: see a doctor');
  });
});
