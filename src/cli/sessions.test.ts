import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { machineUser } from '../kernel/index.ts';
import { openHome } from '../storage/index.ts';
import { batch, row, said } from '../storage/store.contract.ts';

test('only the sessions of the person at this machine are listed', async () => {
  const dir = tempDir('sessions');
  const home = openHome(dir);
  for (const [id, user] of [
    ['mine', machineUser().user],
    ['hers', 'ada'],
  ] as const)
    await home.store.append({
      ...batch(id, [said(1, id)]),
      session: row(id, { app: 'health', user, title: `said by ${user}`, lastSeq: 1 }),
    });
  home.close();
  const { code, out } = await runHere(['sessions', '--json', '--home', dir]);
  expect(code).toBe(0);
  expect(JSON.parse(out).sessions.map(({ id }: { id: string }) => id)).toEqual(['mine']);
  expect(out).not.toContain('ada');
});
