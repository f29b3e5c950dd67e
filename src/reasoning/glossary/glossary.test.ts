import { describe, expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask } from '../answers/fixture.ts';
import { knownOf } from '../answers/known.ts';
import { glossary, gradeIn, lastingOf, meaningOf, numberIn, stepOf, termsIn, tieOf, toldAs, worksOf } from './index.ts';

describe('the glossary', () => {
  test('names only what the catalogue knows', () => {
    const ids = [
      ...Object.keys(glossary.works),
      ...glossary.uses.flatMap((row) => [row.gives, row.for]),
      ...glossary.lasting.map(({ of }) => of),
      ...glossary.ties.flatMap(({ one, two }) => [one, two]),
      ...glossary.terms.flatMap(({ of = [] }) => of),
      ...glossary.concepts.keys(),
    ];
    expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  });

  test('no word has two meanings', () => {
    const words = glossary.terms.flatMap(({ says }) => says);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test('the steps of a score rise', () => {
    const falls = glossary.terms.filter(({ steps = [] }) =>
      steps.some(({ from }, at) => from <= (steps[at - 1]?.from ?? -Infinity)),
    );
    expect(falls.map(({ says }) => says[0])).toEqual([]);
  });

  test('the narrowest kind of a medicine says how it works, for the reason that it is given for', () => {
    expect(worksOf(['drug:lithium'])).toContain('close together');
    expect(worksOf(['drug:adalimumab'])).toContain('TNF');
    expect(worksOf(['drug:nobody'])).toBeUndefined();
    expect(worksOf(['drug:carvedilol'], ['condition:esophageal_varices'])).toContain('varices');
    expect(worksOf(['drug:carvedilol'], ['condition:heart_failure'])).toContain('weak heart');
  });

  test('a term is found as a word, not within one, and the longer before the shorter', () => {
    expect(termsIn('what does Gleason 3+4 mean?').map(({ name }) => name)).toEqual(['gleason']);
    expect(termsIn('my anatomy')).toEqual([]);
    expect(termsIn('indefinite for dysplasia').map(({ name }) => name)).toEqual(['indefinite for dysplasia']);
  });

  test('a class and a number are read after the name', () => {
    const read = (text: string) => termsIn(text)[0]!;
    const [nyha, mmse, bone] = ['what is NYHA class III?', 'an MMSE of 17 out of 30', 'my T-score is -2.8'];
    expect(gradeIn(read(nyha), nyha)?.says).toContain('little activity');
    expect(stepOf(read(mmse), numberIn(read(mmse), mmse)!)).toContain('moderate');
    expect(stepOf(read(bone), numberIn(read(bone), bone)!)).toContain('osteoporosis');
    expect(stepOf(read(bone), -1.8)).toContain('osteopenia');
    expect(gradeIn(read(nyha), 'what is NYHA?')).toBeUndefined();
  });

  test('a thing is told by its own entry, not by one of something wider', () => {
    expect(meaningOf('condition:type_1_diabetes')).toContain('destroyed');
    expect(meaningOf('condition:nothing')).toBeUndefined();
  });

  test('how long a treatment goes on', () => {
    expect(lastingOf(['condition:pernicious_anemia'])).toContain('for life');
    expect(lastingOf(['condition:conjunctivitis'])).toBeUndefined();
  });

  test('two illnesses hang together whichever is named first', () => {
    const [kidneys, blood] = [['condition:chronic_kidney_disease'], ['condition:anemia']];
    expect(tieOf(kidneys, blood)).toBe(tieOf(blood, kidneys));
    expect(tieOf(kidneys, ['condition:migraine'])).toBeUndefined();
  });
});

test('a name with capitals is found only as it is written', () => {
  expect(termsIn('What is TIPS?').map(({ name }) => name)).toEqual(['TIPS']);
  expect(termsIn('any tips for sleep?')).toEqual([]);
});

test('what is told of a field of medicine names where it can be read further', () => {
  expect(termsIn('silent aspiration')[0]).toMatchObject({ source: expect.stringContaining('Speech & Language') });
});

/** One that stands under no other is a mere kind ("eye disease"). */
test('every condition of the catalogue but the mere kinds has a definition of its own name, not of a word of it', () => {
  const plain = (name: string) => name.toLowerCase().replace(/["]/g, '').replace(/[-‐–]/g, ' ');
  const isWhole = (names: readonly string[]) =>
    names.some((name) => termsIn(name).some((term) => plain(term.name) === plain(name)));
  const isKnown = (id: string, names: readonly string[]) => {
    const own = openCatalogue().get(toldAs(id));
    return [own?.name ?? '', ...names].some((name) => knownOf(name, [...(own?.names ?? []), ...names]) !== undefined);
  };
  const untold = [...openCatalogue().all()].filter(
    ({ id, kind, parents, names }) =>
      kind === 'condition' &&
      parents.length > 0 &&
      meaningOf(id) === undefined &&
      !isWhole(names) &&
      !isKnown(id, names),
  );
  expect(untold.map(({ id }) => id)).toEqual([]);
});

test.each([
  ['condition:silicosis', 'quartz'],
  ['condition:meniere_disease', 'inner ear'],
  ['condition:wernicke_encephalopathy', 'thiamine'],
  ['condition:adenomyosis', 'muscle'],
  ['condition:hyperkalemia', 'too much potassium'],
])('%s is told as itself, with where it comes from', (id, says) => {
  expect(meaningOf(id)).toContain(says);
});

test.each([
  ['what is heart failure?', 'does not pump'],
  ['what is D-dimer?', 'clot'],
  ['what happens in a colonoscopy?', 'camera'],
  ['what happens in a knee replacement?', 'metal'],
  ['what is MRA scan?', 'blood vessels'],
  ['what is lactate dehydrogenase?', 'enzyme'],
  ['how does saccharomyces boulardii work?', 'yeast'],
])('%s', (question, says) => {
  expect(ask({ age: 60 }, question)).toContain(says);
});
