import { expect, test } from 'vitest';
import { paragraphsOf } from './paragraphs.ts';

test('each line that ends is a paragraph of its own', () => {
  expect(
    paragraphsOf('Valve sounds crisp. Warfarin for life.\nTeeth: two stumps must come out. Azithromycin before it.'),
  ).toEqual([
    ['Valve sounds crisp.', 'Warfarin for life.'],
    ['Teeth: two stumps must come out.', 'Azithromycin before it.'],
  ]);
});

test('lines that were broken at the margin are made whole; an empty line ends the paragraph', () => {
  expect(paragraphsOf('She was seen today with her\ndaughter. The wound is\nclean.\n\nNext visit in May.')).toEqual([
    ['She was seen today with her daughter.', 'The wound is clean.'],
    ['Next visit in May.'],
  ]);
});

test('a list belongs to the line that leads to it, and a number to what it counts', () => {
  expect(
    paragraphsOf('Sick day rules: 1. Fever: double the dose.\n2. Vomiting: inject.\n- Call us.\nKit: in the kitchen.'),
  ).toEqual([
    ['Sick day rules:', '1. Fever: double the dose.', '2. Vomiting: inject.', '- Call us.'],
    ['Kit: in the kitchen.'],
  ]);
  expect(paragraphsOf('GREEN: peak flow over 320.\nAMBER: under 320: ring.\nRED: under 215: 999.')).toHaveLength(1);
});

test('a number that ends a sentence stays there', () => {
  expect(paragraphsOf('The bag is size 2. He is well.')).toEqual([['The bag is size 2. He is well.']]);
  expect(paragraphsOf('He takes 2. No more.')).toEqual([['He takes 2.', 'No more.']]);
});

test('what begins with "It" or "They" is read with what it speaks of, but not beyond the paragraph', () => {
  expect(paragraphsOf('The nodule is 9 mm. It must be seen again.\nIt rained.')).toEqual([
    ['The nodule is 9 mm. It must be seen again.'],
    ['It rained.'],
  ]);
});

test('a sentence that two lines share, and what stands under its colon, are one', () => {
  expect(
    paragraphsOf(
      'Ring the same day if she gains more than 2 kg or is breathless lying flat:\nMonday to Friday 020 1, nights 020 2.\nFluid: 1.5 litres.\nPause it until she has eaten and drunk\nnormally for a day.\nSeen by Dr Poe.',
    ),
  ).toEqual([
    [
      'Ring the same day if she gains more than 2 kg or is breathless lying flat: Monday to Friday 020 1, nights 020 2.',
    ],
    ['Fluid: 1.5 litres.'],
    ['Pause it until she has eaten and drunk normally for a day.'],
    ['Seen by Dr Poe.'],
  ]);
});
