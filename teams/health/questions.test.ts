/** The answer goes to what is asked, and not only to what it is about. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clinic, openClinic, type Patient } from './fixture.ts';

let clinic: Clinic;
// What one question tells is in the record of the next: each test has its own.
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.close());

async function ask(patient: Patient, message: string): Promise<string> {
  const { text, rule } = await clinic.ask(message, patient);
  expect(rule).toBe('patient');
  return text;
}

describe('a value that is told with the question', () => {
  test('is judged itself, against the goal and after the last one in the record', async () => {
    const text = await ask('Elena', 'My HbA1c was 8.1% last week. Is that ok?');
    expect(text).toMatch(
      /^\*\*HbA1c 8\.1 % is ▲ high\.\*\* The goal .* diabetes is below 7 %, which it does not meet\./,
    );
    expect(text).toContain('Your last HbA1c in the record was 6.9 % on 15 Sep 2026');
  });

  test('comes with when such a value needs to be seen, in its own direction', async () => {
    const high = await ask('Samuel', 'My potassium came back at 5.9, should I be worried?');
    expect(high).toMatch(/^\*\*Potassium 5\.9 mmol\/L is ▲ high\.\*\*[\s\S]*When to be seen: above 6\.0/);
    const low = await ask('Elena', 'My blood sugar was 3.1 this morning, is that bad?');
    expect(low).toContain('take sugar now');
    expect(low).not.toContain('above 15');
  });
});

describe('a measurement', () => {
  test('its highest, lowest and average are worked out over what is asked for', async () => {
    expect(await ask('Samuel', 'What is the highest blood pressure I ever had?')).toMatch(
      /^\*\*The highest blood pressure in your record was 156\/94 mmHg on 17 Jun 2019\*\*, of \d+ values/,
    );
    expect(await ask('Samuel', 'Average of my last 3 blood pressures?')).toMatch(
      /^\*\*The average of the last 3 values of blood pressure is 115\/70 mmHg/,
    );
  });

  test('"a year ago" is the value nearest to that day', async () => {
    expect(await ask('Samuel', 'Compare my creatinine now and a year ago')).toContain(
      '1.6 mg/dL on 14 Oct 2025 and 1.6',
    );
  });

  test('whether it ever was, how often this year, since a month', async () => {
    expect(await ask('Elena', 'Was my HbA1c ever below 6.5?')).toMatch(/^\*\*Yes, once of 16: the last time 5\.9 %/);
    expect(await ask('Elena', 'Was my HbA1c ever above 12?')).toMatch(/^\*\*No: none of the 16 values/);
    expect(await ask('Elena', 'How many times was my blood pressure measured this year?')).toMatch(
      /^\*\*Your record has 3 /,
    );
    expect(await ask('Samuel', 'Has my weight gone up since March?')).toContain('86 kg on 10 Mar 2026 and 87.4 kg');
  });

  test('when a condition was found is not answered with a value', async () => {
    expect(await ask('Elena', 'When did I get diagnosed with high blood pressure?')).toMatch(
      /hypertension since 10 May 2016/,
    );
  });

  test('what it means is told where that is asked, for what is outside its range', async () => {
    const text = await ask('Samuel', 'What do my kidney numbers mean?');
    expect(text).toMatch(/What it means:\n\n- Creatinine: .*\n- eGFR: /);
    expect(await ask('Samuel', 'How are my kidneys?')).not.toContain('What it means');
  });

  test('a weight is judged by what is made of it', async () => {
    expect(await ask('Elena', 'Is my weight healthy?')).toMatch(/^\*\*No: your last BMI was 31/);
  });

  test('asked for by a name that only the record uses is found', async () => {
    expect(await ask('Samuel', "What's my ejection fraction?")).toMatch(/^\*\*Your last ejection fraction was 45 %/);
  });
});

describe('medicines', () => {
  test('that may be behind a complaint are all named, the others too, and nothing is to be stopped alone', async () => {
    const text = await ask('Samuel', 'Are my pills making me tired?');
    expect(text).toMatch(/^\*\*Possibly: bisoprolol, tamsulosin and ramipril are known for it\.\*\*/);
    expect(text).toMatch(/Not named for fatigue: apixaban.*atorvastatin/);
    expect(text).toContain('Do not stop anything on your own');
    expect(await ask('Samuel', "Does ramipril cause cough? I've had one for weeks")).toMatch(
      /^\*\*Possibly: ramipril is known for it\.\*\*[\s\S]*dry cough/,
    );
  });

  test('are each looked at for pregnancy, grapefruit, an operation; what is unknown is said', async () => {
    const pregnant = await ask('Mia', "I'm 8 weeks pregnant, are my medicines ok?");
    expect(pregnant).toMatch(/no warning about pregnancy for 3 of your 6 medicines; of the others it says nothing/);
    expect(pregnant).toMatch(/says nothing of pregnancy for sumatriptan/);
    expect(await ask('Samuel', 'Can I have grapefruit juice?')).toMatch(
      /one medicine of 7 needs care.*\n\n- Atorvastatin/,
    );
    const operation = await ask('Samuel', 'I have an operation next month, should I stop any of my medicines?');
    expect(operation).toMatch(/- Apixaban.*\n- Dapagliflozin.*stop 3 days before surgery/);
  });

  test('a dose that was missed has its own rule, or the general one', async () => {
    expect(await ask('Samuel', 'I missed my apixaban dose this morning, what should I do?')).toMatch(
      /^\*\*Apixaban: missed: take it within half of the interval, else skip\.\*\*/,
    );
    expect(await ask('Elena', 'I forgot my tablets this morning, what should I do?')).toContain('Never double');
  });

  test('a value in range is no leave to take a medicine: what the record says of it comes first', async () => {
    const text = await ask('Samuel', 'Is my potassium ok for spironolactone?');
    expect(text).toMatch(/^\*\*You have taken spironolactone before.*Stopped for potassium of 5\.2/);
    expect(text).toContain('Better not without asking: spironolactone and your ramipril');
    expect(text).not.toMatch(/^\*\*Yes/);
    expect(await ask('Mia', 'Can I take ibuprofen with asthma?')).toContain(
      'Care with ibuprofen: your record lists asthma',
    );
  });

  test('are found by what they are for, and not to be left off', async () => {
    expect(await ask('Mia', 'What are my asthma medicines?')).toMatch(/^\*\*For asthma you take budesonide/);
    expect(await ask('Elena', 'I want to get off my pills')).toMatch(/^\*\*Do not stop anything on your own/);
  });

  test('a dose is not for us to change', async () => {
    expect(await ask('Elena', 'Should I be on a higher dose of atorvastatin?')).toMatch(
      /^\*\*Whether the dose should change is for Dr Priya Shaw to decide\.\*\*/,
    );
  });
});

describe('visits', () => {
  test('are prepared from what stands out', async () => {
    const text = await ask('Elena', 'What should I ask my doctor at the next visit?');
    expect(text).toMatch(/^\*\*For your visit on 8 Dec 2026 with Dr Priya Shaw/);
    expect(text).toMatch(/- Blood pressure 148\/90 mmHg.*\n- BMI/);
    expect(text).toContain('- Knee pain since 24 Oct 2026');
    expect(text).toMatch(/Bring a list of all medicines/);
  });

  test('what is new since the last, and what that brought where nothing is', async () => {
    expect(await ask('Samuel', 'What changed since my last visit?')).toMatch(
      /^\*\*Nothing is new in your record since your last visit on 6 Oct 2026[\s\S]*- Potassium 5 mmol\/L on 6 Oct 2026, before 5\.4/,
    );
  });

  test('what was written about one, who a specialist is, and how many there were', async () => {
    expect(await ask('Elena', 'What did Dr Shaw say last time?')).toContain('> Your blood tests of 15 September 2026');
    expect(await ask('Samuel', 'Who is my cardiologist?')).toMatch(/^\*\*Most likely Dr Mateo Ruiz/);
    expect(await ask('Samuel', 'Who is my dermatologist?')).toMatch(/^\*\*Your record names no dermatologist\.\*\*/);
    expect(await ask('Samuel', 'Why was I in hospital in 2019?')).toContain('myocardial infarction');
  });
});

describe('checks, risks and family', () => {
  test('what is due by the record, with its usual interval and source', async () => {
    const text = await ask('Samuel', 'Am I due for any tests?');
    expect(text).toMatch(/^\*\*By your record, urine albumin looks due\.\*\*/);
    expect(text).toMatch(
      /\| Kidney values \(eGFR\) \| chronic kidney disease stage 3A \| 6 Oct 2026\[\^\d+\] \| every year/,
    );
  });

  test('no percentage is made up: what counts for a risk is told from the record', async () => {
    const text = await ask('Elena', "What's my risk of a heart attack?");
    expect(text).toMatch(/^\*\*I do not work out a percentage/);
    expect(text).toMatch(/raises the risk of heart attack: type 2 diabetes mellitus\[\^\d+\], hypertension/);
    expect(text).toMatch(/What speaks against it: .*HDL cholesterol/);
  });

  test("a relative's disease is not looked for in the own record", async () => {
    const text = await ask('Elena', 'My mother had breast cancer, should I be screened?');
    expect(text).toMatch(/^\*\*Breast cancer in the family is worth telling your doctor/);
    expect(text).toContain('mammogram');
  });
});

describe('complaints', () => {
  test('with a worry are answered as complaints, with when to be seen', async () => {
    const text = await ask('Samuel', 'My ankles are swollen, should I worry?');
    expect(text).toMatch(/NT-proBNP 720/);
    expect(text).toMatch(/When to be seen: one leg swollen/);
    expect(text).not.toMatch(/anxious|angioedema/);
  });

  test('what helps comes first where that is asked', async () => {
    expect(await ask('Elena', "I can't sleep, what can I do?")).toMatch(/^\*\*What helps with trouble sleeping:\*\*/);
  });

  test('that are only told still come with when to be seen', async () => {
    expect(await ask('Samuel', 'I gained 3 kg this week')).toMatch(/When to be seen: more than 2 kg in 3 days/);
  });
});

test('a food is answered by what names it, else by nothing', async () => {
  expect(await ask('Samuel', 'Can I eat bananas?')).toMatch(/^\*\*What my reference says of bananas:/);
  expect(await ask('Samuel', 'Can I eat durians?')).toMatch(/^\*\*My reference says nothing about durians/);
});

test('how things are done is answered from the part of the entry that says so', async () => {
  expect(await ask('Elena', 'Do I need to fast before my blood test?')).toMatch(/Not needed for HbA1c/);
});

describe('a conversation', () => {
  test('goes on about the record where a question points back or adds to the last', async () => {
    const { say } = clinic.open('Elena');
    await say('Is my HbA1c getting better?');
    expect((await say('what about blood pressure')).text).toMatch(/^\*\*Your last blood pressure was 148\/90/);
    expect((await say('why is it high?')).text).toMatch(/148\/90[\s\S]*What it means:/);
    expect((await say('what can I do about it?')).text).toMatch(/148\/90[\s\S]*What helps: less salt/);
    expect((await say('ok thanks')).text).toBe('You are welcome.');
  });

  test('asks on about a medicine that was named', async () => {
    const { say } = clinic.open('Samuel');
    await say('What medications am I taking?');
    expect((await say('what is the apixaban for?')).text).toMatch(/^\*\*You take apixaban for atrial fibrillation\*\*/);
    expect((await say('does it interact with ibuprofen?')).text).toMatch(/^\*\*Better not without asking/);
    expect((await say('and with paracetamol?')).text).toMatch(/^\*\*I know of no interaction/);
  });

  test('a question of general knowledge stays one, whatever was asked before', async () => {
    const { say } = clinic.open('Samuel');
    await say('What medications am I taking?');
    expect((await say('Is it true that vaccines contain mercury?')).rule).not.toBe('patient');
  });

  test('tells what it put into the record', async () => {
    const { say } = clinic.open('Mia');
    expect((await say('what did you note?')).text).toMatch(/^\*\*Nothing has been put into your record/);
    await say('I started taking vitamin D 1000 IU daily');
    expect((await say('what did you note?')).text).toMatch(/Last I put into your record:\*\*\n\n- Vitamin D 1000 IU/);
  });

  test('a word about what was just told is about that', async () => {
    const { say } = clinic.open('Mia');
    await say('I started taking vitamin D 1000 IU daily');
    expect((await say('is that too much?')).text).toMatch(
      /for your doctor to decide[\s\S]*You take vitamin D, 1000 IU/,
    );
  });
});
