import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCases } from '../eval/cases.ts';
import { namesIn } from '../eval/examples.ts';
import { scoreFacts } from '../eval/score.ts';
import { extractFacts } from './extract.ts';

const now = '2026-03-11T10:00:00Z';
const facts = (text: string) => extractFacts(text, { now });
const first = (text: string) => facts(text)[0];

describe('measurements', () => {
  test('canonical units with the source beside them', () => {
    expect(first('I weigh 180 lbs')).toMatchObject({
      kind: 'measurement',
      unit: 'kg',
      value: 81.65,
      original: { value: 180, unit: '[lb_av]' },
    });
    expect(first('temp 101.3F')).toMatchObject({
      value: 38.5,
      unit: 'Cel',
      original: { value: 101.3, unit: '[degF]' },
    });
    expect(first(`Height 5'10"`)).toMatchObject({ value: 177.8, unit: 'cm' });
    expect(first('BP 120/80')).toMatchObject({ value: '120/80', unit: 'mm[Hg]', code: { code: '85354-9' } });
  });

  test('numbers in words, with the words as their place', () => {
    expect(first('bp was one hundred forty over ninety')).toMatchObject({
      value: '140/90',
      text: 'bp was one hundred forty over ninety',
    });
    expect(first('temp ninety nine point four')).toMatchObject({ value: 37.44, unit: 'Cel' });
    expect(first("I'm five foot four")).toMatchObject({ value: 162.6, unit: 'cm', text: 'five foot four' });
    expect(facts('no one told me, one of my kids is two')).toEqual([]);
  });

  test('names and values side by side belong together in their order', () => {
    expect(facts('Hb/Hct 9.2/28').map(({ name, value }) => [name, value])).toEqual([
      ['hemoglobin', 9.2],
      ['hematocrit', 28],
    ]);
    expect(facts('AST and ALT were 45 and 62').map(({ value }) => value)).toEqual([45, 62]);
  });

  test('a bare number takes the unit it must have', () => {
    expect(first('glucose 110')).toMatchObject({ value: 110, unit: 'mg/dL' });
    expect(first('glucose 6.1')).toMatchObject({ value: 6.1, unit: 'mmol/L' });
    expect(first('a1c 48')).toMatchObject({ unit: 'mmol/mol' });
    expect(first('Hgb 131')).toMatchObject({ unit: 'g/L' });
  });

  test('a trend gives each value', () => {
    expect(facts('A1c went from 8.2 to 7.1').map(({ value }) => value)).toEqual([8.2, 7.1]);
  });

  test('a unit that cannot belong and a value that no body has are refused', () => {
    for (const text of ['weight 70 mmol/L', 'pulse of 9000', 'BP 900/80', 'temperature 250 F', 'potassium 55 kg']) {
      for (const fact of facts(text)) {
        expect(fact.value, text).toBeUndefined();
        expect(fact).toMatchObject({ certainty: 'possible', warning: expect.stringMatching(/\w/) });
      }
    }
  });

  test('ages, phone numbers, prices, addresses, scores and dates are none', () => {
    for (const text of [
      'I am 45 years old',
      'call 555-0132',
      'it cost $120',
      '120 80th Street',
      'scored 24/30',
      'on 12/03/2019',
      'pain 7/10',
    ])
      expect(
        facts(text).filter(({ kind }) => kind === 'measurement'),
        text,
      ).toEqual([]);
  });
});

describe('medications', () => {
  test('dose, route, frequency and duration', () => {
    expect(first('metformin 500 mg po bid for 10 days')).toMatchObject({
      name: 'metformin',
      dose: '500 mg',
      route: 'oral',
      frequency: 'bid',
      duration: 'for 10 days',
    });
    expect(first('losartan 50 once a day')).toMatchObject({ dose: '50', frequency: 'once a day' });
  });

  test('brand names and misspellings mean the drug', () => {
    expect(first('took Tylenol')?.name).toBe('acetaminophen');
    expect(first('taking lisinaprill daily')?.name).toBe('lisinopril');
  });

  test('stopped, no longer and never are negated', () => {
    for (const text of [
      'I stopped taking metformin',
      'not on metformin any more',
      'metformin was discontinued',
      "I haven't been taking my metformin",
    ])
      expect(first(text), text).toMatchObject({ kind: 'medication', negated: true });
    expect(first("don't stop taking metformin")).toMatchObject({ negated: false });
  });
});

describe('allergies', () => {
  test('the substance is the allergy, its reaction is beside it and neither is told twice', () => {
    expect(facts('I am allergic to penicillin (hives)')).toMatchObject([
      { kind: 'allergy', name: 'penicillin', reaction: 'hives' },
    ]);
    expect(facts('sulfa allergy').map(({ kind }) => kind)).toEqual(['allergy']);
  });

  test('none known is a negated allergy', () => {
    expect(first('NKDA')).toMatchObject({ kind: 'allergy', negated: true });
  });
});

describe('context', () => {
  test.each([
    ['No chest pain or cough.', true],
    ['Denies fever, chills, or cough.', true],
    ['Fever but no cough.', true],
    ['No fever but has a cough.', false],
    ['No improvement in his cough.', false],
    ['The cough has resolved.', true],
    ['Positive for cough.', false],
  ])('%s', (text, negated) => {
    expect(facts(text).find(({ text: words }) => words === 'cough')?.negated).toBe(negated);
  });

  test('possible, family and other people', () => {
    expect(first('possible pneumonia')).toMatchObject({ certainty: 'possible' });
    expect(first('My mother has diabetes')).toMatchObject({ experiencer: 'family' });
    expect(
      facts('The doctor found an ear infection and gave my son amoxicillin').map(({ experiencer }) => experiencer),
    ).toEqual(['family', 'family']);
    expect(first('my roommate has the flu')).toMatchObject({ experiencer: 'other' });
    expect(facts('my father has gout and I have asthma').map(({ experiencer }) => experiencer)).toEqual([
      'family',
      'patient',
    ]);
  });
});

describe('visits', () => {
  test('who, where and when', () => {
    const found = facts('I saw Dr. Patel on Tuesday at Mayo Clinic');
    expect(found.map(({ kind }) => kind).sort()).toEqual(['encounter', 'organization', 'practitioner']);
    expect(found.find(({ kind }) => kind === 'encounter')?.time).toBe('2026-03-10');
  });
});

describe('bad input', () => {
  test('a line of a megabyte is read in pieces and to the end', () => {
    const line = `${'the patient has a cough and a fever and '.repeat(26_000)}gout`;
    const found = extractFacts(line, { now });
    expect(found.at(-1)).toMatchObject({ name: 'gout', end: line.length });
  });

  test('a megabyte without a space ends', () => {
    expect(extractFacts('x'.repeat(1_000_000), { now })).toEqual([]);
    expect(extractFacts('1'.repeat(1_000_000), { now })).toEqual([]);
    expect(Array.isArray(extractFacts('('.repeat(300_000), { now }))).toBe(true);
  });

  test('control characters, lone surrogates and other languages do no harm', () => {
    expect(facts('fever\u0000\u0007\ud800 cough').map(({ text }) => text)).toEqual(['fever', 'cough']);
    expect(facts('Мне плохо с утра')).toEqual([]);
    expect(facts('我头疼三天了')).toEqual([]);
    expect(facts('')).toEqual([]);
  });

  test('a now that is no date is refused', () => {
    expect(() => extractFacts('fever yesterday', { now: 'nonsense' })).toThrowError(
      expect.objectContaining({ code: 'NOW_INVALID', hint: expect.stringContaining('ISO') }),
    );
  });

  test('whatever comes in, facts lie in the text and say what stands there', () => {
    const word = fc.constantFrom(
      'BP',
      '120/80',
      'no',
      'fever',
      'mg',
      'metformin',
      '500',
      'allergic to',
      'Dr.',
      'Lee',
      '.',
      '\n',
      '?',
      '(',
      ')',
      'since',
      'Monday',
      '5\'10"',
      '🤒',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word, { maxLength: 25 }).map((words) => words.join(' ')),
        ),
        (text) => {
          for (const fact of facts(text)) {
            expect(fact.start).toBeLessThan(fact.end);
            expect(text.slice(fact.start, fact.end)).toBe(fact.text);
            expect(fact.negated).toBe(fact.certainty === 'negated');
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what is no report', () => {
  test.each([
    'Return to the ED if you develop fever, worsening pain or vomiting.',
    'Call 911 for chest pain or trouble breathing.',
    'Target INR is 2 to 3.',
    'Normal potassium is 3.5 to 5.1 mmol/L.',
    "If I ever got breast cancer I'd want a second opinion.",
    'Shingles is caused by the same virus as chickenpox.',
  ])('%s', (text) => expect(facts(text)).toEqual([]));

  test('the value beside a target and the reason of an advice are', () => {
    expect(facts('SpO2 aim 88-92%, currently 91% on 2L.')).toMatchObject([{ kind: 'measurement', value: 91 }]);
    expect(facts('Avoid ibuprofen while on warfarin.')).toMatchObject([{ name: 'warfarin' }]);
  });
});

describe('what goes on from before', () => {
  test('a further value needs no name', () => {
    const values = (text: string) => facts(text).flatMap(({ kind, value }) => (kind === 'measurement' ? [value] : []));
    expect(values("My temp was 100.9F at 6am, took 2 Tylenol, it's 99.1 now")).toEqual([38.28, 37.28]);
    expect(values('creat 168 compared with a baseline of 110')).toEqual([168, 110]);
  });

  test('"he" after a son, "it" after a drug, "started" after a complaint', () => {
    expect(facts("My son has a fever. He's been vomiting too.").map(({ experiencer }) => experiencer)).toEqual([
      'family',
      'family',
    ]);
    expect(first("Is it normal for wegovy to make you tired? I've been on it 6 weeks")?.certainty).toBe('affirmed');
    expect(first('Pee burns. Started Monday.')).toMatchObject({ kind: 'symptom', time: '2026-03-09' });
  });

  test('a denial ends where a finding brings its degree, and a doubt where a test settles it', () => {
    const denied = (text: string) => facts(text).map(({ negated }) => negated);
    expect(denied('no wheeze, 2+ pitting edema to knees, JVP elevated')).toEqual([true, false, false]);
    expect(denied('No fever, chronic cough or weight loss.')).toEqual([true, true, true]);
    expect(first('Worried it was meningitis but the lumbar puncture ruled it out.')?.negated).toBe(true);
    expect(first('Pneumonia has not been excluded.')?.certainty).toBe('possible');
  });
});

test.each([
  'BP 120/80.\nPatients with gout should avoid aspirin. She has asthma.',
  'She has asthma. In patients with heart failure, ibuprofen is contraindicated.',
  'She has asthma. Elderly patients taking warfarin are at risk of bleeding.',
])('what is said of people in general is nobody’s, in a note too: %s', (text) => {
  const own = extractFacts(text).filter(({ kind, experiencer }) => kind !== 'measurement' && experiencer === 'patient');
  expect(own.map(({ text: words }) => words)).toEqual(['asthma']);
});

describe('sets by authors who had not seen the rules, never learned from', () => {
  test.each(namesIn('blind', 'utterances'))('%s stays above 0.92', (name) => {
    const { now: at, cases } = readCases(new URL(`../eval/${name}.yml`, import.meta.url));
    const score = scoreFacts(cases, (text) => extractFacts(text, { now: at }));
    expect(score.f1).toBeGreaterThan(0.92);
  });
});
