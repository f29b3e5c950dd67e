import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemas } from './schemas.ts';
import { attachmentText, clockTime, frequencyText, measured, personName, time } from './values.ts';

describe('times', () => {
  test.each([
    ['2008-05-14T12:17:10+00:00', '2008-05-14T12:17:10Z'],
    ['2008-05-14T12:17:10.459-05:00', '2008-05-14T17:17:10Z'],
    ['2008-05-14T12:17:10Z', '2008-05-14T12:17:10Z'],
    ['2008-12-31T23:30:00-02:00', '2009-01-01T01:30:00Z'],
    ['2008-05-14T12:17', '2008-05-14T12:17:00Z'],
    ['2008-05-14', '2008-05-14'],
    ['2008-05', '2008-05'],
    ['2008', '2008'],
    ['2008-02-30', null],
    ['2008-13-01', null],
    ['yesterday', null],
    ['', null],
  ])('%s → %s', (source, expected) => expect(time(source)).toBe(expected));

  test('text order is time order', () => {
    const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [first, second] = [time(a.toISOString())!, time(b.toISOString())!];
        expect(Math.sign(Math.floor(+a / 1000) - Math.floor(+b / 1000))).toBe(
          first < second ? -1 : first > second ? 1 : 0,
        );
      }),
    );
  });

  test('what was read once is read the same again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(time(time(text) ?? undefined)).toBe(time(text));
      }),
    );
  });
});

describe('values', () => {
  const value = (fields: object) => measured(schemas.Observation.parse(fields));

  test('a quantity is a number with its UCUM code', () => {
    expect(value({ valueQuantity: { value: 7.1, unit: 'percent', code: '%' } })).toEqual({
      value: 7.1,
      unit: '%',
      text: null,
    });
    expect(value({ valueQuantity: { value: 0, unit: 'mg' } })).toEqual({ value: 0, unit: 'mg', text: null });
  });

  test('a comparator is kept as text beside the number', () => {
    expect(value({ valueQuantity: { value: 0.01, code: 'ng/mL', comparator: '<' } })).toEqual({
      value: 0.01,
      unit: 'ng/mL',
      text: '< 0.01',
    });
  });

  test('what is coded, worded or ticked is its display', () => {
    expect(value({ valueCodeableConcept: { coding: [{ display: 'Never smoker' }] } }).value).toBe('Never smoker');
    expect(value({ valueString: 'turbid' })).toEqual({ value: 'turbid', unit: null, text: 'turbid' });
    expect(value({ valueBoolean: false }).value).toBe('false');
    expect(value({ valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }).value).toBe('1:128');
    expect(value({ valueRange: { low: { value: 2, unit: '/HPF' }, high: { value: 5, unit: '/HPF' } } }).value).toBe(
      '2-5 /HPF',
    );
    expect(value({})).toEqual({ value: null, unit: null, text: null });
  });
});

describe('names, dosages, documents', () => {
  test('the official name without its prefix', () => {
    const { name } = schemas.Patient.parse({
      name: [{ text: 'x' }, { use: 'official', family: 'Marsh', given: ['Elena', 'M.'] }],
    });
    expect(personName(name).name).toBe('Elena M. Marsh');
  });

  test.each([
    [{ frequency: 1, period: 1, periodUnit: 'd' }, 'once daily'],
    [{ frequency: 2, period: 1, periodUnit: 'd' }, 'twice daily'],
    [{ frequency: 1, period: 8, periodUnit: 'h' }, 'once every 8 hours'],
    [{ frequency: 3, period: 1, periodUnit: 'wk' }, '3 times weekly'],
    [{ period: 1 }, null],
  ])('%j is %s', (repeat, expected) => {
    const { dosageInstruction } = schemas.MedicationRequest.parse({ dosageInstruction: [{ timing: { repeat } }] });
    expect(frequencyText(dosageInstruction[0])).toBe(expected);
  });

  test('the words of an attachment, if it has words', () => {
    const data = (text: string) => Buffer.from(text).toString('base64');
    expect(attachmentText({ contentType: 'text/plain', data: data('Dear colleague,'), title: undefined })).toBe(
      'Dear colleague,',
    );
    expect(
      attachmentText({ contentType: 'text/html', data: data('<p>A &lt; B</p><script>x</script>'), title: undefined }),
    ).toBe('A < B');
    const hostile = `${'<script>'.repeat(200_000)}${'<'.repeat(200_000)}`;
    expect(attachmentText({ contentType: 'text/html', data: data(hostile), title: undefined })).toBeNull();
    const book = data('Dear colleague, '.repeat(100_000));
    expect(attachmentText({ contentType: 'text/plain', data: book, title: undefined })).toBeNull();
    expect(attachmentText({ contentType: 'application/pdf', data: data('%PDF'), title: undefined })).toBeNull();
  });
});

test.each([
  ['2027-01-19T14:20:00+13:00', '2027-01-19T14:20'],
  ['2026-11-24T09:30:00Z', '2026-11-24T09:30Z'],
  ['2026-11-24', null],
  ['2026-11-24T09:30', '2026-11-24T09:30'],
  ['2026-11-24T09:30:00', '2026-11-24T09:30'],
  ['2026-13-24T09:30:00Z', null],
])('the clock of the place is kept: %s', (written, kept) => {
  expect(clockTime(written)).toBe(kept);
});
