import { expect, test } from 'vitest';
import { eventsOf, openPuppet, say } from './fixture.ts';

test('a task whose end cannot be stored leaves nobody waiting, and goes on when it is asked for again', async () => {
  const { db, rpc } = openPuppet();
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON a2a_event WHEN NEW.seq > 2 BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const given = say('say hello', { contextId: 'c' });
  const refused = await (await rpc('SendMessage', given)).json();
  expect(refused).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } });
  const broken = await eventsOf(await rpc('SendStreamingMessage', say('say more', { contextId: 'c' })));
  expect(broken.map(({ id }) => id)).toEqual([1, 2]);
  db.exec('DROP TRIGGER full');
  const { result } = (await (await rpc('SendMessage', given)).json()) as { result: { task: object } };
  expect(result.task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});
