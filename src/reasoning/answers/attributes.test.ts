import { describe, expect, test } from 'vitest';
import { attributes } from './attributes.ts';
import { ask } from './fixture.ts';

describe.each(attributes)('$name', ({ asks, says, example, counter, holds, lacks }) => {
  test('is asked for, and nothing else', () => {
    expect(asks.test(example)).toBe(true);
    expect(asks.test(counter)).toBe(false);
  });
  test('is held by what gives it, and not by what speaks of it', () => {
    expect(says.test(holds)).toBe(true);
    expect(says.test(lacks)).toBe(false);
  });
});

test('a paper that only speaks of the blood group does not hold it', () => {
  const said = ask(
    { age: 58, notes: ['On the list since September, blood group checked by the unit.'] },
    'wots my blood group',
  );
  expect(said).toMatch(/does not say/);
  expect(ask({ age: 36, notes: ['Bloods: O RhD negative.'] }, 'what blood group am I?')).toMatch(/O RhD negative/);
});
