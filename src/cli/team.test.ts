import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';

const home = tempDir('team');
const run = (...args: string[]) => runHere([...args, '--home', home]);

test('a team is drawn with the transfers that a session had; a session without --draw or unknown is said so', async () => {
  await run('ask', 'add milk to groceries', '--team', 'assistant', '--session', 's1');
  const { out } = await run('team', 'check', '--draw', '--session', 's1');
  expect(out).toMatch(/Transfers in session s1:\n {2}beto → todo_agent\n/);
  const { teams } = JSON.parse((await run('team', 'check', '--draw', '--session', 's1', '--json')).out);
  expect(teams).toMatchObject([{ name: 'assistant', moves: [{ from: 'beto', to: 'todo_agent', refused: false }] }]);
  expect((await run('team', 'check', 'assistant', '--session', 's1', '--json')).out).toContain('INPUT_INVALID');
  expect((await run('team', 'check', '--draw', '--session', 'nobody', '--json')).out).toContain('SESSION_UNKNOWN');
});
