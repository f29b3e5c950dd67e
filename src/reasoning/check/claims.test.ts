/** What a model says of dates and medicines is held against the record. */
import { describe, expect, test } from 'vitest';
import { type Chart, emptyChart } from '../chart.ts';
import { type Node, viewNodes } from '../viewing.ts';
import { checkAnswer } from './answer.ts';
import { claimWords, saysTaken } from './claims.ts';

const NOW = '2026-11-15T09:00:00Z';
const nodes: Node[] = [
  { uuid: 'p', label: 'Patient', properties: { birth_date: '1950-02-03' } },
  {
    uuid: 'm1',
    label: 'IntakeRegimen',
    properties: { name: 'Warfarin 3 mg tablet', status: 'active', start: '2024-05-06' },
  },
  {
    uuid: 'm2',
    label: 'IntakeRegimen',
    properties: { name: 'Bisoprolol 5 mg tablet', status: 'stopped', start: '2020-01-02', end: '2023-09-10' },
  },
  {
    uuid: 'd1',
    label: 'DocumentReference',
    properties: { name: 'Clinic letter', time: '2026-03-02', text: 'Valve replaced on 7 June 2019.' },
  },
];
const chart: Chart = { ...emptyChart(NOW), view: viewNodes('p', nodes, NOW) };
const check = (text: string, message = 'what do I take?') => checkAnswer({ chart, message, text, now: NOW });

describe('medicines', () => {
  for (const { id, example, counter } of claimWords.takes)
    test(id, () => expect([saysTaken(example), saysTaken(counter)]).toEqual([true, false]));
  for (const { id, example, counter } of claimWords.unless)
    test(id, () => expect([saysTaken(example), saysTaken(counter)]).toEqual([false, true]));

  test('what is on the list stays', () => expect(check('You take warfarin 3 mg.').text).not.toContain('*('));
  test('what is on no list is marked', () => {
    const { text, marked } = check('You take warfarin and apixaban.');
    expect(text).toContain('apixaban *(not on your list)*');
    expect(marked).toEqual(['takes apixaban']);
  });
  test('what was stopped is marked with its day', () =>
    expect(check('You are on bisoprolol.').text).toContain('bisoprolol *(stopped on 10 Sep 2023)*'));
  test('what the message names is not marked', () =>
    expect(check('You take ibuprofen now.', 'I take ibuprofen').text).not.toContain('*('));
});

describe('dates', () => {
  test.each([
    'Your warfarin was started on 6 May 2024.',
    'Your valve was replaced on 7 June 2019.',
    'You have had it since May 2024.',
    'The guideline of 2023 says that you should be seen yearly.',
  ])('stays: %s', (text) => expect(check(text).marked).toEqual([]));
  test('a day that nothing in the record names is marked', () =>
    expect(check('Your warfarin was started on 9 May 2021.').text).toContain(
      '9 May 2021 *(no such date in your record)*',
    ));
});
