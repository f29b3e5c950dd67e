import { expect, test } from 'vitest';
import { strangerIn } from './misfiled.ts';

const born = '1997-04-18';

test.each([
  [
    'Patient: Mrs Tamsyn ROSEVEAR, born 3 August 1968, 12 Quarry Lane\nALLERGY: PENICILLIN.',
    /ROSEVEAR, born 3 August 1968/,
  ],
  ['Cardiology\nRe: Ms A. Example      Born 19/06/1961      Leeds\nSeen today.', /Example {2,}Born 19\/06\/1961/],
])('the heading of a paper names another: %s', (text, who) => expect(strangerIn(text, born)).toMatch(who));

test.each([
  'Re: Tamsin ROSEWARNE, born 18.04.1997\nSeen today.',
  'Her sister, born 2014, has asthma.',
  'Re: blood results\nAll fine.',
  'Patient: born 1997',
])('no other is named: %s', (text) => expect(strangerIn(text, born)).toBeUndefined());

test('without a birth date nobody is a stranger', () => {
  expect(strangerIn('Re: X Y, born 1 May 1950', null)).toBeUndefined();
});
