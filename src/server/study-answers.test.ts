import { expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { gradeTogether } from './study-answers.ts';

const grade = async (answer: number) => {
  if (answer === 2) throw new ConsiliumError('WORK_TIMEOUT', 'That could not be read within 20 seconds.');
  return `graded ${answer}`;
};

test('an answer that takes too long is left, and the others are graded', async () => {
  expect(await gradeTogether([1, 2, 3], grade, () => true)).toEqual({ grades: ['graded 1', 'graded 3'], left: [2] });
});

test('when the time is over, or nobody waits any more, nothing further is begun', async () => {
  let begun = 0;
  const counted = (answer: number) => {
    begun++;
    return grade(answer);
  };
  expect(await gradeTogether([1, 3, 4, 5], counted, () => begun < 2)).toEqual({
    grades: ['graded 1', 'graded 3'],
    left: [4, 5],
  });
  expect(begun).toBe(2);
});

test('where nothing could be graded, that is said', async () => {
  await expect(gradeTogether([2], grade, () => true)).rejects.toThrow('20 seconds');
});

test('any other failure is told as it is', async () => {
  const fails = () => Promise.reject(new ConsiliumError('STORAGE_FULL', 'The disk is full.'));
  await expect(gradeTogether([1], fails, () => true)).rejects.toThrow('The disk is full.');
});
