import { expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { degreesIn, isOfDegree, isOfOtherDegree } from './degrees.ts';
import { makeRow } from './evidence/table.ts';

test.each([
  ['Which treatments are there for mild thyroid eye disease?', ['mild']],
  ['What is first-line for moderate-to-severe active thyroid eye disease?', ['moderate', 'severe']],
  ['Mild to moderate asthma in adults', ['mild', 'moderate']],
  ['Mild headache and severe adverse events with zorbine', []],
])('%s is of %j', (text, degrees) => expect([...degreesIn(text)]).toEqual(degrees));

const NOW = Date.parse('2027-06-01T00:00:00Z');
const row = (title: string, text: string) => {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, date: '2026-01-01' },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
};

test('what was found in the severe is no answer for the mild, and a paper in Spanish says it behind the illness', () => {
  const asked = degreesIn('treatments for mild thyroid eye disease');
  const severe = row(
    'Velutomab for thyroid eye disease: a phase 2 trial',
    'Methods: 84 adults with active moderate-to-severe thyroid eye disease were randomised to velutomab or placebo.\nResults: Proptosis fell in 69% and 19% (p<0.001).',
  );
  expect([isOfOtherDegree(severe, asked), isOfDegree(severe, asked)]).toEqual([true, false]);
  const mild = row(
    'Selenio oral en la orbitopatía tiroidea leve: ensayo clínico aleatorizado',
    'Métodos: Ensayo aleatorizado, doble ciego. Se incluyeron 159 pacientes con orbitopatía tiroidea leve, asignados a selenio o placebo.\nResultados: La calidad de vida mejoró en el 62% de los pacientes con selenio y en el 36% con placebo (p=0,002).',
  );
  expect(isOfDegree(mild, asked)).toBe(true);
  expect(mild).toMatchObject({ therapies: ['selenium'], direction: 'favours' });
});

test('asked of the mild, a guideline is not quoted with what it advises in the severe', () => {
  const item: SourceItem = {
    ...{ source: 'index', id: 'f', title: 'Guideline on hidradenitis suppurativa', url: 'index:f', date: '2026-01-01' },
    text: 'In moderate-to-severe hidradenitis suppurativa adalimumab is recommended. In mild hidradenitis suppurativa topical clindamycin should be used (Grade 1B).',
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  const words = new Set(['mild', 'recommend', 'hidraden', 'suppurativa']);
  expect(makeRow(item, { words, aspects: [] }, NOW).excerpt).toContain('clindamycin');
  expect(makeRow(item, { words, aspects: [] }, NOW).excerpt).not.toContain('adalimumab');
});
