import { expect, test } from 'vitest';
import { isOfKind, kindRows } from './kinds.ts';
import { matchKnown, NOTHING_KNOWN } from './known.ts';
import { contradicts } from './telling.ts';
import { plainTokens } from './tokens.ts';

test.each(
  kindRows().map((row) => [row.called[0]!, row] as const),
)('%s: the example is of the kind, the counter is not', (_, row) => {
  expect(isOfKind(...row.example)).toBe(true);
  expect(isOfKind(...row.counter)).toBe(false);
});

const event = (said: string, events: string[]) => {
  const tokens = plainTokens(said).map((token) => ({ ...token, forms: [token.word] }));
  return matchKnown(tokens, 0, tokens.length, { ...NOTHING_KNOWN, events }).get('event');
};

test('a kind means the one that is of it, and of two neither', () => {
  expect(event('my appointment with the doctor', ['Dr. Miller', 'dentist'])).toMatchObject({ name: 'Dr. Miller' });
  expect(event('my appointment with the doctor', ['Dr. Miller', 'Dr. Lee'])).toMatchObject({ tied: true });
  expect(event('the dentist', ['Dr. Miller'])).toBeUndefined();
  expect(event('the doctor', ['veterinary clinic, Rex', 'dental checkup'])).toBeUndefined();
  expect(event('the doctor', ['eye clinic'])).toMatchObject({ name: 'eye clinic' });
});

test('a title before a name calls nobody else', () => {
  expect(event('Dr. Lee on Monday', ['Dr. Miller'])).toBeUndefined();
  expect(contradicts('Dr. Lee', 'Dr. Miller')).toBe(true);
  expect(contradicts('the physician', 'Dr. Miller')).toBe(false);
});
