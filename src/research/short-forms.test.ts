import { expect, test } from 'vitest';
import { withTrialNames } from './short-forms.ts';

const TITLES = ['Iron in heart failure (PRESERVE): a trial', 'Salt and pressure (TALOMER-2)', 'Sleep at sea (BRIDGE)'];

test.each([
  ['days off work in bridge?', 'days off work in BRIDGE?'],
  ['what did the bridge trial find', 'what did the BRIDGE trial find'],
  ['does a dental bridge preserve bone?', 'does a dental bridge preserve bone?'],
  ['was talomer-2 blinded', 'was TALOMER-2 blinded'],
])('%s: a trial in small letters is that trial, where a trial may stand', (question, meant) => {
  expect(withTrialNames(question, TITLES)).toBe(meant);
});
