import { expect, test } from 'vitest';
import { explainFrom } from './explaining.ts';
import { withMeanings } from './plain-words.ts';
import type { Level, Passage } from './types.ts';

const passage = {
  ...{ id: 'p1', material: 'course', chapter: '1', chapter_title: 'Thyroid', topic: 'Hyperthyroidism' },
  text: 'Graves disease is the commonest cause of hyperthyroidism. It is caused by antibodies that stimulate the TSH receptor. Propranolol relieves tremor.\n\nRarer causes of Graves disease are said to be:\n- stress at work\n- iodine\n- smoking',
  source: { id: 'p1', source_type: 'internal_doc', service: 'course', title: 'Thyroid' },
} as unknown as Passage;

const explain = () =>
  explainFrom({
    ...{ topic: 'Graves disease', level: 'exam', material: 'course', headings: [], named: [passage] },
    ...{ names: ['Graves disease'], most: 8 },
  }).sentences.map(({ text }) => text);

test('what goes on with "it" belongs to the sentence that names the topic, and nothing else does', () => {
  const told = explain();
  expect(told).toContain('It is caused by antibodies that stimulate the TSH receptor.');
  expect(told).not.toContain('Propranolol relieves tremor.');
});

test('a list under a colon is told as a sentence', () => {
  expect(explain().at(-1)).toBe('Rarer causes of Graves disease are said to be: stress at work, iodine and smoking.');
});

test('below a heading of plain text all is about it; points go on up to the next line', () => {
  const text =
    'Asthma is common.\n\nGraves disease\nIt is caused by antibodies that stimulate the TSH receptor. Propranolol relieves the tremor at once.\n\nWarning signs of Graves disease are:\n- fever\n- confusion\n\nTreatment\nCarbimazole blocks the thyroid peroxidase.';
  const found = explainFrom({
    ...{ topic: 'Graves disease', level: 'exam', material: 'course', headings: [], named: [{ ...passage, text }] },
    ...{ names: ['Graves disease'], most: 8 },
  }).sentences.map((one) => one.text);
  expect(found).toContain('Propranolol relieves the tremor at once.');
  expect(found).toContain('Warning signs of Graves disease are: fever and confusion.');
  expect(found).not.toContain('Graves disease');
  expect(found).not.toContain('Asthma is common.');
});

test('a word is not explained where an adjective of place makes another thing of it', () => {
  expect(withMeanings('Pretibial myxoedema is found in it.', new Set())).toBe('Pretibial myxoedema is found in it.');
  expect(withMeanings('Myxoedema is found in it.', new Set())).toMatch(/^Myxoedema \(/);
});

const told = (
  topic: string,
  text: string,
  { level = 'exam', heading = 'Myths' }: { level?: Level; heading?: string } = {},
) => {
  const held = { ...passage, topic: heading, chapter_title: heading, text };
  const isHeaded = heading === topic;
  return explainFrom({
    ...{ topic, level, material: 'course', headings: isHeaded ? [[held]] : [], named: isHeaded ? [] : [held] },
    ...{ names: [topic], most: 8 },
  });
};

const MYTHS =
  'A common myth: Vitamin C is a cure for the common cold. That is false.\nStudents often write that the normal serum calcium is 5.0 mmol/L. The correct range is 2.2 to 2.6 mmol/L.\nOlder books said that the maximum daily dose of paracetamol is 8 g. This is dangerous and wrong. The maximum daily dose of paracetamol in adults is 4 g.';

test.each([
  ['vitamin C', ['A common myth: Vitamin C is a cure for the common cold. That is false.']],
  [
    'serum calcium',
    ['Students often write that the normal serum calcium is 5.0 mmol/L. The correct range is 2.2 to 2.6 mmol/L.'],
  ],
  [
    'paracetamol',
    [
      'Older books said that the maximum daily dose of paracetamol is 8 g. This is dangerous and wrong. The maximum daily dose of paracetamol in adults is 4 g.',
    ],
  ],
])('a claim on %s is told with what corrects it, as an error', (topic, sentences) => {
  const explained = told(topic, MYTHS);
  expect(explained.sentences.map(({ text }) => text)).toEqual(sentences);
  expect(explained.text).toMatch(/^\*An error that the material corrects:\*/);
});

const SOTALOL =
  'Sotalol is a class III antiarrhythmic drug. It was once believed that digoxin is a beta blocker. This is wrong.';

test('an error about something else is left out, with or without a heading of its own', () => {
  for (const heading of ['Drugs', 'sotalol'])
    expect(told('sotalol', SOTALOL, { heading }).sentences.map(({ text }) => text)).toEqual([
      'Sotalol is a class III antiarrhythmic drug.',
    ]);
  expect(told('digoxin', SOTALOL).text).toContain('digoxin is a beta blocker. This is wrong.');
});

test('what the material only corrects is told as that, and a claim that nothing corrects is not told', () => {
  const text =
    'It was long thought that stomach ulcers are caused by stress. In fact, Helicobacter pylori is the main cause of peptic ulcer.';
  expect(told('stomach ulcers', text).text).toMatch(/^\*An error.*In fact, Helicobacter pylori is the main cause/);
  expect(() => told('stress', 'It was long thought that stress causes ulcers. Omeprazole lowers acid.')).toThrow(
    expect.objectContaining({ code: 'TOPIC_UNKNOWN' }),
  );
});

const WARFARIN =
  'Warfarin is a vitamin K antagonist. It inhibits vitamin K epoxide reductase. Its target INR is 2 to 3 in atrial fibrillation. Warfarin was named after a foundation in Wisconsin. Patients on warfarin should avoid NSAIDs because of the risk of bleeding. Monitor the INR weekly until the warfarin dose is stable. Who bleeds on warfarin should call 112.';

test('levels tell what they are for: a clinician is not sent to call for help', () => {
  const texts = (level: Level) => told('warfarin', WARFARIN, { level }).sentences.map(({ text }) => text);
  expect(texts('clinician')).not.toEqual(texts('exam'));
  expect(texts('clinician').join(' ')).not.toMatch(/112|Wisconsin/);
  expect(texts('clinician').join(' ')).toMatch(/NSAIDs.*Monitor/);
  expect(texts('exam').join(' ')).toContain('It inhibits vitamin K epoxide reductase.');
  expect(texts('beginner').join(' ')).toContain('call 112');
});

test('what another chapter calls "its dangers" is of that chapter, whatever it names', () => {
  const text =
    'Suxamethonium lasts five minutes. Hyperkalaemia, bradycardia and malignant hyperthermia are its dangers.';
  const other = { ...passage, topic: 'Muscle relaxants', text };
  const own = {
    ...passage,
    id: 'p2',
    text: 'Hyperkalaemia is a potassium above 5.5 mmol/L. Kidney failure causes hyperkalaemia.',
  };
  const told = explainFrom({
    ...{ topic: 'hyperkalaemia', level: 'exam', material: 'course', headings: [], named: [own, other] },
    ...{ names: ['hyperkalaemia'], most: 8 },
  }).sentences.map((one) => one.text);
  expect(told).toContain('Kidney failure causes hyperkalaemia.');
  expect(told.join(' ')).not.toContain('its dangers');
});
