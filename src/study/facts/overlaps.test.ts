import { expect, test } from 'vitest';
import { mayBeBoth } from './overlaps.ts';

test.each([
  ['hours', 'minutes to days'],
  ['20 to 40 mg', '30 mg'],
  ['kidney and heart', 'heart and nerves'],
  ['open the trabecular meshwork', 'increase trabecular outflow'],
  ['conjunctival hyperaemia', 'allergic conjunctivitis'],
])('“%s” may be said of what has “%s”', (a, b) => expect(mayBeBoth(a, b) || mayBeBoth(b, a)).toBe(true));

test.each([
  ['seconds', 'hours'],
  ['2 mg/kg', '3 mg/kg'],
  ['protoporphyrinogen oxidase', 'coproporphyrinogen oxidase'],
  ['measurement of the visual field', 'measurement of the thickness of the cornea'],
  ['inhibits sclerostin', 'inhibits the 60S subunit'],
  ['acquired from undercooked beef', 'acquired from undercooked pork'],
])('“%s” and “%s” are two', (a, b) => expect(mayBeBoth(a, b) || mayBeBoth(b, a)).toBe(false));
