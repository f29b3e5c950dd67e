import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { judge } from '../judgement.ts';
import { isOutside } from './outside.ts';
import { paraphrase, splitCompound } from './paraphrases.ts';

const SOURCE = `import { send } from './mail.ts';
export class Box {
  private items: string[] = [];
  label = '';
  put(item: string): void {
    this.items.push(item);
    send(item);
  }
}
`;
const verdict = async (criterion: string, artifact = SOURCE, path = 'box.ts') =>
  (await judge({ artifact, path, specification: '', invariants: [], acceptance_criteria: [criterion] }))[0]!.verdict;

test('other words for the same criterion', () => {
  expect(paraphrase('SELECT * is avoided.')).toBe('Does not use SELECT *');
  expect(paraphrase('The code stays clear of `any`.')).toBe('The code does not use `any`');
  expect(paraphrase('No variables at file scope.')).toBe('No global variables');
  expect(splitCompound('Uses the logging module instead of print')).toEqual([
    'Uses the logging module',
    'Does not use print',
  ]);
});

test.each([
  ['No public fields.', 'violated'],
  ['The items field is private.', 'met'],
  ['The label field is private.', 'violated'],
  ['`any` is avoided.', 'met'],
  ['A view is created.', 'violated', 'CREATE TABLE t (id INT);', 'a.sql'],
  ['No DELETE without a WHERE clause.', 'violated', 'DELETE FROM a WHERE b = 1;\nDELETE FROM c;', 'a.sql'],
  ['Every DELETE has a WHERE clause.', 'met', 'DELETE FROM a WHERE b = 1;', 'a.sql'],
])('%s %s', async (criterion, expected, artifact = SOURCE, path = 'box.ts') => {
  expect(await verdict(criterion, artifact, path)).toBe(expected);
});

test('what is defined elsewhere is only known by its use', async () => {
  const { artifact } = await readArtifact({ artifact: SOURCE, path: 'box.ts' });
  const code = artifact as CodeArtifact;
  for (const one of [
    '`send` retries three times',
    'Callers never pass null',
    'Nobody calls `put` in the whole project',
  ])
    expect.soft(isOutside(code, one), one).toBe(true);
  for (const one of ['`send` is called', '`put` calls `send`', 'Box.put returns nothing'])
    expect.soft(isOutside(code, one), one).toBe(false);
});
