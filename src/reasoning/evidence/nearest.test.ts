import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { rankParagraphs } from './nearest.ts';

const text = [
  'Dear colleague, she was seen in clinic today and is well. Weight 61 kg, pressure 128/76.',
  'Dumping: one to three hours after sweet food the sugar falls to 2.9. Protein first, no juice, small meals.',
  'The copper coil stays until November 2030. Smear is overdue.',
].join('\n\n');
const now = '2026-11-15T12:00:00Z';
const paper = { uuid: 'p', label: 'DocumentReference', name: 'Letter', time: '2026-06-11', text, concepts: [] };
const chart = emptyChart(now);
const withPaper = { ...chart, view: { ...chart.view, documents: [paper as never] } };

test('the paragraph that a question is after comes first, by meaning and by the rare words that it shares', () => {
  const first = (question: string) => rankParagraphs(withPaper, question)[0]!;
  expect(first('what is this dumping thing i get').passage.text).toMatch(/Dumping/);
  expect(first('how long is my coil still good for').passage.text).toMatch(/2030/);
});

test('it says which words of the question a paragraph holds, and a rarer one counts for more', () => {
  const [first] = rankParagraphs(withPaper, 'is it the dumping after sweet food');
  expect([...first!.held.keys()]).toEqual(expect.arrayContaining(['dump', 'sweet']));
  expect(rankParagraphs(withPaper, 'is it the dumping').at(-1)!.held.size).toBe(0);
});

test('without papers there is none', () => expect(rankParagraphs(chart, 'dumping')).toEqual([]));

test('what wants to sell something is not quoted, unless it is asked about', () => {
  const flyer = {
    ...paper,
    uuid: 'q',
    name: 'MigraFree leaflet',
    text: 'Say goodbye to pills! Ginger helps. First box half price with code TRAM.',
  };
  const both = { ...chart, view: { ...chart.view, documents: [paper, flyer] as never[] } };
  const titles = (question: string) => rankParagraphs(both, question).map(({ passage }) => passage.title);
  expect(titles('shall i take my pills')).not.toContain('MigraFree leaflet');
  expect(titles('can i have ginger pills')).toContain('MigraFree leaflet');
  expect(titles('what is that migrafree thing')).toContain('MigraFree leaflet');
});
