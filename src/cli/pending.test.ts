import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';

const CLI = join(import.meta.dirname, '../../bin/consilium.mjs');
const home = tempDir('pending');
const here = (...args: string[]) => runHere([...args, '--home', home]);
const read = async (...args: string[]) => JSON.parse((await here(...args, '--json')).out);

/** Talks to a team in a process of its own, which stays. Resolves when it has said this. */
async function chatUntil(said: string, args: string[], messages: string[]): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', CONSILIUM_EMBEDDINGS: 'off' };
  const child = spawn(process.execPath, [CLI, 'chat', ...args, '--home', home], { env });
  child.stdin.write(messages.map((message) => `${message}\n`).join(''));
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    if (out.includes(said)) return child;
  }
  throw new Error(`It never said "${said}": ${out}`);
}

test('a turn that waits when its process is killed waits still, and goes on once when it is answered', async () => {
  const { id: patient } = await read('patients', '--add', 'Ada Byron');
  const allergies = async () =>
    (await read('cypher', 'MATCH (a:AllergyRecord) RETURN a.name', '--patient', patient)).rows;
  const chat = await chatUntil(
    '(yes or no)',
    ['--patient', patient, '--session', 's'],
    ['I am allergic to peanuts, hives.', 'undo'],
  );
  chat.kill('SIGKILL');
  await once(chat, 'close');

  expect(await allergies()).toHaveLength(1);
  const { pending } = await read('pending');
  expect(pending).toMatchObject([{ session_id: 's', team: 'health', what: expect.stringContaining('peanuts') }]);
  const { out } = await here('pending');
  expect(out).toContain(pending[0].id);
  expect(out).toContain('Yes: The allergy is no longer in your record.');

  const answered = await here('answer', pending[0].id, 'yes');
  expect(answered).toMatchObject({ code: 0, out: expect.stringContaining('Taken back: allergy to peanuts') });
  expect(await allergies()).toEqual([]);
  expect((await here('pending')).out).toBe('Nothing waits for you.\n');
  const { audit } = await read('audit', 'list');
  expect(audit.filter(({ action }: { action: string }) => action === 'undo:fact')).toHaveLength(1);
});

test('an answer that cannot be one says why, and a refusal is one', async () => {
  const { id: patient } = await read('patients', '--add', 'Ben Hall');
  await read('ask', 'I am allergic to latex.', '--patient', patient, '--session', 't');
  const waiting = await read('ask', 'undo', '--session', 't');
  expect(waiting).toMatchObject({ outcome: 'waiting', pending: { id: expect.any(String) } });
  for (const reply of ['maybe', 'what is that?', 'yes, but later'])
    expect(await here('answer', waiting.pending.id, reply)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/latex[\s\S]*yes or no/),
    });
  expect((await read('pending')).pending).toMatchObject([{ id: waiting.pending.id }]);
  expect((await here('answer', waiting.pending.id, 'no')).out).toContain('nothing');
  const again = await here('answer', waiting.pending.id, 'yes');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('answered') });
  expect(await read('answer', 'nobody', 'yes')).toMatchObject({ error: { code: 'PENDING_UNKNOWN' } });
  expect(await here('answer', waiting.pending.id)).toMatchObject({ code: 2, err: expect.stringContaining('reply') });
});

test('ask says what waits for an answer: what it is, what a yes does, how it is taken back, how to answer', async () => {
  for (const name of ['Milk', 'Bread']) await here('todo', 'add', name);
  const { out } = await here('ask', 'remove all my todos', '--team', 'assistant', '--session', 'all');
  const { pending } = await read('pending');
  const waits = pending.find(({ session_id }: { session_id: string }) => session_id === 'all');
  expect(waits).toMatchObject({ what: expect.any(String), effect: expect.any(String), undo: expect.any(String) });
  for (const line of [`It waits for your word: ${waits.what}`, `Yes: ${waits.effect}`, `Undo: ${waits.undo}`])
    expect(out).toContain(line);
  expect(out).toContain(`consilium answer ${waits.id} yes|no`);
});
