import { describe, expect, test } from 'vitest';
import { collect, only, runnerFor } from '../../test/house.ts';
import { lastText, type ScriptedModel, scripted, transferTo } from '../../test/scripted-model.ts';
import { llmAgent, parallelAgent } from './agent.ts';

const agent = (name: string, model: ScriptedModel, over: Partial<Parameters<typeof llmAgent>[0]> = {}) =>
  llmAgent({ name, description: `knows ${name}`, model, ...over });

describe('transfers', () => {
  test('move control, and the one who has it answers', async () => {
    const root = agent('beto', scripted([transferTo('scout')]), {
      subAgents: [
        agent('scout', scripted([transferTo('axel')]), { transferTargets: ['axel'] }),
        agent('axel', scripted(['built it'])),
      ],
    });
    const turn = runnerFor(root).run({ message: 'design and build it' });
    const events = await collect(turn);
    const result = await turn.result;
    expect(result.text).toBe('built it');
    expect(result.route).toEqual(['beto', 'scout', 'axel']);
    expect(only(events, 'transferred').map((e) => `${e.agent}→${e.to}`)).toEqual(['beto→scout', 'scout→axel']);
  });

  test('the model is offered the legal targets only, with what they are for', async () => {
    const model = scripted(['hello']);
    const root = agent('beto', model, { subAgents: [agent('scout', scripted(['x'])), agent('axel', scripted(['x']))] });
    await runnerFor(root).ask({ message: 'hi' });
    const [offered] = model.seen[0]!.tools!;
    expect(offered).toMatchObject({
      name: 'transfer_to_agent',
      description: expect.stringContaining('- scout: knows scout'),
      inputSchema: { properties: { agent_name: { enum: ['scout', 'axel'] } } },
    });
  });

  test('an illegal transfer is refused, visible, and the model can go on', async () => {
    const web = scripted((options) =>
      lastText(options, 'tool').includes('may not transfer') ? 'then I answer myself' : transferTo('axel'),
    );
    const root = agent('beto', scripted([transferTo('web')]), {
      subAgents: [agent('web', web), agent('axel', scripted(['never']))],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const events = await collect(turn);
    expect((await turn.result).text).toBe('then I answer myself');
    const [refused] = only(events, 'transfer_refused');
    expect(refused).toMatchObject({
      agent: 'web',
      to: 'axel',
      legal: ['beto'],
      why: expect.stringContaining('may not transfer to axel'),
    });
    expect(only(events, 'transferred')).toHaveLength(1);
  });

  test.each([
    ['axel', 'which does not exist'],
    ['', '(nobody named)'],
  ])('a transfer to "%s" is refused with the reason', async (name, says) => {
    const model = scripted((_options, turn) => (turn === 0 ? transferTo(name) : 'all right'));
    const turn = runnerFor(agent('beto', model, { subAgents: [agent('scout', scripted(['x']))] })).run({
      message: 'go',
    });
    expect(only(await collect(turn), 'transfer_refused')[0]!.why).toContain(says);
    expect((await turn.result).text).toBe('all right');
  });

  test('two transfers in one reply: the first goes, the second is refused', async () => {
    const both = scripted([
      {
        calls: [
          ['transfer_to_agent', { agent_name: 'a' }],
          ['transfer_to_agent', { agent_name: 'b' }],
        ],
      },
    ]);
    const root = agent('hub', both, {
      subAgents: [agent('a', scripted(['a speaks'])), agent('b', scripted(['b speaks']))],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    expect(only(await collect(turn), 'transfer_refused')[0]!.why).toContain('Only one transfer');
    expect((await turn.result).text).toBe('a speaks');
  });

  test('a cycle ends by budget, with an event that says so', async () => {
    const root = agent('beto', scripted([transferTo('scout')]), {
      subAgents: [agent('scout', scripted([transferTo('beto')]))],
    });
    const turn = runnerFor(root, { limits: { transfers: 5 } }).run({ message: 'ping' });
    const events = await collect(turn);
    const result = await turn.result;
    expect(only(events, 'transferred')).toHaveLength(5);
    expect(only(events, 'limit_reached')).toEqual([expect.objectContaining({ limit: 'transfers', value: 5 })]);
    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'LIMIT_TRANSFERS' } });
    expect(only(events, 'invocation_finished')).toHaveLength(1);
  });

  test('control stays inside a parallel branch', async () => {
    const triage = agent('triage', scripted([transferTo('consultant')]), {
      subAgents: [agent('consultant', scripted(['the answer']))],
    });
    const root = parallelAgent({
      name: 'both',
      subAgents: [triage, agent('extractor', scripted(['{}']), { speaks: false })],
    });
    const result = await runnerFor(root).ask({ message: 'hi' });
    expect(result).toMatchObject({ text: 'the answer', route: ['triage', 'consultant'] });
  });

  test('whoever takes over sees the conversation, and in the next turn the hub sees the answer', async () => {
    const scout = scripted(['found three papers']);
    const hub = scripted((_o, turn) => (turn === 0 ? transferTo('scout') : 'as scout said'));
    const runner = runnerFor(agent('hub', hub, { subAgents: [agent('scout', scout)] }));
    await runner.ask({ session: 's', message: 'find papers' });
    await runner.ask({ session: 's', message: 'how many?' });
    expect(scout.seen[0]!.prompt.map((m) => m.role)).toEqual(['user']);
    expect(hub.seen[1]!.prompt.map((m) => m.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(lastText(hub.seen[1]!, 'assistant')).toBe('found three papers');
  });
});
