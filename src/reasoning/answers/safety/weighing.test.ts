/** What is asked about is weighed shelf by shelf: what is not to be done, what needs a word, what is known to be fine. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from '../fixture.ts';

const NO = /^No\b/;
const ASK = /^Not without asking first/;
const YES = /^Yes/;

describe('what is asked about beside a state or a medicine', () => {
  test.each([
    [{ age: 30, has: ['pregnancy'] }, 'can i drink wine?', NO],
    [{ age: 30, has: ['pregnancy'] }, 'can i take cbd oil?', NO],
    [{ age: 60, takes: ['apixaban 5 mg'] }, 'can i take aspirin?', NO],
    [{ age: 60, takes: ['spironolactone 25 mg'] }, 'can i use losalt?', NO],
    [{ age: 66, values: { 'estimated GFR': 22 } }, 'can i eat star fruit?', NO],
    [{ age: 60, had: ['myocardial infarction @900'] }, 'can i take pseudoephedrine?', NO],
    [{ age: 5 }, 'can he have melatonin?', NO],
    [{ age: 60, takes: ['isosorbide mononitrate 60 mg'] }, 'can i use poppers?', NO],
    [{ age: 84 }, 'can i take ibuprofen?', ASK],
    [{ age: 50, takes: ['insulin glargine 20 units'] }, 'can i take prednisolone?', ASK],
    [{ age: 50, takes: ['clopidogrel 75 mg'] }, 'can i take sertraline?', ASK],
    [{ age: 50, takes: ['paracetamol 1 g'] }, 'can i take cold and flu tablets?', ASK],
    [{ age: 60, takes: ['metformin 1000 mg'] }, 'can i have a CT scan with contrast?', ASK],
    [{ age: 50, allergic: ['aspirin: wheeze'] }, 'can i take pepto-bismol?', NO],
  ] as const)('%j: %s', (person, message, answer) => {
    expect(ask(structuredClone(person) as never, message)).toMatch(answer);
  });

  test.each([
    [
      { age: 30, has: ['pregnancy'] },
      'can i take paracetamol?',
      /In pregnancy acetaminophen: the painkiller of choice/,
    ],
    [{ age: 30, has: ['pregnancy'] }, 'can i take amoxicillin?', /In pregnancy amoxicillin: the antibiotics of choice/],
    [{ age: 30, has: ['breastfeeding'] }, 'can i take ibuprofen?', /While breastfeeding ibuprofen/],
    [{ age: 5 }, 'can he have ibuprofen?', YES],
    [{ age: 5 }, 'can he have amoxicillin?', YES],
    [{ age: 84 }, 'can i take paracetamol?', YES],
    [{ age: 84 }, 'can i use diclofenac gel?', YES],
    [{ age: 70, takes: ['morphine 20 mg'] }, 'can i take melatonin?', YES],
  ] as const)('what is known to be fine is not alarmed: %j: %s', (person, message, answer) => {
    const said = ask(structuredClone(person) as never, message);
    expect(said).toMatch(YES);
    expect(said).toMatch(answer);
  });

  test('wine that was drunk is no emergency, though it is not allowed', () => {
    const said = ask({ age: 30, has: ['pregnancy'] }, 'i had a glass of wine yesterday');
    expect(said).toMatch(/No amount of alcohol is known to be safe/);
    expect(said).not.toMatch(/\b112\b|ambulance/);
  });
});

describe('what is told of a medicine before the question', () => {
  const epileptic = { age: 31, has: ['epilepsy'], takes: ['valproate 500 mg'] };

  test('giving it up for a child that is wished for is weighed for who takes it, with both dangers', () => {
    const said = ask(epileptic, 'gonna throw out the valproate today cause i want a baby. good idea right?');
    expect(said).toMatch(/^No, do not stop valproate on your own/);
    expect(said).toMatch(/fits/);
    expect(said).toMatch(/contraception/);
    expect(said).not.toMatch(/record that is open is not theirs/);
  });

  test.each([
    "I'm binning my statin",
    "I'll stop my statin, ok?",
    'can we drop the simvastatin?',
  ])('%s: what follows is said, and no second statin is seen', (message) => {
    const said = ask({ age: 60, takes: ['simvastatin 40 mg'] }, message);
    expect(said).toMatch(/^No, do not stop simvastatin on your own/);
    expect(said).toMatch(/cholesterol is back/);
    expect(said).not.toMatch(/both statins/);
  });

  test('what one cannot have is not what is offered', () => {
    const said = ask(
      { age: 60, takes: ['simvastatin 40 mg'], allergic: ['amoxicillin: hives'] },
      'urgent care wants to give me clarithromycin since i cant have amoxicillin. ok?',
    );
    expect(said).toMatch(/^No: clarithromycin is not for you/);
    expect(said).not.toMatch(/^Amoxicillin must not/);
  });

  test('a complaint before the question is why it is asked', () => {
    const said = ask({ age: 60, values: { 'estimated GFR': 21 } }, 'knees killing me, can i take a couple ibuprofen?');
    expect(said).toMatch(NO);
  });

  test('how many may be taken is a dose, not a count of entries', () => {
    expect(ask({ age: 60, takes: ['colchicine 0.5 mg'] }, 'how many colchicine can i take for my toe')).not.toMatch(
      /^Once/,
    );
  });
});

describe('which of a kind', () => {
  const onWarfarin = { age: 60, takes: ['warfarin 5 mg'] };

  test.each(['what is the best painkiller for me?', 'which painkillers can i take?'])('%s', (message) => {
    const said = ask(onWarfarin, message);
    expect(said).toMatch(/^For pain paracetamol \(acetaminophen\)/);
    expect(said).toMatch(/Not ibuprofen: ibuprofen together with warfarin/);
  });

  test('of a kind that is no remedy for a complaint each is weighed too', () => {
    const said = ask({ age: 60, has: ['angle-closure glaucoma'] }, 'which antihistamine is safest for me');
    expect(said).toMatch(/^Of antihistamines loratadine and cetirizine fit your record best/);
    expect(said).toMatch(/Not chlorphenamine and diphenhydramine/);
  });

  test('which are taken is looked up', () => {
    expect(ask(onWarfarin, 'Which painkillers do I take?')).not.toMatch(/fits your record/);
  });

  test('what a medicine would bring is not there; what is there is', () => {
    expect(ask(onWarfarin, 'could ibuprofen make me vomit blood?')).not.toMatch(/emergency department now/);
    expect(ask(onWarfarin, 'can warfarin make me vomit blood?')).toMatch(/emergency department now/);
    expect(ask(onWarfarin, 'i keep vomiting blood, could it be the ibuprofen?')).toMatch(/emergency department now/);
  });

  test('driving after an operation is about driving', () => {
    const said = ask(onWarfarin, 'can I drive after my cataract operation?');
    expect(said).toMatch(/^Not without asking first: driving/);
    expect(said).not.toMatch(/paused/);
  });
});

describe('whether somebody is allergic', () => {
  const message = 'The dentist wants to give me amoxicillin. Am I allergic to it?';

  test('a yes to the medicine is no yes to the allergy', () => {
    expect(ask({ age: 30, takes: ['amlodipine 5 mg'] }, message)).toMatch(/^No: your record lists no active allergy/);
    expect(ask({ age: 30, allergic: ['amoxicillin: hives'] }, message)).toMatch(
      /^Yes, by your record: with that allergy amoxicillin is not for you/,
    );
  });
});

describe('medicines for a condition', () => {
  test('what is listed for something else but used for it is told too', () => {
    const said = ask(
      { age: 31, has: ['epilepsy', 'bipolar disorder'], takes: ['lamotrigine 200 mg', 'valproate 500 mg'] },
      'which epilepsy meds am i on',
    );
    expect(said).toMatch(/lamotrigine/i);
    expect(said).toMatch(/valproate/i);
  });
});

describe('a dose too much', () => {
  test.each([
    [
      'amlodipine 5 mg',
      'oops, took my amlodipine twice today by mistake. what now?',
      /^A double dose of amlodipine can make dizzy/,
    ],
    [
      'levothyroxine 100 ug',
      'i took my levothyroxine twice by mistake, what should i do?',
      /^One double dose of levothyroxine/,
    ],
    ['metformin 500 mg', 'took two metformin by mistake, is that dangerous?', /^One double dose of metformin/],
    [
      'tacrolimus 1 mg',
      'my husband already gave the tacrolimus and i gave it again, so he had 2 tonight',
      /^A double dose of tacrolimus/,
    ],
  ])('%s: what it does comes first', (taken, message, answer) => {
    expect(ask({ age: 50, takes: [taken] }, message)).toMatch(answer);
  });

  test('of two turns the second is about what was told', () => {
    const [first] = talk({ age: 50, takes: ['amlodipine 5 mg'] }, ['i took amlodipine twice by mistake']);
    expect(first).toMatch(/double dose of amlodipine/);
  });
});

test('why something was stopped is told with what a paper rules on it since', () => {
  const said = ask(
    {
      age: 40,
      stopped: ['levetiracetam 750 mg @3000'],
      notes: [
        'Levetiracetam was stopped because she had become irritable and tearful.',
        'Assessment of the crisis. Levetiracetam must not be given again; the same caution holds for brivaracetam.',
      ],
    },
    'why did they take me off keppra?',
  );
  expect(said).toMatch(/tearful/);
  expect(said).toMatch(/must not be given again/);
});

describe('two medicines that are asked about together', () => {
  test.each([
    ['Can I take ibuprofen with lisinopril?', /kidney/i],
    ['can sertraline and tramadol be taken together?', /serotonin/i],
    ['Is it ok to take simvastatin with clarithromycin?', /muscle|level/i],
  ])('are weighed against each other though neither is on the list: %s', (question, why) => {
    const said = ask({ age: 40 }, question);
    expect(said).toMatch(/^(?:No|Not without asking first)/);
    expect(said).toMatch(why);
  });
  test('what goes together is not alarmed', () => {
    expect(ask({ age: 40 }, 'Can I take paracetamol with amoxicillin?')).toMatch(/^Yes/);
  });
});

test('what would be replaced is not weighed beside what would come', () => {
  const person = { age: 70, has: ['atrial fibrillation'], takes: ['warfarin'] };
  expect(ask(person, 'is apixaban right for me instead of warfarin?')).not.toMatch(/both anticoagulants/);
  expect(ask(person, 'can I take apixaban with warfarin?')).toMatch(/both anticoagulants/);
});

test('which medicine is bad for an organ is not which is taken for it', () => {
  const person = { age: 74, has: ['chronic kidney disease stage 3'], takes: ['ibuprofen', 'amlodipine'] };
  const said = ask(person, 'which of my meds is dangerous with my kidneys?');
  expect(said).toMatch(/ibuprofen must be talked about first/);
  expect(said).not.toMatch(/for kidneys/);
});

test('a danger that is told again is told again', () => {
  const [first, again] = talk({ age: 66, has: ['atrial fibrillation'], takes: ['warfarin'] }, [
    'my stool is black',
    'my stool is black',
  ]);
  for (const said of [first, again]) expect(said).toMatch(/emergency department now/);
  expect(again).not.toMatch(/mention it to who prescribed it/);
});

test('a paper that says not to stop it does not say no to it', () => {
  const person = { age: 33, has: ['epilepsy'], takes: ['valproate'], notes: ['Do not stop valproate abruptly.'] };
  expect(ask(person, 'i took my valproate twice by mistake this morning')).not.toMatch(/paper says no to it/);
});

test('sore throat and fever on metamizole, and a reliever that is needed all day', () => {
  expect(ask({ age: 74, takes: ['metamizole'] }, "I've got a sore throat and fever 39")).toMatch(/white blood cells/);
  expect(ask({ age: 33, has: ['asthma'], takes: ['salbutamol'] }, 'i use my blue inhaler 5 times a day')).toMatch(
    /not under control/,
  );
});

test('a medicine that is only described is the one that the papers name, and is weighed', () => {
  const told = ask(
    {
      age: 79,
      takes: ['acenocoumarol 1 mg daily @3000'],
      notes: ['Note out-of-hours GP @16 | Oral thrush. Rx: Daktarin oral gel (miconazole 20 mg/g), four times a day.'],
    },
    'is it ok to use the mouth gel from the weekend doctor?',
  );
  expect(told).toMatch(/^No: miconazole/);
  expect(told).toContain('INR');
});

test('until when it is to be taken is not asked about; the same is weighed once', () => {
  const person = { age: 79, takes: ['warfarin 3 mg daily @3000'], values: { potassium: 5.6 } };
  expect(ask(person, 'can she take ibuprofen for the tooth ache until the extraction?')).not.toContain('dental');
  expect(ask(person, 'may she use the salt substitute lo-salt?')).not.toMatch(/food: no; /);
});
