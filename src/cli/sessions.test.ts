import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { machineUser } from '../kernel/index.ts';
import { openHome } from '../storage/index.ts';
import { batch, row, said } from '../storage/store.contract.ts';

const DEMO = join(import.meta.dirname, '../../demo/elena-marsh.json');

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
  const drop = (id: string) => runHere(['sessions', '--delete', id, '--json', '--home', dir]);
  expect(JSON.parse((await drop('hers')).out)).toMatchObject({ error: { code: 'SESSION_UNKNOWN' } });
  expect(JSON.parse((await drop('mine')).out)).toEqual({ deleted: 'mine', undone: 0, left: 0 });
  expect(JSON.parse((await runHere(['sessions', '--json', '--home', dir])).out)).toEqual({ sessions: [] });
});

test('a session that is deleted says how many facts it leaves, and takes them with it where that is wished', async () => {
  const home = tempDir('sessions-facts');
  const run = async (...args: string[]) => (await runHere([...args, '--home', home])).out;
  const { patients } = JSON.parse(await run('import', DEMO, '--json'));
  const told = async () => {
    const message = 'My weight was 77.7 kg and my pulse 61 today.';
    return JSON.parse(await run('ask', message, '--patient', patients[0].id, '--json')).session_id as string;
  };
  expect(await run('sessions', '--delete', await told())).toMatch(/^Deleted\.\n2 facts told in it stay/);
  const gone = JSON.parse(await run('sessions', '--delete', await told(), '--facts', '--json'));
  expect(gone).toMatchObject({ left: 0 });
});

test('a patient is erased once somebody has read who and what goes', async () => {
  const home = tempDir('erase');
  const run = (...args: string[]) => runHere([...args, '--home', home]);
  const { id } = JSON.parse((await run('patients', '--add', 'Ada Byron', '--json')).out);
  await run('ask', 'My weight is 82 kg.', '--patient', id);
  const warned = await run('patients', '--delete', id);
  expect(warned.code).toBe(1);
  expect(warned.err).toContain('erases the record of Ada Byron and 1 conversation, for good');
  expect((await run('patients')).out).toContain('Ada Byron');
  expect((await run('patients', '--delete', id, '--yes')).out).toBe('Erased: Ada Byron, 1 conversation.\n');
  expect((await run('patients')).out).toContain('No patients yet');
  expect(JSON.parse((await run('sessions', '--json')).out)).toEqual({ sessions: [] });
  expect((await run('patients', '--delete', id, '--yes', '--json')).out).toContain('PATIENT_NOT_FOUND');
});
