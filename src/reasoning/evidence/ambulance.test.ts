import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { ambulanceFor } from './ambulance.ts';

const now = '2026-11-15T12:00:00Z';

function chartWith(text: string, here: string | null = null) {
  const chart = emptyChart(now);
  const paper = { uuid: 'p', label: 'DocumentReference', name: 'Letter', time: '2026-06-11', text, concepts: [] };
  return { ...chart, here: () => here, view: { ...chart.view, documents: [paper as never] } };
}

test('where no place is known, the number that the papers tell to call', () => {
  expect(ambulanceFor(chartWith('If she is floppy give the injection and call 999.'))).toBe('999');
  expect(ambulanceFor(chartWith('Ring 111 for advice.'))).toMatch(/^112/);
  expect(ambulanceFor(chartWith('Call 999, in Spain call 112.'))).toMatch(/^112 \(911/);
});

test('the place where they are goes first', () => {
  expect(ambulanceFor(chartWith('Call 999.', 'US'))).toBe('911');
});
