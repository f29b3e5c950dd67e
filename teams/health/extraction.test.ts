import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  readAllergies,
  readEncounters,
  readEntry,
  readMedications,
  readObservationHistory,
  readSymptoms,
  undoFact,
} from '../../src/record/index.ts';
import { handleOf } from '../../src/storage/handle.ts';
import { type Clinic, openClinic, type Reply } from './fixture.ts';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.close());

type Kept = { uuid: string; label: string; agent: string; kind: string; name: string; start: number; end: number };
const factsOf = (reply: Reply) => reply.facts as unknown as Kept[];
const weights = () => readObservationHistory(clinic.reader('Elena'), { type: '29463-7' });

describe('what is told in passing', () => {
  test('is kept with where it was said and by whom it was read, and told back', async () => {
    const message =
      'Saw Dr. Patel on Tuesday, she stopped the amlodipine and started losartan 50 once a day. Feet were swelling.';
    const { say, session } = clinic.open('Elena');
    const reply = await say(message);
    expect(reply).toMatchObject({ rule: 'patient', outcome: 'answered' });
    expect(reply.text).toContain(
      'Noted: visit with Dr. Patel (10 Nov 2026), amlodipine stopped, losartan 50 mg once a day started, swelling. I took "50" as milligrams: tell me if not.',
    );
    expect(factsOf(reply).map(({ kind, agent }) => `${kind} ${agent}`)).toEqual([
      'practitioner MedicalContextAgent',
      'encounter MedicalContextAgent',
      'medication MedicalContextAgent',
      'medication MedicalContextAgent',
      'symptom DataExtractorAgent',
    ]);
    const reader = clinic.reader('Elena');
    for (const { uuid, start, end, agent } of factsOf(reply))
      expect(readEntry(reader, uuid).properties).toMatchObject({
        source_session: session,
        source_message: reply.invocation_id,
        source_agent: agent,
        source_start: start,
        source_end: end,
      });
    const visit = readEncounters(reader)[0];
    expect(readEncounters(reader).find(({ name }) => name === 'Visit with Dr. Patel')?.practitioners).toHaveLength(1);
    expect(visit).toBeDefined();
    const losartan = readMedications(reader, 'current').filter(({ name }) => /losartan/i.test(name ?? ''));
    expect(losartan.map(({ dose }) => dose)).toEqual([50]);
    expect(reply.text).toMatch(/Your record had losartan 100 mg since 15 Nov 2022\[\^\d\]; you now say 50/);
  });

  test('stands beside the answer to a question in the same message', async () => {
    const reply = await clinic.ask('My blood pressure was 152/94 this morning. Is my HbA1c better?', 'Elena');
    expect(reply.text).toMatch(/^\*\*Yes: HbA1c fell, from 8\.2 %/);
    expect(reply.text).toMatch(/Noted: blood pressure 152\/94 mmHg \(15 Nov 2026\)\.$/);
    expect(reply.route).toEqual(['TriageAgent', 'HealthConsultantAgent', 'CypherAgent', 'DataEntryAgent']);
    expect(factsOf(reply)).toMatchObject([
      { kind: 'measurement', label: 'Observation', agent: 'MedicalMeasurementsAgent' },
    ]);
  });

  test('is set beside the record, without counting itself', async () => {
    const { text } = await clinic.ask('my potassium was 6.3 today', 'Samuel');
    expect(text).toMatch(/^\*\*Potassium of 6\.3 mmol\/L/);
    expect(text).toMatch(/Potassium 6\.3 mmol\/L is ‼ critically high/);
    expect(text).toMatch(/today/);
    expect(text).toContain('Your last potassium in the record was 5 mmol/L on 6 Oct 2026');
  });

  test('can be undone', async () => {
    const reply = await clinic.ask('I am allergic to peanuts, hives', 'Elena');
    expect(reply.text).toContain('Noted: allergy to peanuts (hives).');
    const reader = clinic.reader('Elena');
    expect(readAllergies(reader)).toHaveLength(2);
    undoFact(handleOf(clinic.home.data), clinic.patients.Elena, factsOf(reply)[0]!.uuid);
    expect(readAllergies(reader)).toHaveLength(1);
  });

  test('of what is taken is no measurement', async () => {
    const reply = await clinic.ask('I started vitamin D 1000 IU daily', 'Elena');
    expect(reply.facts).toMatchObject([{ kind: 'medication', name: 'vitamin D', dose: '1000 IU', change: 'started' }]);
    const since = await clinic.ask('I feel dizzy since I started ramipril', 'Samuel');
    expect(factsOf(since).map(({ kind }) => kind)).toEqual(['symptom']);
  });

  test('twice is kept once', async () => {
    const { say } = clinic.open('Elena');
    expect(factsOf(await say('My weight was 83.1 kg today'))).toHaveLength(1);
    const again = await say('My weight was 83.1 kg today');
    expect(again.facts).toEqual([]);
    expect(again.text).toContain('Already in your record: body weight 83.1 kg');
    expect(weights().filter(({ value }) => value === 83.1)).toHaveLength(1);
  });

  test.each([
    'Can I take ibuprofen?',
    'Should I stop metformin?',
    'How much metformin do I take?',
    'Do I have gout?',
    'My mother had a stroke last year, what is my risk?',
    'Her brother is allergic to nuts, is she too?',
    'I have no fever',
    'What is a normal blood pressure, 120/80?',
    'Remove penicillin from my allergies',
  ])('is not found in "%s"', async (message) => {
    const before = handleOf(clinic.home.data).prepare('SELECT count(*) AS n FROM graph_node').get();
    expect((await clinic.ask(message, 'Elena')).facts).toEqual([]);
    expect(handleOf(clinic.home.data).prepare('SELECT count(*) AS n FROM graph_node').get()).toEqual(before);
  });

  test.each([
    ['I have no fever', 'Understood: no fever. I keep what is there, not what is absent.'],
    ['My mother had a stroke last year.', /stroke.* of somebody else\. Your record holds only your own health\./],
  ])('that is not kept is not met with silence: "%s"', async (message, said) => {
    const { text, facts } = await clinic.ask(message, 'Elena');
    expect(text).toEqual(typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said));
    expect(facts).toEqual([]);
  });

  test('in an emergency waits: nothing is noted beside the call for help', async () => {
    const before = readSymptoms(clinic.reader('Elena'));
    const { text, facts } = await clinic.ask('crushing chest pain for 20 min', 'Elena');
    expect(text).not.toContain('Noted');
    expect(facts).toEqual([]);
    expect(readSymptoms(clinic.reader('Elena'))).toEqual(before);
  });

  test('without a patient is not kept and not an error', async () => {
    expect(await clinic.ask('I weigh 80 kg')).toMatchObject({ facts: [], outcome: 'answered' });
  });
});

describe('what is missing is asked for', () => {
  test('a unit, and the answer completes the entry', async () => {
    const { say } = clinic.open('Elena');
    const first = await say('My weight is 182');
    expect(first.text).toMatch(/Which unit is the body weight of 182 in: kg or lb\?$/);
    expect(first.facts).toEqual([]);
    const second = await say('lb');
    expect(second).toMatchObject({
      text: 'Noted: body weight 182 lb.',
      rule: 'patient',
      route: ['DataEntryAgent'],
    });
    expect(factsOf(second)).toMatchObject([{ kind: 'measurement', name: 'body weight' }]);
    expect(weights().at(-1)).toMatchObject({ value: 182, unit: '[lb_av]' });
  });

  test('a number like the last one is in the unit of that, and said so', async () => {
    expect((await clinic.ask('My weight is 82', 'Elena')).text).toContain('I took "82" as kg: tell me if not.');
    expect(weights().at(-1)).toMatchObject({ value: 82, unit: 'kg' });
  });

  test('a question that is not taken up is closed', async () => {
    const { say } = clinic.open('Elena');
    await say('My weight is 182');
    await say('When is my next appointment?');
    expect((await say('kg')).text).not.toContain('Noted');
  });

  test('a value that only one unit allows is taken so, and said', async () => {
    expect((await clinic.ask('My height is 180', 'Samuel')).text).toContain('I took "180" as cm: tell me if not.');
  });
});

describe('corrections in the next turn', () => {
  test('replace the value', async () => {
    const { say } = clinic.open('Elena');
    await say('My weight was 83.1 kg today');
    expect((await say('no, it was 84.2')).text).toBe('Corrected: body weight 84.2 kg (15 Nov 2026).');
    expect(
      weights()
        .filter(({ time }) => time?.startsWith('2026-11-15'))
        .map(({ value }) => value),
    ).toEqual([84.2]);
  });

  test('take it back', async () => {
    const { say } = clinic.open('Elena');
    const count = weights().length;
    await say('My weight was 83.1 kg today');
    expect((await say("that's wrong")).text).toBe('Taken back: body weight 83.1 kg (15 Nov 2026).');
    expect(weights()).toHaveLength(count);
    expect((await say('undo')).text).not.toContain('Taken back');
  });

  test('reach no further than the last message', async () => {
    const { say } = clinic.open('Elena');
    await say('My weight was 83.1 kg today');
    await say('When is my next appointment?');
    await say('undo');
    expect(weights().at(-1)?.value).toBe(83.1);
  });
});
