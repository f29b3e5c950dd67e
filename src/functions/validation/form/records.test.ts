import { expect, test } from 'vitest';
import { judgeRecords } from './records.ts';

const TABLE = {
  header: ['id', 'name', 'joined', 'fee', 'paid'],
  rows: [
    ['1', 'Ada', '2021-03-01', '40', 'yes'],
    ['2', 'Ben', '2019-07-15', '40', 'no'],
    ['3', 'Cy', '2020-11-30', '25', 'yes'],
  ],
};

const CASES: readonly (readonly [string, boolean | undefined])[] = [
  ['Everybody has paid', false],
  ['Two members have paid', true],
  ['Nobody joined before 2019', true],
  ['Nobody joined before 2020', false],
  ['One member pays a fee of 25', true],
  ['Every fee is at least 25', true],
  ['No fee is above 30', false],
  ['Every member likes the garden', undefined],
];

test.each(CASES)('%s', (criterion, holds) => {
  expect(judgeRecords(TABLE, criterion)?.holds).toBe(holds);
});
