import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeSettings } from './settings.ts';

const VALUES = `
server: { enabled: true, maxUploads: 40, minUploads: 4 }
cache: { enabled: false, ttl: 30s }
image: { name: shop, tag: 1.4.0 }
engines: { node: ">=18" }
memory: { limit: 512Mi, request: 256Mi }
env:
  - { name: DB_PASSWORD, value: hunter2 }
flags: { beta: true, dark: false }
`;

const CASES: readonly (readonly [string, boolean | undefined])[] = [
  ['The server is switched on.', true],
  ['The cache is enabled.', false],
  ['The cache is not enabled.', true],
  ['The maximum uploads are ten times the minimum uploads.', true],
  ['The memory limit is twice the memory request.', true],
  ['The memory limit is at least three times the memory request.', false],
  ['The image is pinned to a version.', true],
  ['Requires Node.js 18 or later.', true],
  ['Requires Node.js 20 or later.', false],
  ['No password stands in plain text.', false],
  ['Every flag is a boolean.', true],
  ['A time zone is set.', false],
  ['A cache ttl is set.', true],
  ['Customers are happy with the cache.', undefined],
];

test.each(CASES)('%s', async (criterion, holds) => {
  const { artifact } = await readArtifact({ artifact: VALUES, path: 'values.yaml' });
  expect(judgeSettings(artifact, criterion)?.holds).toBe(holds);
});
