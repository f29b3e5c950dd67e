import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldState } from '../../src/kernel/index.ts';
import { readEntry } from '../../src/record/index.ts';
import { type Clinic, openClinic, type Patient, type Reply } from './fixture.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

type Cited = { marker: string; source_type: string; uuid?: string; label?: string; title: string };

/** Every marker has its citation and every citation its marker; each record citation is an entry of this very record. */
function checkCitations({ text, citations }: Reply, patient: Patient): Cited[] {
  const cited = citations as unknown as Cited[];
  const [body = ''] = text.split(/\n\n(?=\[\^1\]:)/);
  const used = [...new Set([...body.matchAll(/\[\^(\d+)\]/g)].map(([, marker]) => marker))];
  expect(used).toEqual(cited.map(({ marker }) => marker));
  for (const { source_type, uuid, label, marker } of cited) {
    expect(text).toContain(`[^${marker}]: `);
    if (source_type === 'record') expect(readEntry(clinic.reader(patient), uuid!).label).toBe(label);
  }
  return cited;
}

async function ask(patient: Patient, message: string): Promise<Reply & { cited: Cited[] }> {
  const reply = await clinic.ask(message, patient);
  expect(reply).toMatchObject({ rule: 'patient', outcome: 'answered' });
  expect(reply.route).toContain('CypherAgent');
  return { ...reply, cited: checkCitations(reply, patient) };
}

describe('an effect of a medicine', () => {
  test('is looked for in what was begun, not in what was stopped, and not in its warnings', async () => {
    const { text } = await clinic.ask(
      'My doctor stopped the losartan and started amlodipine 5 mg last week. My feet were swelling.',
      'Mia',
    );
    expect(text).toMatch(/^Swelling is a known effect of amlodipine: swollen ankles/);
    expect(text).not.toContain('effect of losartan');
  });
});

describe('a measurement', () => {
  test('is settled first: better or not, from which value to which, since when, and after what', async () => {
    const { text, cited } = await ask('Elena', 'Is my HbA1c getting better?');
    expect(text).toMatch(
      /^\*\*Yes: HbA1c fell from 8\.2 % to 6\.9 % over 18 months, up to 15 Sep 2026\.\*\*\[\^1\]\[\^2\]/,
    );
    expect(text).toContain('▲ high (4–6 %)');
    expect(text).toContain('By date, it began to fall after empagliflozin was started on 11 Mar 2025.[^4]');
    expect(text).toContain('| 16 Sep 2025 | 7.5 % | ▲ high |');
    expect(text).toContain('The goal usually set for people with diabetes is below 7 %, which it meets.[^3]');
    expect(cited.map(({ label }) => label)).toEqual(['Observation', 'Observation', undefined, 'IntakeRegimen']);
  });

  test('tells its last value with range and the one before', async () => {
    const { text } = await ask('Samuel', 'What was my last potassium?');
    expect(text).toMatch(
      /^\*\*Your last potassium was 5 mmol\/L on 6 Oct 2026, normal\.\*\*\[\^1\] The range is 3\.5–5\.1 mmol\/L\. That is down from 5\.4 mmol\/L on 22 Sep 2026\.\[\^2\]/,
    );
  });

  test('answers whether it is normal', async () => {
    expect((await ask('Elena', 'Is my blood pressure normal?')).text).toMatch(
      /^\*\*No: your last blood pressure was 148\/90 mmHg on 27 Oct 2026, ▲ high\.\*\*/,
    );
    expect((await ask('Mia', 'Is my TSH too high?')).text).toMatch(
      /^\*\*No: your last TSH was 2 .* within the range\.\*\*/,
    );
  });

  test('by a word that means several leads with one and names the others', async () => {
    const { text, cited } = await ask('Elena', 'Is my cholesterol getting better?');
    expect(text).toMatch(/^\*\*Not much: LDL cholesterol stayed much the same/);
    expect(text).toMatch(/Beside it: total cholesterol .*; HDL cholesterol .*; triglycerides /);
    expect(cited.length).toBeGreaterThan(4);
  });

  test('that is not there is said so, with the nearest that is', async () => {
    const { text } = await ask('Elena', 'What was my last ferritin?');
    expect(text).toMatch(
      /^\*\*There is no ferritin in your record\.\*\* The nearest: haemoglobin 13\.1 g\/dL on 8 Feb 2022, normal\[\^1\]\./,
    );
  });

  test('that does not meet the goal for a condition is told so, and what to ask at the next visit', async () => {
    const { text } = await ask('Elena', 'Is my LDL ok?');
    expect(text).toMatch(/^\*\*No: your last LDL cholesterol was 3\.1 mmol\/L on 15 Sep 2026, ▲ high\.\*\*/);
    expect(text).toMatch(/people with diabetes is below 2\.6 mmol\/L, which it does not meet\.\[\^\d\]/);
    expect(text).toMatch(
      /Worth asking at your visit on 8 Dec 2026 .*\[\^\d\]: what would bring your LDL cholesterol to the goal\./,
    );
    expect((await ask('Elena', 'Is my diabetes under control?')).text).toMatch(/^\*\*Yes: your last HbA1c was 6\.9 %/);
    expect((await ask('Mia', 'Is my asthma getting worse?')).text).toMatch(/^\*\*No: peak flow stayed much the same/);
  });

  test('keeps to the time that is asked for', async () => {
    const { text } = await ask('Elena', 'How has my HbA1c changed since 2020?');
    expect(text).toContain('2022');
    expect((await ask('Elena', 'How has my HbA1c changed in the last year?')).text).not.toContain('2024');
  });
});

describe('medicines', () => {
  test('one: dose, schedule, reason, since when, by whom, and what it was before', async () => {
    const { text } = await ask('Elena', 'How much metformin do I take?');
    expect(text).toMatch(
      /^\*\*You take metformin, 1000 mg twice daily\*\* for type 2 diabetes mellitus since 15 Sep 2020, prescribed by Dr Priya Shaw\.\[\^1\]/,
    );
    expect(text).toContain('Before that it was 500 mg');
    expect((await ask('Elena', 'Why do I take losartan?')).text).toMatch(/^\*\*You take losartan for hypertension\*\*/);
  });

  test('one that was stopped, and one that never was', async () => {
    expect((await ask('Elena', 'Do I still take gliclazide?')).text).toMatch(
      /^\*\*You do not take gliclazide now\.\*\* .*until 11 Mar 2025.*Stopped for low blood sugars/,
    );
    expect((await ask('Elena', 'What dose of warfarin do I take?')).text).toMatch(
      /^\*\*There is no warfarin in your record\.\*\*/,
    );
  });

  test('for a reason, since when, and not to be stopped alone', async () => {
    expect((await ask('Elena', 'What do I take for blood pressure?')).text).toMatch(
      /^\*\*For hypertension you take losartan 100 mg once daily\.\*\*\[\^1\]/,
    );
    expect((await ask('Elena', 'When did I start atorvastatin?')).text).toMatch(
      /^\*\*You have taken atorvastatin since 30 Apr 2019\.\*\*/,
    );
    expect((await ask('Elena', 'Should I stop taking metformin?')).text).toMatch(
      /^\*\*Do not stop or change metformin on your own: ask Dr Priya Shaw first\.\*\*/,
    );
    expect((await ask('Mia', 'How many puffs of salbutamol can I take?')).text).toContain('at most eight a day');
  });

  test('all that are taken now', async () => {
    const { text } = await ask('Elena', 'What medications am I taking?');
    expect(text).toMatch(/^\*\*Your record lists 4 medicines that you take now\.\*\*/);
    expect(text).not.toContain('Gliclazide');
  });

  test('that clash are told when asked, the worst first', async () => {
    const { text, cited } = await ask('Samuel', 'Can I take ibuprofen for my knee?');
    expect(text).toMatch(/^\*\*Better not without asking: ibuprofen and your apixaban do not go well together\.\*\*/);
    expect(text).toContain('Apixaban[^1] and ibuprofen (major)');
    expect(text).toMatch(
      /Care with ibuprofen: your record lists chronic kidney disease stage 3A\[\^\d\] and heart failure\[\^\d\]\. Avoid/,
    );
    expect(cited.some(({ source_type }) => source_type === 'knowledge')).toBe(true);
    expect((await ask('Elena', 'Do my medications interact?')).text).toMatch(/^\*\*I know of no interaction/);
  });

  test('an allergy comes before everything', async () => {
    expect((await ask('Elena', 'Can I take amoxicillin?')).text).toMatch(
      /^\*\*Your record lists a penicillin allergy \(urticaria and itching\)/,
    );
  });
});

describe('visits', () => {
  test('"recent" is the last three months and nothing else', async () => {
    const { text } = await ask('Elena', 'Any recent visits?');
    expect(text).toMatch(/^\*\*2 visits in the last three months\.\*\*/);
    expect(text).toContain('27 Oct 2026');
    expect(text).not.toContain('Mar 2026');
  });

  test('the next one, and one of a kind', async () => {
    expect((await ask('Samuel', 'When is my next appointment?')).text).toMatch(
      /^\*\*Your next visit is on 15 Dec 2026 with Dr Mateo Ruiz/,
    );
    expect((await ask('Elena', 'What is my visit in December 2026 about?')).text).toMatch(
      /^\*\*That visit is on 8 Dec 2026 .*blood pressure check/,
    );
    expect((await ask('Elena', 'When was my last hospital stay?')).text).toMatch(
      /^\*\*Your last such visit was on 8 Feb 2022 .*pneumonia/,
    );
  });
});

describe('the rest of the record', () => {
  test('a body system: conditions, values, medicines', async () => {
    const { text } = await ask('Elena', 'How is my heart?');
    expect(text).toMatch(
      /^\*\*Heart and circulation \(cardiovascular system\): 2 active conditions, 2 of 6 measurements outside the range\.\*\*/,
    );
    expect(text).toContain('hypertension since 10 May 2016[^1]');
    expect(text).toMatch(/You take for it: atorvastatin 40 mg\[\^\d+\] and losartan 100 mg/);
    expect((await ask('Mia', 'How are my lungs?')).text).toContain('respiratory system');
    expect((await ask('Mia', 'Has my liver been ok?')).text).toMatch(/^\*\*Your record holds nothing about your liver/);
  });

  test('conditions, there and not there', async () => {
    expect((await ask('Elena', 'Do I have diabetes?')).text).toMatch(
      /^\*\*Yes: your record lists type 2 diabetes mellitus since 12 Apr 2017\.\*\*/,
    );
    expect((await ask('Mia', 'Do I have diabetes?')).text).toMatch(/^\*\*There is no diabetes in your record\.\*\*/);
  });

  test('allergies', async () => {
    expect((await ask('Mia', 'What am I allergic to?')).text).toMatch(/peanut.*severe: anaphylaxis and urticaria/i);
    expect((await ask('Elena', 'Am I allergic to penicillin?')).text).toMatch(/^\*\*Yes: your record lists/);
  });

  test('the last laboratory sheet, a month, an age, whatever is mentioned', async () => {
    expect((await ask('Mia', 'What did my last blood test show?')).text).toMatch(
      /^\*\*Your last laboratory results are of 13 Oct 2026: 4 values, none outside its range\.\*\*/,
    );
    expect((await ask('Mia', 'What happened in January 2023?')).text).toMatch(/24 Jan 2023.*8 Jan 2023/);
    expect((await ask('Mia', 'How old am I?')).text).toMatch(/^\*\*You are 34, born 30 Jun 1992\.\*\*/);
    expect((await ask('Elena', 'What does my record say about my knee?')).text).toContain(
      'Right knee worse after a fall, 27 Oct 2026',
    );
  });

  test('vaccinations, procedures and documents', async () => {
    expect((await ask('Elena', 'When was my last flu shot?')).text).toContain('6 Oct 2026');
    expect((await ask('Samuel', 'When was my last colonoscopy?')).text).toContain('22 May 2018');
    expect((await ask('Elena', 'What does the letter from September say?')).text).toContain('HbA1c is 6.9 %');
  });

  test('a symptom: what in the record may bear on it, and what is known', async () => {
    const { text, cited } = await ask('Samuel', 'Why am I so tired?');
    expect(text).toContain('haemoglobin 13 g/dL on 22 Sep 2026, ▼ low[^1]');
    expect(text).toMatch(/bisoprolol 5 mg\[\^\d\] can do this\. None of it proves a cause\./);
    expect(cited.map(({ source_type }) => source_type)).toContain('knowledge');
  });

  test('the entry that was chosen in the side panel becomes the topic, and stays it', async () => {
    const { cited } = await ask('Elena', 'Do I have diabetes?');
    const { say, events } = clinic.open('Elena');
    const first = await say(`[ask ConditionCaseNode/${cited[0]!.uuid}] What is this?`);
    expect(first.route).toEqual(['TriageAgent', 'AskTusdiAIHandlerAgent', 'HealthConsultantAgent', 'CypherAgent']);
    expect(first.text).toMatch(/^\*\*Your record lists type 2 diabetes mellitus/);
    checkCitations(first, 'Elena');
    expect(foldState(await events(), 'session', Date.now())).toMatchObject({
      session_topic_node_uuid: cited[0]!.uuid,
      session_topic_node_type: 'ConditionCaseNode',
    });
    expect((await say('Since when do I have it?')).text).toContain('since 12 Apr 2017');
  });
});
