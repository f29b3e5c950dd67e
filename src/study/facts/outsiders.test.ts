import { expect, test } from 'vitest';
import { outsiderRows, readExcluded } from './outsiders.ts';

const LIST = 'Alpha waves, beta waves and gamma waves are named here.';

test('each row takes its example, and not its counter-example', () => {
  for (const { example, gives, not } of outsiderRows()) {
    const [found] = readExcluded(`${LIST} ${example}`);
    expect([example, found?.outsiders.map((thing) => thing.toLowerCase())]).toEqual([example, [gives]]);
    expect([not, readExcluded(`${LIST} ${not}`)]).toEqual([not, []]);
  }
});

test('a list of points, what stands above it, and what is said not to belong', () => {
  const text =
    'Its features are:\n\n  conotruncal heart defects\n  hypocalcaemia\n  thymic hypoplasia\n\nEczema is not among them; with small platelets it points elsewhere.';
  const [found] = readExcluded(text);
  expect(found).toMatchObject({ outsiders: ['Eczema'], frame: 'Its features are …' });
  expect(found?.items).toEqual(['conotruncal heart defects', 'hypocalcaemia', 'thymic hypoplasia']);
});

test('of two lists it is of the one right before it, or of none', () => {
  const two = 'Rest, ice and warmth help. Cats, dogs and horses carry ticks.';
  expect(readExcluded(`${two} Sheep do not.`)).toMatchObject([
    { items: ['Cats', 'dogs', 'horses'], outsiders: ['Sheep'] },
  ]);
  expect(readExcluded(`${two} Most of it is old. Massage does not belong here.`)).toEqual([]);
});

test('who is named before, or what is only pointed at, is none', () => {
  expect(readExcluded(`${LIST} Beta waves are not one of them.`)).toEqual([]);
  expect(readExcluded(`${LIST} It does not belong here. The last do not belong here.`)).toEqual([]);
});
