/** What an answer says of the things that it names, whatever its words: the same, the contrary, or of another thing. */
import { describe, expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';

const ASKED: Readonly<Record<string, readonly [question: string, sentence: string]>> = {
  'the toxin is destroyed by heat': [
    'Why are stings of the stonefish immersed in water at 45 °C?',
    'Stings of the stonefish are immersed in water at 45 °C, because the toxin is destroyed by heat.',
  ],
  'the block is postsynaptic': [
    'Why may neostigmine help after cobra bites?',
    'Neostigmine may help after cobra bites because the block is postsynaptic.',
  ],
  'calcium phosphate precipitates': [
    'Why is alkalinisation of the urine no longer recommended?',
    'Alkalinisation of the urine is no longer recommended, because calcium phosphate precipitates.',
  ],
  'it may feed thrombosis': [
    'Why should platelet transfusion be avoided in heparin-induced thrombocytopenia?',
    'Platelet transfusion is avoided because it may feed thrombosis.',
  ],
  'longer chains form larger complexes with platelet factor 4': [
    'Why is the risk higher with unfractionated heparin than with low molecular weight heparin?',
    'The risk is higher with unfractionated heparin than with low molecular weight heparin, because longer chains form larger complexes with platelet factor 4.',
  ],
  'the early fall of protein C causes venous limb gangrene': [
    'Why must warfarin not be started early?',
    'Warfarin must not be started early, since the early fall of protein C causes venous limb gangrene.',
  ],
  'hydrogen peroxide is formed and causes haemolysis': [
    'Why should rasburicase be avoided in glucose-6-phosphate dehydrogenase deficiency?',
    'Rasburicase is contraindicated in glucose-6-phosphate dehydrogenase deficiency, because hydrogen peroxide is formed and causes haemolysis.',
  ],
  'they delay central compensation': [
    'Why should vestibular sedatives be stopped after three days?',
    'Vestibular sedatives should be stopped after three days because they delay central compensation.',
  ],
  'tissue cannot use oxygen': [
    'Why is the venous oxygen saturation high?',
    'The venous oxygen saturation is high because tissue cannot use oxygen.',
  ],
  'inappropriate secretion of antidiuretic hormone': [
    'What is hyponatraemia caused by?',
    'Hyponatraemia is caused by inappropriate secretion of antidiuretic hormone.',
  ],
  'clotting factors are no longer made': [
    'Why does liver failure cause bleeding?',
    'Liver failure causes bleeding because clotting factors are no longer made.',
  ],
};

function graded(key: string, answer: string) {
  const [question, sentence] = ASKED[key]!;
  return gradeWords({ text: key, also: [], question, sentence }, answer);
}

describe('the same in other words', () => {
  test.each([
    ['the toxin is destroyed by heat', 'heat inactivates the poison'],
    ['the toxin is destroyed by heat', 'the venom is heat-labile'],
    ['the block is postsynaptic', 'because its toxin acts after the synapse'],
    ['calcium phosphate precipitates', 'risk of precipitation of calcium phosphate crystals'],
    ['it may feed thrombosis', 'giving platelets fuels thrombosis'],
    ['it may feed thrombosis', 'it can make clotting worse'],
    [
      'longer chains form larger complexes with platelet factor 4',
      'its chains are longer so the complexes with PF4 are bigger',
    ],
    [
      'the early fall of protein C causes venous limb gangrene',
      'you risk venous gangrene as protein C is depleted first',
    ],
    ['hydrogen peroxide is formed and causes haemolysis', 'it produces H2O2, which destroys red cells'],
    ['they delay central compensation', 'they slow down compensation by the brain'],
    ['tissue cannot use oxygen', 'cells are unable to extract and use the oxygen'],
    ['inappropriate secretion of antidiuretic hormone', 'too much ADH being released'],
    ['clotting factors are no longer made', 'lack of clotting factors'],
  ])('%s: %s', (key, answer) => expect(graded(key, answer)).toBe('right'));
});

describe('the contrary, or of another thing', () => {
  test.each([
    ['the toxin is destroyed by heat', 'the toxin is destroyed by cold'],
    ['the toxin is destroyed by heat', 'the toxin is activated by heat'],
    ['the block is postsynaptic', 'the block is presynaptic'],
    ['calcium phosphate precipitates', 'calcium phosphate dissolves'],
    ['it may feed thrombosis', 'it may prevent thrombosis'],
    ['it may feed thrombosis', 'it may cause bleeding'],
    [
      'longer chains form larger complexes with platelet factor 4',
      'longer chains form smaller complexes with platelet factor 4',
    ],
    [
      'longer chains form larger complexes with platelet factor 4',
      'shorter chains form larger complexes with platelet factor 4',
    ],
    [
      'the early fall of protein C causes venous limb gangrene',
      'the early fall of protein S causes venous limb gangrene',
    ],
    [
      'the early fall of protein C causes venous limb gangrene',
      'the early rise of protein C causes venous limb gangrene',
    ],
    ['they delay central compensation', 'they delay peripheral compensation'],
    ['they delay central compensation', 'they speed up central compensation'],
    ['tissue cannot use oxygen', 'tissue uses more oxygen'],
    ['inappropriate secretion of antidiuretic hormone', 'too little antidiuretic hormone'],
  ])('%s: %s', (key, answer) => expect(graded(key, answer)).toBe('wrong'));
});

test('of a chain a part is a part, and what cannot be told is not', () => {
  expect(graded('the early fall of protein C causes venous limb gangrene', 'protein C falls early')).toBe('partly');
  expect(graded('inappropriate secretion of antidiuretic hormone', 'SIADH')).toBe('right');
});

test('to and from, of the same head another, one of two kinds denied', () => {
  const why = (question: string, key: string) => (answer: string) =>
    gradeWords({ text: key, also: [], question, sentence: `So it is, because ${key}.` }, answer);
  const moves = why('Why must edetate not be given alone?', 'it moves lead into the brain');
  expect(moves('it moves lead out of the brain')).toBe('wrong');
  expect(moves('lead is moved into the brain')).not.toBe('wrong');
  const inhibits = why('Why is fomepizole given?', 'it inhibits alcohol dehydrogenase');
  expect(inhibits('it blocks alcohol dehydrogenase')).toBe('right');
  expect(inhibits('it inhibits aldehyde dehydrogenase')).not.toBe('right');
  expect(why('Why is the reflex absent?', 'the stapes does not move')('the stapes is fixed')).toBe('right');
  const ions = why('Why is the urine made alkaline?', 'ionised salicylate is not reabsorbed');
  expect(ions('un-ionised salicylate is not reabsorbed')).toBe('wrong');
});
