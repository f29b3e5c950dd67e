import { expect, test } from 'vitest';
import { knowledgeEntries } from '../knowledge/index.ts';
import { levelPlan } from './levels.ts';
import { sectionNamed } from './material/sections.ts';
import { isKnownWord, isShort, plainMeaning, withMeanings } from './plain-words.ts';
import { LEVELS } from './types.ts';

test('a word is explained where it first stands, and not within brackets or in its own words', () => {
  const told = new Set<string>();
  expect(withMeanings('Take an NSAID, not two NSAIDs.', told)).toBe(
    'Take an NSAID (anti-inflammatory painkillers such as ibuprofen), not two NSAIDs.',
  );
  expect(withMeanings('An NSAID again.', told)).toBe('An NSAID again.');
  expect(withMeanings('A narrow valve (ECG) and stroke in atrial fibrillation.', told)).toBe(
    'A narrow valve (ECG) and stroke in atrial fibrillation (an irregular, disordered heartbeat).',
  );
  expect(withMeanings('The hospital aids people.', told)).toBe('The hospital aids people.');
});

test('no abbreviation that stands open in what beginners are told goes unexplained', () => {
  const { sections } = levelPlan('beginner');
  const unknown = new Set<string>();
  for (const { sections: parts } of knowledgeEntries())
    for (const { name, text } of parts) {
      if (!(name in sections)) continue;
      for (const word of text.replace(/\([^()]*\)/g, '').match(/[\p{L}\d]+/gu) ?? [])
        if (isShort(word) && !/^[\d]/.test(word) && plainMeaning(word) === undefined && !isKnownWord(word))
          unknown.add(word);
    }
  expect([...unknown]).toEqual([]);
});

test('every section that a level asks for is one that there is', () => {
  for (const level of LEVELS)
    for (const name of Object.keys(levelPlan(level).sections)) expect(sectionNamed(name), name).toBeDefined();
});
