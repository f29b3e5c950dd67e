/** Parts of the record asked for in one breath are a question each; what is one question stays one. */
import { expect, test } from 'vitest';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';

const asked = (message: string) =>
  readMessage(message, null, NO_FOCUS, '2026-11-15T12:00:00Z').frames.map(
    ({ aspect, subjects }) => `${aspect} ${subjects.map(({ id }) => id.replace(/^\w+:/, '')).join('+')}`,
  );

test.each([
  ['Pls list home meds + doses + last Cr', ['list medicines', 'value creatinine']],
  ['meds, allergies, last creatinine?', ['list medicines', 'list allergies', 'value creatinine']],
  ['What are his allergies, last potassium and current weight?', ['list allergies', 'value potassium+body_weight']],
  ['Form for school: Allergies, type of reaction, date of reaction. What do I put?', ['list allergies']],
])('%s', (message, expected) => expect(asked(message)).toEqual(expected));

test.each([
  'which of my medicines raise potassium and creatinine?',
  'potassium and creatinine',
  'is there any allergy to my medicines?',
])('is one question: %s', (message) => expect(asked(message)).toHaveLength(1));
