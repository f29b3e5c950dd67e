import { expect, test } from 'vitest';
import { movePlace, PLACE_KEY, type Place } from './place.ts';
import { State, stateRules } from './state.ts';

function placeAfter(...told: Place[]) {
  const shelves = { temp: new Map(), session: new Map(), user: new Map(), app: new Map() };
  const state = new State(shelves, stateRules(undefined, {}));
  for (const place of told) movePlace(state, place);
  return state.get(PLACE_KEY);
}

test('what is told later adds to what was told before', () => {
  const told = [{ country: 'GB' }, { city: 'Leeds' }, { timezone: 'Europe/Paris' }];
  expect(placeAfter(...told)).toEqual({ country: 'GB', city: 'Leeds', timezone: 'Europe/Paris' });
});

test('who names another city or country has left the one before', () => {
  expect(placeAfter({ country: 'FR', city: 'Paris' }, { city: 'Tokyo' })).toEqual({ city: 'Tokyo' });
  expect(placeAfter({ country: 'FR', city: 'Paris' }, { city: 'paris' })).toMatchObject({ country: 'FR' });
  expect(placeAfter({ country: 'FR', city: 'Paris' }, { country: 'JP' })).toEqual({ country: 'JP' });
});
