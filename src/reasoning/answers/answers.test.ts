/** Answers to invented people: what must stand in them, and what never may. */
import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';

describe('may I take it', () => {
  const transplanted = { age: 60, has: ['kidney transplant'], takes: ['tacrolimus 2 mg', 'diltiazem 120 mg @60'] };

  test.each([
    'is tacrolimus ok with my other tablets?',
    'is my tacrolimus safe?',
    'can I take tacrolimus?',
  ])('what is on the list is never "not for you": %s', (message) => {
    const said = ask(transplanted, message);
    expect(said).not.toMatch(/not for you|must not be taken|leave it out/i);
    expect(said).toMatch(/do not stop|do not start or stop/i);
  });

  test('of two things each gets its own verdict', () => {
    const person = { age: 60, values: { 'estimated GFR': 40 }, takes: ['diltiazem 120 mg'], has: ['gout'] };
    const said = ask(person, 'can I take colchicine or naproxen?');
    expect(said).toMatch(/^No: colchicine and naproxen\b/);
    expect(ask(person, 'can I take paracetamol or naproxen?')).toMatch(/^Naproxen: no; acetaminophen: nothing in/);
  });

  test('an allergy to what is taken for long is a contradiction to be cleared, not an order to stop', () => {
    const said = ask(
      { age: 40, allergic: ['lamotrigine: rash'], takes: ['lamotrigine 100 mg'] },
      'how is lamotrigine for me?',
    );
    expect(said).not.toMatch(/must not be taken/);
  });

  test.each([
    [{ age: 20, allergic: ['cashew: anaphylaxis'] }, 'is red pesto ok for me?', /cashew/],
    [{ age: 20, has: ['celiac disease'] }, 'can I have pizza?', /gluten/],
    [
      { age: 74, has: ['hypercapnic respiratory failure'] },
      'my sister takes diazepam, one wont hurt will it',
      /breath/,
    ],
  ])('%o: %s', (person, message, reason) => {
    const said = ask(person, message);
    expect(said).toMatch(reason);
    expect(said).not.toMatch(/^Yes/);
  });
});

describe('whom to call', () => {
  const notes = [
    'Crisis plan: ring the crisis team 01632 960 350. Lithium handed out for four weeks at a time.',
    'Lithium card. Call lithium line 01632 960 344 before any new tablet.',
  ];

  test('the line that is called after the matter stands before one in a paper that only names it', () => {
    const said = ask({ age: 60, takes: ['lithium 800 mg'], notes }, 'I have been vomiting since yesterday');
    expect(said).toContain('the lithium line, 01632 960 344');
    expect(said).not.toContain('crisis team');
  });

  test('no number of a date or a value is dialled', () => {
    const said = ask(
      { age: 60, takes: ['lithium 800 mg'], notes: ['Lithium 0.7 on 2026-10-20, 12-14 hours after the dose.'] },
      'I have been vomiting since yesterday',
    );
    expect(said).not.toMatch(/2026-10-20|the number in/);
  });

  test('where only an ambulance helps, its number is said', () =>
    expect(ask({ age: 55, has: ['cirrhosis'] }, 'I threw up something like coffee grounds')).toMatch(/112|911|999/));
});

describe('what is due', () => {
  const old = { age: 70 };

  test.each([
    ['never', {}, /Yes, due: none/],
    ['long ago', { 'flu vaccine': 400 }, /Yes, overdue/],
    ['just done', { 'flu vaccine': 40 }, /Not yet/],
  ])('a flu vaccine in November, %s', (_, done, said) =>
    expect(ask({ ...old, done: shifted(done) }, 'do I need a flu shot?', NOVEMBER)).toMatch(said));

  test('what a paper asks for every year is counted from the last time', () => {
    const said = ask(
      {
        age: 70,
        has: ['glaucoma'],
        values: { 'intraocular pressure': [[900, 18]] },
        notes: ['Eye pressure every year.'],
      },
      'do my eyes want checking?',
    );
    expect(said).toMatch(/Yes, overdue/);
    expect(said).toMatch(/every year by your note/);
  });

  test('of two doses the second is told by its day', () => {
    const said = ask({ age: 70, done: { shingrix: 200 } }, 'which jabs am I due?');
    expect(said).toMatch(/dose 2 is missing, due since/);
  });
});

/** Days before the examples' own now (15 June 2026), so that they stand so long before 15 November. */
const NOVEMBER = '2026-11-15T09:00:00Z';
const BETWEEN = 153;
function shifted(done: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(done).map(([name, days]) => [name, days - BETWEEN]));
}

describe('what belongs to the question', () => {
  test('a danger that is not critical stays out of what is only looked up', () => {
    const person = { age: 50, takes: ['lithium 800 mg @900', 'ramipril 5 mg @800'] };
    expect(ask(person, 'when did I start ramipril?')).not.toMatch(/lithium level/);
  });

  test('what stands against the medicine comes with the danger that was told', () => {
    const person = { age: 50, takes: ['lithium 800 mg', 'ramipril 5 mg'], values: { 'lithium level': 1.3 } };
    const said = ask(person, 'my hands are trembling');
    expect(said).toMatch(/lithium poisoning/);
    expect(said).toMatch(/1\.3/);
  });

  test('what was long ago is remembered, not an alarm', () =>
    expect(
      ask({ age: 50, had: ['pulmonary embolism'] }, 'I had chest pain years ago at a match, is that written down?'),
    ).not.toMatch(/ambulance/i));
});

describe('rooms of their own', () => {
  test('a code that nothing names is denied (unknown)', () =>
    expect(ask({ age: 40 }, 'what was my HLA-B27 result?')).toMatch(/no HLA-B27/));

  test('what came in the place of a medicine (replaced)', () =>
    expect(ask({ age: 60, stopped: ['amlodipine 5 mg @300'] }, 'what came instead of amlodipine?')).toMatch(
      /amlodipine/i,
    ));

  test('how a condition is doing (activity)', () => {
    const values: Record<string, [number, number][]> = {
      'thyroid stimulating hormone': [
        [200, 2],
        [10, 9],
      ],
    };
    expect(ask({ age: 40, has: ['hypothyroidism'], values }, 'is my hypothyroidism getting worse?')).toMatch(/9/);
  });

  test('a complaint that a medicine is known for (complaints)', () =>
    expect(ask({ age: 60, takes: ['amlodipine 10 mg @30'] }, 'why are my ankles swollen?')).toMatch(/amlodipine/i));

  test('whom to ring about a medicine (contact)', () =>
    expect(
      ask(
        { age: 60, takes: ['warfarin 3 mg'], notes: ['Warfarin: ring the anticoagulation clinic 0161 555 1212.'] },
        'who do I ring about my warfarin?',
      ),
    ).toContain('0161 555 1212'));

  test('what brought on something of the past (events)', () =>
    expect(
      ask(
        {
          age: 60,
          had: ['acute pancreatitis @700'],
          notes: ['Acute pancreatitis after valproate; valproate stopped.'],
        },
        'what brought on my pancreatitis?',
      ),
    ).toMatch(/valproate/i));
});

describe('is it there, is it gone', () => {
  test.each([
    [{ has: ['follicular lymphoma'] }, 'Is the lymphoma gone?', /^No, it is still on your record as active/],
    [{ has: ['follicular lymphoma'] }, 'Is my lymphoma still there?', /^Yes: follicular lymphoma/],
    [{ had: ['follicular lymphoma'] }, 'Is the lymphoma gone?', /^Yes, your record marks it as resolved/],
    [{ had: ['follicular lymphoma'] }, 'Is the lymphoma still there?', /^No longer/],
  ])('%o: %s', (person, message, said) => expect(ask({ age: 60, ...person }, message)).toMatch(said));

  test.each([
    ['Cervical screening in May: HPV negative, recall in five years.', /^No: there is no HPV vaccine/],
    ['HPV vaccination completed at school in 2009.', /^Yes, by your papers/],
  ])('a paper proves a vaccine only where it tells of one: %s', (note, said) =>
    expect(ask({ age: 40, notes: [note] }, 'Have I had the HPV vaccine?')).toMatch(said));
});

describe('a goal stands before the range', () => {
  const diabetic = { age: 60, has: ['type 2 diabetes'], values: { HbA1c: 6.9 } };

  test.each(['how are my labs?', 'is my HbA1c ok?', 'my HbA1c is 6.9, is that ok?'])('HbA1c 6.9 %%: %s', (message) => {
    const said = ask(diabetic, message);
    expect(said).not.toMatch(/▲|high,|outside the range/);
    expect(said).toMatch(/within/i);
  });

  test('without diabetes it is high', () =>
    expect(ask({ age: 60, values: { HbA1c: 6.9 } }, 'how are my labs?')).toMatch(/▲ high/));

  test.each([
    [128, 76, /within the goal usual with high blood pressure \(below 140\/90\)|within the range/, /▲/],
    [128, 97, /▲ high/, /within the goal usual/],
  ])('pressure %d/%d', (upper, lower, said, never) => {
    const values = { 'systolic blood pressure': upper, 'diastolic blood pressure': lower };
    const told = ask({ age: 60, has: ['hypertension'], values }, 'is my blood pressure ok?');
    expect(told).toMatch(said);
    expect(told).not.toMatch(never);
  });
});

test('a bundle branch block is no block between the chambers', () => {
  const said = (block: string) => ask({ age: 70, has: [block] }, 'Can I take bisoprolol?');
  expect(said('left bundle branch block')).not.toMatch(/stop/);
  expect(said('complete heart block')).toMatch(/too slow or stop/);
});

test.each([
  [{ has: ['type 2 diabetes'] }, 'Has he had his eyes checked for diabetes?', /^No: there is no eye examination/],
  [{ has: ['type 2 diabetes'], done: { 'eye examination': 200 } }, 'Were my eyes checked for diabetes?', /was done on/],
  [{ has: ['pacemaker'] }, 'my pocket is weepy', /infection of the device/],
  [{}, 'I feel weepy', /not alone/],
  [
    { has: ['kidney transplant'], takes: ['tacrolimus 2 mg'] },
    'can I take the ibuprofen I used to take?',
    /^No: ibuprofen is not for you/,
  ],
  [
    { has: ['tuberculosis'], takes: ['ethambutol 800 mg'] },
    'colours look washed out since last week',
    /^Ethambutol can harm the nerve of the eye/,
  ],
])('%o: %s', (person, message, said) => expect(ask({ age: 50, ...person }, message)).toMatch(said));

test.each(['FEV1', 'peak flow'])('of breathing %s tells more than saturation', (lung) => {
  const values = {
    'oxygen saturation': [
      [400, 97],
      [10, 96],
    ],
    [lung]: [
      [400, 2.6],
      [10, 1.9],
    ],
  } as Record<string, [number, number][]>;
  const [lead] = ask({ age: 60, has: ['asthma'], values }, 'has my breathing got worse?').split('\n');
  expect(lead).toContain(lung === 'FEV1' ? 'FEV1' : 'peak');
});

test.each([
  [['ramipril 5 mg @900', 'gabapentin 300 mg @6'], /^New on your list: gabapentin/],
  [['ramipril 5 mg @900'], /^Your record lists no medicine that was started/],
])('dizzy since the new tablets, with %j', (takes, said) => {
  expect(ask({ age: 60, takes }, 'I am dizzy since the new tablets')).toMatch(said);
  expect(ask({ age: 60, takes }, 'I am dizzy since Monday')).not.toMatch(said);
});

describe('papers are quoted for what they speak of', () => {
  const notes = [
    'She came to the emergency department with four days of fever, pulse 112. No follow-up in hospital is planned.',
    'Please tell us at once if your sight changes.',
  ];
  test('a journey by plane is not what "planned" speaks of, nor is a pulse of 112 a number to call', () => {
    const said = ask(
      { age: 50, has: ['type 2 diabetes'], notes },
      'I am flying to Kenya next month, anything to watch for?',
    );
    expect(said).toMatch(/malaria/);
    expect(said).not.toMatch(/emergency department|follow-up in hospital|not sure what you ask/);
  });
  test('a sore throat is not what a letter on the eyes speaks of; a change of sight is', () => {
    expect(ask({ age: 50, notes }, 'I have a sore throat')).not.toMatch(/sight/);
    expect(ask({ age: 50, notes }, 'my sight has gone blurry')).toMatch(/sight changes/);
  });
});

test('what lowers the pressure beside its own reason is named where nothing else is taken for it', () => {
  const said = ask(
    { age: 70, has: ['hypertension', 'heart failure'], stopped: ['amlodipine 5 mg @300'], takes: ['ramipril 5 mg'] },
    'What do I take for blood pressure?',
  );
  expect(said).toMatch(/ramipril/i);
});
