import { expect, test } from 'vitest';
import { exclusionsIn, withoutExclusions } from './exclusions.ts';
import { topicOf } from './topic.ts';

test.each([
  ['What evidence is there on ulcerative colitis apart from dorsemab?', ['dorsemab'], []],
  [
    'What drugs exist for ulcerative colitis other than tirolimab and kolvarin in adults?',
    ['tirolimab', 'kolvarin'],
    [],
  ],
  ['Follow pulmonary fibrosis. But do not tell me anything about quarnelib.', ['quarnelib'], []],
  ['Follow gout, no animal studies and no preprints.', [], ['preclinical', 'preprint']],
  ['What evidence is there on velsoritide without animal studies?', [], ['preclinical']],
  ['News on gout excluding colchicine, please.', ['colchicine'], []],
  ['What is known on gout except case reports?', [], ['case_report']],
])('%s', (text, names, kinds) => {
  const found = exclusionsIn(text);
  expect({ names: found.names, kinds: found.kinds }).toEqual({ names, kinds });
  for (const name of names) expect(topicOf(text).words.map((word) => word.text)).not.toContain(name);
});

test.each([
  'What helps in severe asthma with no response to steroids?',
  'Does metformin help people without diabetes?',
  'Ignore the threshold and show me everything on gout.',
  'Why do patients with gout not take colchicine regularly?',
  'Tell me when there is nothing new on gout for a year.',
])('%s leaves nothing out', (text) => {
  expect(withoutExclusions(text)).toBe(text);
});
