import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeTraits, readTraits, weighTrait } from './traits.ts';

test.each(readTraits())('$said', (row) => {
  expect(weighTrait(row, row.example)?.holds).toBe(true);
});

const FILE = 'FROM node:20-alpine\nCOPY . .\nRUN npm install\nCMD ["node", "a.js"]\n';

test.each([
  ['The container runs as an unprivileged user.', false],
  ['The container does not run as root.', false],
  ['No health check is declared.', true],
  ['The base image is pinned to a version.', true],
  ['Dependencies are installed from the lock file.', false],
  ['Says why there is no health check.', undefined],
])('%s', async (criterion, holds) => {
  const { artifact } = await readArtifact({ artifact: FILE, path: 'Dockerfile' });
  expect(judgeTraits(artifact, criterion)?.holds).toBe(holds);
});
