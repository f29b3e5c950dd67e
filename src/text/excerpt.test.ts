import { expect, test } from 'vitest';
import { excerptAround } from './excerpt.ts';

const LONG = 'Nothing here. '.repeat(20);

test('a few words around the first that was looked for, whatever its ending', () => {
  expect(excerptAround('Givinostat slows it.', ['decline'])).toBe('Givinostat slows it.');
  const found = excerptAround(`${LONG}Of all treatments, vamorolone was tried. ${LONG}`, ['treatment', 'vamorolone']);
  expect(found).toMatch(/^…[\s\S]*treatments, vamorolone was tried\.[\s\S]*…$/);
  expect(found.length).toBeLessThan(190);
});

test('one long word is cut', () => {
  expect(excerptAround('x'.repeat(5000), ['x'])).toHaveLength(181);
  expect(excerptAround('', ['x'])).toBe('');
});
