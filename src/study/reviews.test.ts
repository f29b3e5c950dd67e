import { expect, test } from 'vitest';
import { checkReviews, newSchedule, nextReviews, retrievability, reviewCard } from './reviews.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const DAY = 86_400_000;

test('what is known comes back later and later, what is forgotten soon', () => {
  let card = newSchedule(NOW);
  const gaps: number[] = [];
  let at = NOW;
  for (let round = 0; round < 5; round++) {
    card = reviewCard(card, 'good', at);
    gaps.push(Date.parse(card.due) - at);
    at = Date.parse(card.due);
  }
  expect(gaps.slice(1)).toEqual([...gaps.slice(1)].sort((a, b) => a - b));
  expect(gaps.at(-1)).toBeGreaterThan(20 * DAY);
  const forgotten = reviewCard(card, 'again', at);
  expect(Date.parse(forgotten.due) - at).toBeLessThan(DAY);
  expect(forgotten).toMatchObject({ state: 'relearning', lapses: 1 });
  expect(retrievability(card, at)).toBeCloseTo(0.9, 1);
});

test('next reviews: what is due, the most forgotten first, then what comes, and how many each day', () => {
  const seen = reviewCard(reviewCard(newSchedule(NOW - 40 * DAY), 'good', NOW - 40 * DAY), 'good', NOW - 39 * DAY);
  const fresh = reviewCard(newSchedule(NOW), 'easy', NOW);
  const result = nextReviews({
    at: new Date(NOW).toISOString(),
    cards: [
      { id: 'seen', schedule: seen },
      { id: 'fresh', ...fresh },
      { id: 'new' },
      { id: 'history', reviews: [{ at: new Date(NOW - DAY).toISOString(), rating: 'again' }] },
    ],
  });
  expect(result.due.map(({ id }) => id).sort()).toEqual(['history', 'new', 'seen']);
  expect(result.upcoming.map(({ id }) => id)).toEqual(['fresh']);
  expect(result.forecast[0]).toEqual({ day: '2026-11-15', cards: 3 });
  expect(result.forecast).toHaveLength(14);
});

test('what is no card is refused', () => {
  expect(() => nextReviews({ at: 'now', cards: [] })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(() => nextReviews({ at: new Date(NOW).toISOString(), cards: [{}] })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID', details: { path: 'cards.0.id' } }),
  );
});

test('reviews from another machine are taken only where they are those of the cards that were sent', () => {
  const cards = [{ id: 'new' }, { id: 'known', schedule: reviewCard(newSchedule(NOW), 'easy', NOW) }];
  const asked = { at: new Date(NOW).toISOString(), cards };
  const { due, forecast } = nextReviews(asked);
  expect(checkReviews({ due, forecast: forecast.filter((day) => day.cards > 0) }, asked)).toEqual({ due, forecast });
  const [row] = due;
  const lies = [
    { due: [], forecast },
    { due: [...due, { ...row!, id: 'somebody else' }], forecast },
    { due, forecast: forecast.map((day) => ({ ...day, cards: day.cards + 1 })) },
    { due, forecast: [{ day: 'tomorrow', cards: 1 }] },
    { due: 'all of them', forecast },
    'nonsense',
  ];
  for (const lie of lies)
    expect(() => checkReviews(lie, asked)).toThrow(expect.objectContaining({ code: 'REMOTE_NONSENSE' }));
});
