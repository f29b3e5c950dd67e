import { expect, test } from 'vitest';
import { showsAnswer, withoutAsked } from './shown.ts';

const cloze = (stem: string, text: string) => ({ stem, key: { kind: 'text' as const, text, also: [] } });

test.each([
  ['The ____ clotting test: blood that is liquid after 20 minutes shows it.', '20-minute', true],
  ['The 20-minute clotting test: blood that is liquid after ____ shows it.', '20 minutes', true],
  ['It is given within ____, for 7 days.', '24 hours', false],
  ['Iron poisoning has ____ stages: gastrointestinal, latent, shock, hepatic failure and scarring.', 'five', true],
  ['Iron poisoning has ____ stages: latent and shock are two of them.', 'five', false],
  ['Blood stands for 20 minutes in a tube of ____.', '20 ml', false],
])('%s asks for %s and shows it: %s', (stem, text, shown) => {
  expect(showsAnswer(cloze(stem, text))).toBe(shown);
});

test('what the question names is no other name of the answer', () => {
  const key = { kind: 'text' as const, text: 'ethylene glycol', also: ['antifreeze', 'ethanediol'] };
  expect(withoutAsked(key, 'What does antifreeze contain?')).toMatchObject({ also: ['ethanediol'] });
});
