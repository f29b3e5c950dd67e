import { expect, test } from 'vitest';
import type { KeptPassage } from '../../search/index.ts';
import { splitText } from '../../search/reading/split.ts';
import { withTableHeads } from './table-heads.ts';

const piece = (text: string, title = 'Kidney › Transport') => ({ text, title }) as KeptPassage;

test('the head of a table stands above what the next passage goes on with', () => {
  const pieces = [
    piece('Some words.\n\n| Drug | Target |\n\n| A | one |'),
    piece('| B | two |\n| C | three |'),
    piece('| D | four |'),
    piece('| E | five |', 'Kidney › Other'),
  ];
  expect(withTableHeads(pieces).map(({ text }) => text.split('\n')[0])).toEqual([
    'Some words.',
    '| Drug | Target |',
    '| Drug | Target |',
    '| E | five |',
  ]);
});

test('a passage ends neither behind the head of a table nor behind what announces a list', () => {
  const words = 'The kidney filters blood and makes urine from it, day and night. '.repeat(3);
  const table = `${words}\n\n| Segment | Main transporter |\n\n| Thick ascending limb | NKCC2 |\n| Distal tubule | NCC |`;
  const [, second] = splitText(table, 0, table.length, 260);
  expect(table.slice(second?.start).startsWith('| Segment')).toBe(true);
  const list = `${words}\n\nDrugs that harm it:\n\n  gentamicin\n  cisplatin\n  amphotericin`;
  const [, other] = splitText(list, 0, list.length, 220);
  expect(list.slice(other?.start).startsWith('Drugs that harm it:')).toBe(true);
});
