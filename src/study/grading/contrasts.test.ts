import { expect, test } from 'vitest';
import { readContrast, readSidesBy } from './contrast-sides.ts';
import { gradeContrast } from './contrasts.ts';

const question = 'Compare statins and fibrates by what they lower most.';
const key = 'statins lower LDL cholesterol most, fibrates lower triglycerides most';

test('a key is read by its sides, each under its name in the question', () => {
  const contrast = readContrast(key, question);
  expect(contrast?.sides.map(({ said }) => said)).toEqual(['LDL cholesterol most', 'triglycerides most']);
  expect(readContrast('it lowers LDL cholesterol', 'What does a statin do?')).toBeUndefined();
  expect(readContrast('more LDL receptors, fewer particles', question)).toBeUndefined();
});

test('an answer names the sides in its own order and way: by a word, a number or first letters', () => {
  const lesions = readContrast(
    'upper: increased tone; lower: reduced tone',
    'How do upper and lower motor neurone lesions differ in tone?',
  );
  expect(
    readSidesBy(lesions!, 'How do upper and lower motor neurone lesions differ in tone?', 'LMN floppy, UMN spastic'),
  ).toEqual(['spastic', 'floppy']);
  const types = readContrast(
    'type 1 is autoimmune; type 2 is resistance',
    'How does type 1 diabetes differ from type 2?',
  );
  expect(readSidesBy(types!, 'How does type 1 diabetes differ from type 2?', 'T2 resistance, T1 autoimmune')).toEqual([
    'autoimmune',
    'resistance',
  ]);
});

test('both sides told are right, one is a part, exchanged they are wrong however well the words fit', () => {
  expect(gradeContrast(key, question, 'fibrates mainly hit the triglycerides, statins the LDL')).toBe('right');
  expect(gradeContrast(key, question, 'statins lower LDL')).toBe('partly');
  expect(gradeContrast(key, question, 'statins triglycerides, fibrates LDL')).toBe('wrong');
  expect(gradeContrast(key, question, 'they are all taken in the evening')).toBeUndefined();
});

test('which way it goes tells the sides apart where their words do not', () => {
  const fibres = 'the motor unit of an eye muscle has few fibres, that of the quadriceps has many';
  const asked = 'How does the motor unit of an eye muscle differ from that of the quadriceps in size?';
  expect(gradeContrast(fibres, asked, 'eye muscles have small motor units, the quadriceps large ones')).toBe('right');
  expect(gradeContrast(fibres, asked, 'eye muscles have many fibres per unit, the quadriceps few')).toBe('wrong');
});
