/** Rows of corrections.yml, and that a correction is a part of a message and never swallows the rest of it. */
import { expect, test } from 'vitest';
import { correctionForms } from './corrections.ts';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

test.each(correctionForms().map((form) => [form.example, form] as const))('%s', (_, form) => {
  expect(form.match(form.example)).toBeDefined();
  expect(form.match(form.counter)).toBeUndefined();
});

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const known = { ...NOTHING_KNOWN, notes: ['GP: Dr. Lee', "Tom's phone number"] };
const read = (said: string) => {
  const understood = understand(said, PLACE, known);
  if (understood.kind !== 'requests') throw new Error(understood.kind);
  const { requests, rest, clock } = understood;
  return {
    done: requests.map(({ tool, input }) => `${tool} ${input['text'] ?? input['what'] ?? input['title']}`),
    rest,
    clock,
  };
};

test('what stands beside a correction is done too', () => {
  const said = "my GP isn't Dr. Lee anymore, it's Dr. Patel, and remind me to call her tomorrow at 9";
  expect(read(said)).toMatchObject({ done: ['remember Dr. Patel', 'set_reminder call her'], rest: [] });
  expect(read('Buy milk today. Update: my GP is Dr. Moss. Also add eggs to groceries.')).toMatchObject({
    done: ['add_todo Buy milk', 'remember Dr. Moss', 'add_todo eggs'],
    rest: [],
  });
});

test('a comma in what holds now is no end of it', () => {
  expect(read("my GP isn't Dr. Lee anymore, it's Dr. Patel, the one in Mill Lane").done).toEqual([
    'remember Dr. Patel, the one in Mill Lane',
  ]);
});

test('the clock is asked beside an order', () => {
  const { done, clock } = read('what time is it in Tokyo and remind me to call Ken at 5');
  expect(done).toEqual(['set_reminder call Ken']);
  expect(clock).toEqual({ where: 'Tokyo', zone: 'Asia/Tokyo' });
});
