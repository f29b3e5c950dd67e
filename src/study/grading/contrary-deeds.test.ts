import { expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';

test.each([
  ['Which enzyme does allopurinol inhibit?', 'xanthine oxidase', 'it activates xanthine oxidase', 'wrong'],
  ['Which enzyme does allopurinol inhibit?', 'xanthine oxidase', 'it blocks xanthine oxidase', 'right'],
  ['Which receptor does salbutamol stimulate?', 'beta-2 adrenoceptors', 'it blocks beta 2 receptors', 'wrong'],
  [
    'Which receptor does salbutamol stimulate?',
    'beta-2 adrenoceptors',
    'salbutamol stimulates beta 2 receptors',
    'right',
  ],
  ['Which ion enters the cell in phase 2?', 'calcium', 'calcium leaves the cell', 'wrong'],
  ['Which ion enters the cell in phase 2?', 'calcium', 'calcium enters the cell', 'right'],
] as const)('%s %s <- %s', (question, text, said, verdict) => {
  expect(gradeWords({ text, also: [], question }, said)).toBe(verdict);
});

test('what excludes the state that the key names is wrong, however much of it is named', () => {
  const key = {
    text: 'to blow off carbon dioxide in compensation of the metabolic acidosis',
    also: [],
    question: 'Why does a patient with diabetic ketoacidosis breathe deeply?',
  };
  expect(gradeWords(key, 'to retain CO2 because of alkalosis')).toBe('wrong');
  expect(gradeWords(key, 'to blow off CO2 and so compensate for the acidosis')).toBe('right');
});

test.each([
  [
    'Name the layers of the meninges.',
    'dura mater, arachnoid mater and pia mater',
    'pia, arachnoid and dura mater',
    'right',
  ],
  [
    'Who defeated whom?',
    'Wellington and Blücher defeated Napoleon',
    'Wellington and Blücher were defeated by Napoleon',
    'wrong',
  ],
  ['What proportion of cardiac output do the kidneys receive?', '20 to 25 %', 'a fifth to a quarter', 'right'],
  ['What is the maximum daily dose of paracetamol?', '4 g', 'eight 500 mg tablets', 'right'],
  ['What is the maximum daily dose of paracetamol?', '4 g', 'eight 50 mg tablets', 'wrong'],
] as const)('a list has no places, a range of shares is one value: %s %s <- %s', (question, text, said, verdict) => {
  expect(gradeWords({ text, also: [], question }, said)).toBe(verdict);
});

test.each([
  ["Which bone is fractured in a boxer's fracture?", 'the fifth metacarpal', 'the fifth metatarsal', 'wrong'],
  ["Which bone is fractured in a boxer's fracture?", 'the fifth metacarpal', 'metacarpal V', 'right'],
  ['What happens to serum phosphate in kidney failure?', 'it rises', 'hyperphosphataemia', 'right'],
  ['What happens to serum phosphate in kidney failure?', 'it rises', 'hypophosphataemia', 'wrong'],
  ['What happens to serum phosphate in kidney failure?', 'it rises', 'hyperkalaemia', 'wrong'],
] as const)('hand or foot, and the name of a rise: %s %s <- %s', (question, text, said, verdict) => {
  expect(gradeWords({ text, also: [], question }, said)).toBe(verdict);
});

test.each([
  [
    'What is a contraindication?',
    'a reason not to give a treatment because it could do harm',
    'a reason to give a treatment',
    'wrong',
  ],
  ['Which organism causes Lyme disease?', 'Borrelia burgdorferi', 'borrelia', 'partly'],
  ['Which organism causes Lyme disease?', 'Borrelia burgdorferi', 'B. burgdorferi', 'right'],
  ['Which disease shows Reed-Sternberg cells?', 'Hodgkin lymphoma', "Hodgkin's", 'right'],
] as const)('the contrary in the words of the key, and the genus where the species is asked: %s %s <- %s', (question, text, said, verdict) => {
  expect(gradeWords({ text, also: [], question }, said)).toBe(verdict);
});
