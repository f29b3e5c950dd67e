import { expect, test } from 'vitest';
import { suggest } from './nearest.ts';

test('a near name is suggested, else what there is', () => {
  expect(suggest('instructon', ['instruction', 'tools'])).toBe(' Did you mean "instruction"?');
  expect(suggest('wibble', ['instruction', 'tools'], 'Known')).toBe(' Known: instruction, tools.');
  expect(suggest('wibble', [], 'Known')).toBe('');
});
