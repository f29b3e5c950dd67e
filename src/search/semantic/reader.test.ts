import { describe, expect, test } from 'vitest';
import { openReader, readTogether, TASKS, type Task } from './reader.ts';

const reader = openReader();
const sum = (shares: Readonly<Record<string, number>>) => Object.values(shares).reduce((all, one) => all + one, 0);

describe('the reader of two texts', () => {
  test.each(Object.keys(TASKS) as Task[])('gives shares of one whole (%s)', (task) => {
    const shares = reader.read(task, ['The shop opens at nine.'], 'It opens at nine.');
    expect(Object.keys(shares)).toEqual([...TASKS[task]]);
    expect(sum(shares)).toBeCloseTo(1, 5);
  });

  test('takes an answer in other words for right sooner than one that is turned round', () => {
    const asked = [
      'Why is adrenaline added to a local anaesthetic?',
      'it constricts the vessels and so prolongs the effect',
    ];
    const right = reader.read(
      'grade',
      asked,
      'because it narrows the blood vessels, so the drug stays there for longer',
    );
    const turned = reader.read(
      'grade',
      asked,
      'because it widens the blood vessels, so the drug is washed away sooner',
    );
    expect(right.right).toBeGreaterThan(turned.right);
    expect(turned.wrong).toBeGreaterThan(right.wrong);
  });

  test('takes a statement that a text bears out for met sooner than one that it contradicts', () => {
    const text = ['The pool is open from May to September. Dogs are not allowed on the lawn.'];
    const met = reader.read('verdict', text, 'Nobody may bring a dog onto the grass.');
    const not = reader.read('verdict', text, 'Dogs may run on the lawn.');
    expect(met.met).toBeGreaterThan(not.met);
    expect(not.violated).toBeGreaterThan(met.violated);
  });

  test('is moved by each of its texts and by their order', () => {
    const [a, b] = ['A man is asleep on a bench.', 'A man is running in a race.'];
    expect(reader.read('nli', [a], a).follows).toBeGreaterThan(0.8);
    expect(reader.read('nli', [a], b).follows).toBeLessThan(0.2);
    expect(reader.read('nli', [a], b)).not.toEqual(reader.read('nli', [b], a));
  });

  test.each(['', ' ', '\u0000', 'word '.repeat(3000), '€'.repeat(300)])('takes any text (%#)', (text) => {
    expect(sum(reader.read('grade', [text, text], text))).toBeCloseTo(1, 5);
  });

  test('says the same again', () => {
    const once = readTogether('nli', ['It rains.'], 'The street is wet.');
    expect(readTogether('nli', ['It rains.'], 'The street is wet.')).toEqual(once);
    expect(once).toBeDefined();
  });
});
