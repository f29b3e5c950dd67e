import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { readBackup, restoreBackup, writeBackup } from './backup.ts';
import { openHome } from './home.ts';

function filled() {
  const dir = tempDir('home');
  const home = openHome(dir);
  home.audit.write({ patientId: 'p', action: 'export', actor: 'test' });
  return { dir, home, file: join(tempDir('backup'), 'b') };
}

test.each([undefined, 'a long secret'])('what was saved while it was in use is there again (key: %s)', (key) => {
  const { dir, home, file } = filled();
  expect(writeBackup(dir, home.db, file, key).map(({ path }) => path)).toEqual(['consilium.db']);
  home.audit.write({ action: 'later', actor: 'test' });
  home.close();
  const there = join(tempDir('restored'), 'home');
  restoreBackup(file, there, key);
  const again = openHome(there);
  expect(again.audit.list().map(({ action }) => action)).toEqual(['export']);
  expect(again.audit.verify()).toMatchObject({ ok: true });
  again.close();
  expect(() => restoreBackup(file, there, key)).toThrow(expect.objectContaining({ code: 'RESTORE_REFUSED' }));
});

test('a backup that was changed, or whose key is wrong, is refused', () => {
  const { dir, home, file } = filled();
  writeBackup(dir, home.db, file, 'right');
  home.close();
  expect(() => readBackup(file, 'wrong')).toThrow(expect.objectContaining({ code: 'BACKUP_INVALID' }));
  expect(() => readBackup(file)).toThrow(expect.objectContaining({ code: 'BACKUP_KEY_MISSING' }));
  const plain = `${file}-plain`;
  const second = filled();
  writeBackup(second.dir, second.home.db, plain);
  second.home.close();
  const bytes = readFileSync(plain);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(plain, bytes);
  expect(() => readBackup(plain)).toThrow(expect.objectContaining({ code: 'BACKUP_INVALID' }));
  writeFileSync(plain, 'not a backup');
  expect(() => readBackup(plain)).toThrow(expect.objectContaining({ code: 'BACKUP_INVALID' }));
});
