import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSaid } from '../../statements/index.ts';
import { root } from '../../statements/wording.ts';
import { amountsOf } from './amounts.ts';
import { formerSpans, splitClauses } from './clauses.ts';
import { headMissing } from './heads.ts';
import { kindDiffers } from './kinds.ts';
import { modifierDiffers } from './modifiers.ts';
import type { Passage } from './passages.ts';
import { compareStance } from './stance.ts';

test('what a part leaves out it takes from the part before', () => {
  expect(splitClauses('Heating is included; electricity is not.')).toContain('electricity is not included');
  expect(splitClauses('Hens may be kept, other livestock may not.')).toContain('other livestock may not be kept');
  expect(splitClauses('Hoses are allowed in the evening; sprinklers never.')).toContain(
    'sprinklers are never allowed in the evening',
  );
  expect(splitClauses('It is not.')).toEqual(['It is not.']);
});

test('what was before a change no longer holds', () => {
  const passage = (text: string) => ({ text, said: readSaid(text), under: '' }) as unknown as Passage;
  const meal = passage('The price of a meal goes up from 9.50 euros to 10.20 euros in February.');
  expect(amountsOf(readSaid('A meal costs 9.50 euros.'), meal)).toMatchObject({ amount_differs: 1, amount_agrees: 0 });
  expect(amountsOf(readSaid('A meal costs 10.20 euros.'), meal)).toMatchObject({ amount_differs: 0, amount_agrees: 1 });
  expect(amountsOf(readSaid('A meal was 9.50 euros before.'), meal)).toMatchObject({ amount_agrees: 1 });
  expect(formerSpans('The shop is open from 9 to 17.')).toEqual([]);
});

test('another word before the noun, another member of a row', () => {
  const far = () => 0.2;
  expect(modifierDiffers('Calls for green lentils', '300 g red lentils', far)).toBe(true);
  expect(modifierDiffers('Calls for red lentils', '300 g red lentils', () => 1)).toBe(false);
  expect(modifierDiffers('All lentils', '300 g red lentils', far)).toBe(false);
  expect(kindDiffers('Sent by post', 'It is sent by e-mail')).toBe(true);
  expect(kindDiffers('Sent by post', 'It is sent by post or e-mail')).toBe(false);
});

test('no two members of a row are one word', () => {
  const rows = parse(readFileSync(new URL('./kinds.yml', import.meta.url), 'utf8')) as { members: string[] }[];
  for (const { members } of rows) expect(new Set(members.map(root)).size, members.join()).toBe(members.length);
});

test('a topic turns on its noun', () => {
  const claim = (text: string) => ({ mode: 'topic', text, asking: new Set(['price']) }) as never;
  expect(headMissing(claim('the data protection officer'), (word) => (word === 'officer' ? 0.3 : 1))).toBe(1);
  expect(headMissing(claim('an apology to customers'), (word) => (word === 'apology' ? 0.9 : 0))).toBe(0);
  expect(headMissing(claim('the price'), () => 0)).toBe(0);
  expect(headMissing(claim('how long it takes'), () => 0)).toBe(0);
});

test('a denial belongs to the word that it meets first', () => {
  expect(compareStance('Apprentices are not entitled to home working.', 'Apprentices work on site.')).toBe(0);
  expect(compareStance('Visitors need not pay.', 'Visitors pay 5 euros.')).toBe(-1);
});

test('forms that no ending explains', () => {
  expect(root('sent')).toBe(root('send'));
  expect(root('shaken')).toBe(root('shakes'));
  expect(root('women')).toBe(root('woman'));
});
