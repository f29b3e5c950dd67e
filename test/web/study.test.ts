import { expect, test } from 'vitest';
import { blocksOf } from '../../web/src/study/blocks.ts';

test('a passage is read as paragraphs, items and tables', () => {
  const text =
    'A line\nthat goes on.\n\nOther causes are:\n  amiodarone\n  lithium\n\n| Test | Low |\n| --- | --- |\n| TSH | raised |\n| T4 | low |\n\n- one\n- two';
  const seen = blocksOf(text).map((block) => (block.kind === 'table' ? block.rows : `${block.kind}: ${block.text}`));
  expect(seen).toEqual([
    'text: A line\nthat goes on.',
    'text: Other causes are:',
    'item: amiodarone',
    'item: lithium',
    [
      ['Test', 'Low'],
      ['TSH', 'raised'],
      ['T4', 'low'],
    ],
    'item: one',
    'item: two',
  ]);
});
