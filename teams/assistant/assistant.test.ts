/** The assistant without a model, as a person uses it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createModels } from '../../src/models/index.ts';
import { drawTeam, loadTeam } from '../../src/teams/index.ts';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

describe('plain requests', () => {
  test('a reminder is set, seen as a todo with its date and in the calendar, fires once, and is told', async () => {
    const { text, route } = await desk.ask('remind me to refill metformin every 4 weeks', 's');
    expect(text).toContain('refill metformin');
    expect(route).toEqual(['beto', 'todo_agent']);
    const [reminder] = await desk.assistant.reminders.list('local');
    expect(reminder).toMatchObject({ what: 'refill metformin' });
    expect((await desk.ask('what is on my todo list?')).text).toContain('refill metformin');
    await desk.triggers.runNow(reminder!.id);
    await desk.triggers.tick();
    await desk.triggers.drain();
    expect((await desk.ask('hello', 's')).text).toContain('You asked to be reminded: **refill metformin**');
    expect((await desk.ask('hello', 's')).text).not.toContain('You asked to be reminded');
  });

  test('an event is added, listed, moved, clashes, and is cancelled and brought back', async () => {
    expect((await desk.ask('book the dentist on Thursday at 3pm')).text).toContain('Thu 19 Nov, 15:00');
    expect((await desk.ask("what's on my calendar Thursday")).text).toMatch(/15:00.*dentist/i);
    expect((await desk.ask('move my dentist to Friday at 3pm')).text).toContain('Fri 20 Nov, 15:00');
    expect((await desk.ask('schedule lunch with Nora on Friday at 3pm')).text).toMatch(/clashes with \*\*dentist/i);
    expect((await desk.ask('when is my dentist appointment?')).text).toContain('Fri 20 Nov');
    expect((await desk.ask('cancel my dentist appointment')).text).toContain('Cancelled');
    expect((await desk.ask('undo that')).text).toContain('Undone');
    expect((await desk.ask('am I free on Friday afternoon?')).text).toMatch(/Partly|No/);
  });

  test('a todo goes to its list, is listed, done and removed', async () => {
    await desk.ask('add milk and eggs to groceries');
    expect((await desk.ask('what is on my groceries list?')).text).toMatch(/eggs.*milk/s);
    expect((await desk.ask('tick off the milk and remove the eggs from groceries')).text).toMatch(/Done.*Removed/s);
    expect((await desk.ask('what is on my groceries list?')).text).toContain('nothing');
  });

  test('a fact is remembered, recalled, corrected and forgotten', async () => {
    await desk.ask('remember that my GP is Dr. Lee');
    expect((await desk.ask('who is my GP?')).text).toContain('Dr. Lee');
    expect((await desk.ask('remember that my GP is Dr. Okafor')).text).toContain('Corrected');
    expect((await desk.ask('forget my GP')).text).toContain('Forgotten');
    expect((await desk.ask('who is my GP?')).text).toContain('nothing about');
  });

  test('a file is found by what stands in it and summarised, in one message', async () => {
    const files = await desk.assistant.files('local');
    await files.write(
      'policy.md',
      `# Home cover\n\n${'The insurance covers water damage up to 5000 euros. '.repeat(3)}`,
      'test',
    );
    const { text, route } = await desk.ask('find the file about insurance and summarise it');
    expect(text).toContain('policy.md');
    expect(text).toContain('5000');
    expect(route).toContain('filesystem_agent');
  });

  test('several requests go to several specialists, and all of it is told', async () => {
    const { text, route } = await desk.ask('Add milk to groceries and book physio on Tuesday at 9am');
    expect(text).toContain('milk');
    expect(text).toContain('Tue 17 Nov, 09:00');
    expect(route).toEqual(expect.arrayContaining(['beto', 'todo_agent', 'calendar_agent']));
  });

  test('a health question goes to the health team and comes back as its answer', async () => {
    const { text } = await desk.ask('can I take ibuprofen with my blood pressure tablets?');
    expect(text).toContain('(health)');
  });

  test('what nobody understands is said so', async () => {
    const { text, outcome } = await desk.ask('the sky is a lovely colour');
    expect(outcome).toBe('fallback');
    expect(text).toContain('not sure');
  });
});

describe('people', () => {
  test("one person's things are not another's", async () => {
    await desk.ask('remember that my wifi password is hunter2', 'a', 'ada');
    expect((await desk.ask('what is my wifi password?', 'b', 'bob')).text).not.toContain('hunter2');
  });
});

describe('the rules of transfer', () => {
  test('are exactly those of the specification', async () => {
    const team = await loadTeam(import.meta.dirname, { models: createModels({ env: {} }) });
    const { agents, root } = drawTeam(team);
    const specialists = [
      'filesystem_agent',
      'memory_agent',
      'calendar_agent',
      'agentic_coder_agent',
      'home_assistant_agent',
      'todo_agent',
      'scout_agent',
      'axel_agent',
      'web_research_agent',
    ];
    expect(root).toBe('beto');
    const targets = Object.fromEntries(
      agents.map(({ name, transfers }) => [name, transfers.map(({ to }) => to).toSorted()]),
    );
    expect(targets['beto']).toEqual(specialists.toSorted());
    const own: Record<string, string[]> = {
      scout_agent: ['axel_agent', 'beto', 'web_research_agent'],
      axel_agent: ['beto', 'scout_agent'],
    };
    for (const name of specialists) expect([name, targets[name]]).toEqual([name, own[name] ?? ['beto']]);
    expect(agents.find(({ name }) => name === 'beto')!.tools).toEqual([]);
  });

  test('and so are the models, by the names of its configuration', async () => {
    const team = await loadTeam(import.meta.dirname, { models: createModels({ env: {} }) });
    const deep = ['beto', 'agentic_coder_agent', 'scout_agent', 'axel_agent', 'web_research_agent'];
    for (const { name, model } of drawTeam(team).agents)
      expect([name, model]).toEqual([name, deep.includes(name) ? 'gemini-1.5-pro' : 'gemini-1.5-flash']);
    const { model_config } = parse(readFileSync(join(import.meta.dirname, 'team.yml'), 'utf8')) as {
      model_config: Record<string, Record<string, string>>;
    };
    expect(Object.keys(model_config)).toEqual(['main_model', 'sub_agent_model', 'specialized_agents']);
    expect(Object.keys(model_config['specialized_agents']!)).toEqual([
      'filesystem_agent_model',
      'memory_agent_model',
      'calendar_agent_model',
      'agentic_coder_agent_model',
      'home_assistant_agent_model',
      'todo_agent_model',
      'scout_agent_model',
      'axel_agent_model',
      'web_research_agent_model',
    ]);
  });
});
