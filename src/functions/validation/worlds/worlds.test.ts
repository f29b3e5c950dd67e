import { describe, expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeWorld } from './index.ts';
import { judgeQuery } from './queries.ts';

const ORDERS = {
  header: ['order_id', 'customer', 'country', 'placed', 'total_eur', 'status'],
  rows: [
    ['1001', 'Brand', 'DE', '2024-03-01', '120.00', 'shipped'],
    ['1003', 'Silva', 'PT', '2024-03-02', '15.25', 'shipped'],
    ['1004', 'Brand', 'DE', '2024-03-04', '240.00', 'returned'],
    ['1006', 'Silva', 'PT', '2024-03-07', '61.10', 'shipped'],
  ],
};

describe('a table', () => {
  test.each<[string, boolean | undefined]>([
    ['Silva placed two orders.', true],
    ['Silva placed three orders.', false],
    ['Exactly three orders are shipped.', true],
    ['At most two orders are shipped.', false],
    ['The largest order came from DE.', true],
    ['The largest order came from PT.', false],
    ['The earliest order is one of Brand.', true],
    // Words that no cell and no column accounts for.
    ['Silva paid two orders late by credit card.', undefined],
    ['Two orders are waiting.', undefined],
    ['Silva did not place two orders.', undefined],
    ['Two orders were shipped on each of the days.', undefined],
  ])('%s', (criterion, holds) => expect(judgeQuery(ORDERS, criterion)?.holds).toBe(holds));

  test.each<[string, boolean | undefined]>([
    ['The soup needs 500 g of potatoes.', true],
    ['The soup needs 600 g of potatoes.', false],
    ['The soup needs 500 g of carrots.', undefined],
    ['At least 400 g of potatoes are needed.', undefined],
  ])('%s', (criterion, holds) => {
    const table = {
      header: ['Ingredient', 'Amount'],
      rows: [
        ['Potatoes', '500 g'],
        ['Butter', '30 g'],
      ],
    };
    expect(judgeQuery(table, criterion)?.holds).toBe(holds);
  });
});

const MINUTES = `# Committee, 14 May 2024

Present: D. Amara (chair), S. Keller, J. Novak, P. Quist. Apologies: R. Lind.

1. The pump broke on 2 May and was repaired on 6 May for 340 euros.
2. The hall is closed from 6:00 to 9:30 because of the move.
3. The shop is open from 8:00 to 12:00 and from 14:00 to 18:00.
`;
const judgeMinutes = async (criterion: string) =>
  judgeWorld((await readArtifact({ artifact: MINUTES, path: 'minutes.md' })).artifact, criterion)?.holds;

test.each<[string, boolean | undefined]>([
  ['Four people attended the meeting', true],
  ['Five people attended the meeting', false],
  ['At least three members were present', true],
  ['R. Lind was present', false],
  ['Lind sent apologies', true],
  ['Keller and Novak took part', true],
  ['Keller and Lind attended', false],
  ['Amara chaired the meeting', true],
  ['Quist chaired the meeting', false],
  ['The mayor of the town was present at the opening', undefined],
  ['The pump was out of order for four days', true],
  ['The pump was out of order for a week', false],
  ['The hall is closed for three and a half hours', true],
  ['The hall is closed for less than three hours', false],
  // Of one day only; two spans, or nothing that it would be about.
  ['On Thursdays the hall is closed for ten hours', undefined],
  ['The shop is open for four hours', undefined],
  ['The library is closed for two hours', undefined],
])('minutes: %s', async (criterion, holds) => expect(await judgeMinutes(criterion)).toBe(holds));

test('a meeting that does not say who was there has no roster', async () => {
  const { artifact } = await readArtifact({ artifact: 'The pump is old. Keller will see to it.' });
  expect(judgeWorld(artifact, 'Keller was present')).toBeUndefined();
});
