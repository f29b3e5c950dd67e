import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Event, Signal } from '../../src/kernel/index.ts';
import { applySignal, newTurn, sayAgent, speakerOf, type Turn, wordsOf } from '../../web/src/chat/turn.ts';

const place = { invocation: 'i', agent: 'Consultant', branch: '', time: 1 };
const started = {
  ...place,
  seq: 1,
  key: '#message',
  type: 'invocation_started',
  root: 'R',
  message: 'hi',
  user: 'u',
} as Event;
const delta = (offset: number, text: string): Signal => ({ ...place, type: 'text_delta', key: 'C#s0', offset, text });
const replied = (text: string, finish = 'stop') =>
  ({
    ...place,
    seq: 2,
    key: 'C#s0',
    type: 'model_replied',
    content: [{ type: 'text', text }],
    finish,
    usage: {},
    speaker: 'offline',
    ms: 1,
  }) as unknown as Event;
const finished = (text: string) =>
  ({ ...place, seq: 3, key: 'C#end', type: 'agent_finished', ms: 1, result: { text, route: ['Consultant'] } }) as Event;
const ended = { ...place, seq: 4, key: '#end', type: 'invocation_finished', outcome: 'completed', ms: 5 } as Event;

const fold = (signals: readonly Signal[]): Turn =>
  signals.reduce(applySignal, applySignal(newTurn('i', 'hi', 1), started));

describe('a turn in the browser', () => {
  test('however the words were cut, repeated and heard late, each is there once', () => {
    const text = fc.string({ minLength: 1, maxLength: 60 }).filter((words) => words.trim() !== '');
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), fc.nat(60), (words, cuts, back) => {
        const edges = [...new Set([0, ...cuts.filter((cut) => cut < words.length), words.length])].sort(
          (a, b) => a - b,
        );
        const pieces = edges.slice(1).map((to, index) => delta(edges[index]!, words.slice(edges[index], to)));
        // A reader that comes back hears all words so far again, from the beginning.
        const at = back % (pieces.length + 1);
        const again = delta(0, words.slice(0, edges[at]));
        expect(wordsOf(fold([...pieces.slice(0, at), again, ...pieces]))).toBe(words);
        expect(wordsOf(fold([...pieces, replied(words), ...pieces, finished(words), ended, again]))).toBe(words);
        expect(wordsOf(fold([replied(words), finished(words), ended]))).toBe(words);
      }),
    );
  });

  test('words with a hole before them wait for the log', () => {
    expect(wordsOf(fold([delta(0, 'One, '), delta(10, 'three.')]))).toBe('One, ');
    expect(wordsOf(fold([delta(0, 'One, '), delta(10, 'three.'), replied('One, two, three.')]))).toBe(
      'One, two, three.',
    );
  });

  test('words that were retracted are gone, those on the log stay', () => {
    const retracted: Signal = { ...place, type: 'text_retracted', key: 'C#s0' };
    expect(wordsOf(fold([delta(0, 'Hm'), retracted]))).toBe('');
    expect(wordsOf(fold([delta(0, 'Yes'), replied('Yes'), retracted]))).toBe('Yes');
  });

  test('what agents leave for the app is there as soon as a branch has written it', () => {
    const marked = {
      ...finished(''),
      branch: 'R.T',
      key: 'R/T#end',
      delta: { 'temp:outcome': 'emergency', 'temp:section': 'medications' },
    };
    expect(fold([marked as Event])).toMatchObject({ outcome: 'emergency', section: 'medications' });
  });

  test('the speaker is who said it first, not who looked something up or passed it on', () => {
    const ending = (seq: number, agent: string, key: string, text: string) =>
      ({ ...finished(text), seq, agent, key, result: { text, route: [agent, 'Lookup'] } }) as Event;
    const turn = fold([
      ending(3, 'Lookup', 'Root/Consultant/s0.0>/Lookup#end', 'row 1'),
      ending(4, 'Consultant', 'Root/Consultant#end', 'Yes.'),
      ending(5, 'Entry', 'Root/Entry#end', 'Noted.'),
      ending(6, 'Root', 'Root#end', 'Yes.\n\nNoted.'),
      { ...ended, seq: 7 } as Event,
    ]);
    expect([speakerOf(turn), wordsOf(turn)]).toEqual(['Consultant', 'Yes.\n\nNoted.']);
  });

  test('a turn that was cut short keeps what was said', () => {
    const cancelled = { ...ended, outcome: 'cancelled' } as Event;
    const turn = fold([replied('I was about', 'interrupted'), cancelled]);
    expect([wordsOf(turn), turn.outcome]).toEqual(['I was about', 'cancelled']);
  });

  test.each([
    ['HealthConsultantAgent', 'Health consultant'],
    ['UrlHandlerAgentInner', 'Url handler'],
    ['AskTusdiAIHandlerAgent', 'Ask tusdi AI handler'],
    ['Reception', 'Reception'],
  ])('%s is called %s', (name, said) => expect(sayAgent(name)).toBe(said));
});

test('what the house itself set off is not put into the person’s mouth', () => {
  const own = ['token', 'machine', undefined].map((how) => newTurn('i', 'hi', 1, how).isOwn);
  const houses = ['system', 'trigger'].map((how) => newTurn('i', 'News for this conversation: 7', 1, how).isOwn);
  expect([own, houses]).toEqual([
    [true, true, true],
    [false, false],
  ]);
});
