import { describe, expect, test } from 'vitest';
import type { FullEntry, ObservationEntry } from '../../web/src/api.ts';
import { questionAbout } from '../../web/src/record/questions.ts';
import { toSeries } from '../../web/src/record/series.ts';
import { gravest, sayDrug, sayMeasure, sayName, saySpan, sayStrength, sayValue } from '../../web/src/record/words.ts';

function measured(given: Partial<ObservationEntry>): ObservationEntry {
  return {
    uuid: crypto.randomUUID(),
    label: 'Observation',
    name: 'Glucose',
    code: '2339-0',
    system: 'http://loinc.org',
    status: 'final',
    category: 'laboratory',
    value: null,
    unit: 'mg/dL',
    text: null,
    time: '2026-01-01',
    ref_low: null,
    ref_high: null,
    ref_text: null,
    ref_source: null,
    interpretation: null,
    flag: null,
    component: false,
    display: null,
    components: [],
    ...given,
  };
}

describe('a measurement over time', () => {
  test('systolic stands over diastolic, however the source ordered them', () => {
    const pressure = measured({
      name: 'Blood pressure',
      code: '85354-9',
      components: [
        measured({ name: 'Diastolic', code: '8462-4', value: 107, unit: 'mm[Hg]' }),
        measured({ name: 'Systolic', code: '8480-6', value: 187, unit: 'mm[Hg]', flag: 'critical' }),
      ],
    });
    expect(sayValue(pressure)).toBe('187/107');
    expect(toSeries([pressure]).map(({ name }) => name)).toEqual(['Systolic', 'Diastolic']);
  });

  test('values in two units of one kind are one line, in the unit of the newest; ranges follow', () => {
    const history = [
      measured({ value: 90.08, unit: 'mg/dL', time: '2024-01-01', ref_low: 70, ref_high: 99 }),
      measured({ value: 6, unit: 'mmol/L', time: '2026-01-01' }),
    ];
    const [line] = toSeries(history);
    expect(line!.unit).toBe('mmol/L');
    expect(line!.points.map(({ value }) => Number(value.toFixed(2)))).toEqual([5, 6]);
    expect(line!.high).toBeCloseTo(99 / 18.016);
    const [switched] = toSeries(history, true);
    expect(switched!.unit).toBe('mg/dL');
    expect(switched!.points.map(({ value }) => Math.round(value))).toEqual([90, 108]);
  });

  test('a value whose unit cannot be told in that of the others is no point of the line', () => {
    const history = [measured({ value: 4, unit: '{score}' }), measured({ value: 90, time: '2026-02-01' })];
    expect(toSeries(history).map(({ unit, points }) => [unit, points.length])).toEqual([['mg/dL', 1]]);
  });

  test('one name in two spellings is one line, by its code', () => {
    const history = [measured({ name: 'Glucose', value: 80 }), measured({ name: 'glucose (blood sugar)', value: 90 })];
    expect(toSeries(history)).toHaveLength(1);
  });

  test('a panel is as grave as its gravest part', () => {
    expect(gravest([null, 'low', 'critical', 'high'])).toBe('critical');
    expect(gravest(['normal', 'low'])).toBe('low');
    expect(gravest(['normal', null])).toBeUndefined();
  });
});

describe('a medicine', () => {
  test.each([
    ['Atorvastatin 40 mg tablet', 'Atorvastatin', '40 mg'],
    ['10 ML Furosemide 10 MG/ML Injection', 'Furosemide', '10 mg/mL'],
    ['24 HR metoprolol succinate 100 MG Extended Release Oral Tablet', 'Metoprolol succinate', '100 mg'],
    ['Vitamin B 12 5 MG/ML Injectable Solution', 'Vitamin B 12', '5 mg/mL'],
    ['Amoxicillin 250 MG / Clavulanate 125 MG Oral Tablet', 'Amoxicillin / Clavulanate', '250 mg / 125 mg'],
    ['Lasix 40mg', 'Lasix', '40 mg'],
    ['losartan', 'Losartan', ''],
    [null, 'Medication', ''],
  ])('%s is %s, %s', (name, drug, strength) => {
    expect([sayDrug(name), sayStrength(name)]).toEqual([drug, strength]);
  });

  test('one that is over is not taken "since"', () => {
    expect(saySpan('2017-08-08', null)).toBe('since 8 Aug 2017');
    expect(saySpan('2017-08-08', null, true)).toBe('from 8 Aug 2017');
    expect(saySpan('2017-08-08', '2018-01-02', true)).toBe('8 Aug 2017 to 2 Jan 2018');
  });
});

describe('words', () => {
  test('a terminology’s mark of a word’s kind is not part of its name', () => {
    expect(sayName('Chronic congestive heart failure (disorder)')).toBe('Chronic congestive heart failure');
    expect(sayName('Glucose (blood sugar)')).toBe('Glucose (blood sugar)');
    expect(sayName(null)).toBe('Without a name');
  });

  test('measurements begin with a capital letter', () => {
    expect(sayMeasure({ name: 'glucose (blood sugar)' })).toBe('Glucose (blood sugar)');
    expect(sayMeasure({ name: 'Protein [Mass/volume] in Serum or Plasma' })).toBe('Protein');
  });

  test.each([
    ['Practitioner', { name: 'Rebecca Labadie' }, 'What did I see Rebecca Labadie for?'],
    ['Procedure', { name: 'Appendectomy', start: '2011-05-03' }, 'What was my appendectomy of 3 May 2011 for?'],
    ['Encounter', { name: 'Encounter for problem', start: '2019-06-28' }, 'What was my visit on 28 Jun 2019 about?'],
    ['SymptomEpisode', { name: 'Knee pain' }, 'What could explain my knee pain?'],
    ['DiagnosticReport', { name: 'CBC panel' }, 'What does my CBC panel say?'],
  ])('a question about a %s makes sense', (label, properties, question) => {
    const entry: FullEntry = { uuid: 'u', label, properties, links: [] };
    expect(questionAbout(entry)).toBe(question);
  });
});
