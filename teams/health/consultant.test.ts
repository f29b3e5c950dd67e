import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldState } from '../../src/kernel/index.ts';
import { readEntry } from '../../src/record/index.ts';
import { type Clinic, openClinic, type Patient, type Reply } from './fixture.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

type Cited = { marker: string; source_type: string; uuid?: string; label?: string };

/** An answer from the record: asked of the graph, and every footnote opens an entry of this very record. */
async function ask(patient: Patient, message: string): Promise<Reply & { cited: Cited[] }> {
  const reply = await clinic.ask(message, patient);
  expect(reply.rule).toBe('patient');
  expect(reply.route).toContain('CypherAgent');
  const cited = reply.citations as unknown as Cited[];
  const used = [...new Set([...reply.text.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, marker]) => marker))];
  expect(used).toEqual(cited.map(({ marker }) => marker));
  for (const { marker, source_type, uuid, label } of cited) {
    expect(reply.text).toContain(`[^${marker}]: `);
    if (source_type === 'record') expect(readEntry(clinic.reader(patient), uuid!).label).toBe(label);
  }
  return { ...reply, cited };
}

async function says(patient: Patient, message: string, ...patterns: RegExp[]): Promise<void> {
  const { text } = await ask(patient, message);
  for (const pattern of patterns) expect(text).toMatch(pattern);
}

describe('a measurement', () => {
  test('is settled first: better or not, from which value to which, since when, and after what', () =>
    says(
      'Elena',
      'Is my HbA1c getting better?',
      /^\*\*Yes: HbA1c fell, from 8\.2 % on 11 Mar 2025 to 6\.9 % on 15 Sep 2026/,
      /By date, it fell after empagliflozin was started on 11 Mar 2025/,
      /\| 16 Sep 2025 \| 7\.5 % \| ▲ high \|/,
    ));

  test('tells its last value with range and the one before', () =>
    says(
      'Samuel',
      'What was my last potassium?',
      /^\*\*Your last potassium was 5 mmol\/L on 6 Oct 2026/,
      /3\.5–5\.1 mmol\/L/,
      /from 5\.4 mmol\/L/,
    ));

  test('answers whether it is normal, and names a person where it is not', async () => {
    await says(
      'Elena',
      'Is my blood pressure normal?',
      /^\*\*No: your last blood pressure was 148\/90 mmHg/,
      /Contact Dr Owen Lindley/,
    );
    await says('Mia', 'Is my TSH too high?', /^\*\*No: your last TSH was 2 mIU\/L/);
    await says('Elena', 'Is my weight healthy?', /^\*\*No: your last BMI was 31/, /84\.3 kg/);
  });

  test('by a word that means several leads with one and names the others', () =>
    says(
      'Elena',
      'Is my cholesterol getting better?',
      /^\*\*Not much: LDL cholesterol/,
      /HDL cholesterol/,
      /Total cholesterol/,
    ));

  test('that is not there is denied with what was looked through and the nearest', async () => {
    const { outcome, text } = await ask('Elena', 'What was my last ferritin?');
    expect(text).toMatch(
      /^\*\*There is no ferritin in your record\.\*\* The nearest: haemoglobin 13\.1 g\/dL on 8 Feb 2022/,
    );
    expect(text).toMatch(/I looked through/);
    expect(outcome).toBe('fallback');
  });

  test('is set against the goal for a condition', async () => {
    await says(
      'Elena',
      'Is my LDL ok?',
      /^\*\*No: your last LDL cholesterol was 3\.1 mmol\/L/,
      /people with diabetes is below 2\.6, which it does not meet/,
    );
    await says(
      'Elena',
      'Is my diabetes under control?',
      /^\*\*Yes: your last HbA1c was 6\.9 %/,
      /below 7, which it meets/,
    );
  });

  test('over years is told as years, with its turns and what happened then', () =>
    says(
      'Mia',
      'How has my TSH changed over the years?',
      /1\.9 mIU\/L on 9 Jun 2020/,
      /hypothyroidism/,
      /levothyroxine started on 22 Feb 2022/,
    ));

  test('of a time, compared, counted, the highest, the average', async () => {
    await says(
      'Samuel',
      'What is the highest blood pressure I ever had?',
      /^\*\*Your highest blood pressure was 156\/94 mmHg on 17 Jun 2019/,
    );
    await says(
      'Samuel',
      'Average of my last 3 blood pressures?',
      /^\*\*The average of 3 blood pressure values is 115\/70/,
    );
    await says('Samuel', 'Compare my creatinine now and a year ago', /1\.6 mg\/dL on 14 Oct 2025/);
    await says('Elena', 'Was my HbA1c ever below 6.5?', /^\*\*Yes, once of 16: the last time 5\.9 %/);
    await says('Elena', 'How many times was my blood pressure measured this year?', /3 times this year/);
    await says('Samuel', 'Has my weight gone up since March?', /^\*\*Yes, only a little/, /86 kg on 10 Mar 2026/);
  });

  test('that is told with the question is judged itself, after the last one in the record', async () => {
    await says(
      'Elena',
      'My HbA1c was 8.1% last week. Is that ok?',
      /\*\*No: HbA1c 8\.1 % is ▲ high/,
      /does not meet/,
      /was 6\.9 % on 15 Sep 2026/,
    );
    await says('Elena', 'My blood sugar was 3.1 this morning, is that bad?', /Yes: glucose 3\.1 mmol\/L is ▼ low/);
    await says(
      'Samuel',
      'My potassium came back at 5.9, should I be worried?',
      /ramipril/,
      /today/,
      /Yes: potassium 5\.9/,
    );
  });
});

describe('medicines', () => {
  test('one: dose, schedule, reason, since when, and what it was before', async () => {
    await says(
      'Elena',
      'How much metformin do I take?',
      /metformin 1000 mg \(one tablet with breakfast/,
      /Before that it was metformin 500 mg/,
    );
    await says('Elena', 'Why do I take losartan?', /^\*\*You take losartan for hypertension\.\*\*/);
    await says('Elena', 'When did I start atorvastatin?', /40 mg since 19 Mar 2024/, /first had it from 30 Apr 2019/);
    await says('Samuel', 'Who prescribed apixaban?', /^\*\*Dr Mateo Ruiz prescribed apixaban/);
  });

  test('by class and by what they are for', async () => {
    await says('Samuel', 'Do I take any blood thinners?', /^\*\*Yes: your record lists apixaban/);
    await says('Elena', 'What do I take for blood pressure?', /^\*\*You take losartan/);
    await says('Mia', 'What are my asthma medicines?', /^\*\*You take salbutamol and budesonide/);
    await says('Elena', 'What medications am I taking?', /^\*\*Your record lists 4 medicines/);
  });

  test('one that was stopped, with the reason, and one that never was', async () => {
    await says('Elena', 'Do I still take gliclazide?', /^\*\*No: .*18 May 2021 to 11 Mar 2025/, /low blood sugars/);
    await says('Samuel', 'Why was spironolactone stopped?', /potassium of 5\.2/);
    await says('Elena', 'What dose of warfarin do I take?', /^\*\*There is no warfarin in your record/);
  });

  test('are not to be stopped alone', async () => {
    await says(
      'Elena',
      'Should I stop taking metformin?',
      /^\*\*No, do not stop metformin on your own: ask Dr Priya Shaw/,
    );
    await says('Elena', 'I want to get off my pills', /^\*\*No, do not stop/);
    await says('Elena', 'Should I be on a higher dose of atorvastatin?', /A dose is for Dr Priya Shaw to change/);
  });

  test('that are asked about are settled with no, yes, or only after asking', async () => {
    await says('Samuel', 'Can I take ibuprofen for my knee?', /^\*\*No/, /kidney/, /paracetamol/);
    await says('Elena', 'Can I take amoxicillin?', /^\*\*No/, /penicillin allergy \(urticaria and itching\)/);
    await says(
      'Samuel',
      'My dentist wants to give me clarithromycin, is that ok?',
      /^\*\*(?:No|Not without)/,
      /atorvastatin|apixaban/,
    );
    await says('Elena', 'Do my medications interact?', /^\*\*I know of no interaction/);
  });

  test('may be behind a complaint; those that are not are named too', () =>
    says(
      'Samuel',
      'Are my pills making me tired?',
      /^\*\*Possibly: bisoprolol/,
      /Not named for fatigue: .*apixaban/,
      /Do not stop anything on your own/,
    ));
});

describe('conditions and events', () => {
  test('there and not there, under their everyday names', async () => {
    await says('Samuel', 'When did I have my heart attack?', /17 Jun 2019/);
    await says('Elena', 'Do I have diabetes?', /^\*\*Yes: type 2 diabetes mellitus \(since 12 Apr 2017\)/);
    const { text, outcome } = await ask('Mia', 'Do I have diabetes?');
    expect(text).toMatch(/^\*\*No: there is no diabetes in your record\.\*\*/);
    expect(outcome).toBe('fallback');
    await says('Elena', 'Has diabetes affected my eyes?', /retinopathy/);
  });

  test('allergies', async () => {
    await says('Mia', 'What am I allergic to?', /peanut \(severe: anaphylaxis and urticaria\)/);
    await says('Elena', 'Am I allergic to amoxicillin?', /^\*\*Yes/, /penicillin/);
  });

  test('visits: recent is three months, the next one, one of a time', async () => {
    await says('Elena', 'Any recent visits?', /^\*\*2 visits in the last three months/, /27 Oct 2026/);
    await says('Samuel', 'When is my next appointment?', /^\*\*Your next visit is on 15 Dec 2026/);
    await says('Elena', 'When was my last hospital stay?', /8 Feb 2022/, /4 days/);
    await says('Samuel', 'Why was I in hospital in 2019?', /myocardial infarction/);
    await says('Samuel', 'Who is my cardiologist?', /^\*\*Most likely Dr Mateo Ruiz/);
    await says('Samuel', 'Who is my dermatologist?', /^\*\*Your record names no dermatologist/);
  });

  test('vaccinations, procedures, papers', async () => {
    await says('Elena', 'When was my last flu shot?', /6 Oct 2026/);
    await says('Samuel', 'When was my last colonoscopy?', /22 May 2018/);
    await says('Elena', 'What does the letter from September say?', /HbA1c is 6\.9 %/);
    await says('Samuel', 'What did the angiography in 2019 show?', /90 % narrowing/);
    await says('Samuel', 'When should I call about my weight?', /3 lb in two days/);
  });

  test('a body system: what stands out, conditions, medicines', async () => {
    await says('Elena', 'How is my heart?', /148\/90/, /hypertension/, /losartan/);
    await says('Mia', 'Has my liver been ok?', /^\*\*Your record holds nothing about your liver/);
  });

  test('a complaint: what in the record may bear on it', () =>
    says(
      'Samuel',
      'Why am I so tired?',
      /haemoglobin 13 g\/dL on 22 Sep 2026, ▼ low/,
      /bisoprolol/i,
      /None of it proves a cause/,
    ));

  test('the entry that was chosen in the side panel becomes the topic, and stays it', async () => {
    const { cited } = await ask('Elena', 'Do I have diabetes?');
    const { say, events } = clinic.open('Elena');
    const first = await say(`[ask ConditionCaseNode/${cited[0]!.uuid}] What is this?`);
    expect(first.route).toEqual(['TriageAgent', 'AskTusdiAIHandlerAgent', 'HealthConsultantAgent', 'CypherAgent']);
    expect(first.text).toMatch(/diabetes/i);
    expect(foldState(await events(), 'session', Date.now())).toMatchObject({ session_topic_node_uuid: cited[0]!.uuid });
    expect((await say('Since when do I have it?')).text).toContain('12 Apr 2017');
  });
});
