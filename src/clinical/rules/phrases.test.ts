import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../../kernel/errors.ts';
import { plainWords } from '../words/plain.ts';
import { splitSentences } from '../words/sentences.ts';
import { openPhrasebook, readLists } from './phrases.ts';

const plain = (text: string) => plainWords(splitSentences(text), new Map([["can't", 'cannot']]), (word) => word);
const find = (phrases: string, text: string, more = '') => {
  const lists = readLists(`it: ${phrases}\n${more}`);
  return (openPhrasebook(lists, ['it']).findAll(plain(text)).get('it') ?? []).map((hit) => hit.text);
};

describe('a phrase', () => {
  test.each([
    ['whole words', 'blue', 'his lips are blue, not bluebell', ['blue']],
    ['a beginning', 'vomit*', 'vomited and vomiting', ['vomited', 'vomiting']],
    ['an ending', '*ing', 'he is choking', ['choking']],
    ['alternatives', 'gone/went grey', 'he went grey', ['went grey']],
    ['a word that may be missing', 'not even? swallow', 'I do not swallow', ['not swallow']],
    ['a gap of up to four words', 'cannot .. wake', "I can't get my dad to wake", ['cannot get my dad to wake']],
    ['no gap of five', 'cannot .. wake', "I can't ever get my old dad wake", []],
    ['a number between', '#50-87 percent', 'it says 79 percent, was 95 percent', ['79 percent']],
    ['decimals by their whole part', '#1-2', 'meter says 1.6', ['1.6']],
    ['decimal commas', '38.*', 'temp 38,6', ['38.6']],
    ['a name with a number in it', 'spo2 #50-88', 'SpO2 80%', ['spo2 80']],
    ['nothing over the end of a sentence', 'arm .. numb', 'It is my arm. I feel numb.', []],
  ])('takes %s', (_, phrases, text, found) => {
    expect(find(phrases, text)).toEqual(found);
  });

  test('takes another list, and tries its longer phrases too', () => {
    expect(find('my <part> hurts', 'my left arm hurts', 'part: left, left arm')).toEqual(['my left arm hurts']);
  });

  test('is found as often as it is said, without overlap', () => {
    expect(find('no, no no', 'no no no no')).toHaveLength(4);
  });
});

test('a list that is not there, or lists in a circle, are mistakes of the data', () => {
  expect(() => openPhrasebook(readLists('it: <other>'))).toThrow(ConsiliumError);
  expect(() => openPhrasebook(readLists('it: <other>\nother: <it>'))).toThrow(/circle/);
});

test('places point at the words of the source', () => {
  const text = 'Help! My dad CAN’T breathe.';
  const message = plainWords(splitSentences(text), new Map([["can't", 'cannot']]), (word) => word);
  const [hit] = openPhrasebook(readLists('it: cannot breathe')).findAll(message).get('it')!;
  expect(text.slice(message.words[hit!.from]!.start, message.words[hit!.to]!.end)).toBe('CAN’T breathe');
});

test('whatever the text, a plain word is found exactly where it stands', () => {
  const word = fc.constantFrom('pain', 'blood', 'arm', 'no', 'the');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      expect(find('pain', words.join(' '))).toHaveLength(words.filter((one) => one === 'pain').length);
    }),
  );
});

test('any text is searched without failing', () => {
  const book = openPhrasebook(readLists('it: a .. b, #1-9 <x>, *ing, c*\nx: d? e, f'));
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      for (const hits of book.findAll(plain(text)).values())
        for (const { from, to } of hits) expect(from).toBeLessThanOrEqual(to);
    }),
  );
});
