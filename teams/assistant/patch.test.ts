/** Patches without a model: what stands there and what shall, shown first, taken back. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patchOf } from './agentic_coder_agent/patch.ts';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, 's')).text;
  return last;
};
const source = async () =>
  (await (await desk.assistant.files('local')).read('sum.js', { actor: 'test' })).content.trim();
const BEFORE = 'export const sum = (a, b) => a - b;';

test.each([
  'propose a patch to sum.js: replace a - b with a + b',
  'in sum.js change a - b to a + b as a patch',
])('%s', async (asked) => {
  await say(`make a file sum.js with: ${BEFORE}`);
  expect(await say(asked)).toContain(`-${BEFORE}\n+export const sum = (a, b) => a + b;`);
  expect(await source()).toBe(BEFORE);
  await say('yes');
  expect(await source()).toBe('export const sum = (a, b) => a + b;');
  await say('undo the patch');
  expect(await source()).toBe(BEFORE);
});

test('what does not stand there, or stands there twice, is no patch', async () => {
  await say(`make a file sum.js with: ${BEFORE}`);
  expect(await say('propose a patch to sum.js: replace zzz with yyy')).toContain('does not stand in sum.js');
  expect(await say('propose a patch to sum.js: replace a with c')).toContain('times in sum.js');
  expect(await source()).toBe(BEFORE);
});

test('an edit of code keeps its small words', async () => {
  await say(`make a file sum.js with: ${BEFORE}`, 'in sum.js change a - b to a * b');
  expect(await source()).toBe('export const sum = (a, b) => a * b;');
});

test.each([
  'edit sum.js: replace a - b with a * b',
  'edit the file sum.js, change a - b to a * b',
])('%s', async (asked) => {
  await say(`make a file sum.js with: ${BEFORE}`, asked);
  expect(await source()).toBe('export const sum = (a, b) => a * b;');
});

test('a bug that is told of is no edit', async () => {
  await say('make a file parse.ts with: const lines = 1;');
  await say("there's a bug in parse.ts, it crashes on empty lines, please fix it");
  expect((await (await desk.assistant.files('local')).read('parse.ts', { actor: 'test' })).content).toContain(
    'const lines',
  );
});

test.each([
  ['', 'one', 1, 0, '+one'],
  ['', 'one\ntwo\n', 2, 0, '+one\n+two'],
  ['one', 'two', 1, 1, '-one\n+two'],
])('from %j to %j: what was empty loses no line', (before, after, added, removed, lines) => {
  expect(patchOf('a.js', before, after)).toEqual({ added, removed, text: `--- a.js\n+++ a.js\n${lines}` });
});
