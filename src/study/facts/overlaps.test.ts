import { expect, test } from 'vitest';
import { mayBeBoth } from './overlaps.ts';

test.each([
  ['hours', 'minutes to days'],
  ['20 to 40 mg', '30 mg'],
  ['kidney and heart', 'heart and nerves'],
  ['reduce aqueous production', 'reduce production and increase uveoscleral outflow'],
  ['open the trabecular meshwork', 'increase trabecular outflow'],
  ['conjunctival hyperaemia', 'allergic conjunctivitis'],
])('“%s” may be said of what has “%s”', (a, b) => expect(mayBeBoth(a, b) || mayBeBoth(b, a)).toBe(true));

test.each([
  ['seconds', 'hours'],
  ['2 mg/kg', '3 mg/kg'],
  ['oxygen and ventilation', 'fluids and support of the kidneys'],
  ['protoporphyrinogen oxidase', 'coproporphyrinogen oxidase'],
  ['measurement of the visual field', 'measurement of the thickness of the cornea'],
  ['inhibits sclerostin', 'inhibits the 60S subunit'],
  ['acquired from undercooked beef', 'acquired from undercooked pork'],
])('“%s” and “%s” are two', (a, b) => expect(mayBeBoth(a, b) || mayBeBoth(b, a)).toBe(false));
