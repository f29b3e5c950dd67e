import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clinic, openClinic } from './fixture.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const URL_FALLBACK = 'I was unable to retrieve that URL. Please try again or provide a different URL.';
const NOT_HEALTH =
  'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.';

describe('the rules of triage, word for word', () => {
  test.each([
    'Book me a flight to Rome',
    'What is the capital of France?',
    'Tell me a joke',
  ])('rule 1: "%s" is declined and nothing more', async (message) => {
    expect(await clinic.ask(message, 'Elena')).toMatchObject({
      text: NOT_HEALTH,
      rule: 'non_health',
      outcome: 'declined',
      route: ['TriageAgent'],
      facts: [],
      citations: [],
    });
  });

  test.each([
    ['Show me all my medications', 'Medications section', 'medications', 'medications'],
    ['List all my conditions', 'Conditions section', 'conditions', 'conditions'],
    ['I want to see all my lab results', 'Labs & vitals section', 'labs and vitals', 'observations'],
    ['Show me all of my allergies', 'Allergies section', 'allergies', 'allergies'],
    ['List all my appointments', 'Encounters section', 'encounters', 'encounters'],
  ])('rule 2: "%s" names the %s and opens it', async (message, title, data, section) => {
    const reply = await clinic.ask(message, 'Elena');
    expect(reply).toMatchObject({
      text: `Please use the ${title} in the side panel to view your complete ${data}.`,
      rule: 'ui_redirect',
      outcome: 'redirected',
    });
    expect(reply.notes['section']).toBe(section);
  });

  test.each([
    ['Send my lab results to my doctor', 'share'],
    ['Remove metformin from my medication list', 'edit'],
  ])('rule 3: "%s" is told where to %s', async (message, action) => {
    expect(await clinic.ask(message, 'Elena')).toMatchObject({
      text: `To ${action} your health information, please use the appropriate section in the side panel.`,
      rule: 'share_edit',
      outcome: 'redirected',
      facts: [],
    });
  });

  test('rule 4a: a question about the person goes to the consultant, 4b: one about medicine to Lite', async () => {
    expect(await clinic.ask('What was my last HbA1c?', 'Elena')).toMatchObject({
      rule: 'patient',
      outcome: 'answered',
      route: expect.arrayContaining(['TriageAgent', 'HealthConsultantAgent', 'CypherAgent']),
    });
    expect(await clinic.ask('What does eGFR mean?', 'Elena')).toMatchObject({
      rule: 'general',
      outcome: 'answered',
      route: ['TriageAgent', 'HealthConsultantLiteAgent'],
    });
  });

  test('a Vimeo address gets its sentence, whatever stands beside it', async () => {
    const { text, rule } = await clinic.ask('https://vimeo.com/76979871 what does it say about asthma?', 'Mia');
    expect(text).toBe(
      'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.',
    );
    expect(rule).toBe('url');
  });

  test('rule 0: a page that cannot be had gets the fallback', async () => {
    expect(await clinic.ask('http://127.0.0.1:9/secret what does it say?', 'Mia')).toMatchObject({
      text: URL_FALLBACK,
      rule: 'url',
      outcome: 'fallback',
      route: ['TriageAgent', 'UrlHandlerAgent'],
    });
  });

  test('thanks are not turned away, and a short follow-up belongs to what went before', async () => {
    const { say } = clinic.open('Elena');
    expect((await say('What was my last HDL?')).text).toMatch(/HDL cholesterol was 1\.3 mmol\/L/);
    expect(await say('and the trend?')).toMatchObject({
      rule: 'patient',
      text: expect.stringMatching(/HDL cholesterol/),
    });
    expect((await say('Thanks')).text).toBe('You are welcome.');
  });
});

describe('an emergency', () => {
  test('is answered before any model is asked, with the number of where the person is', async () => {
    const message = 'crushing chest pain for 20 min and my left arm is numb';
    const reply = await clinic.ask(message, undefined, {
      user_location: { country: 'SE', timezone: 'Europe/Stockholm' },
    });
    expect(reply).toMatchObject({ rule: 'emergency', outcome: 'emergency', route: ['TriageAgent'], facts: [] });
    expect(reply.usage.model_calls).toBe(0);
    expect(reply.text).toBe(
      '**Call 112 now.** This can be a heart attack or a clot in the lung. Do not drive yourself. Unlock the door, sit down, and do what the dispatcher tells you. Say when it began: you wrote at 10:14.',
    );
    expect((await clinic.ask(message)).text).toMatch(/^\*\*Call 112 \(911 in the US\) now\.\*\*/);
    expect((await clinic.ask(message, undefined, { user_location: { country: 'Japan' } })).text).toMatch(
      /^\*\*Call 119 now/,
    );
  });

  test('names what helpers must hear from the record, with the entry', async () => {
    const { text, citations } = await clinic.ask('I have crushing chest pain right now', 'Samuel');
    expect(text).toMatch(/^\*\*Call 911 now\.\*\*/);
    expect(text).toMatch(/Your record lists apixaban \(a blood thinner\)\[\^\d\]/);
    expect(citations).toContainEqual(expect.objectContaining({ source_type: 'record', label: 'IntakeRegimen' }));
    const swelling = await clinic.ask('My throat is swelling shut after eating peanuts, I can hardly breathe', 'Mia');
    expect(swelling.text).toMatch(/auto-injector:\[\^1\] that is the pen to use now/);
  });

  test('so many tablets are too many though they were spread over a day; of paracetamol a day has eight', async () => {
    for (const many of ['8 digoxin', '7 oxycodone tablets', '12 paracetamol'])
      expect((await clinic.ask(`I took ${many} over the day`, 'Samuel')).text).toMatch(/911 now|poison/);
    const { text } = await clinic.ask('I had 5 beers and took 8 paracetamol over the day', 'Samuel');
    expect(text).not.toContain('911');
    expect(text).toContain('Take no more of it today');
  });

  test('of somebody else does not tell of the record of the writer', async () => {
    const { text, citations } = await clinic.ask('My dad just collapsed and is not breathing', 'Samuel');
    expect(text).toContain('chest compressions');
    expect(citations).toEqual([]);
  });

  test('who cannot be woken does not write; juice against a low sugar is no matter of a diet', async () => {
    const { text } = await clinic.ask('BG 34, wont wake properly, drooling. i have OJ here', 'Samuel');
    expect(text).toMatch(
      /911 now\.\*\* If they do not answer and do not breathe normally[\s\S]*sit upright[\s\S]*nothing by mouth/,
    );
    expect(text).not.toMatch(/rich in potassium|your reliever/);
    const own = await clinic.ask('I keep drooling and cant wake up properly since the new pill', 'Samuel');
    expect(own.text).not.toMatch(/If they/);
  });

  test('a stroke is named as one, whatever bleeds of what is asked beside it', async () => {
    const { text } = await clinic.ask(
      'mouth went droopy on one side and words came out wrong for 20 mins, gone now. took ibuprofen yesterday',
      'Samuel',
    );
    expect(text).toMatch(/can be a stroke/);
  });

  test('bridging with a blood thinner is a plan, no thought of death', async () => {
    const { outcome } = await clinic.ask(
      'tooth out on the 24th, dentist wants hold warf 5d, bridge lovenox 70 bid?',
      'Samuel',
    );
    expect(outcome).not.toBe('emergency');
  });

  test('of the mind is met with a line that listens, and no instructions about driving', async () => {
    const { text, outcome } = await clinic.ask('I want to kill myself', 'Elena');
    expect(outcome).toBe('emergency');
    expect(text).toContain('116 123');
    expect(text).not.toContain('drive');
  });

  test('is still answered when the record cannot be read', async () => {
    const { text } = await clinic.ask('crushing chest pain right now', undefined, { patient_id: 'nobody' });
    expect(text).toMatch(/^\*\*Call 112 \(911 in the US\) now/);
  });

  test.each([
    ['I have no chest pain', 'Elena'],
    ['Took 400 mg ibuprofen last night', 'Elena'],
    ['I had a heart attack in 2019, what should I eat?', 'Samuel'],
    ['What are the signs of a stroke?', undefined],
    ['My father had a heart attack last year, what is my risk?', 'Elena'],
  ] as const)('is not seen in "%s"', async (message, patient) => {
    expect((await clinic.ask(message, patient)).outcome).not.toBe('emergency');
  });
});

describe('without a patient', () => {
  test('a personal question is told how to choose one', async () => {
    const { text, rule } = await clinic.ask('What was my last HbA1c?');
    expect(text).toContain('no patient is chosen');
    expect(rule).toBe('patient');
  });

  test('a general one is answered, and what is told is not lost in an error', async () => {
    expect((await clinic.ask('What is asthma?')).outcome).toBe('answered');
    expect(await clinic.ask('My blood pressure was 150/95 today')).toMatchObject({ outcome: 'answered', facts: [] });
  });
});
