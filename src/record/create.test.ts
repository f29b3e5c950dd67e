import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { handleOf } from '../storage/handle.ts';
import { openHome } from '../storage/index.ts';
import { createPatient, exportPatient, listPatients, newPatient, storeFacts } from './index.ts';

test('a person without a file begins a record, and facts can be kept in it at once', async () => {
  const home = openHome(tempDir('create'));
  try {
    const { id, name } = await createPatient(handleOf(home.data), {
      name: ' Ada Byron ',
      birth_date: '1968-03-02',
      gender: 'female',
    });
    expect(name).toBe('Ada Byron');
    expect(listPatients(handleOf(home.data))).toMatchObject([{ id, name: 'Ada Byron', birth_date: '1968-03-02' }]);
    const fact = { kind: 'condition', name: 'asthma', start: 0, end: 6, certainty: 'affirmed' };
    const [stored] = storeFacts(handleOf(home.data), id, [fact], { session: 's', message: 'm', agent: 'a' }, {});
    expect(stored).toMatchObject({ status: 'stored' });
    expect(JSON.stringify(exportPatient(handleOf(home.data), id))).toContain('Ada Byron');
    const again = await createPatient(handleOf(home.data), { name: 'Ada Byron' });
    expect(again.id).not.toBe(id); // namesakes are two people
  } finally {
    home.close();
  }
});

test('what is no person is told what is wrong with it', () => {
  for (const [wrong, path] of [
    [{ name: '  ' }, 'name'],
    [{ name: 'Ada', birth_date: '1968-13-02' }, 'birth_date'],
    [{ name: 'Ada', birth_date: '2999-01-01' }, 'birth_date'],
    [{ name: 'Ada', gender: 'f' }, 'gender'],
  ] as const)
    expect(newPatient.safeParse(wrong).error?.issues[0]?.path).toEqual([path]);
});
