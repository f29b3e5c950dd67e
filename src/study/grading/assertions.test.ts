/** Reasons in somebody's own words: the same statement, its contrary, the same of another thing, or nothing that can be decided. */
import { describe, expect, test } from 'vitest';
import { gradeOption } from './choosing.ts';
import { gradeWords } from './meaning.ts';

const REASONS: Readonly<Record<string, readonly [question: string, sentence: string]>> = {
  'it crosses the placenta': [
    'Why is warfarin replaced by heparin in early pregnancy?',
    'Warfarin is replaced by heparin in early pregnancy, because it crosses the placenta.',
  ],
  'it causes more arrhythmias': [
    'Why is dopamine not recommended as first-choice agent?',
    'Dopamine is not recommended as first-choice agent, because it causes more arrhythmias.',
  ],
  'it reduces recurrence more than warfarin': [
    'Why is low-molecular-weight heparin preferred in cancer?',
    'Low-molecular-weight heparin is preferred in cancer, because it reduces recurrence more than warfarin.',
  ],
  'food increases its absorption': [
    'Why is rivaroxaban taken with food?',
    'Rivaroxaban is taken with food, because food increases its absorption.',
  ],
  'cholesterol synthesis is highest at night': [
    'Why are statins taken in the evening?',
    'Statins are taken in the evening, because cholesterol synthesis is highest at night.',
  ],
  'they reduce the excretion of uric acid': [
    'Why are thiazides avoided in gout?',
    'Thiazides are avoided in gout, because they reduce the excretion of uric acid.',
  ],
  'carbimazole is associated with aplasia cutis': [
    'Why is propylthiouracil preferred over carbimazole in the first trimester of pregnancy?',
    'Propylthiouracil is preferred over carbimazole in the first trimester, because carbimazole is associated with aplasia cutis.',
  ],
  'its therapeutic range is narrow': [
    'Why is lithium monitored closely?',
    'Lithium is monitored closely, because its therapeutic range is narrow.',
  ],
  'it can cause Reye syndrome': [
    'Why is aspirin avoided in children with fever?',
    'Aspirin is avoided in children with fever, because it can cause Reye syndrome.',
  ],
  'it displaces bilirubin from albumin': [
    'Why should ceftriaxone be avoided in newborns?',
    'Ceftriaxone is avoided in newborns, because it displaces bilirubin from albumin.',
  ],
  'it causes peripheral neuropathy': [
    'Why is isoniazid given with pyridoxine?',
    'Isoniazid is given with pyridoxine, because it causes peripheral neuropathy.',
  ],
  'they increase airway resistance': [
    'Why are beta blockers avoided in acute asthma?',
    'Beta blockers are avoided in acute asthma, because they increase airway resistance.',
  ],
};

function graded(key: string, answer: string) {
  const [question, sentence] = REASONS[key]!;
  return gradeWords({ text: key, also: [], question, sentence }, answer);
}

describe('the same in other words is right', () => {
  test.each([
    ['it crosses the placenta', 'passes through the placenta'],
    ['it causes more arrhythmias', 'more arrhythmia'],
    ['it causes more arrhythmias', 'higher risk of irregular heart rhythms'],
    ['it causes more arrhythmias', 'it is pro-arrhythmic'],
    ['it reduces recurrence more than warfarin', 'fewer recurrences than with warfarin'],
    ['it reduces recurrence more than warfarin', 'warfarin reduces recurrence less'],
    ['food increases its absorption', 'better absorbed with food'],
    ['cholesterol synthesis is highest at night', 'the body makes most cholesterol at night'],
    ['they reduce the excretion of uric acid', 'less uric acid is excreted'],
    ['carbimazole is associated with aplasia cutis', 'risk of aplasia cutis with carbimazole'],
    ['its therapeutic range is narrow', 'it has a narrow therapeutic index'],
    ['it can cause Reye syndrome', "risk of Reye's"],
    ['they increase airway resistance', 'airway resistance goes up'],
  ])('%s: %s', (key, answer) => expect(graded(key, answer)).toBe('right'));
});

describe('the contrary, or the same of another thing, is wrong', () => {
  test.each([
    ['it crosses the placenta', 'it cannot cross the placenta'],
    ['it crosses the placenta', 'heparin crosses the placenta'],
    ['it causes more arrhythmias', 'it causes fewer arrhythmias'],
    ['it causes more arrhythmias', 'it prevents arrhythmias'],
    ['it reduces recurrence more than warfarin', 'it reduces recurrence less than warfarin'],
    ['it reduces recurrence more than warfarin', 'warfarin reduces recurrence more'],
    ['food increases its absorption', 'food hardly increases its absorption'],
    ['cholesterol synthesis is highest at night', 'cholesterol synthesis is highest in the morning'],
    ['cholesterol synthesis is highest at night', 'cholesterol synthesis is lowest at night'],
    ['they reduce the excretion of uric acid', 'they never reduce the excretion of uric acid'],
    ['carbimazole is associated with aplasia cutis', 'propylthiouracil is associated with aplasia cutis'],
    ['its therapeutic range is narrow', 'its therapeutic range is wide'],
    ['it can cause Reye syndrome', "it can't cause Reye syndrome"],
    ['it displaces bilirubin from albumin', 'it displaces albumin from bilirubin'],
    ['it causes peripheral neuropathy', 'pyridoxine causes peripheral neuropathy'],
    ['they increase airway resistance', 'they lower airway resistance'],
  ])('%s: %s', (key, answer) => expect(graded(key, answer)).toBe('wrong'));
});

describe('what cannot be decided is for the learner to compare', () => {
  test.each([
    ['it crosses the placenta', 'heparin does not cross the placenta'],
    ['it crosses the placenta', 'it crosses the placenta and is safe for the child'],
    ['carbimazole is associated with aplasia cutis', 'aplasia cutis with propylthiouracil'],
  ])('%s: %s', (key, answer) => expect(graded(key, answer)).toBe('compare'));
});

test('who is controlled by whom', () => {
  const question = 'Why is fludrocortisone not needed in secondary adrenal insufficiency?';
  const sentence =
    'Fludrocortisone is not needed in secondary adrenal insufficiency, because aldosterone is controlled by renin.';
  const key = { text: 'aldosterone is controlled by renin', also: [], question, sentence };
  expect(gradeWords(key, 'because renin is controlled by aldosterone')).toBe('wrong');
  expect(gradeWords(key, 'aldosterone does not depend on ACTH')).not.toBe('wrong');
  expect(gradeWords(key, 'renin controls aldosterone')).not.toBe('wrong');
});

test('the question may begin with where it is so', () => {
  const question = 'In hypertension in pregnancy, why should ACE inhibitors be avoided?';
  const key = { text: 'they impair fetal renal function', also: [], question };
  expect(gradeWords(key, 'the fetal kidney works less well')).not.toBe('wrong');
  expect(gradeWords(key, 'they improve fetal renal function')).not.toBe('right');
});

test('of what is weighed by signs nobody is told to be wrong who says it of the thing that was asked', () => {
  expect(graded('it crosses the placenta', 'warfarin crosses the placenta')).not.toBe('wrong');
  expect(graded('they increase airway resistance', 'bronchoconstriction')).not.toBe('wrong');
  expect(graded('they reduce the excretion of uric acid', 'they lower uric acid')).not.toBe('right');
});

test('who does not know has not answered', () => {
  expect(graded('it crosses the placenta', "I don't know")).toBe('wrong');
});

test('an option that is said in words is not its contrary', () => {
  const options = [
    { label: 'A', text: 'It causes more arrhythmias' },
    { label: 'B', text: 'It raises the risk of lactic acidosis' },
    { label: 'C', text: 'It crosses the placenta' },
    { label: 'D', text: 'It stimulates the sodium-potassium ATPase' },
  ];
  const why = 'Why is dopamine not recommended as first-choice agent?';
  expect(gradeOption(options, 'A', 'more arrhythmias', why).verdict).toBe('right');
  for (const answer of ['it causes fewer arrhythmias', 'it does not cause arrhythmias', 'it prevents arrhythmias'])
    expect(gradeOption(options, 'A', answer, why).verdict).toBe('wrong');
});
