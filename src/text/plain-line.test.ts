import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

test('what colours a terminal or turns the order of reading round is taken out; words and their marks stay', () => {
  expect(plainLine('\u202eevil\u001b[31m\u0000 \u2066x\u2069')).toBe('evil[31m x');
  expect(plainLine(' two\r\nlines\t here ')).toBe('two lines here');
  expect(plainLine('Zoë 👩‍⚕️ שלום')).toBe('Zoë 👩‍⚕️ שלום');
});
