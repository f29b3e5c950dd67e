import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const heart = (note: string) => ({
  age: 72,
  has: ['heart failure'],
  values: {
    'body weight': [
      [30, 72],
      [4, 74.1],
    ],
  },
  notes: [note],
});

test('a weight is held against the dry weight that a paper names', () => {
  const said = ask(
    heart('Heart failure clinic @60 | Dry weight 71 kg; ring us if up 2 kg in 3 days.') as never,
    'how is my weight',
  );
  expect(said).toContain('That is 3.1 kg above the dry weight of 71 kg that your papers name (16 Apr 2026).');
});

test('in another unit, or where none is named, nothing is held against it', () => {
  for (const note of ['Clinic @60 | Dry weight 157 lb.', 'Clinic @60 | Weight is well controlled.'])
    expect(ask(heart(note) as never, 'how is my weight')).not.toMatch(/above the|below the/);
});
