/** What the words alone leave open, and two readings settle; and names that leave out what the question asked for. */
import { expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';

const grade = (question: string, text: string, answer: string) => gradeWords({ text, also: [], question }, answer);

test('a reason said of a thing in the question is right where signs and reader agree, and left to compare where they do not', () => {
  const asked = [
    'Why is the sky blue?',
    'because air molecules scatter short wavelengths more strongly than long ones',
  ] as const;
  expect(grade(...asked, 'blue light gets scattered by the air more than red light')).toBe('right');
  const repeated = [
    'Why must naloxone often be repeated?',
    'because its half-life is shorter than that of most opioids',
  ] as const;
  expect(grade(...repeated, 'the opioid outlasts it, naloxone is gone sooner')).toBe('compare');
});

test('two sides told in other words are right where both readings say so; exchanged they are not', () => {
  const asked = [
    'How do placental abruption and placenta praevia differ in pain?',
    'Abruption is painful, praevia painless.',
  ] as const;
  expect(grade(...asked, 'it hurts in abruption but not in previa')).toBe('right');
  expect(grade(...asked, 'praevia hurts, abruption does not')).not.toBe('right');
});

test.each([
  ['Which nucleus receives sensation from the face?', 'ventral posteromedial nucleus', 'VPM', 'right'],
  ['Which nucleus receives sensation from the face?', 'ventral posteromedial nucleus', 'VPL', 'wrong'],
  ['Which nucleus receives sensation from the leg?', 'ventral posterolateral nucleus', 'VPM', 'wrong'],
  ['Which receptor does cinacalcet activate?', 'calcium-sensing receptor', 'CaSR', 'right'],
  ['Which gene makes S. aureus resistant to methicillin?', 'mecA', 'mec A gene', 'right'],
  ['Which gene makes S. aureus resistant to methicillin?', 'mecA', 'mec B gene', 'wrong'],
  ['Which test compares two survival curves?', 'log-rank test', 'logrank', 'right'],
  ['Which test compares two survival curves?', 'log-rank test', 't test', 'wrong'],
  ['Which transmitter is released at the muscle?', 'acetylcholine', 'acetylcholinesterase', 'wrong'],
  ['Which sugar is transported in the phloem?', 'sucrose', 'saccharose', 'right'],
])('%s %s: %s is %s', (question, key, answer, verdict) => {
  expect(grade(question, key, answer)).toBe(verdict);
});
