/** What a paper only asks for, or says was not done, is neither done nor a result. */
import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

test('what the newest paper says is still to come was not had', () => {
  const person = {
    age: 31,
    has: ['pregnancy'],
    notes: [
      'Booking letter @150 | Blood group A Rh negative: anti-D 1500 IU at 28 weeks.',
      'Clinic letter @9 | Anti-D: out of stock at the surgery, she was asked to come back for it.',
    ],
  };
  const said = ask(person, 'did i have my anti d or not');
  expect(said).toMatch(/^No: your record does not show/);
  expect(said).not.toMatch(/^\W*Yes/);
});

test('which arm is told by the paper that names it, with the other one', () => {
  const person = { age: 66, notes: ['Surgery note @100 | Fistula made. No blood draws or cuff on the left arm.'] };
  expect(ask(person, 'which arm is off limits for cannulas?')).toMatch(/left arm.*the right/s);
});

test('words of a letter are told one by one, as they were typed', () => {
  const said = ask({ age: 50 }, 'letter says CP B9 asc mild HE gr 1 MELD 15, put it in normal talk');
  expect(said).toMatch(/Child-Pugh/);
  expect(said).toMatch(/fluid in the belly/);
  expect(said).toMatch(/encephalopathy/);
});
