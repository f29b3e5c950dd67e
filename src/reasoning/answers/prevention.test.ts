/** Daily life, prevention, what an illness leads to, values that mislead, several tablets for one thing. */
import { describe, expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { consult } from '../index.ts';
import { ask } from './fixture.ts';

const pressed = {
  age: 65,
  has: ['hypertension @3000', 'obstructive sleep apnea @900'],
  takes: ['ramipril 5 mg daily @2000', 'amlodipine 5 mg daily @900'],
  values: { 'systolic blood pressure': 148, 'diastolic blood pressure': 88 },
};

describe('what daily life does to a value or an illness', () => {
  test('is settled first, then where it stands here', () => {
    const told = ask(pressed, 'Can stress push up my blood pressure?');
    expect(told).toMatch(/^Yes: stress/);
    expect(told).toContain('148/88');
    expect(ask(pressed, 'does coffee raise my blood pressure')).toMatch(/^Only in part/);
    expect(ask({ age: 30, has: ['asthma'] }, 'Does milk make my asthma worse?')).toMatch(/^No/);
  });

  test('the name of an illness is no habit, and leave to do something is another question', () => {
    expect(ask(pressed, 'Are my sleep apnoea and my blood pressure connected?')).toContain('pauses of breath');
    expect(ask(pressed, 'Can I drink coffee?')).not.toMatch(/^Only in part/);
  });

  test('age alone is no cause', () => {
    expect(ask({ age: 80, values: { hemoglobin: 9.8 } }, 'Is my low haemoglobin because of my age?')).toMatch(/^No/);
  });
});

describe('what keeps something away', () => {
  const frail = {
    age: 82,
    has: ['osteoporosis @2000'],
    takes: ['zopiclone 7.5 mg at night @400', 'alendronate 70 mg weekly @900'],
  };
  test('names what works against it and what guards', () => {
    const told = ask(frail, 'What can I do so I do not break a hip?');
    expect(told).toMatch(/light at night/);
    expect(told).toMatch(/zopiclone.*work against/);
    expect(told).toMatch(/you take for that: alendronate/i);
  });

  test('the aspirin that guards the heart is not held against it', () => {
    const told = ask(
      {
        age: 64,
        has: ['coronary artery disease'],
        takes: ['aspirin 75 mg daily @500', 'atorvastatin 40 mg daily @500'],
      },
      'What can I do to avoid another heart attack?',
    );
    expect(told).toMatch(/you take for that:.*aspirin/i);
    expect(told).not.toContain('work against');
  });

  test('what an illness leads to comes with what keeps it away', () => {
    const told = ask({ age: 60, has: ['type 2 diabetes'] }, 'What can my diabetes lead to?');
    expect(told).toMatch(/can lead to: .*retinopathy/);
    expect(told).toContain('What keeps it away');
  });
});

test('a value that misleads here is told with what makes it mislead', () => {
  const told = ask(
    {
      age: 70,
      has: ['type 2 diabetes', 'chronic kidney disease stage 4'],
      takes: ['darbepoetin alfa 40 mcg weekly @100'],
      values: { 'hemoglobin a1c': 6.3 },
    },
    'My a1c is 6.3, so are my sugars perfect?',
  );
  expect(told).toMatch(/darbepoetin.*looks lower than the sugar really is/);
  expect(
    ask({ age: 60, has: ['type 2 diabetes'], values: { 'hemoglobin a1c': 6.3 } }, 'Is my a1c good?'),
  ).not.toContain('Mind that');
});

test('why several tablets for one thing', () => {
  const told = ask(pressed, 'Why am I on two blood pressure tablets?');
  expect(told).toMatch(/Ramipril and amlodipine/);
  expect(told).toContain('different ways');
});

test('what began after an illness did not bring it on', () => {
  const person = { age: 65, sex: 'male' as const, has: ['gout @2500'], takes: ['aspirin 75 mg daily @300'] };
  expect(ask(person, 'Why did I get gout?')).not.toMatch(/because of aspirin/);
});

test('screening for cancer is asked for, not the cancer', () => {
  const told = ask({ age: 58, sex: 'male' }, 'any cancer checks i shoud have at my age?');
  expect(told).toContain('bowel cancer screening');
  expect(told).not.toMatch(/flu vaccine|no cancer in your record/);
});

test('a baby of two months has vaccines due', () => {
  const told = ask({ months: 2 }, 'Which vaccines are due?');
  expect(told).toContain('six-in-one');
  expect(told).toContain('rotavirus');
  expect(ask({ age: 30 }, 'Which vaccines are due?')).not.toContain('six-in-one');
});

test('the last dose of what is given now and then is told by the paper, with the next', () => {
  const person = {
    age: 66,
    has: ['osteoporosis'],
    takes: ['denosumab 60 mg every 6 months @900'],
    notes: ['Denosumab 60 mg given today, 7th dose, every 6 months.'],
  };
  const told = ask(person, 'When was my last Prolia shot?', '2026-12-15T10:00:00Z');
  expect(told).toMatch(/given on 6 May 2026/);
  expect(told).toMatch(/overdue/);
  expect(ask(person, 'Since when do I take Prolia?')).not.toMatch(/given on/);
});

test('an illness that only the record names so is explained', () => {
  const person = { age: 30, has: ['juvenile myoclonic epilepsy @4000'], takes: ['lamotrigine 200 mg daily @900'] };
  expect(ask(person, 'What is juvenile myoclonic epilepsy in normal words?')).toMatch(/jerks.*waking/);
});

test('what an illness does to an organ, where the record lists no illness of it', () => {
  const told = ask({ age: 70, has: ['rheumatoid arthritis'] }, 'Does my rheumatoid arthritis affect my heart?');
  expect(told).toContain('coronary artery disease');
});

test("another's vaccines are told by the age that is told, not by the open record", () => {
  const told = ask({ age: 34, has: ['hypertension'] }, 'Which vaccines does my 2 month old need?');
  expect(told).toContain('six-in-one');
  expect(told).toContain('not theirs');
});

test('falls and aching muscles are read as people say them', () => {
  expect(ask({ age: 79, takes: ['zolpidem 5 mg at night @150'] }, 'Why do I keep falling at night?')).toMatch(
    /because of zolpidem/,
  );
  expect(ask({ age: 60, takes: ['simvastatin 40 mg at night @500'] }, 'Why are my thighs achy?')).toContain(
    'simvastatin',
  );
});

describe('asked of a treatment or a risk', () => {
  const person = {
    age: 61,
    has: ['atrial fibrillation @900', 'hypertension @2000'],
    takes: ['apixaban 5 mg twice daily @800'],
  };
  test('how long it goes on, by what it is given for', () => {
    expect(ask(person, 'How long do I have to take apixaban?')).toMatch(
      /^Apixaban for atrial fibrillation: .*for life/,
    );
    expect(ask(person, 'How long have I been on apixaban?')).not.toContain('for life');
  });

  test('why somebody is at risk is told by what the record holds', () => {
    expect(ask(person, 'Why am I at risk of a stroke?')).toMatch(/raises the risk of stroke: atrial fibrillation/);
  });
});

test('what began since can be behind a new bout', () => {
  const person = { age: 72, has: ['gout @900'], takes: ['furosemide 40 mg daily @400'] };
  expect(ask(person, 'Why did I get gout again?')).toMatch(/because of furosemide/);
});

test('iron that was not measured is told by ferritin', () => {
  const person = { age: 45, has: ['ulcerative colitis @3500'], values: { ferritin: 9 } };
  expect(ask(person, 'Why is my iron low?')).toMatch(/ulcerative colitis.*ferritin/);
});

test('no hormones are praised to somebody who had breast cancer', () => {
  const person = { age: 52, has: ['breast cancer @700'], takes: ['letrozole 2.5 mg daily @600'] };
  expect(ask(person, 'What can I do about hot flushes?')).toMatch(/not after breast cancer/);
});

test('an illness of the record on which the weather acts', () => {
  expect(ask({ age: 38, has: ['multiple sclerosis @900'] }, 'Why do I get worse in hot weather?')).toMatch(
    /Multiple sclerosis: warmth/,
  );
});

describe('the domain that is asked for binds the answer', () => {
  const lungs = { age: 68, sex: 'male' as const, has: ['copd @2000'], smokes: true };
  const graft = {
    age: 52,
    sex: 'male' as const,
    has: ['organ transplant recipient @900'],
    takes: ['tacrolimus 3 mg @900'],
  };

  test('vaccines with the lungs are vaccines, those for the lungs first', () => {
    const told = ask(lungs, 'which vaccinations should he get now with his lungs', '2026-11-15T10:00:00Z');
    expect(told).toMatch(/vaccines are due: flu vaccine, .*pneumococcal vaccine/);
    expect(told).not.toContain('COPD review');
  });

  test('a weak defence forbids live vaccines though none is due', () => {
    expect(ask(graft, 'which jabs do I need?')).toMatch(/No live vaccine .*tacrolimus/);
    expect(ask(lungs, 'which jabs do I need?')).not.toContain('No live vaccine');
  });

  test('an organ is kept by what its illness and habits ask for', () => {
    const told = ask(lungs, 'what would help most so his lungs dont get worse');
    expect(told).toMatch(/^Lungs: stopping smoking/);
    expect(told).toContain('lung rehabilitation');
    expect(told).toMatch(/Low-dose CT of the lungs/i);
  });

  test('cancer checks are those of this person', () => {
    const told = ask(graft, 'which cancer checks make sense for a bloke like me');
    expect(told).toMatch(/^Looking for cancer early, due by your record: .*skin check/);
    expect(told).toContain('PSA');
    expect(told).not.toContain('mammogram');
  });

  test('a journey that is told before the question, with the illness that is named first', () => {
    const told = ask(
      { age: 15, has: ['asthma', 'epilepsy'], takes: ['lamotrigine 100 mg @300'] },
      'class trip to a hostel next month, swimming too. what must we look out for with her epilepsy',
    );
    expect(told).toMatch(/^For the journey and in the water: sleep enough/);
    expect(told).toMatch(/reliever with spacer/i);
  });

  test('what guards a valve comes before what guards everybody', () => {
    const told = ask(
      { age: 72, takes: ['warfarin 4 mg @900'], done: { 'mechanical heart valve': 3000 } },
      'what can i do so my metal valve doesnt get infected',
    );
    expect(told).toMatch(/^Against infections: teeth and gums/);
    expect(told).toContain('blood cultures');
  });

  test('a flyer is no advice of a paper', () => {
    const told = ask(
      { age: 30, has: ['epilepsy'], notes: ['Other | Travel tip: never take tablets on a trip with epilepsy.'] },
      'what should I look out for on the trip with my epilepsy',
    );
    expect(told).not.toContain('Travel tip');
  });
});

test('a marker of a cancer that was had is not explained away', () => {
  const values = { cea: 6.8 };
  const person = { age: 60, has: ['copd'], values };
  expect(ask(person, 'is my CEA ok?')).toContain('a little raised by this itself');
  expect(ask({ ...person, had: ['colon cancer'] }, 'is my CEA ok?')).not.toContain('a little raised');
});

test('jabs before a pregnancy are those of the planning', () => {
  expect(ask({ age: 32, sex: 'female' }, 'any jabs i need before getting pregnant?')).toMatch(/^Before a pregnancy/);
});

describe('which part of prevention', () => {
  test('checks and vaccines together are both', () => {
    const told = ask({ age: 62, has: ['type 2 diabetes'] }, 'What checks or vaccines am I overdue for?');
    expect(told).toMatch(/eye screening/);
    expect(told).toMatch(/pneumococcal vaccine/);
  });

  test('an illness that is to be kept away goes before the part of the body it sits in', () => {
    const told = ask(
      { age: 82, has: ['osteoporosis'], takes: ['zolpidem 5 mg @400'] },
      'what can we do so mom doesnt break a hip, her bones are so bad',
    );
    expect(told).toMatch(/zolpidem.*work against/);
  });

  test('what is behind schedule is no cause, and one visit asks for its own checks', () => {
    expect(ask({ age: 70 }, 'which of my shots are behind schedule')).toMatch(/vaccines are due/);
    const told = ask({ age: 40, sex: 'female', has: ['type 2 diabetes'] }, 'am I due anything at the gynae?');
    expect(told).toMatch(/cervical screening/i);
    expect(told).not.toMatch(/eye screening|flu vaccine/);
  });

  test('at 3400 m a saturation of 91 % is told as normal there, and 85 % is not', () => {
    const told = (message: string) => {
      const { record } = inputOf({ age: 15 });
      const chart = { ...emptyChart(record.now), view: { ...record, city: 'Cusco' } };
      return consult({ chart, message, now: record.now }).answer.text;
    };
    const well = told('the finger thing shows 91 %, internet says under 94 go to hospital!! shes fine otherwise');
    expect(well).toMatch(/91 % is within the range/);
    expect(well).toContain('3400 m');
    expect(well).not.toContain('is too low');
    expect(told('the finger thing shows 85 %')).toContain('is too low');
  });
});

test('what a paper wants again sooner than usual is due by that paper, and not put off', () => {
  const person = {
    age: 52,
    sex: 'male' as const,
    done: { Colonoscopy: 2200 },
    notes: ['Colonoscopy report @2200 | One 8 mm tubular adenoma removed. Repeat colonoscopy in 5 years.'],
  };
  const said = ask(person, 'am I behind on any cancer checks');
  expect(said).toMatch(/due by your record: colonoscopy/);
  expect(said).not.toMatch(/Not due yet: bowel cancer screening/);
});

describe('what papers write short is due all the same', () => {
  const child = {
    age: 40,
    takes: ['fenfluramine 4 mg @400', 'omeprazole 20 mg @400'],
    done: { echocardiogram: 280 },
    notes: ['Neurology letter @180 | FFA: TTE q6 mo as long as it is taken.'],
  };

  test('an examination at set times that was forgotten, beside what is not asked for', () => {
    const said = ask(child, 'Besides vaccines is there any check up for my medicines that has been forgotten?');
    expect(said).toMatch(/due: echocardiogram/);
    expect(said).toMatch(/Echocardiogram: every 6 months by your neurology letter.*so overdue/);
    expect(said).not.toMatch(/vaccine\b.*due/);
  });

  test('a nodule that was to be looked at again stands among the searches for cancer', () => {
    const person = {
      age: 58,
      sex: 'male' as const,
      notes: ['Radiology report @500 | LDCT chest. New solid nodule 7 mm. Lung-RADS 3. Rec: repeat LDCT in 6 mo.'],
    };
    for (const asked of ['Anything I should be getting checked for cancer?', 'am i due for any cancer screening'])
      expect(ask(person, asked)).toMatch(/ung cancer screening: repeat LDCT in 6 months by your radiology report/);
  });
});
