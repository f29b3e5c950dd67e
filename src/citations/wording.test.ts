import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { readWording, wording } from './wording.ts';

test('a mistake in the words of the room is told with file and line', () => {
  expect(wording().support.claims).toContain('according to');
  const file = join(tempDir('wording'), 'wording.yml');
  const lines = readFileSync(join(import.meta.dirname, 'wording.yml'), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.trim() === '- according to');
  writeFileSync(file, lines.with(at, '    - 7').join('\n'));
  expect(() => readWording(file)).toThrow(`${file}:${at + 1}: support.claims.0`);
  writeFileSync(file, 'prompt: [');
  expect(() => readWording(file)).toThrow(`${file}:1`);
});
