import { describe, expect, test } from 'vitest';
import { findRedFlags } from '../clinical/index.ts';
import { isAboutMany, isInGeneral, isPointedAt } from './many.ts';

const isDanger = (text: string) => findRedFlags(text).length > 0;

describe('a question about many is nobody’s emergency', () => {
  test.each([
    'Does omalizumab help children with severe asthma?',
    'Does benralizumab help adults with severe asthma attacks?',
    'Does adrenaline help people with anaphylaxis?',
    'Does magnesium help children with severe asthma attacks who cannot speak?',
    'dialysis pts w AF: the registry says apixaban prevents stroke, the RCT says no?',
    'heliox in severe croup, any evidence?',
    'apixaban for PICC line clot, stomach cancer pt',
    'chest pain in a 50 yo, colchicine any good',
  ])('%s', (text) => {
    expect(isDanger(text)).toBe(true);
    expect(isAboutMany(text, isDanger)).toBe(true);
  });

  test.each([
    'Does mepolizumab help a child who is struggling to breathe?',
    'Does salbutamol help children with severe asthma? My son cannot breathe.',
    'Does salbutamol help children with severe asthma? He is turning blue.',
    'What helps children with severe asthma right now?',
    'Two children here are not breathing now, does adrenaline help?',
    'What helps this little girl with anaphylaxis? Children get adrenaline.',
    'He is not breathing.',
    'pt not breathing in front of me, adrenaline?',
    'my father, 68M, chest pain, aspirin?',
    'He has severe croup, any evidence for heliox?',
    'Severe croup in front of me, any trial of heliox?',
    'Does adrenaline help in children? Lips blue, cannot breathe.',
  ])('somebody is told of: %s', (text) => expect(isAboutMany(text, isDanger)).toBe(false));
});

describe('a danger of nobody in particular may be asked in general', () => {
  test.each([
    'anaphylaxis in a toddler, second dose',
    'severe croup, heliox',
    'choking in a baby: back blows or chest thrusts first?',
    'severe asthma attack in an infant, iv magnesium',
  ])('%s', (text) => {
    expect(isDanger(text)).toBe(true);
    // It is not taken for a question about many: whoever is at a bedside is told to call.
    expect(isAboutMany(text, isDanger)).toBe(false);
    expect(isPointedAt(text)).toBe(false);
  });

  test.each([
    'anaphylaxis in my toddler, second dose',
    'anaphylaxis, the child is blue, second dose',
    'toddler with anaphylaxis in front of me, second dose',
    'anaphylaxis in a toddler, she got one dose minutes ago',
    'she is in anaphylactic shock, second dose?',
  ])('somebody is pointed at: %s', (text) => expect(isPointedAt(text)).toBe(true));

  test.each([
    ['in general', true],
    ['I mean it in general.', true],
    ['A general question, nobody is in danger', true],
    ['Not an emergency', true],
    ['in general he is fine but now he is blue', false],
    ['what about adults?', false],
  ])('"%s" says so: %s', (text, expected) => expect(isInGeneral(text)).toBe(expected));
});
