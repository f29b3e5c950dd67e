import { expect, test } from 'vitest';
import { emptyChart } from './chart.ts';
import { heardIn } from './heard.ts';
import { consult } from './index.ts';

const NOW = '2026-11-16T12:00:00Z';
const acts = (...words: string[]) => heardIn(words, NOW).map(({ act, name }) => `${act} ${name?.toLowerCase()}`);

test('an allergy and a medicine that were told stand until they are taken back', () => {
  expect(acts("I'm allergic to penicillin.", 'I take warfarin every evening.')).toEqual([
    'allergic penicillin antibiotic',
    'takes warfarin',
  ]);
  expect(acts("I'm allergic to penicillin.", 'I am not allergic to penicillin after all.')).toEqual([]);
  expect(acts('I take warfarin.', 'I stopped warfarin in May.')).toEqual([]);
});

test('what somebody else has, or what is only asked, is none of it', () => {
  expect(acts('My sister is allergic to penicillin.', 'Could I be allergic to latex?')).toEqual([]);
});

test.each([
  ['Can I take amoxicillin?', "I'm allergic to penicillin, it gave me hives.", /penicillin/i],
  ['Can I take ibuprofen?', 'I take warfarin 5 mg every evening.', /warfarin/i],
])('%s is weighed with what was told before', (message, told, reason) => {
  const ask = (heard: string[]) => consult({ chart: emptyChart(NOW), message, now: NOW, heard });
  const { answer, cautions } = ask([told]);
  expect(answer.text).toMatch(reason);
  expect(cautions[0]?.say).toMatch(reason);
  expect(
    ask([])
      .cautions.map(({ say }) => say)
      .join(' '),
  ).not.toMatch(reason);
});
