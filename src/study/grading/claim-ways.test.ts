/** Claims by which way they go and who is on which side: words that are all there do not make an answer right. */
import { describe, expect, test } from 'vitest';
import { exchangesPlaces } from './exchanges.ts';
import { gradeWords } from './meaning.ts';

const grade = (question: string, text: string, answer: string) => gradeWords({ text, also: [], question }, answer);

describe('two that have changed places', () => {
  test.each([
    ['Wellington and Blücher defeated Napoleon', 'Napoleon defeated Wellington and Blücher'],
    ['Wellington and Blücher defeated Napoleon', 'Wellington and Blücher were defeated by Napoleon'],
    ['the quantity demanded exceeds the quantity supplied', 'the quantity supplied exceeds the quantity demanded'],
    ['legumes fix nitrogen that the next cereal uses', 'cereals fix nitrogen that the next legume uses'],
    [
      'a stack returns the last item put in first, a queue the first',
      'a stack returns the first item put in first, a queue the last',
    ],
  ])('%s is not: %s', (key, said) => expect(exchangesPlaces(key, said)).toBe(true));

  test.each([
    ['Wellington and Blücher defeated Napoleon', 'Napoleon was beaten by Blücher and Wellington'],
    ['Wellington and Blücher defeated Napoleon', 'Napoleon was defeated by Blücher and Wellington'],
    ['strings, woodwind, brass and percussion', 'percussion, strings, brass and woodwind'],
    ['bond prices fall when interest rates rise', 'when interest rates rise bond prices fall'],
    ['the valve is red and the tube is blue', 'the tube is blue and the valve is red'],
  ])('%s may be said as: %s', (key, said) => expect(exchangesPlaces(key, said)).toBe(false));
});

describe('what becomes of a quantity', () => {
  const asked = 'What happens to bond prices when interest rates rise?';
  test.each([
    ['prices go down', 'right'],
    ['bonds lose value', 'right'],
    ['they rise', 'wrong'],
    ['no effect', 'wrong'],
  ])('they fall: %s is %s', (said, verdict) => expect(grade(asked, 'they fall', said)).toBe(verdict));

  const gas = 'How does the pressure of a gas change when its volume is halved?';
  test.each([
    ['twice as high', 'right'],
    ['goes up by a factor of two', 'right'],
    ['2x', 'right'],
    ['increases fourfold', 'wrong'],
    ['it rises', 'partly'],
    ['it halves', 'wrong'],
  ])('it doubles: %s is %s', (said, verdict) => expect(grade(gas, 'it doubles', said)).toBe(verdict));

  test('how two quantities go together is read from both', () => {
    const key = 'the more people are present, the less likely each is to help';
    const question = 'What is the bystander effect?';
    expect(grade(question, key, 'the more people are present, the more likely each is to help')).toBe('wrong');
    expect(grade(question, key, 'the fewer people are present, the more likely each is to help')).toBe('right');
  });
});

test('who says both sides of an opposite has said neither', () => {
  expect(grade('What happens in oxidation?', 'electrons are lost', 'electrons are lost and gained')).toBe('wrong');
});

test('yes or no decides, and the contrary of the reason takes it back', () => {
  const [asked, key] = ['Does asthma reverse with a bronchodilator?', 'yes, the obstruction is reversible'] as const;
  expect(grade(asked, key, 'yes')).toBe('right');
  expect(grade(asked, key, 'no')).toBe('wrong');
  expect(grade(asked, key, 'yes, the obstruction is irreversible')).toBe('wrong');
});

test('one of two claims is a part, and so is a right name with another beside it', () => {
  const gases = 'Which gas do plants take in for photosynthesis, and which do they give off?';
  expect(grade(gases, 'they take in carbon dioxide and give off oxygen', 'they take in carbon dioxide')).toBe('partly');
  const trial = 'Who has the burden of proof in a criminal trial?';
  expect(grade(trial, 'the prosecution', 'both the prosecution and the defence')).toBe('partly');
});

test('what is denied of the name, and said of another, is wrong', () => {
  expect(
    grade(
      'Which nerve is injured in wrist drop?',
      'the radial nerve',
      'the radial nerve is not injured, the median is',
    ),
  ).toBe('wrong');
});

test('in a notation every sign counts', () => {
  const asked = 'What is the worst-case time of binary search on n items?';
  expect(grade(asked, 'O(log n)', 'O( log n )')).toBe('right');
  expect(grade(asked, 'O(log n)', 'O(n log n)')).toBe('wrong');
});

test('a cubic decimetre is a litre', () => {
  const asked = 'What volume does a mole of an ideal gas take at standard conditions?';
  expect(grade(asked, '22.4 L', '22.4 dm³')).toBe('right');
  expect(grade(asked, '22.4 L', '0.0224 m3')).toBe('right');
  expect(grade('How old is the Earth?', '4.54 billion years', '4.5 bn years')).toBe('right');
});
