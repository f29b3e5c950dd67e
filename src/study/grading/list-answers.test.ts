import { expect, test } from 'vitest';
import type { Verdict } from '../types.ts';
import { gradeWords } from './meaning.ts';

function graded(question: string, key: string, answers: Readonly<Record<string, Verdict>>): void {
  const got = Object.fromEntries(
    Object.keys(answers).map((said) => [said, gradeWords({ text: key, also: [], question }, said)]),
  );
  expect(got).toEqual(answers);
}

test('items are told in plain words, each part for the item that it is nearest to', () => {
  graded("What makes up Virchow's triad?", 'stasis of blood flow, endothelial injury and hypercoagulability', {
    'slow flow, damaged vessel wall, blood that clots too easily': 'right',
    'hypertension, endothelial injury': 'partly',
  });
  graded('What are the signs of hypothyroidism?', 'fatigue, weight gain, cold intolerance and bradycardia', {
    'tiredness, gaining weight, always cold, slow pulse': 'right',
    'weight loss, tachycardia, heat intolerance': 'wrong',
  });
  graded('Which symptoms belong to pellagra?', 'dermatitis, diarrhoea and dementia', {
    'skin rash, loose stools, losing your mind': 'right',
    'skin rash, loose stools, hair loss': 'partly',
  });
});

test('a word in the place of another makes another item, however near the rest is', () => {
  graded('What are the causes of macrocytic anaemia?', 'vitamin B12 deficiency, folate deficiency and alcohol', {
    'vitamin B12 deficiency, iron deficiency, alcohol': 'partly',
    'lack of vitamin B12, lack of folic acid, alcohol': 'right',
  });
  graded('Which are the complications of diabetes?', 'retinopathy, nephropathy and neuropathy', {
    'eye damage, kidney damage, nerve damage': 'right',
    'damage to the eyes, kidneys and nerves': 'right',
    'retinopathy, nephropathy, hepatopathy': 'partly',
  });
});

test('who turns one item round has told the rest, who turns half of them round has not', () => {
  graded(
    'What are the four features of the tetralogy of Fallot?',
    'VSD, pulmonary stenosis and right heart hypertrophy',
    {
      'VSD + pulmonary stenosis + left heart hypertrophy': 'partly',
    },
  );
  graded('Name the four chambers.', 'right atrium, right ventricle, left atrium and left ventricle', {
    'left and right ventricle': 'partly',
    'right ventricle and left ventricle': 'partly',
  });
  graded('What stops decompression sickness?', 'descent and oxygen', { 'ascent and oxygen': 'wrong' });
});

test('arrows, numbers and "then" part a list, and an order that is asked for is kept', () => {
  graded('Name the layers of the skin from outside to inside.', 'epidermis, dermis and subcutis', {
    'epidermis -> dermis -> hypodermis': 'right',
    'first epidermis, then dermis, finally subcutis': 'right',
    '1) epidermis 2) dermis 3) subcutis': 'right',
    'subcutis, dermis, epidermis': 'wrong',
    'dermis, epidermis, subcutis': 'partly',
  });
  graded('Name the layers of the skin.', 'epidermis, dermis and subcutis', { 'subcutis, dermis, epidermis': 'right' });
});

test('what is forgotten adds nothing, and what is said twice is read twice', () => {
  graded('Name the signs of inflammation.', 'redness, heat, swelling and pain', {
    'redness, heat, swelling, pain and one more I forgot': 'right',
    'redness, heat, and the rest I forgot': 'partly',
    'rubor and co: redness, heat, swelling, pain': 'right',
    'redness, heat, swelling, pain and itching': 'partly',
  });
});

test('short forms and figures are read within the list', () => {
  graded('Name the irreversible enzymes.', 'hexokinase, phosphofructokinase-1 and pyruvate kinase', {
    'HK, PFK-1, PK': 'right',
  });
  graded('Which clotting factors does warfarin lower?', 'factors II, VII, IX and X', {
    'prothrombin, VII, IX, X': 'right',
    'V, VII, VIII, X': 'partly',
  });
  graded('Which Plasmodium species are there?', 'P. falciparum, P. vivax, P. ovale and P. malariae', {
    'vivax, malarie, falciparum & ovale': 'right',
  });
});
