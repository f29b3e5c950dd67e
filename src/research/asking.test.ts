import { beforeEach, expect, test, vi } from 'vitest';
import { purposeOf } from './asking.ts';
import { topicWords } from './topic-words.ts';

vi.mock(import('./topic-words.ts'), async (original) => {
  const real = await original();
  return { ...real, topicWords: vi.fn(real.topicWords) };
});
const read = vi.mocked(topicWords);
const tried = vi.spyOn(RegExp.prototype, 'test');

beforeEach(() => {
  // The words are read when they are first needed: that is no part of what is counted.
  purposeOf('is it?');
  read.mockClear();
  tried.mockClear();
});

const many = (sentence: (n: number) => string) => Array.from({ length: 1_000 }, (_, n) => sentence(n)).join(' ');

test.each([
  'is it?',
  'is it N?',
  'Nobody knows wort N.',
])('of a thousand sentences like "%s" none is read for its topic, and all are tried together', (sentence) => {
  expect(purposeOf(many((n) => sentence.replace('N', String(n))))).toBe('look');
  expect(read).not.toHaveBeenCalled();
  expect(tried.mock.calls.length).toBeLessThan(50);
});

test('of a thousand that could stop something a few are read', () => {
  expect(purposeOf(many((n) => `Not one of the ${n} was there, any of them had more.`))).toBe('look');
  expect(read.mock.calls.length).toBeLessThan(20);
});

test('what is wanted is found wherever it stands, and never made of two sentences', () => {
  const before = many((n) => `Is it ${n}?`);
  expect(purposeOf(`${before} Nothing on severe refractory ulcerative colitis any more.`)).toBe('stop');
  expect(purposeOf(`${before} Stop watching it.`)).toBe('stop');
  expect(purposeOf(`${before} Have you found anything?`)).toBe('tell');
  expect(purposeOf('It had to stop. Look at gout.')).toBe('look');
  expect(purposeOf('We want no more. Updates on gout?')).toBe('look');
});
