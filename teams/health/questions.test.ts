/** Conversations and questions of other kinds: follow-ups, two in one, what is due, what is told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAllergies, readMedications, readObservationHistory } from '../../src/record/index.ts';
import { type Clinic, openClinic, type Patient } from './fixture.ts';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.close());

async function ask(patient: Patient, message: string): Promise<string> {
  return (await clinic.ask(message, patient)).text;
}

describe('several questions in one message get several answers', () => {
  test('each settled by itself', async () => {
    const text = await ask('Samuel', 'How is my kidney function, and should I worry about my blood pressure?');
    expect(text).toMatch(/eGFR was 44/);
    expect(text).toMatch(/80 mL\/min\/1\.73 m² on 8 Mar 2016/);
    expect(text).toMatch(/112\/68 mmHg/);
  });

  test('the second may ask on about the first', async () => {
    const text = await ask('Samuel', 'Is my haemoglobin getting worse and why?');
    expect(text).toMatch(/haemoglobin/i);
    expect(text).toMatch(/apixaban/i);
  });
});

describe('a conversation', () => {
  test('keeps what it is about, and one slot changes at a time', async () => {
    const { say } = clinic.open('Samuel');
    expect((await say('What is my LDL?')).text).toMatch(/54 mg\/dL/);
    expect((await say('and the one before?')).text).toMatch(/57 mg\/dL/);
    expect((await say('what was it in 2019?')).text).toMatch(/134 mg\/dL|72 mg\/dL/);
    expect((await say('what about my potassium?')).text).toMatch(/5 mmol\/L/);
    expect((await say('ok thanks')).text).toBe('You are welcome.');
  });

  test('asks on about a medicine that was named', async () => {
    const { say } = clinic.open('Samuel');
    await say('What is the apixaban for?');
    expect((await say('since when do I take it?')).text).toMatch(/18 Apr 2023/);
    expect((await say('can I take it with ibuprofen?')).text).toMatch(/^\*\*No/);
  });

  test('a danger is told once', async () => {
    const { say } = clinic.open('Samuel');
    const first = (await say('I took ibuprofen yesterday')).text;
    expect(first).toMatch(/apixaban|kidney/);
    const second = (await say('What was my last potassium?')).text;
    expect(second).not.toMatch(/ibuprofen/i);
  });
});

describe('what is told', () => {
  test('that is dangerous beside this record is said, and what to do', async () => {
    expect(await ask('Samuel', 'I took two apixaban this morning by mistake')).toMatch(/bleed/i);
    expect(await ask('Samuel', "I'm up 4 pounds since yesterday")).toMatch(/3 lb in two days[\s\S]*today/);
    expect(await ask('Samuel', 'my stools are black')).toMatch(/apixaban|911/);
  });

  test('that was offered, asked about, planned or only thought of is not stored', async () => {
    const before = readMedications(clinic.reader('Samuel')).length;
    for (const message of [
      'My dentist wants to give me clarithromycin, is that ok?',
      'The nurse offered me semaglutide but I said no',
      'I will start turmeric capsules next week',
      'If I took ibuprofen, what would happen?',
    ])
      await ask('Samuel', message);
    expect(readMedications(clinic.reader('Samuel')).length).toBe(before);
  });

  test('can be corrected by a bare value, by a day, and taken back by name', async () => {
    const { say } = clinic.open('Samuel');
    const pressures = () => readObservationHistory(clinic.reader('Samuel'), { type: '8480-6' });
    await say('My blood pressure was 150/80 this morning');
    expect((await say('no, it was 130')).text).toMatch(/Corrected: blood pressure 130\/80/);
    expect(pressures().at(-1)?.value).toBe(130);
    expect((await say('that was yesterday')).text).toMatch(/14 Nov 2026/);
    await say('I took ibuprofen 400 mg for my knee');
    await say('When is my next appointment?');
    expect((await say('forget the ibuprofen')).text).toMatch(/Taken back: ibuprofen/);
    expect(readMedications(clinic.reader('Samuel')).some(({ name }) => /ibuprofen/i.test(name ?? ''))).toBe(false);
  });

  test('can be taken back as another person’s, and renamed', async () => {
    const { say } = clinic.open('Samuel');
    await say('My blood pressure was 151/81 this morning');
    expect((await say("that was my sister's")).text).toMatch(/Taken back: blood pressure 151\/81/);
    await say('I took cetirizine 10 mg for my nose');
    expect((await say('sorry, it was loratadine I took')).text).toMatch(/Corrected: loratadine/);
    await say('forget the loratadine');
  });

  test('a retraction of what was never told changes nothing and says so', async () => {
    expect(await ask('Samuel', 'forget the insulin')).toMatch(/Nothing was taken back/);
  });

  test('a unit is assumed only where one alone is plausible', async () => {
    expect(await ask('Samuel', 'I started digoxin 125 once a day')).toMatch(/digoxin 125 ug .*"125" as micrograms/s);
  });

  test('what lowers safety waits for a yes, and says what it risks', async () => {
    const { say } = clinic.open('Samuel');
    const asked = await say('Please mark apixaban as stopped');
    expect(asked.outcome).toBe('waiting');
    expect(asked.text).toMatch(/apixaban as stopped\?/);
    expect(asked.text).toMatch(/clot|stroke/);
    expect(readMedications(clinic.reader('Samuel'), 'current').some(({ name }) => /apixaban/i.test(name ?? ''))).toBe(
      true,
    );
    await say('no');
    expect(readMedications(clinic.reader('Samuel'), 'current').some(({ name }) => /apixaban/i.test(name ?? ''))).toBe(
      true,
    );
    const again = await say('I stopped my apixaban last week');
    expect(again.outcome).toBe('waiting');
    await say('yes');
    expect(readMedications(clinic.reader('Samuel'), 'current').some(({ name }) => /apixaban/i.test(name ?? ''))).toBe(
      false,
    );
  });

  test('a weight that no body reaches from the last one is asked for, and a unit that there is not is refused', async () => {
    const leap = await clinic.ask('my weight is 82 stone', 'Elena');
    expect(leap.outcome).toBe('waiting');
    expect(leap.text).toMatch(/Is 520\.72 kg right.*84\.3 kg/s);
    const odd = await ask('Elena', 'my glucose was 140 florps this morning');
    expect(odd).toMatch(/"florps" is not a unit of glucose.*not kept/s);
    expect(odd).not.toMatch(/high|Noted/);
  });

  test('a yes to nothing changes nothing, and others’ values are not weighed against one’s own', async () => {
    expect(await ask('Elena', 'yes')).toMatch(/not asked/);
    const mixed = await clinic.ask(
      'My son Tim weighed 20 kg on 3 March, ich hatte gestern Fieber, my brother is tall',
      'Elena',
    );
    expect(mixed.outcome).toBe('answered');
    expect(mixed.text).toMatch(/in German/);
  });

  test('an allergy goes only after a yes', async () => {
    const { say } = clinic.open('Samuel');
    await say('I am allergic to latex');
    expect(readAllergies(clinic.reader('Samuel'), 'active')).toHaveLength(2);
    expect((await say('forget the latex allergy')).outcome).toBe('waiting');
    await say('no');
    expect(readAllergies(clinic.reader('Samuel'), 'active')).toHaveLength(2);
  });
});

describe('questions of other kinds', () => {
  test('a visit is prepared from what stands out', async () => {
    const text = await ask('Elena', 'What should I ask my doctor at the next visit?');
    expect(text).toMatch(/8 Dec 2026(?: at \d\d:\d\d(?: UTC)?)?: blood pressure check with Dr Priya Shaw/);
    expect(text).toMatch(/- Blood pressure 148\/90 mmHg/);
    expect(text).toMatch(/- Knee pain since 24 Oct 2026/);
  });

  test('no percentage is made up', async () => {
    const text = await ask('Elena', "What's my risk of a heart attack?");
    expect(text).toMatch(/^\*\*I do not work out a percentage/);
    expect(text).toMatch(/raises the risk of heart attack: .*hypertension/);
  });

  test('medicines in a pregnancy are looked at one by one', async () => {
    expect(await ask('Mia', "I'm 8 weeks pregnant, are my medicines ok?")).toMatch(/sumatriptan|levothyroxine/i);
  });

  test('how a test is prepared is answered from the knowledge', async () => {
    expect(await ask('Elena', 'Do I need to fast before my blood test?')).toMatch(/Not needed for HbA1c/);
  });

  test('a summary names every allergy', async () => {
    expect(await ask('Mia', 'Give me a summary of my health')).toMatch(/Allergies: .*peanut/);
  });

  test('a word that only the glossary holds is told without a record, too, and an unknown one is not', async () => {
    const known = await clinic.ask('What is silicosis?');
    expect(known.text).toMatch(/Scarring of the lungs/);
    expect(known.text).not.toMatch(/your record/i);
    expect((await clinic.ask('What is blorfitis?')).text).toMatch(/no entry|do not know/);
  });

  test('an everyday "is it true" is not the record\'s', async () => {
    const { say } = clinic.open('Samuel');
    await say('What medications am I taking?');
    expect((await say('Is it true that vaccines contain mercury?')).rule).not.toBe('patient');
  });

  test('a thousand complaints in one message are read once', async () => {
    expect(await ask('Samuel', 'pain and '.repeat(1000))).not.toBe('');
  });
});
