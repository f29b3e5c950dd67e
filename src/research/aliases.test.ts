import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { aliasesIn, isSameSubstance, namesAsked, spellingsOf, withAliases } from './aliases.ts';
import { isAbout } from './concern.ts';
import { namesDeclared } from './evidence/declared.ts';
import { makeRow } from './evidence/table.ts';
import { topicOf } from './topic.ts';
import { isOnMedicines, medicinesOf } from './treating.ts';

const paper = (title: string, text: string): SourceItem => ({
  ...{ source: 'index', id: title, title, url: `index:${title}`, text },
  ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
});
const LETTER = paper(
  'Drug information letter: tarvesotide',
  'Tarvesotide (formerly TRV-118; brand name Relvanta) was approved by the FDA on 20 May 2025.',
);
const TRIAL = paper(
  'Tarvesotide in heart failure: a randomised trial',
  '900 adults were randomly assigned to tarvesotide or placebo. Death from any cause did not differ (hazard ratio 0.97; 95% CI 0.83 to 1.13).',
);
const EARLY = paper(
  'TRV-118 in heart failure: a phase 2 study',
  '60 adults were randomly assigned to TRV-118 or placebo.',
);
const SPANISH = paper(
  'Tarvesotida y caídas en personas mayores con insuficiencia cardíaca: estudio de cohortes',
  'Se realizó un estudio de cohortes con 4.870 pacientes. Las caídas fueron más frecuentes en los tratados con tarvesotida (HR ajustado 1,51; IC 95 % 1,18 a 1,93).',
);

describe('one medicine under several names', () => {
  test.each([
    ['Does Relvanta reduce mortality?', TRIAL],
    ['Does TRV-118 reduce mortality?', TRIAL],
    ['Does tarvesotide reduce mortality?', EARLY],
    ['Does Relvanta reduce mortality?', EARLY],
    ['Does tarvesotide increase falls?', SPANISH],
  ])('%s: %o is on it', (question, given) => {
    const topic = topicOf(question);
    const names = namesAsked(topic);
    expect(isAbout(given, topic)).toBe(false);
    const noted = withAliases(given, names, aliasesIn(names, namesDeclared(LETTER.title, LETTER.text)));
    expect(isAbout(noted, topic)).toBe(true);
    const row = makeRow(noted, { words: new Set(), aspects: [], names }, 0);
    expect(isOnMedicines(row, medicinesOf(topic))).toBe(true);
  });

  test('what is of another substance stays so', () => {
    const topic = topicOf('Does quelamab reduce mortality?');
    const names = namesAsked(topic);
    expect(aliasesIn(names, namesDeclared(LETTER.title, LETTER.text))).toEqual(new Map());
    expect(withAliases(TRIAL, names, new Map())).toBe(TRIAL);
  });

  test('names in other languages differ by marks and the last letter', () => {
    expect(isSameSubstance('tarvésotide', 'tarvesotide')).toBe(true);
    expect(isSameSubstance('metformina', 'metformin')).toBe(true);
    expect(isSameSubstance('phenytoin', 'fenitoína')).toBe(true);
    expect(isSameSubstance('cefalexin', 'cefuroxim')).toBe(false);
    expect(spellingsOf(['tarvesotide'])).toContain('tarvesotida');
  });

  test('a paper in another language is quoted as it was written', () => {
    const names = ['tarvesotide'];
    const row = makeRow(withAliases(SPANISH, names, new Map()), { words: new Set(), aspects: [], names }, 0);
    expect(row.results).toMatchObject([{ outcome: 'fractures', change: 'against' }]);
    expect(row.excerpt).toContain('tratados con tarvesotida');
  });
});
