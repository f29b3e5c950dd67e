import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const bled = {
  age: 72,
  takes: ['apixaban 5 mg twice daily @1000'],
  stopped: ['naproxen 250 mg @1150'],
  has: ['atrial fibrillation @1400'],
  notes: [
    'Discharge letter @1140 | Black stools on naproxen and apixaban; gastroscopy showed a gastric ulcer. Naproxen must never be taken again.',
  ],
};

test('of several that one sentence blames all are told, first what was given up', () => {
  for (const asked of ['which medicine made me bleed', 'what was that stuff that made me bleed called'])
    expect(ask(bled, asked)).toMatch(/^Naproxen and apixaban\./);
});

test('a complaint on no list is told with the illness that is known for it', () => {
  const said = ask(bled, 'how long has my heart been irregular');
  expect(said).toMatch(
    /^Your lists do not name palpitations; your atrial fibrillation, since 15 Aug 2022, can bring it on\./,
  );
});

test('"what was it?" after what is no medicine and no harm is asked of the papers', () => {
  const person = {
    age: 31,
    allergic: ['latex: hives'],
    notes: ['Booking @120 | Low-dose aspirin because of family history of pre-eclampsia (sister).'],
  };
  const said = ask(person, 'my sister had something in pregnancy, what was it');
  expect(said).toContain('pre-eclampsia (sister)');
  expect(said).not.toMatch(/^Latex/);
});
