/** Plain facts close together: what of them is asked, and what may not stand beside the right one. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import type { Passage, Question, QuestionKind } from '../types.ts';
import { openChance } from './chance.ts';
import { askNamedList } from './list-questions.ts';
import { sectionLists } from './named-lists.ts';
import { thresholdStem, wrongValues } from './numbers.ts';
import { makeQuestions } from './quiz.ts';

function passageOf(text: string, more: Partial<Passage> = {}): Passage {
  return {
    ...{ id: 'p', material: 'm', chapter: '1.1', chapter_title: 'Kidney', topic: 'Kidney', text },
    source: { source_type: 'internal_doc', id: 'p', service: 'm' } as Passage['source'],
    ...more,
  };
}

async function ask(text: string, kinds: readonly QuestionKind[], count = 20): Promise<Question[]> {
  const passage = passageOf(text);
  const corpus = await openCorpus([passage]);
  return makeQuestions({ corpus, passages: [passage], all: [passage], count, kinds, seed: 'a' });
}

const FACTS = `Muddy brown casts suggest acute tubular necrosis. Red cell casts suggest glomerulonephritis. In prerenal injury the
fractional excretion of sodium is below 1 %. Postrenal injury is caused by obstruction of the urinary tract. Prerenal injury is caused by reduced
renal perfusion. Indications for dialysis are refractory hyperkalaemia, severe acidosis, pulmonary oedema and uraemic pericarditis.
Acute kidney injury is a rise in serum creatinine of at least 26 µmol/L within 48 hours. Oliguria is a urine output below 0.5 mL/kg/h.`;

test('findings, causes, limits and indications are asked for', async () => {
  const denied = FACTS.replace('uraemic pericarditis.', 'uraemic pericarditis. Anaemia is not one of them.');
  const chosen = await ask(denied, ['choice', 'which_not']);
  const stems = chosen.map(({ stem }) => stem);
  expect(stems).toContain('Muddy brown casts suggest which of the following?');
  expect(stems).toContain(
    'Kidney: Which threshold does the text give? In prerenal injury the fractional excretion of sodium is below ____.',
  );
  expect(stems).toContain('Which of the following is NOT named among the indications for dialysis?');
  expect(chosen.length).toBeGreaterThanOrEqual(5);
  const written = (await ask(FACTS, ['short', 'cloze'])).map(({ stem, key }) => [stem, 'text' in key ? key.text : '']);
  expect(written).toContainEqual(['What is postrenal injury caused by?', 'obstruction of the urinary tract']);
  expect(written).toContainEqual(['What do muddy brown casts suggest?', 'acute tubular necrosis']);
});

test('one of many is not asked for: others would be right as well', async () => {
  const text =
    'Staphylococcus aureus is a common cause of infective endocarditis. Enterococcus faecalis is one of the causes of endocarditis in old age. Hypertension is a major risk factor for stroke. The patients of the ward were told about it.';
  expect(await ask(text, ['choice', 'cloze', 'short'])).toEqual([]);
});

test('of diseases of a group none is wrong beside a description that fits the group', async () => {
  const text =
    'Asthma is a chronic inflammatory disease of the airways. Salbutamol relaxes the smooth muscle of the airways in minutes.';
  const options = (await ask(text, ['choice'])).flatMap((question) => question.options.map((option) => option.text));
  expect(options).not.toContain('Chronic bronchitis');
  expect(options).not.toContain('Asthma');
});

test('beside a limit it is asked which one the text gives: what it entails lies on one side or the other', () => {
  const sentences = [
    'Fever is seen in fewer than 20% of patients.',
    'Serum sodium should not be corrected by more than 10 mmol/L in 24 hours.',
    'It lasts at least 30 minutes.',
    'Insulin is withheld while serum potassium is below 3.3 mmol/L.',
    'The kidneys work below an eGFR of 60 mL/min.',
    'It lasts 12 weeks or more.',
  ];
  const places = sentences.flatMap((sentence) =>
    ['a', 'b', 'c', 'd', 'e'].map((seed) => {
      const [quantity] = readQuantities(sentence);
      expect(thresholdStem(quantity!, 'It is ____.')).toBe('Which threshold does the text give? It is ____.');
      const wrong = wrongValues(quantity!, sentence, openChance(seed), sentence).map((text) => Number.parseFloat(text));
      expect(wrong).toHaveLength(3);
      return wrong.filter((value) => value < quantity!.low).length;
    }),
  );
  expect(new Set(places).size).toBeGreaterThan(2);
  const [plain] = readQuantities('The tidal volume is about 500 mL.');
  expect(thresholdStem(plain!, 'It is ____.')).toBe('It is ____.');
});

test.each([
  ['It is commonest at an age of 65 years.', 30, 110],
  ['Shock is a systolic blood pressure below 90 mmHg.', 45, 240],
  ['Serum sodium is below 120 mmol/L in severe hyponatraemia.', 95, 185],
  ['Serum potassium is above 6.5 mmol/L in severe hyperkalaemia.', 1.7, 10.3],
  ['The tidal volume is 500 mL.', 166, 1500],
  ['The tidal volume is about 500 mL.', 166, 1500],
])('wrong figures are believable: %s', (sentence, low, high) => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const [quantity] = readQuantities(sentence);
    const wrong = wrongValues(quantity!, sentence, openChance(seed), sentence).map((text) => Number.parseFloat(text));
    expect(wrong).toHaveLength(3);
    expect(Math.min(...wrong)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...wrong)).toBeLessThanOrEqual(high);
  }
});

test('what is told roughly leaves room around it: another book rounds another way', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const sentence = 'The half-life of amiodarone is about 58 days.';
    const [quantity] = readQuantities(sentence);
    const wrong = wrongValues(quantity!, sentence, openChance(seed), sentence).map((text) => Number.parseFloat(text));
    expect(wrong.filter((value) => value > 37 && value < 90)).toEqual([]);
  }
});

test.each([
  ['Benznidazole is given for 60 days.', 24, 145],
  ['Mirabegron is given at 50 mg daily.', 20, 121],
  ['One per cent: about 1 % of adults wet the bed.', 0.42, 2.4],
])('what is a matter of custom stands beside no half and no double of it: %s', (sentence, least, most) => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const quantity = readQuantities(sentence).at(-1);
    const wrong = wrongValues(quantity!, sentence, openChance(seed), sentence).map((text) => Number.parseFloat(text));
    expect(wrong).toHaveLength(3);
    expect(wrong.filter((value) => value > least && value < most)).toEqual([]);
  }
});

test('a range in brackets behind a figure is left free, and only what is timed is asked as a time', () => {
  const sentence = 'The incubation averages 8 days (3 to 21).';
  const [quantity] = readQuantities(sentence);
  for (const seed of ['a', 'b', 'c', 'd'])
    for (const text of wrongValues(quantity!, sentence, openChance(seed), sentence))
      expect(Number.parseFloat(text) < 3 || Number.parseFloat(text) > 21).toBe(true);
  const [share] = readQuantities('Cyanosis is seen from 1.5 g/dL of methaemoglobin.');
  expect(thresholdStem(share!, 'It is ____.')).not.toContain('time');
});

test('the subject of a value is a noun phrase', async () => {
  const text =
    'Potassium is added to the second litre when serum potassium is 3.3 to 5.0 mmol/L and the patient is passing urine. Serum potassium is 3.5 to 5.0 mmol/L in health.';
  const stems = (await ask(text, ['short'])).map(({ stem }) => stem);
  expect(stems).toEqual(['Kidney: What is serum potassium in health?']);
});

test('what people die of stands beside what people die of', async () => {
  const text = 'Cerebral oedema is the commonest cause of death in children with ketoacidosis.';
  const options = (await ask(text, ['choice'])).flatMap((question) => question.options.map((option) => option.text));
  expect(options.join()).not.toMatch(/restless|vertigo|tremor|cluster headache/i);
});

test('what is done by a thing that is named is not said to be missing', () => {
  const list = sectionLists([
    passageOf('Pain relief, oral fluids, bed rest.', { section: 'treatment', topic: 'Renal colic' }),
  ])[0]!;
  const other = { ...list, of: 'fever', items: ['Paracetamol', 'Ibuprofen', 'Ceftriaxone'] };
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => {
    const question = askNamedList('which_not', list, () => [list, other], openChance(seed));
    return question?.key.kind === 'option' ? question.key.text : '';
  });
  expect(keys).not.toContain('Paracetamol');
  expect(keys).not.toContain('Ibuprofen');
  expect(keys).toContain('Ceftriaxone');
});

test('what is part of a part is part of the whole', () => {
  expect(areClose(thingOf('macula densa'), thingOf('thick ascending limb'))).toBe(true);
  expect(areClose(thingOf('macula densa'), thingOf('loop of Henle'))).toBe(true);
  expect(areClose(thingOf('macula densa'), thingOf('collecting duct'))).toBe(false);
});

test('no stem is asked twice, and nothing of what the material takes back', async () => {
  const questions = await ask(
    `${FACTS} Furosemide is a thiazide diuretic that acts on the collecting duct. This is wrong. Students often write that the normal serum calcium is 5.0 mmol/L.`,
    ['choice', 'which_not', 'cloze', 'short'],
    40,
  );
  expect(new Set(questions.map(({ stem }) => stem)).size).toBe(questions.length);
  expect(JSON.stringify(questions.map(({ stem, key }) => [stem, key]))).not.toMatch(/furosemide|calcium/i);
});

test('pairs to match are members that the catalogue knows, not what "such as" strings together', async () => {
  const text = `Avoid dusts such as asbestos, birds or mould. Tablets such as ramipril, cetirizine or apixaban are taken with water.
ACE inhibitors such as ramipril, lisinopril or enalapril lower the blood pressure. Anticoagulants such as apixaban, warfarin or dabigatran thin the blood.
Statins such as atorvastatin, simvastatin or rosuvastatin lower cholesterol. Eat vegetables such as kale, fruit or beans.`;
  const sets = await ask(text, ['match']);
  const told = sets.map(({ reason }) => reason).join('; ');
  expect(told).not.toMatch(/dusts|tablets|vegetables/i);
  for (const { key } of sets) expect(key.kind).toBe('pairs');
});

test('what another does to it is not asked for without options: the pituitary secretes more than one', async () => {
  const text =
    'TSH is secreted by the anterior pituitary. Calcitonin is secreted by the parafollicular cells of the thyroid.';
  const keys = (await ask(text, ['short', 'cloze'])).map(({ key }) => ('text' in key ? key.text : ''));
  expect(keys).not.toContain('TSH');
  expect(keys).not.toContain('Calcitonin');
});

test('what is preferred or given stands behind the illness it is given in', async () => {
  const passage = passageOf('Propylthiouracil is preferred in the first trimester of pregnancy.', {
    topic: 'Graves disease',
  });
  const corpus = await openCorpus([passage]);
  const order = { corpus, passages: [passage], all: [passage], count: 3, kinds: ['short'] as const, seed: 'a' };
  const stems = (await makeQuestions(order)).map(({ stem }) => stem);
  expect(stems).toEqual(['Graves disease: What is preferred in the first trimester of pregnancy?']);
});

test('hours are asked by half days, and what stands in brackets is no item of a list', () => {
  const text = 'Cortisol is measured in a 24-hour urine.';
  const [quantity] = readQuantities(text);
  for (const wrong of wrongValues(quantity as never, text, openChance('a'), text))
    expect(Number.parseInt(wrong, 10) % 12).toBe(0);
  const listed = passageOf('Age, medicines (chemotherapy, valproate, retinoids), stress, lack of iron.', {
    ...{ topic: 'Hair loss', section: 'causes' },
  });
  expect(
    sectionLists([listed])
      .flatMap(({ items }) => items)
      .join(' '),
  ).not.toMatch(/[()]|valproate/);
});
