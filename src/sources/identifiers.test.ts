import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutIdentifiers } from './identifiers.ts';

describe('what says who somebody is does not leave', () => {
  test.each([
    ['My name is Anna Schmidt and I take metformin', ['anna', 'schmidt']],
    ['my name is anna, is ibuprofen safe', ['anna']],
    ["I'm John Smith, can I take aspirin?", ['john', 'smith']],
    ['is metformin safe for john miller', ['john']],
    ['Does Oluwaseun Adeyemi need a statin', ['oluwaseun', 'adeyemi']],
    ['Mrs. Petrov has gout', ['petrov']],
    ['my wife maria lopez takes Warfarin', ['maria', 'lopez']],
    ['Patient: SMITH, JOHN with K+ 6.1', ['smith', 'john']],
    ['I’m Sam and my knee hurts', ['sam']],
    ['Dr. House gave me prednisone', ['house']],
    ['my daughter Xanthe has a rash', ['xanthe']],
    ['patient Okonkwo with chest pain', ['okonkwo']],
    ['what can Grace do about migraine', ['grace']],
    ['born 12.03.1980 with asthma', ['1980', '12.03']],
    ['DOB: 1980-03-12, asthma', ['1980']],
    ['date of birth March 12, 1980 and asthma', ['1980', 'march']],
    ['I was born in 1954, which vaccines', ['1954']],
    ['since 3rd of May 2021 I cough', ['2021', 'may']],
    ['call me at +49 170 1234567 about gout', ['170', '1234567']],
    ['(555) 123-4567 gout', ['555', '4567']],
    ['write to anna.s+x@mail.example.org about gout', ['@', 'example', 'anna']],
    ['MRN 8842910 high potassium', ['8842910']],
    ['patient id: AB-12345 high potassium', ['12345']],
    ['SSN 123-45-6789 high potassium', ['6789']],
    ['insurance number K123456789 and sildenafil', ['123456789']],
    ['NHS number 943 476 5919 warfarin', ['943', '5919']],
    ['6f1c2d3e-1a2b-4c3d-8e9f-0123456789ab potassium', ['6f1c', '6789ab']],
    ['I live at 12 Main Street with asthma', ['main', '12']],
    ['see https://portal.example/p/123?name=anna for gout', ['portal', 'anna']],
    ['DE89 3704 0044 0532 0130 00 gout', ['3704']],
  ])('%s', (query, secrets) => {
    const left = withoutIdentifiers(query).toLowerCase();
    for (const secret of secrets) expect(left).not.toContain(secret);
    expect(left).not.toBe('');
  });

  test('a number, an address or a date of any digits', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
    const secret = fc.oneof(
      digits(9),
      fc.tuple(digits(3), digits(3), digits(4)).map((parts) => parts.join('-')),
      fc.tuple(digits(3), digits(7)).map((parts) => `+${parts.join(' ')}`),
      fc.tuple(fc.integer({ min: 10, max: 28 }), fc.integer({ min: 1900, max: 2025 })).map(([d, y]) => `${d}/11/${y}`),
      fc.stringMatching(/^[a-z][a-z0-9]{2,8}@[a-z]{3,8}\.(?:com|org)$/),
    );
    fc.assert(
      fc.property(secret, fc.constantFrom('gout', 'is aspirin safe', 'high potassium'), (found, words) => {
        expect(withoutIdentifiers(`${words} ${found}`)).toBe(words);
        expect(withoutIdentifiers(`${found} ${words}`)).toBe(words);
      }),
    );
  });
});

describe('what a search needs stays', () => {
  test.each([
    "Addison's disease and fatigue",
    'Turner syndrome in girls',
    'Guillain Barré syndrome recovery',
    'Epstein Barr virus and fatigue',
    'tell me about Charcot Marie Tooth disease',
    'does Levothyroxine Sodium hurt the bones',
    'Gardasil, Tylenol and Anemia',
    "St John's wort with sertraline",
    'Does Vitamin D help with Diabetes Mellitus',
    'is HbA1c 7.2% at 54 years too high',
    'blood pressure 150/95 with lisinopril 20 mg twice a day',
    'platelets 150000 per microliter',
    'COVID-19 vaccine and myocarditis in 2021-2023',
    'high ANA titer 1:320',
    'ADA target for fasting glucose',
    'results of NCT01234567',
    'PMID 31452104',
    'polycythemia vera treatment',
    'may I take Tylenol with alcohol',
    'Will ibuprofen raise my blood pressure',
    'vitamin B12 1000 mcg and folate',
    'metformin 500 mg 2x daily since 2019',
  ])('%s', (query) => {
    expect(withoutIdentifiers(query)).toBe(query);
  });
});

test('any text: nothing is added, and a second time changes nothing', () => {
  const part = fc.constantFrom(
    'Anna',
    'Smith',
    'gout',
    '12.03.1980',
    '555 1234567',
    'Dr.',
    ',',
    '(',
    'my name is',
    '@',
    '-',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.array(part).map((parts) => parts.join(' ')),
      ),
      (text) => {
        const left = withoutIdentifiers(text);
        expect(left.length).toBeLessThanOrEqual(text.normalize('NFKC').length);
        expect(withoutIdentifiers(left)).toBe(left);
      },
    ),
  );
});

test('a long text written to be slow is read all the same', () => {
  for (const part of ['a', '1', 'A ', '1 ', '@', 'Aa ', 'my name is ', '1.', 'a1', '-', 'AA00 ', '+1('])
    expect(typeof withoutIdentifiers(part.repeat(100_000))).toBe('string');
});
