import { expect, test } from 'vitest';
import { progressInsights } from './insights.ts';

const NOW = '2026-11-15T12:00:00Z';

function entry(at: string, topic: string, correct: boolean, kind = 'choice') {
  return { at, course: 'renal', topic, kind, question_id: `${topic}-${at}`, correct, seconds: 30 };
}

const log = [
  entry('2026-11-01T08:00:00Z', 'Tubules', true),
  entry('2026-11-13T08:00:00Z', 'Tubules', true),
  entry('2026-11-13T08:05:00Z', 'Tubules', true),
  entry('2026-11-14T08:00:00Z', 'Acid and base', false),
  entry('2026-11-14T08:01:00Z', 'Acid and base', false),
  entry('2026-11-15T08:00:00Z', 'Acid and base', true, 'review'),
];

test('figures are of the timeframe alone, by topic and day', () => {
  const { metrics, insights, recommendations } = progressInsights({ study_log: log, timeframe: '7d', now: NOW });
  expect(metrics).toMatchObject({ answers: 5, correct: 3, accuracy: 0.6, retention: null, streak: 3, minutes: 3 });
  expect(metrics.by_topic['Acid and base']).toMatchObject({ answers: 3, accuracy: 0.3333 });
  expect(metrics.weak_topics).toEqual(['Acid and base']);
  expect(insights[0]).toBe('5 answers in the last 7 days, 3 right (60 %).');
  expect(recommendations[0]).toContain('Acid and base');
});

test('the same answer sent twice counts once, and what lies ahead of now does not', () => {
  const doubled = [...log, log[1], entry('2026-11-16T08:00:00Z', 'Tubules', false)];
  expect(progressInsights({ study_log: doubled, timeframe: '7d', now: NOW }).metrics.answers).toBe(5);
});

test('without recommendations there are none, and an empty log is said plainly', () => {
  const none = progressInsights({ study_log: [], timeframe: '7d', include_recommendations: false, now: NOW });
  expect(none).toMatchObject({ recommendations: [], metrics: { accuracy: null, answers: 0, streak: 0 } });
  expect(none.insights).toEqual(['Nothing was answered in the last 7 days.']);
});

test('a streak goes by the days of the zone', () => {
  const late = [entry('2026-11-14T23:30:00Z', 'a', true), entry('2026-11-13T23:30:00Z', 'a', true)];
  expect(progressInsights({ study_log: late, now: NOW, zone: 'Europe/Berlin' }).metrics.streak).toBe(2);
  expect(progressInsights({ study_log: late.slice(0, 1), now: '2026-11-17T00:00:00Z' }).metrics.streak).toBe(0);
});

test.each([
  [{ timeframe: 'a week' }, 'timeframe'],
  [{ study_log: [{ at: 'yesterday' }] }, 'study_log.0.at'],
  [{ study_log: 'none' }, 'study_log'],
  [{ zone: 'Mars/Base' }, 'zone'],
])('wrong input is refused with its place: %j', (wrong, path) => {
  expect(() => progressInsights({ study_log: log, now: NOW, ...wrong })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID', details: { path } }),
  );
});

test('what was mostly wrong is not said to sit, nor what was hardly asked', () => {
  const answered = (topic: string, correct: boolean, id: string) => ({
    ...{ at: '2026-11-14T10:00:00Z', course: 'x', topic, kind: 'choice', question_id: id, correct, seconds: 5 },
  });
  const say = (log: ReturnType<typeof answered>[]) =>
    progressInsights({ study_log: log, timeframe: '7d', now: NOW }).recommendations.join(' ');
  const wrong = say(['Tubule', 'Glomerulus', 'Buffers'].map((topic) => answered(topic, false, topic)));
  expect(wrong).not.toContain('sits well');
  expect(wrong).toMatch(/again.*(?:Tubule|Glomerulus)|(?:Tubule|Glomerulus).*again/);
  expect(say([answered('Tubule', true, 'a')])).not.toContain('sits well');
  expect(say(['a', 'b', 'c', 'd', 'e'].map((id) => answered('Tubule', true, id)))).toContain('sits well');
});

test('how much stays is said from five reviews on', () => {
  const reviews = [1, 2, 3, 4, 5].map((minute) =>
    entry(`2026-11-15T08:0${minute}:00Z`, 'Tubules', minute > 1, 'review'),
  );
  const few = progressInsights({ study_log: reviews.slice(4), timeframe: '7d', now: NOW });
  expect(few.metrics.retention).toBeNull();
  expect(few.insights).toContain('Cards reviewed: 1, too few to say how much stays.');
  const enough = progressInsights({ study_log: reviews, timeframe: '7d', now: NOW });
  expect(enough.metrics.retention).toBe(0.8);
  expect(enough.insights).toContain('Cards remembered: 80 % of 5.');
});
