import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { withMeanings } from './aliases.ts';

const NOW = '2026-11-15T09:00:00Z';

function chartWith(text: string) {
  const chart = emptyChart(NOW);
  const document = { uuid: 'd', label: 'DocumentReference', name: 'Note', concepts: [], time: '2026-11-01', text };
  return { ...chart, view: { ...chart.view, documents: [document] } } as unknown as typeof chart;
}

test('a name that a paper explains is read with what is in it', () => {
  const chart = chartWith("He bought Sunny Days (St John's wort 300 mg). She takes Calm Nights (valerian and kava).");
  expect(withMeanings('are sunny days fine?', chart)).toMatch(/sunny days \(St John's wort\)/i);
  expect(withMeanings('are calm nights fine?', chart)).toMatch(/\(valerian and kava\)/i);
});

test('a label in capitals tells what is in it', () => {
  const chart = chartWith(
    'SALVIDA, salt without sodium (potassium chloride 66 %). Ideal for hearts! LVEF, weak (32 %).',
  );
  expect(withMeanings('can I use that Salvida salt?', chart)).toMatch(/Salvida \(potassium chloride\)/i);
  expect(withMeanings('what is LVEF?', chart)).toBe('what is LVEF?');
});

test('a word that only begins a sentence is no name', () => {
  expect(withMeanings('I stopped it', chartWith('Stopped (ramipril 5 mg) in May.'))).toBe('I stopped it');
});
