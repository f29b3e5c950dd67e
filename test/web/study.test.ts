import { expect, test } from 'vitest';
import type { Passage } from '../../src/study/types.ts';
import { blocksOf } from '../../web/src/study/blocks.ts';
import { headingsOf } from '../../web/src/study/headings.ts';

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

test('what is read keeps its headings: the thing, and the part of it as the material writes it', () => {
  const at = (topic: string, section: string) =>
    ({ topic, chapter_title: 'Endocrine', source: { source_type: 'internal_doc', section } }) as unknown as Passage;
  const storm = at('Thyroid storm', 'Endocrine › Thyroid storm');
  const management = at('Thyroid storm', 'Endocrine › Thyroid storm › Management');
  expect(headingsOf(storm, undefined, 'Endocrine')).toEqual({ topic: 'Thyroid storm' });
  expect(headingsOf(management, storm, 'Endocrine')).toEqual({ part: 'Management' });
  expect(headingsOf(management, management, 'Endocrine')).toEqual({});
});
