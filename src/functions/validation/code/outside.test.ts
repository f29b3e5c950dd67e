import { expect, test } from 'vitest';
import { readCode, requireGrammar } from '../../../reading/index.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { isOutside, readOutside } from './outside.ts';

const text = 'def main():\n    parse()\n';
const artifact = { text, code: await readCode(text, requireGrammar('python')) } as CodeArtifact;

test.each([
  'things',
  'places',
  'started',
] as const)('%s: the example asks about what stands elsewhere, the counter does not', (row) => {
  const { example, counter } = readOutside()[row];
  expect(isOutside(artifact, example)).toBe(true);
  expect(isOutside(artifact, counter)).toBe(false);
});

test.each([
  ['Every caller passes a list.', true],
  ['The server listens on port 8080.', false],
  ['requests is listed in `requirements.txt`.', true],
])('%s', (criterion, outside) => expect(isOutside(artifact, criterion)).toBe(outside));
