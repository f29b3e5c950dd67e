import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { machineUser } from '../kernel/index.ts';
import { type App, openApp } from './index.ts';

let app: App;
beforeAll(() => {
  app = openApp({ home: tempDir('guess'), env: { CONSILIUM_EMBEDDINGS: 'off' } });
});
afterAll(() => app.close());

const guess = async (message: string) => (await app.guess(message, machineUser()))?.team;

describe('whose question it is', () => {
  test.each([
    ['My blood pressure was 152/94 this morning', 'health'],
    ['Can I take ibuprofen with ramipril?', 'health'],
    ['crushing chest pain and I cannot breathe', 'health'],
    ['Remind me to take metformin at eight', 'assistant'],
    ['Please turn on the lights in the kitchen', 'assistant'],
    ['Put the dentist on my calendar for Friday at three', 'assistant'],
    ['Summarise this text: Asthma narrows the airways and inhaled steroids calm them.', 'kitchen'],
    ['Can you review this code? function add(a, b) { return a - b }', 'kitchen'],
    ['What is the evidence for SGLT2 inhibitors in heart failure? Randomised trials only.', 'research'],
    ['Keep me posted on new treatments for Duchenne', 'research'],
  ])('%s → %s', async (message, team) => expect(await guess(message)).toBe(team));

  test('is left to the person where it is not plain', async () => {
    for (const message of ['', '???', 'hello', 'And on Saturday?', 'Why is the sky blue?', '12345'])
      expect([message, await guess(message)]).toEqual([message, undefined]);
  });

  test('is never that of a team which the caller may not talk to', async () => {
    const { team } = await app.team('research');
    Object.assign(team, { scopes: { desk: 'have agents work' } });
    const caller = { ...machineUser('ana'), how: 'token' as const, scopes: ['chat'] };
    const message = 'Keep me posted on new treatments for Duchenne';
    expect((await app.guess(message, caller))?.team).not.toBe('research');
    expect((await app.guess(message, { ...caller, scopes: ['chat', 'desk'] }))?.team).toBe('research');
  });
});
