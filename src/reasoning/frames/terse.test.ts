/** Questions as busy people type them: the question word last, or nouns alone. */
import { expect, test } from 'vitest';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';

const acts = (message: string) =>
  readMessage(message, null, NO_FOCUS, '2026-11-15T12:00:00Z').frames.map(({ act }) => act);

test.each([
  'next rituximab due when',
  'last growth factor when/which',
  'tx date and donor type',
  'cmv status and last pcr result pls',
  'resus status',
])('is asked: %s', (message) => expect(acts(message)).toEqual(['ask']));

test.each([
  'bad headache, fever and a stiff neck',
  'fell down the stairs, do not know when',
  'creatinine result 180',
  'my blood group is A positive',
  'I take the dose at night',
])('is told: %s', (message) => expect(acts(message)).not.toContain('ask'));
