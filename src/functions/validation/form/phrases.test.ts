import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeCollections } from './collections.ts';
import { judgePhrase, turnPassive } from './phrases.ts';

const LETTER = 'Dear Ms Roth,\n\nthank you.\n\nKind regards\nS. Brand\n';
const RULES = 'Rules\n\n1. Be on time.\n2. Be kind.\n3. Clean up.\n';
const GUIDE = '# Guide\n\n## Steps\n\nTODO: write.\n';

test.each([
  ['The rules are numbered from 1 to 3', true, RULES],
  ['The rules are numbered from 1 to 5', false, RULES],
  ['The steps are numbered', false, LETTER],
  ['The second line is blank', true, LETTER],
  ['The third line is blank', false, LETTER],
  ['Opens with a salutation', true, LETTER],
  ['Opens with a salutation', false, RULES],
  ['There is a second-level heading "Steps"', true, GUIDE],
  ['There is a first-level heading "Steps"', false, GUIDE],
  ['Has a section headed "Risks"', false, GUIDE],
  ['No TODO may be left in the document', false, GUIDE],
  ['No TODO may be left in the document', true, RULES],
  ['The rules are fair', undefined, RULES],
])('%s %s', async (criterion, holds, text) => {
  const { artifact } = await readArtifact({ artifact: text, path: 'a.md' });
  expect(judgePhrase(artifact, criterion)?.holds).toBe(holds);
});

const COMPOSE = `services:
  web: {image: 'shop:1.2', restart: always}
  db: {image: postgres}
`;

test.each([
  ['Every service has an image', true],
  ['Each service has a `restart` entry', false],
  ['Defines a service called "cache"', false],
  ['Defines a service named db', true],
  ['No image is tagged "latest"', false],
  ['Every volume has a driver', undefined],
])('%s %s', async (criterion, holds) => {
  const { artifact } = await readArtifact({ artifact: COMPOSE, path: 'compose.yaml' });
  expect(judgeCollections(artifact, criterion)?.holds).toBe(holds);
});

test('a passive is turned round', () => {
  expect(turnPassive('At least one code block is included')).toBe('Contains at least one code block');
  expect(turnPassive('The price is included')).toBe('The price is included');
});
