import { describe, expect, test } from 'vitest';
import { gradeOption } from './choosing.ts';
import { canonical } from './cleaning.ts';
import { denies } from './denials.ts';
import { gradeWords } from './meaning.ts';
import { exchangesSides } from './shares.ts';

const graded = (key: string, answer: string, question = '') => gradeWords({ text: key, also: [], question }, answer);

test.each([
  ['5 litres', '5000 cc', 'right'],
  ['0.5 to 1 mL/kg/h', '0.5-1 ml/kg per hour', 'right'],
  ['150 to 400 x 10^9/L', '150,000–400,000/µL', 'right'],
  ['−90 mV', 'minus 0.09 volts', 'right'],
  ['−90 mV', '+90 mV', 'wrong'],
  ['10 mg', '1 mL of 1 %', 'right'],
  ['18 months', 'one and a half years', 'right'],
  ['8 to 12 mmol/L', 'between eight and twelve mmol per litre', 'right'],
  ['8 to 12 mmol/L', '8-12 mM', 'right'],
  ['10 mM', '10 mmol/L', 'right'],
  ['10 µmol/L', '10 micromolar', 'right'],
  ['8 to 12 mmol/L', '8 to 12 mm', 'wrong'],
  ['8 to 12 mmol/L', '8 to 12 µM', 'wrong'],
  ['glutamine', 'glutamate', 'wrong'],
  ['carbonic anhydrase', 'carbonic anhydride', 'wrong'],
  ['carbonic anhydrase', 'carbonic anhidrase', 'right'],
  ['15 to 20 mmHg', '2 - 2.7 kPa', 'right'],
  ['15 to 20 mmHg', '15 to 20 kPa', 'wrong'],
  ['250 mg', '250', 'partly'],
  ['2 g per day', '500 mg four times a day', 'right'],
  ['2 mg every 4 hours', '2 mg', 'partly'],
  ['10 mg subcutaneously', '10 mg i.v.', 'wrong'],
  ['10 mg subcutaneously', '10 mg under the skin', 'right'],
  ['twice a year', 'every 6 months', 'right'],
  ['130/80 mmHg', '130 systolic', 'partly'],
  ['250 mg four times a day', '1 g a day in four doses', 'right'],
  ['before 32 weeks', 'after the 32nd week', 'wrong'],
  ['12000 mL', '1000 mL', 'wrong'],
  ['299792458 m/s', '299792 km/s', 'right'],
  ['2400 mg', '3 x 800 mg', 'right'],
  ['4 g', '8 tablets of 500 mg', 'right'],
  ['4 g', '8 tablets of 50 mg', 'wrong'],
  ['6 x 10^23', '6 x 10^-23', 'wrong'],
  ['10^-7 mol/L', '100 nmol/L', 'right'],
  ['2 %', '20/1000', 'right'],
  ['2 to 3', '2.5 (range 2-3)', 'right'],
  ['120 to 200 ms', '3 to 5 small squares', 'right'],
  ['60 to 100 per minute', 'between sixty and a hundred a minute', 'right'],
])('a value is the same in another unit: %s, %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

test.each([
  ['10 mL', 'at most 10 mL', 'What is the maximum volume?', 'right'],
  ['10 mL', 'at least 10 mL', 'What is the maximum volume?', 'wrong'],
  ['every 6 weeks', 'every 6 months', 'How often?', 'wrong'],
  ['every 3 months', 'four times a year', 'How often?', 'right'],
  ['12', 'a dozen', 'How many are there?', 'right'],
  ['14 days', 'almost two weeks, exactly 14 days', 'How long?', 'right'],
  ['80', '80 bpm', 'How often does it beat per minute?', 'right'],
  ['5 %', '50 g/L', 'What is the concentration?', 'right'],
  ['2 mg daily', '2 mg weekly', 'What is the dose?', 'wrong'],
  ['5', 'about 5000 ml', 'How many litres are there?', 'right'],
  ['5', '5 L', 'How many litres are there?', 'right'],
  ['5', '5 mL', 'How many litres are there?', 'wrong'],
  ['12 months', 'at 1', 'At what age is it given?', 'right'],
  ['4 to 5 half-lives', 'about 5', 'After how many half-lives?', 'right'],
  ['4 to 5 half-lives', 'about 2', 'After how many half-lives?', 'wrong'],
  ['every 10 years', 'once a decade', 'How often?', 'right'],
  ['500 mg three times daily', '500mg t.i.d.', 'What is the dose?', 'right'],
])('a value is measured by what is asked for: %s, %s', (key, answer, question, verdict) => {
  expect(graded(key, answer, question)).toBe(verdict);
});

test.each([
  ['ulnar nerve', 'N. ulnaris', 'right'],
  ['ulnar nerve', 'ulnar artery', 'wrong'],
  ['Klebsiella pneumoniae', 'Strep pneumoniae', 'wrong'],
  ['sixth week', 'week 6', 'right'],
  ['spleen', 'la rate', 'right'],
  ['external jugular vein', 'v. jugularis externa', 'right'],
  ['external jugular vein', 'v. jugularis interna', 'wrong'],
  ['phrenic nerve', 'frenic nerve', 'right'],
  ['tachycardia', 'Tachykardie', 'right'],
  ['biopsy of the duodenum', 'duodenal biopsy', 'right'],
  ['herpes simplex virus', 'a herpes virus', 'partly'],
  ['carbimazole', 'carbamazepine', 'wrong'],
  ['median nerve', 'the median one, not the ulnar nerve', 'right'],
  ['median nerve', 'the ulnar one, not the median nerve', 'wrong'],
  ['median nerve', 'median or ulnar', 'partly'],
  ['REM sleep', 'non-REM sleep', 'wrong'],
  ['raised jugular venous pressure', 'hypertension', 'wrong'],
  ['raised blood pressure', 'hypertension', 'right'],
  ['haemochromatosis', 'Hemochromatose', 'right'],
  ['adenosine', 'adenosine, then verapamil', 'right'],
  ['Addison disease', 'Morbus Addison', 'right'],
  ['parietal lobe', 'Parietallappen', 'right'],
  ['succinate dehydrogenase', 'malate dehydrogenase', 'wrong'],
  ['small cell lung carcinoma', 'some kind of lung cancer', 'partly'],
])('a thing is known by its other names: %s, %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

test.each([
  ['median nerve', 'the median', 'Which nerve is compressed?', 'right'],
  ['Klebsiella pneumoniae', 'Klebsiella', 'Which bacterium causes pneumonia?', 'partly'],
  ['Alexander Fleming', 'Flemming', 'Who discovered penicillin?', 'right'],
  ['Alexander Fleming', 'A. Fleming', 'Who discovered penicillin?', 'right'],
  ['Alexander Fleming', 'Ian Fleming', 'Who discovered penicillin?', 'wrong'],
  ['insulin', 'a hormone of the pancreas', 'Which hormone lowers glucose?', 'partly'],
  ['insulin', 'a hormone', 'Which hormone lowers glucose?', 'wrong'],
  ['insulin', 'a statin', 'Which drug lowers glucose?', 'wrong'],
  ['dihydropyridine calcium channel blockers', 'calcium antagonist', 'Which subclass is it?', 'partly'],
])('of what is asked for a part may be left out, and the kind alone is a part: %s, %s', (key, answer, question, verdict) => {
  expect(graded(key, answer, question)).toBe(verdict);
});

test('a list may be said in other words, item by item, and what is added counts though it is short', () => {
  const signs = 'weight loss, tachycardia and heat intolerance';
  expect(graded(signs, "getting thinner, fast heartbeat, can't stand heat")).toBe('right');
  expect(graded(signs, 'weight gain, slow heartbeat, cold intolerance')).toBe('wrong');
  expect(graded('TSH, FSH and LH', 'TSH, FSH, LH and ADH')).toBe('partly');
  expect(graded('solid, liquid and gas', 'ice, steel, wood')).toBe('wrong');
  expect(graded('red, green and blue', 'red, yellow and blue')).toBe('partly');
});

test.each([
  ['the volume of urine made per minute', 'how much urine is produced each minute', 'right'],
  ['the volume of urine made per minute', 'the volume of bile made per minute', 'wrong'],
  ['the volume of blood ejected with each beat', 'blood pumped in a minute, per minute', 'wrong'],
  ['an excess of fluid in the tissues', 'too little fluid in the tissues', 'wrong'],
  ['movement of a substance from high to low concentration', 'movement from low to high concentration', 'wrong'],
  ['inflammation of the lining of the stomach by infection or drugs', 'inflammation of the stomach', 'partly'],
])('a definition is judged by what it says: %s, %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

test.each([
  ['the share of the infected who die', 'of all who died, how many were infected', true],
  ['the share of the infected who die', 'of all the infected, how many die', false],
])('the two sides of a share are told apart: %s, %s', (key, said, isExchanged) => {
  expect(exchangesSides(key, said)).toBe(isExchanged);
});

test.each([
  ['growth without fever', 'growth that causes no fever', false],
  ['growth without fever', 'growth with fever', true],
  ['there is no difference', 'they do not differ', false],
  ['there is no difference', 'they differ', true],
  ['an inactive substance', 'a substance that is not active', false],
  ['insufficient flow', 'there is not enough flow', false],
])('what is denied in other words is no contradiction, what only one denies is one: %s, %s', (key, said, isDenied) => {
  expect(denies(key, said)).toBe(isDenied);
});

test('a common word is no name within a sentence', () => {
  expect(canonical('a change of the heart rate')).toBe('a change of the heart rate');
});

test('a list is known by pairs, numbers, initials and members', () => {
  expect(graded('iron with oxygen and zinc with sulphur', 'I-O, Z-S')).toBe('right');
  expect(graded('iron with oxygen and zinc with sulphur', 'I-S, Z-O')).toBe('wrong');
  expect(graded('left femur, right femur, left ulna and right ulna', 'the femurs')).toBe('partly');
  expect(graded('dengue, mumps, rubella and cholera', 'DMR and cholera')).toBe('right');
  expect(graded('beta blocker and statin', 'bisoprolol, simvastatin')).toBe('right');
});

test('a measure may be given by its formula', () => {
  const key = 'the fraction of the blood in the ventricle that is ejected with each beat';
  expect(graded(key, 'SV / EDV', 'What is the ejection fraction?')).toBe('right');
  expect(graded(key, 'SV × HR', 'What is the ejection fraction?')).toBe('wrong');
});

test('the noun of a list is said once and meant of all', () => {
  expect(graded('skeletal, cardiac and smooth muscle', 'heart muscle, smooth muscle, striated muscle')).toBe('right');
  expect(graded('vitamins A, D, E and K', 'D, K, A')).toBe('partly');
});

const options = ['metabolic acidosis', 'metabolic alkalosis', 'respiratory acidosis', 'respiratory alkalosis'].map(
  (text, at) => ({ label: 'ABCD'[at] as string, text }),
);

test.each([
  ['D', 'resp. alkalosis', 'right'],
  ['D', 'option four', 'right'],
  ['D', 'alkalosis', 'partly'],
  ['D', 'A is wrong, B is wrong and C too', 'right'],
  ['D', 'A? no, D', 'right'],
  ['D', 'anything but D', 'wrong'],
  ['D', 'B, respiratory alkalosis', 'partly'],
  ['D', 'A, B and C are wrong', 'right'],
  ['D', 'A, no, D', 'right'],
  ['D', 'the one after respiratory acidosis', 'right'],
  ['D', "between B and D, I'd go with D", 'right'],
])('an option is chosen by letter, place or what fits it alone: %s, %s', (right, answer, verdict) => {
  expect(gradeOption(options, right, answer).verdict).toBe(verdict);
});

const lesions = ['optic nerve', 'optic chiasm', 'optic tract', 'occipital cortex'].map((text, at) => ({
  ...{ label: 'ABCD'[at] as string, text },
}));

test.each([
  ['B', 'a tumour that presses on the chiasm', 'right'],
  ['B', 'optic radiation', 'wrong'],
  ['B', 'chiasm and tract', 'partly'],
  ['B', 'the tract, but also B', 'partly'],
])('of options that share a word the others tell: %s, %s', (right, answer, verdict) => {
  expect(gradeOption(lesions, right, answer).verdict).toBe(verdict);
});

const steps = ['check for danger', 'start compressions', 'call for help', 'give adrenaline'].map((text, at) => ({
  ...{ label: 'ABCD'[at] as string, text },
}));

test('an option is chosen by what it means, where no other is as near', () => {
  expect(gradeOption(steps, 'A', 'make sure the scene is safe').verdict).toBe('right');
  expect(gradeOption(steps, 'C', 'make sure the scene is safe').verdict).toBe('wrong');
  expect(gradeOption(steps, 'A', 'give aspirin').verdict).toBe('wrong');
});

test('where what does not belong is asked for, everything but one is that one', () => {
  const question = 'Which of these is NOT a step?';
  expect(gradeOption(steps, 'C', 'all except C are steps', question).verdict).toBe('right');
  expect(gradeOption(steps, 'C', 'all except C', 'Which of these is a step?').verdict).toBe('wrong');
});

test('of options about one thing that say contrary things of it, the direction tells', () => {
  const acts = ['stimulates gluconeogenesis', 'inhibits gluconeogenesis', 'increases ketogenesis'].map((text, at) => ({
    ...{ label: 'ABC'[at] as string, text },
  }));
  expect(gradeOption(acts, 'B', 'lowers gluconeogenesis').verdict).toBe('right');
  expect(gradeOption(acts, 'A', 'lowers gluconeogenesis').verdict).toBe('wrong');
});

test('a number that every option ends with is its own, no place', () => {
  const phases = ['phase 0', 'phase 1', 'phase 2', 'phase 3'].map((text, at) => ({ label: 'ABCD'[at]!, text }));
  expect(gradeOption(phases, 'C', '2').verdict).toBe('right');
  expect(gradeOption(phases, 'B', '2').verdict).toBe('wrong');
});

test.each([
  ['3.5 to 5.0 mmol/L', 'not 3.5 to 5.0 mmol/L', '', 'wrong'],
  ['0.5 mg', 'never 0.5 mg', '', 'wrong'],
  ['10 to 14 days', 'anything but 10 to 14 days', '', 'wrong'],
  ['0.5 mg', "it isn't 0.5 mg", '', 'wrong'],
  ['120/80 mmHg', 'not 120/80', '', 'wrong'],
  ['0.5 mg', 'it is not 5 mg, it is 0.5 mg', '', 'right'],
  ['3.5 to 5.0 mmol/L', 'not 5 to 6 but 3.5 to 5.0 mmol/L', '', 'right'],
  ['4 g', 'never more than 4 g', 'What is the maximum daily dose?', 'right'],
  ['4 g', 'not less than 4 g', 'What is the maximum daily dose?', 'wrong'],
  ['0.5 mg', '.5mg', '', 'right'],
])('a value that is denied is not given: %s, %s', (key, answer, question, verdict) => {
  expect(graded(key, answer, question)).toBe(verdict);
});

test.each([
  ['S. aureus', 'right'],
  ['Staph aureus', 'right'],
  ['S. epidermidis', 'wrong'],
  ['E. aureus', 'wrong'],
])('a genus may be written short: %s', (answer, verdict) => {
  expect(graded('Staphylococcus aureus', answer, 'Which organism is it?')).toBe(verdict);
});

test.each([
  ['factor Xa', 'FXa', 'right'],
  ['factor Xa', 'activated factor X', 'right'],
  ['factor Xa', 'factor 10a', 'right'],
  ['factor Xa', 'factor X', 'wrong'],
  ['factor Xa', 'factor IXa', 'wrong'],
  ['SGLT2 inhibitors', 'SGLT-2i', 'right'],
  ['DPP-4 inhibitors', 'DPP4i', 'right'],
  ['SGLT2 inhibitors', 'DPP4i', 'wrong'],
])('factors and classes by their short forms: %s, %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

test.each([
  ['3.3 mmol/L', '3.2', 'wrong'],
  ['3.3 mmol/L', '3.2 mmol/L', 'wrong'],
  ['3.3 mmol/L', '3.3', 'partly'],
  ['146 mmol/L', '145 mmol/L', 'wrong'],
  ['4.8 L', '5 L', 'right'],
  ['5 L', '5.1 L', 'right'],
])('a figure as exact as the key is another figure, one that is rounded is not: %s, %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

describe('what an answer asserts: whether it is so, the whole name, one thing', () => {
  const STORM = ['What is the term for a life-threatening exacerbation of hyperthyroidism?', 'Thyroid storm'] as const;
  const AION = [
    'What is the commonest cause of blindness in giant cell arteritis?',
    'Anterior ischaemic optic neuropathy',
  ] as const;
  const JAW = ['Which symptom has the highest likelihood ratio for a positive biopsy?', 'Jaw claudication'] as const;
  test.each([
    [STORM, 'thyroid storm is not it', 'wrong'],
    [STORM, 'the material says thyroid storm, but that is false', 'wrong'],
    [STORM, 'it is called thyroid storm, which is not common', 'right'],
    [STORM, 'storm', 'partly'],
    [AION, 'anterior', 'partly'],
    [AION, 'non-arteritic anterior ischaemic optic neuropathy', 'wrong'],
    [AION, 'arteritic anterior ischaemic optic neuropathy', 'right'],
    [AION, "I don't know, maybe anterior ischaemic optic neuropathy or retinal artery occlusion", 'partly'],
    [AION, 'AION', 'right'],
    [JAW, 'claudication', 'partly'],
    [JAW, 'claudication of the jaw', 'right'],
  ] as const)('%s ← %s: %s', ([question, text], answer, verdict) => {
    expect(gradeWords({ text, also: [], question }, answer)).toBe(verdict);
  });
});

test('another kind of the treatment is another treatment', () => {
  expect(graded('Haemodialysis', 'peritoneal dialysis', 'What removes potassium best?')).toBe('wrong');
  expect(graded('Haemodialysis', 'dialysis', 'What removes potassium best?')).not.toBe('wrong');
});

test.each([
  ['Which toxin is responsible for fugu poisoning?', 'tetrodotoxin', 'TTX', 'right'],
  ['Which enzyme is it?', 'branched-chain ketoacid dehydrogenase', 'BCKDH', 'right'],
  ['Which protein uncouples brown fat?', 'UCP1', 'uncoupling protein 1', 'right'],
  ['Which enzyme is it?', 'alanine aminotransferase', 'AST', 'wrong'],
  ['Which receptor does noradrenaline act on?', 'beta-3 receptor', 'b3 adrenoceptors', 'right'],
  ['Where is copper deposited?', "Descemet's membrane", 'descemets membrane at the edge of the cornea', 'right'],
  ['Which drug treats malignant hyperthermia?', 'dantrolene', 'dantrolene together with verapamil', 'partly'],
  ['Below which value is caeruloplasmin suspicious?', '0.2 g/L', '<20 mg/dL', 'right'],
  ['Below which value is caeruloplasmin suspicious?', '0.2 g/L', 'above 0.2 g/L', 'wrong'],
  ['How much fluid is given per kilogram and per cent burnt?', '4 mL', '4ml/kg/%', 'right'],
  ['How much fluid is given per kilogram and per cent burnt?', '4 mL', '4 mL/h', 'wrong'],
  ['What is the daily need of thiamine?', '1.1 to 1.2 mg', 'around 1.2mg/d', 'right'],
] as const)('short forms, sides and what the question counts by: %s %s <- %s', (question, text, answer, verdict) => {
  expect(gradeWords({ text, also: [], question }, answer)).toBe(verdict);
});
