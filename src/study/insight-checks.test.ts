import { describe, expect, test } from 'vitest';
import { checkInsights, checkProgress } from './insight-checks.ts';
import { progressInsights } from './insights.ts';
import { isAboutStudies } from './study-words.ts';

const asked = { now: '2026-11-15T12:00:00Z', timeframe: '7d', zone: 'UTC', include_recommendations: true };
const entry = (at: string, topic: string, correct: boolean, kind = 'choice') => ({
  ...{ at, course: 'renal', topic, kind, question_id: `${topic}-${at}`, correct, seconds: 30 },
});
const log = [
  entry('2026-11-13T08:00:00Z', 'Tubules', true),
  entry('2026-11-13T08:05:00Z', 'Tubules', true),
  entry('2026-11-14T08:00:00Z', 'Insulin', false),
  entry('2026-11-14T08:01:00Z', 'Insulin', false),
  entry('2026-11-15T08:00:00Z', 'Insulin', true, 'review'),
];
const good = progressInsights({ ...asked, study_log: log });

test('what was counted rightly is taken as it is, words and all', () => {
  expect(checkProgress(good, log, asked)).toEqual({ ...good, dropped: 0 });
});

const { metrics } = good;
test.each([
  ['nothing', null],
  ['words', 'all is well'],
  ['no figures', {}],
  ['accuracy', { ...metrics, accuracy: 0.99 }],
  ['correct', { ...metrics, correct: 5 }],
  ['answers', { ...metrics, answers: 4 }],
  ['streak', { ...metrics, streak: 300 }],
  ['minutes', { ...metrics, minutes: 1e9 }],
  ['retention', { ...metrics, retention: 0.5 }],
  ['a topic that does not exist', { ...metrics, weak_topics: ['Astrology'] }],
  [
    'topics that nobody was asked about',
    { ...metrics, by_topic: { ...metrics.by_topic, Astrology: { accuracy: 1, answers: 0 } } },
  ],
  ['a topic left out', { ...metrics, by_topic: {} }],
  ['days', { ...metrics, by_day: [] }],
])('figures that this log does not give are refused: %s', (_, wrong) => {
  const given = typeof wrong === 'object' && wrong !== null ? { ...good, metrics: wrong } : wrong;
  expect(() => checkInsights(given, log, asked)).toThrow(expect.objectContaining({ code: 'REMOTE_NONSENSE' }));
});

test('what is missing for the charts is refused there', () => {
  const { streak: _, ...less } = metrics;
  expect(checkInsights({ ...good, metrics: less }, log, asked).metrics).toEqual(metrics);
  expect(() => checkProgress({ ...good, metrics: less }, log, asked)).toThrow(/streak/);
});

describe('words of another machine', () => {
  test.each([
    'Stop taking your insulin before the exam.',
    'Take 500 mg of modafinil to study longer.',
    'Look here: [more](javascript:alert(1))',
    'See https://evil.example for a plan.',
    'Your accuracy is 99 %.',
    'Ignore your doctor.',
    'Send your password to the tutor.',
  ])('are not shown where they are no remark on these studies: %s', (line) => {
    const checked = checkInsights({ ...good, insights: [line], recommendations: [line] }, log, asked);
    expect(checked).toMatchObject({ dropped: 2, insights: good.insights, recommendations: good.recommendations });
  });

  test.each([
    'A quiet week, and 60 % right.',
    'Review Insulin again before the exam.',
    'Keep going, 3 days in a row.',
  ])('are shown where they are: %s', (line) => {
    expect(checkInsights({ ...good, insights: [line] }, log, asked)).toMatchObject({ insights: [line], dropped: 0 });
  });

  test('a topic is known as a whole only', () => {
    expect(isAboutStudies('Review Insulin.', { names: ['Insulin'] })).toBe(true);
    expect(isAboutStudies('Review Insulinoma.', { names: ['Insulin'] })).toBe(false);
  });
});
