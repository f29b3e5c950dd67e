/** Questions of a record by time, limit, link and meaning: what must stand in the answer, and what never may. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

describe('a value by time', () => {
  const person = {
    age: 60,
    takes: ['abatacept 125 mg @400'],
    values: {
      'C-reactive protein': [[700, 40] as [number, number], [450, 52], [300, 7], [20, 11]] as [number, number][],
    },
    done: { colectomy: 400 },
  };

  test('before and after a medicine are the two values around its start', () => {
    const said = ask(person, 'what was my CRP before abatacept and after?');
    expect(said).toMatch(/52 mg\/L .* before it and 7 mg\/L .* after it/);
  });

  test('the operation is the one that was done', () => {
    const said = ask(person, 'how has my CRP changed since the operation?');
    expect(said).toContain('from 7 mg/L');
    expect(said).not.toContain('from 40 mg/L');
  });

  test('since last year is a stretch, not that year alone', () => {
    expect(ask(person, 'has my CRP gone up since last year?')).toContain('11 mg/L');
  });
});

describe('limits and goals that papers set', () => {
  const person = {
    age: 60,
    takes: ['methotrexate 15 mg'],
    values: { 'alanine aminotransferase': 61 },
    notes: ['Hold methotrexate and call if ALT is above 80.'],
  };

  test('at which value somebody acts, beside where it stands', () => {
    const said = ask(person, 'at what ALT do I have to stop methotrexate?');
    expect(said).toMatch(/ALT above 80/);
    expect(said).toMatch(/61 U\/L .* below it/);
    expect(said).not.toMatch(/do not stop methotrexate on your own/i);
  });

  test('when a goal was set is no bound of it, and how far it is is told', () => {
    const heavy = {
      age: 40,
      values: { 'body weight': 92 },
      notes: ['Goal: Weight 85 kg before the transfer (since 2026-05-28).'],
    };
    const said = ask(heavy, 'how much weight do I have to lose?');
    expect(said).toMatch(/at most 85/);
    expect(said).toMatch(/by 7 kg/);
    expect(said).not.toMatch(/2026 to/);
  });
});

describe('what one thing has to do with another', () => {
  test('a medicine that is given because of another', () => {
    const person = { age: 60, takes: ['methotrexate 15 mg', 'folic acid 5 mg'] };
    expect(ask(person, 'why do I take folic acid?')).toMatch(/given with methotrexate/);
    expect(ask({ age: 60, takes: ['folic acid 5 mg'] }, 'why do I take folic acid?')).not.toMatch(/methotrexate/);
  });

  test('two illnesses that hang together', () => {
    const person = { age: 60, has: ['primary sclerosing cholangitis', 'crohn disease'] };
    expect(ask(person, 'what has my PSC to do with my crohns?')).toMatch(/go together/);
  });

  test('no link is invented', () => {
    const person = { age: 60, has: ['gout', 'migraine'] };
    expect(ask(person, 'what has my gout to do with my migraine?')).toMatch(/no link/i);
  });
});

describe('names of what was done', () => {
  test('one examination is not answered by another that sounds alike', () => {
    const said = ask({ age: 60, done: { cystoscopy: 200 } }, 'when was my last colonoscopy?');
    expect(said).toMatch(/no colonoscopy/i);
    expect(said).not.toMatch(/cystoscopy was done/i);
  });

  test('an abbreviation that a record does not write is understood', () => {
    const said = ask({ age: 30, has: ['immune thrombocytopenia @900'] }, 'since when do I have ITP?');
    expect(said).toMatch(/immune thrombocytopenia/i);
    expect(said).not.toMatch(/do not hold|no itp/i);
  });

  test('what is over is told as over, with a value that speaks against it', () => {
    const person = { age: 60, had: ['hypercalcemia @900'], values: { calcium: 2.9 } };
    expect(ask(person, 'is the hypercalcemia still a problem?')).toMatch(/no longer.*but your last calcium/is);
  });
});

describe('meaning', () => {
  test('a word of a letter in plain words, and where it stands', () => {
    const said = ask({ age: 60, notes: ['FRAX 14 % for a major fracture.'] }, 'what did the letter mean by FRAX 14%?');
    expect(said).toMatch(/next ten years/);
    expect(said).toContain('14 %');
  });

  test('how a medicine works stands beside what it is for', () => {
    expect(ask({ age: 60, takes: ['mycophenolate 500 mg'] }, 'why am I on mycophenolate?')).toMatch(/immune system/);
  });
});

describe('an allergy by the kind that is asked for', () => {
  test.each([
    ['penicillin', 'am i allergic to any antibiotics?'],
    ['ibuprofen', 'am i allergic to any painkillers?'],
    ['peanut', 'do I have any food allergies?'],
  ])('%s: %s', (allergic, message) => {
    expect(ask({ age: 30, allergic: [allergic] }, message)).toMatch(new RegExp(`^Yes: your record lists ${allergic}`));
  });

  test('and denied where it is of another kind', () => {
    expect(ask({ age: 30, allergic: ['penicillin'] }, 'do I have any food allergies?')).toMatch(
      /^No: your record lists no allergy to food\. It lists penicillin/,
    );
  });

  test('what must never be given is what was reacted to', () => {
    const child = { age: 12, takes: ['amoxicillin'], allergic: ['ceftriaxone'] };
    const said = ask(child, 'which antibiotic was it again that he must never ever get? need to tell the school');
    expect(said).toMatch(/^Not for you, by your record: ceftriaxone/);
  });
});

describe('a blood pressure', () => {
  const notes = ['Twice above 150/100: ring the ward the same day, 55 00 01 23.'];
  const values = {
    'systolic blood pressure': [
      [12, 138],
      [4, 152],
      [2, 156],
    ] as [number, number][],
  };

  test('is told to be worse where that was asked with a slip, with the limit that papers set', () => {
    const said = ask({ age: 33, notes, values }, 'is my blood pressure geting beter?');
    expect(said).toMatch(/^No: /);
    expect(said).toContain('55 00 01 23');
  });
});

test('a plan on a condition is none by a date', () => {
  const notes = ['Blood counts: platelets below 150: repeat the count within one week and ring the nurse.'];
  const values = { 'platelet count': [[3, 260]] as [number, number][] };
  expect(ask({ age: 15, notes, values }, 'is my blood count overdue?')).not.toMatch(/was due by|overdue\b.*platelet/i);
});

test('the next one of what the record does not know is denied by its name', () => {
  const said = ask({ age: 80, has: ['dry macular degeneration'] }, 'when is my next eye injection?');
  expect(said).toMatch(/^There is no eye injection in your record/);
  expect(said).toContain('macular degeneration');
});

test('what stands in papers is found by what was asked about', () => {
  const notes = [
    'I do not want to be resuscitated if my heart stops, and no breathing tube.',
    'Stairlifts from 39 euros a month.',
    'Knee better after exercises; next visit in spring.',
    'Blood pressure 132/80, weight stable, no change of tablets.',
  ];
  expect(ask({ age: 80, notes }, 'what did I put in my papers about being resuscitated if my heart stops?')).toContain(
    'do not want to be',
  );
});

test('what is to be written down is told, not asked', () => {
  const said = ask({ age: 50, takes: ['lithium'] }, 'started vit D drops 1000 units on monday, put that down pls');
  expect(said).not.toMatch(/^Not without asking|^Yes, as far/);
});

test('whether it works is measured by what it was asked for', () => {
  const person = {
    age: 15,
    takes: ['enalapril 5 mg @400'],
    values: {
      'urine albumin/creatinine ratio': [
        [420, 8.9],
        [10, 4.1],
      ] as [number, number][],
      'systolic blood pressure': [
        [420, 118],
        [10, 108],
      ] as [number, number][],
    },
  };
  const said = ask(person, 'is the enalapril doing anything for the protein in my pee?');
  expect(said).toMatch(/fell from 8\.9/);
});

test('a sentence that stands already is not said again', () => {
  const person = {
    age: 52,
    takes: ['clozapine @4000'],
    values: {
      weight: [
        [4100, 84],
        [5, 109],
      ] as [number, number][],
    },
  };
  const said = ask(person, 'how heavy was i before the clozapine and how much now?');
  expect(said.split('84 kg').length - 1).toBeLessThan(3);
  expect(said.match(/Before the clozapine, your weight was/g)?.length ?? 0).toBeLessThan(2);
});

describe('what was done, and when it comes again', () => {
  const screened = {
    age: 36,
    done: { colonoscopy: 940, 'Cervical screening sample': 1200 },
    notes: [
      'Colonoscopy report @940 | Pancolitis, inactive, biopsies without dysplasia. Surveillance: repeat in 3 years.',
      'Cervical screening result @1190 | HPV not detected. Your next screening test is due in February 2026.',
    ],
  };

  test('"when was" asks for the day; it is no time at which something else is asked', () => {
    expect(ask(screened, 'When was my colonoscopy?')).toMatch(/^Colonoscopy was done on 18 Nov 2023/);
    expect(ask(screened, 'When was my colonoscopy?')).not.toMatch(/^No/);
  });

  test('a report that asks to repeat asks for its own test, not for what it found', () => {
    const [first, next] = talk(screened, ['When was my last colonoscopy?', 'and the next?']);
    expect(first).toContain('18 Nov 2023');
    expect(next).toMatch(/colonoscopy is due by 18 Nov 2026/);
    expect(next).not.toContain('biopsy');
  });

  test('"your next test" is the test of that paper, and a day that is past is no "not yet"', () => {
    expect(ask(screened, 'When is my next smear due?')).toMatch(/^Yes, overdue: .*due since Feb 2026/);
    expect(ask(screened, 'When is my next smear due?')).not.toContain('18 Nov 2023');
  });
});
