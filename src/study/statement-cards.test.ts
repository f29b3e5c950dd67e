/** Cards from one statement. */
import { expect, test } from 'vitest';
import { gappedSides, statementSides } from './statement-cards.ts';

test.each([
  [
    'Thyroid storm is a life-threatening exacerbation of hyperthyroidism.',
    'What is thyroid storm?',
    'A life-threatening exacerbation of hyperthyroidism.',
  ],
  [
    'DKA is defined by hyperglycaemia, ketosis and metabolic acidosis.',
    'How is DKA defined?',
    'By hyperglycaemia, ketosis and metabolic acidosis.',
  ],
  [
    'Methimazole, carbimazole and propylthiouracil are thionamides.',
    'Which thionamides does the material name?',
    'Methimazole, carbimazole, propylthiouracil.',
  ],
  ['The functional unit of the kidney is the nephron.', 'What is the functional unit of the kidney?', 'Nephron.'],
  ['Apixaban and rivaroxaban inhibit factor Xa.', 'What do apixaban and rivaroxaban inhibit?', 'Factor Xa.'],
  [
    'Cerebral oedema is the commonest cause of death in children with DKA.',
    'What is the commonest cause of death in children with DKA?',
    'Cerebral oedema.',
  ],
])('%s', (statement, front, back) => {
  expect(statementSides(statement)[0]).toMatchObject({ front, back });
});

test.each([
  'It is a disease of the kidney that lasts.',
  'Staphylococcus aureus is a common cause of endocarditis.',
  'The dose is a matter of debate among doctors.',
  'Aspirin is not a treatment of thyroid storm.',
  'Typical findings are a diffuse goitre, tachycardia and weight loss.',
  'Agranulocytosis is a rare but serious adverse effect of both drugs.',
])('no card: %s', (statement) => {
  expect(statementSides(statement)).toEqual([]);
});

test.each([
  [
    'Insulin is withheld while serum potassium is below 3.3 mmol/L.',
    'Insulin is withheld while serum potassium is below ____.',
    '3.3 mmol/L',
  ],
  [
    'Aspirin displaces thyroid hormone from its binding proteins',
    'Aspirin displaces ____ from its binding proteins',
    'Thyroid hormone',
  ],
])('marked words get a gap that their front does not tell: %s', (words, front, back) => {
  expect(gappedSides(words)).toEqual({ kind: 'highlight', front, back });
});
