/** Ordinary prose: what is preferred, avoided, given instead, first-line, and why; lists, and what says which thing. */
import { beforeAll, expect, test } from 'vitest';
import { type Corpus, openCorpus } from '../facts/corpus.ts';
import { makeCards } from '../making-cards.ts';
import type { Passage, Question, QuestionKind } from '../types.ts';
import { kindOf } from './framed.ts';
import { makeQuestions } from './quiz.ts';

function passageOf(id: string, topic: string, section: string | undefined, text: string): Passage {
  return {
    ...{ id, material: 'm', chapter: id, chapter_title: topic, topic, section, text },
    source: { source_type: 'internal_doc', id, service: 'm' } as Passage['source'],
  };
}

const STORM = `Propylthiouracil is preferred over methimazole because it also blocks the peripheral conversion of T4 to T3. The loading dose of propylthiouracil is 500 to 1000 mg, followed by 250 mg every 4 hours. Iodine must not be given until at least one hour after the thionamide, since it would otherwise provide substrate for new hormone synthesis. Propranolol controls the adrenergic symptoms; in patients with asthma, diltiazem is used instead. Hydrocortisone 300 mg is given intravenously as a loading dose, then 100 mg every 8 hours. Aspirin should be avoided because it displaces thyroid hormone from thyroxine-binding globulin; paracetamol is the antipyretic of choice. Cholestyramine reduces the enterohepatic circulation of thyroid hormone. Plasmapheresis is reserved for patients who do not respond within 24 to 48 hours.`;
const ARTERITIS = `Giant cell arteritis is a granulomatous vasculitis of large arteries. Typical features are a new headache, scalp tenderness, jaw claudication and visual loss. Jaw claudication is the symptom with the highest likelihood ratio for a positive biopsy. Anterior ischaemic optic neuropathy is the commonest cause of blindness in giant cell arteritis.`;
const MALARIA = `The typical symptoms are fever, rigors, headache, myalgia and vomiting. Rash and lymphadenopathy are not features of malaria and suggest another diagnosis. Cerebral malaria is the leading cause of death in children.`;
const SODIUM = `Mild hyponatraemia is 130 to 134 mmol/L, moderate is 125 to 129 mmol/L and profound is below 125 mmol/L. Thiazide diuretics, selective serotonin reuptake inhibitors, carbamazepine and desmopressin are frequent drug causes. Furosemide rarely causes hyponatraemia.`;

const course = [
  passageOf('1.1', 'Thyroid storm', 'treatment', STORM),
  passageOf('2.1', 'Giant cell arteritis', undefined, ARTERITIS),
  passageOf('3.1', 'Malaria', 'symptoms', MALARIA),
  passageOf('4.1', 'Hyponatraemia', 'causes', SODIUM),
];
let corpus: Corpus;
beforeAll(async () => {
  corpus = await openCorpus(course);
});

const SEEDS = ['a', 'b', 'c'];

async function ask(...kinds: QuestionKind[]): Promise<Question[]> {
  const rounds = SEEDS.map((seed) => makeQuestions({ corpus, passages: course, all: course, count: 40, kinds, seed }));
  return (await Promise.all(rounds)).flat();
}

const keyOf = ({ key }: Question) => (key.kind === 'pairs' ? '' : key.text);

test('treatments are asked with options that the chapter names', async () => {
  const byStem = new Map((await ask('choice')).map((question) => [question.stem, question]));
  expect(keyOf(byStem.get('Which of the following is preferred over methimazole in thyroid storm?')!)).toBe(
    'Propylthiouracil',
  );
  const instead = 'In thyroid storm, which of the following is used instead of propranolol in patients with asthma?';
  expect(keyOf(byStem.get(instead)!)).toBe('Diltiazem');
  const symptom = byStem.get(
    'Which of the following is the symptom with the highest likelihood ratio for a positive biopsy in giant cell arteritis?',
  )!;
  expect(symptom.options.map(({ text }) => text).sort()).toEqual([
    'Jaw claudication',
    'New headache',
    'Scalp tenderness',
    'Visual loss',
  ]);
  const blindness = byStem.get('Which of the following is the commonest cause of blindness in giant cell arteritis?');
  expect(blindness?.options.map(({ text }) => text).join() ?? '').not.toMatch(/methotrexate|aspirin/i);
});

test('of grades side by side none is offered: the stem excludes what is wrong', async () => {
  const choices = await ask('choice');
  expect(choices.filter(({ stem }) => stem.includes('Mild hyponatraemia'))).toEqual([]);
  const clozes = await ask('cloze');
  expect(clozes.some(({ stem }) => stem.includes('Mild hyponatraemia'))).toBe(true);
});

test('what is not named is of the kind of the rest, and rather what the chapter itself denies', async () => {
  const asked = await ask('which_not');
  const of = (stem: string) => asked.filter((question) => question.stem === stem).map(keyOf);
  const malaria = of('Which of the following is NOT named among the symptoms of malaria?');
  expect(malaria.length).toBeGreaterThan(0);
  for (const key of malaria) expect(['Rash', 'Lymphadenopathy']).toContain(key);
  // Which drug never causes it, nobody can say: it is asked only where the chapter itself says so.
  expect(of('Which of the following is NOT named among the drug causes of hyponatraemia?')).toEqual([]);
});

test('a match says of each thing what is said of no other', async () => {
  const reasons = (await ask('match')).map(({ reason }) => reason ?? '');
  const told = reasons.find((reason) =>
    reason.includes('Diltiazem: Is used instead of propranolol in patients with asthma'),
  );
  expect(told).toContain('Aspirin: Should be avoided, because it displaces thyroid hormone');
  // What is advised of one may hold of others: it stands beside nothing that a plain sentence says.
  expect(reasons.join()).not.toMatch(/Hydrocortisone|Plasmapheresis/);
});

test('lists and reasons are asked for in own words, roles as such and where they hold', async () => {
  const asked = new Map((await ask('short')).map((question) => [question.stem, keyOf(question)]));
  expect(asked.get('Why is propylthiouracil preferred over methimazole in thyroid storm?')).toMatch(/^it also blocks/);
  expect(asked.get('What is the leading cause of death in children in malaria?')).toBe('Cerebral malaria');
  expect(asked.get('What are the features of giant cell arteritis?')).toContain('scalp tenderness');
  expect([...asked.keys()].join('\n')).not.toMatch(/What is the term for the (?:commonest|leading|symptom)/);
});

test('what an examiner of the same text would find: several that are right, a stem of nothing, classes that are not asked', async () => {
  const text = `Acetazolamide inhibits carbonic anhydrase in the proximal tubule and causes a metabolic acidosis. Noradrenaline is the first-choice vasopressor in septic shock. First-line drug treatment is carbimazole, which blocks thyroid peroxidase. Furosemide, bumetanide and torasemide are loop diuretics. Hydrochlorothiazide and indapamide are thiazide-type diuretics. Spironolactone and eplerenone are antagonists of the mineralocorticoid receptor.`;
  const passage = passageOf('5.1', 'Graves disease', 'treatment', text);
  const small = await openCorpus([passage]);
  const kinds = ['choice', 'cloze', 'match', 'which_not', 'short'] as const;
  const all = await Promise.all(
    kinds.map((kind) =>
      makeQuestions({ corpus: small, passages: [passage], all: [passage], count: 20, kinds: [kind], seed: 'a' }),
    ),
  );
  const [choice, cloze, match, whichNot, short] = all.map((questions) => questions.map(({ stem }) => stem).join('\n'));
  expect(choice).not.toMatch(/causes which|in which of the following/);
  expect(`${choice}${cloze}`).not.toMatch(/^First-line drug treatment is/m);
  expect(short).toContain('What is the first-line drug treatment in Graves disease?');
  expect(short).toContain('What is the first-choice vasopressor in septic shock?');
  expect(match).not.toBe('');
  expect(whichNot).toContain('Which of the following is NOT one of the loop diuretics?');
});

test('a part that is too long for one card is asked by its statements, each once', () => {
  const cards = makeCards(corpus, [{ passages: course.slice(0, 1) }], 40, 'a');
  const fronts = cards.map(({ front }) => front);
  expect(fronts).not.toContain('How is thyroid storm treated?');
  expect(cards).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        front: 'What is the dose of hydrocortisone in thyroid storm?',
        back: '300 mg intravenously as a loading dose, then 100 mg every 8 hours.',
      }),
      expect.objectContaining({
        front: 'What is the loading dose of propylthiouracil?',
        back: '500 to 1000 mg, followed by 250 mg every 4 hours.',
      }),
      expect.objectContaining({ front: 'Why should aspirin be avoided in thyroid storm?' }),
      expect.objectContaining({ front: 'What is the antipyretic of choice in thyroid storm?', back: 'Paracetamol.' }),
    ]),
  );
  const [grades] = makeCards(corpus, [{ passages: course.slice(3) }], 40, 'a').filter(({ front }) =>
    front.startsWith('Mild'),
  );
  expect(grades?.back).toBe('130 to 134 mmol/L; 125 to 129 mmol/L; 125 mmol/L');
});

test('a part that can be kept is on its card whole', () => {
  const [card] = makeCards(corpus, [{ passages: course.slice(2, 3) }], 1, 'a');
  expect(card).toMatchObject({ front: 'What are the symptoms of malaria?', back: MALARIA });
});

test('a drug behind an adjective is one, and what is of a drug is none', () => {
  expect(kindOf('weekly chloroquine')).toBe('drug');
  expect(kindOf('effect of warfarin')).toBe('');
});
