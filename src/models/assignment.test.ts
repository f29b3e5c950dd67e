import { describe, expect, test } from 'vitest';
import { modelConfigSchema, modelFor, unusedAssignments } from './assignment.ts';

const team = modelConfigSchema.parse({
  main_model: 'gemini-1.5-pro',
  sub_agent_model: 'gemini-1.5-flash',
  specialized_agents: { filesystem_agent_model: 'deep', home_assistant_agent_model: 'fast' },
});

describe('the model of an agent in a team', () => {
  test('is its own when it names one', () => {
    expect(modelFor(team, 'filesystem_agent', false, 'gpt-5')).toBe('gpt-5');
  });

  test.each([
    'FilesystemAgent',
    'filesystem_agent',
    'filesystem',
    'FILESYSTEM',
    'filesystem-agent',
    'fileSystem',
  ])('is the entry for it, however it is written: %s', (name) => {
    expect(modelFor(team, name, false)).toBe('deep');
  });

  test('is the entry for it even where it is the root', () => {
    expect(modelFor(team, 'HomeAssistantAgent', true)).toBe('fast');
  });

  test('is that of the root or of sub-agents otherwise', () => {
    expect(modelFor(team, 'Beto', true)).toBe('gemini-1.5-pro');
    expect(modelFor(team, 'todo_agent', false)).toBe('gemini-1.5-flash');
  });

  test('is nothing where nobody said', () => {
    expect(modelFor(undefined, 'Beto', true)).toBeUndefined();
    expect(modelFor({ main_model: 'fast' }, 'todo', false)).toBeUndefined();
  });

  test('tells two near names apart', () => {
    const both = { specialized_agents: { todo_agent_model: 'deep', todo_model: 'fast' } };
    expect(modelFor(both, 'todo', false)).toBe('fast');
    expect(modelFor(both, 'TodoAgent', false)).toBe('deep');
  });

  test('an agent called Agent is not everybody', () => {
    expect(modelFor({ specialized_agents: { agent_model: 'deep' } }, 'todo', false)).toBeUndefined();
    expect(modelFor({ specialized_agents: { agent_model: 'deep' } }, 'Agent', false)).toBe('deep');
  });
});

test('entries that fit no agent are found', () => {
  expect(unusedAssignments(team, ['Beto', 'FilesystemAgent'])).toEqual(['home_assistant_agent_model']);
});

test('a wrong key in model_config is refused', () => {
  expect(modelConfigSchema.safeParse({ main: 'x' }).success).toBe(false);
  expect(modelConfigSchema.safeParse({ main_model: ' ' }).success).toBe(false);
});
