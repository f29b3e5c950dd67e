/** Plain facts close together: what of them is asked, and what may not stand beside the right one. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import type { Passage, Question, QuestionKind } from '../types.ts';
import { openChance } from './chance.ts';
import { askNamedList, sectionLists } from './named-lists.ts';
import { wrongValues } from './numbers.ts';
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
  const chosen = await ask(FACTS, ['choice', 'which_not']);
  const stems = chosen.map(({ stem }) => stem);
  expect(stems).toContain('Muddy brown casts suggest which of the following?');
  expect(stems).toContain('In prerenal injury the fractional excretion of sodium is below ____.');
  expect(stems).toContain('Which of the following is NOT named among the indications for dialysis?');
  expect(chosen.length).toBeGreaterThanOrEqual(5);
  const written = (await ask(FACTS, ['short', 'cloze'])).map(({ stem, key }) => [stem, 'text' in key ? key.text : '']);
  expect(written).toContainEqual(['What is postrenal injury caused by?', 'obstruction of the urinary tract']);
  expect(written).toContainEqual(['Muddy brown casts suggest ____.', 'acute tubular necrosis']);
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

test('beside a limit only what lies on its other side is wrong', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    const [under] = readQuantities('The target is under 53 mmol/mol in adults.');
    const [above] = readQuantities('It is more than 300 µg/L in overload.');
    const [far] = readQuantities('The kidneys work below an eGFR of 60 mL/min.');
    const [more] = readQuantities('It lasts 12 weeks or more.');
    const numbers = (texts: readonly string[]) => texts.map((text) => Number.parseFloat(text));
    expect(Math.max(...numbers(wrongValues(under!, '', openChance(seed))))).toBeLessThan(53);
    expect(Math.max(...numbers(wrongValues(far!, '', openChance(seed))))).toBeLessThan(60);
    expect(Math.min(...numbers(wrongValues(more!, '', openChance(seed))))).toBeGreaterThan(12);
    expect(Math.min(...numbers(wrongValues(above!, '', openChance(seed))))).toBeGreaterThan(300);
  }
});

test('what is done by a thing that is named is not said to be missing', () => {
  const list = sectionLists([
    passageOf('Pain relief, oral fluids, bed rest.', { section: 'treatment', topic: 'Renal colic' }),
  ])[0]!;
  const other = { ...list, of: 'fever', items: ['Paracetamol', 'Ibuprofen', 'Ceftriaxone'] };
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => {
    const question = askNamedList('which_not', list, [list, other], openChance(seed));
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
