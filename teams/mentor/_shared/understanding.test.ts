/** Which wish a message is, from the examples of the rows and from what learners write. */
import { describe, expect, test } from 'vitest';
import { answersIn } from './answers.ts';
import { readClause, type Setting } from './clause.ts';
import { planWishOf, timeframeOf } from './slots.ts';
import { understand, type Wish } from './understanding.ts';
import { readRows } from './words.ts';

const NOW = Date.parse('2026-11-15T11:00:00Z');
const setting: Setting = { now: NOW, zone: 'Europe/Berlin', titles: [], quiz: false, card: false, plan: false };
const RENAL: Setting = { ...setting, material: 'renal', titles: ['Renal physiology'] };

function wishes(message: string, over: Partial<Setting> = {}): readonly Wish[] {
  const understood = understand(message, { ...setting, ...over });
  return understood.kind === 'wishes' ? understood.wishes : [];
}
const rowsOf = (message: string, over: Partial<Setting> = {}) => wishes(message, over).map(({ row }) => row);

describe('rows', () => {
  const open = (id: string): Partial<Setting> => ({
    quiz: ['answer', 'show-quiz', 'give-up'].includes(id),
    card: ['reveal', 'rate'].includes(id),
    ...(id === 'open-material' && { material: 'renal', titles: ['Renal physiology'] }),
  });
  test.each(readRows().map(({ id, example }) => [id, example]))('%s is what "%s" is', (id, example) => {
    expect(rowsOf(example, open(id))).toEqual([id]);
  });
  test.each(readRows().map(({ id, counter }) => [id, counter]))('%s is not what "%s" is', (id, counter) => {
    expect(rowsOf(counter, open(id))).not.toContain(id);
  });
});

describe('what learners write', () => {
  test.each([
    ['Quiz me on chapter 3 of Renal physiology, 5 questions', 'quiz'],
    ['give me ten multiple choice questions about diuretics', 'quiz'],
    ['test me', 'quiz'],
    ['another quiz please', 'quiz'],
    ['What is the anion gap?', 'explain'],
    ['why does heart failure cause oedema', 'explain'],
    ['tell me about the loop of Henle in simple words', 'explain'],
    ['loop of Henle', 'explain'],
    ['create 10 anki cards about asthma', 'cards'],
    ['which cards are due today?', 'review'],
    ["what's my progress?", 'progress'],
    ['what are my weak topics', 'progress'],
    ['which topics am I weak in?', 'progress'],
    ['How did I do last month?', 'progress'],
    ['what should I study next?', 'progress'],
    ['my exam is on 12 December, make me a study plan with 8 hours a week', 'plan'],
    ['when is my next review', 'next-reviews'],
    ['what material do you have', 'list-material'],
    ['show me my study plan', 'show-plan'],
    ['I want to learn about acidosis', 'explain'],
    ['study plan', 'plan'],
    ['cards', 'review'],
  ])('"%s" is %s', (message, row) => {
    expect(rowsOf(message)).toEqual([row]);
  });

  test.each([
    ['thanks!', 'thanks'],
    ['thank you very much', 'thanks'],
    ['bye', 'bye'],
    ['hello', 'greeting'],
  ])('"%s" is no wish, but %s', (message, kind) => {
    expect(understand(message, setting).kind).toBe(kind);
    expect(understand(message, { ...setting, quiz: true }).kind).toBe(kind);
  });

  test('two wishes in one message are two; an "and" within a subject is not', () => {
    expect(rowsOf('quiz me on asthma and tell me how am I doing')).toEqual(['quiz', 'progress']);
    expect(rowsOf('explain the cause and effect of acidosis')).toEqual(['explain']);
  });

  test('a quiz that is open takes words as its answer; another wish stays one', () => {
    expect(wishes('aldosterone', { quiz: true })[0]).toMatchObject({
      row: 'answer',
      input: { answers: [{ answer: 'aldosterone' }] },
    });
    expect(rowsOf('explain aldosterone', { quiz: true })).toEqual(['explain']);
  });

  test('a question with options is answered by one of them, not by whatever is said', () => {
    const open = { quiz: true, options: ['Thick ascending limb', 'Collecting duct'] };
    expect(rowsOf('the collecting duct', open)).toEqual(['answer']);
    expect(understand('the sky over the river was a lovely colour', { ...setting, ...open })).toEqual({
      kind: 'nothing',
    });
  });

  test('a day alone answers when the exam is', () => {
    expect(rowsOf('on 12 December', { plan: true })).toEqual(['plan']);
  });

  test('who tells of an emergency of their own gets no lesson; a subject stays one', () => {
    expect(understand('I have crushing chest pain', setting)).toEqual({ kind: 'emergency' });
    expect(rowsOf('quiz me on chest pain')).toEqual(['quiz']);
    expect(rowsOf('I want to learn about cardiac arrest')).toEqual(['explain']);
    expect(rowsOf('cardiac arrest')).toEqual(['explain']);
  });

  test('what is none is none', () => {
    expect(understand('hello', setting)).toEqual({ kind: 'greeting' });
    expect(understand('the sky over the river was a lovely colour last night', setting)).toEqual({ kind: 'nothing' });
    expect(understand('', setting)).toEqual({ kind: 'nothing' });
  });
});

describe('what a wish needs', () => {
  test.each([
    ['quiz me on diuretics, 5 questions', { count: 5, topic: 'diuretics' }],
    ['give me ten questions about heart failure', { count: 10, topic: 'heart failure' }],
    ['explain the loop of Henle for beginners', { topic: 'loop of Henle', level: 'beginner' }],
    ['What is the anion gap?', { topic: 'anion gap' }],
    ['explain in detail how loop diuretics work', { topic: 'loop diuretics', level: 'clinician' }],
    ['make 12 flashcards on hypertension', { count: 12, topic: 'hypertension' }],
    ['quiz me, 500 questions', { count: 50 }],
  ])('"%s"', (message, input) => {
    expect(wishes(message)[0]!.input).toEqual(input);
  });

  test('the name of the material and of its chapter are no subject', () => {
    const input = (text: string, over = {}) => wishes(text, { ...RENAL, ...over })[0]!.input;
    expect(input('quiz me on chapter 3 of Renal physiology, 5 questions', { chapter: '3' })).toEqual({
      material: 'renal',
      chapter: '3',
      count: 5,
    });
    expect(input('from Renal physiology, chapter 2: ask me 2 questions', { chapter: '2' })).toEqual({
      material: 'renal',
      chapter: '2',
      count: 2,
    });
    const heading = { chapter: '3.2', headings: ['Loop diuretics'] };
    expect(input('how do loop diuretics work?', heading)).toMatchObject({ topic: 'loop diuretics' });
    expect(input('quiz me on loop diuretics', heading)).toEqual({ material: 'renal', chapter: '3.2' });
    expect(input('make flashcards about the anion gap from Renal physiology')).toEqual({
      material: 'renal',
      topic: 'anion gap',
    });
  });

  test.each([
    ['2: B', [{ question: 2, answer: 'B' }]],
    [
      '1A 2C 3D',
      [
        { question: 1, answer: 'A' },
        { question: 2, answer: 'C' },
        { question: 3, answer: 'D' },
      ],
    ],
    [
      '1. a, 2) c',
      [
        { question: 1, answer: 'A' },
        { question: 2, answer: 'C' },
      ],
    ],
    ['b', [{ answer: 'B' }]],
    ['my answer is C', [{ answer: 'C' }]],
    ['3: the loop of Henle', [{ question: 3, answer: 'the loop of Henle' }]],
    ['4: 1B 2A 3C', [{ question: 4, answer: '1B 2A 3C' }]],
    ['5 questions on asthma', []],
    ['quiz me on chapter 3', []],
    ['A and C', [{ answer: 'A' }, { answer: 'C' }]],
    [
      '1 - A, 2 - D',
      [
        { question: 1, answer: 'A' },
        { question: 2, answer: 'D' },
      ],
    ],
    ['a lovely day', []],
    [
      '1: type 2 error 2: 0.4 to 4.0 mU/L',
      [
        { question: 1, answer: 'type 2 error' },
        { question: 2, answer: '0.4 to 4.0 mU/L' },
      ],
    ],
    [
      '1: 60-100 2) 7.35-7.45 3: B',
      [
        { question: 1, answer: '60-100' },
        { question: 2, answer: '7.35-7.45' },
        { question: 3, answer: 'B' },
      ],
    ],
    ['1.5 mg', []],
  ])('answers in "%s"', (text, answers) => {
    expect(answersIn(text)).toEqual(answers);
  });

  test.each([
    [
      'plan up to my exam on 12 December, 6 hours a week, not on Sundays',
      { exam_date: '2026-12-12', hours_per_week: 6, off: [7] },
    ],
    [
      'my exam is in 6 weeks, 2h a day, no weekends',
      { exam_date: '2026-12-27', hours_per_week: 14, hours_per_day: 2, off: [6, 7] },
    ],
    [
      'study plan until 2027-03-01 with five hours per week except Mondays and Tuesdays',
      { exam_date: '2027-03-01', hours_per_week: 5, off: [1, 2] },
    ],
    ['plan for my exam yesterday', { exam_date: '2026-11-14', off: [] }],
    ['make me a study plan', { off: [] }],
    [
      'Make a study plan for my cardiology exam on 15 December 2026, 1 hour a day',
      { exam_date: '2026-12-15', hours_per_week: 7, hours_per_day: 1, subjects: ['cardiology'], off: [] },
    ],
    [
      'plan 5 hours a week for my test on asthma and type 2 diabetes on 3 March 2027',
      { exam_date: '2027-03-03', hours_per_week: 5, subjects: ['asthma', 'type 2 diabetes'], off: [] },
    ],
    [
      'I need a schedule, the exam in kidney diseases is next Friday',
      { exam_date: '2026-11-20', subjects: ['kidney diseases'], off: [] },
    ],
  ])('the plan in "%s"', (text, wish) => {
    expect(planWishOf(readClause(text, setting), setting)).toEqual(wish);
  });

  test.each([
    ['how am I doing this week', '7d'],
    ['my progress over the last 10 days', '10d'],
    ['my progress this month', '30d'],
    ['how am I doing overall', 'all'],
    ['what is my progress', '7d'],
  ])('the time in "%s"', (text, timeframe) => {
    expect(timeframeOf(readClause(text, setting))).toBe(timeframe);
  });
});

describe('a quiz is wished for by plain words', () => {
  test.each([
    ['Quiz me on anticoagulants, 3 short answer questions', { topic: 'anticoagulants', count: 3, kinds: ['short'] }],
    ['5 multiple choice questions on asthma', { topic: 'asthma', count: 5, kinds: ['choice'] }],
    ['give me 4 fill in the blank questions about potassium', { topic: 'potassium', count: 4, kinds: ['cloze'] }],
    ['cloze on heart failure, please', { topic: 'heart failure', kinds: ['cloze'] }],
    ['three which is not questions on gout', { topic: 'gout', count: 3, kinds: ['which_not'] }],
    [
      '12 questions on the thyroid: match, which is not, cloze and short answer',
      { topic: 'thyroid', count: 12, kinds: ['match', 'which_not', 'cloze', 'short'] },
    ],
    ['matching questions on the thyroid', { topic: 'thyroid', kinds: ['match'] }],
    ['quiz me on stroke for clinicians, 6 questions', { topic: 'stroke', count: 6, level: 'clinician' }],
    ['quiz me on gout, 3 questions, clinician level', { topic: 'gout', count: 3, level: 'clinician' }],
    ['quiz me on gout at beginner level', { topic: 'gout', level: 'beginner' }],
    ['quiz me with easy questions about diabetes', { topic: 'diabetes', level: 'beginner' }],
    ['quiz me on copd with multiple choice and short answers', { topic: 'copd', kinds: ['choice', 'short'] }],
  ])('%s', (message, slots) => {
    const [wish, ...more] = wishes(message);
    expect(more).toEqual([]);
    expect(wish?.row).toBe('quiz');
    expect(wish?.input).toMatchObject(slots);
  });
});

test('the number of a heading is no subject', () => {
  const at = { material: 'renal', chapter: '2.5', by: 'heading', headings: ['2.5 Warfarin'] } as const;
  const [wish] = wishes('quiz me on 2.5 warfarin, 3 questions', at);
  expect(wish?.input).toMatchObject({ chapter: '2.5', count: 3 });
  expect(wish?.input).not.toHaveProperty('topic');
});
