import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRedFlags } from '../danger/redflags.ts';
import { isRight, namesIn, readSet } from '../eval/examples.ts';
import { type TriageRule, triage } from './triage.ts';

describe('red flags', () => {
  test('say the rule, the words, the advice and the version', () => {
    expect(findRedFlags('Help, my throat is closing up')).toMatchObject([
      {
        rule: 'anaphylaxis',
        text: 'throat is closing',
        advice: expect.stringContaining('emergency number'),
        version: '2026.3',
      },
    ]);
  });

  test.each([
    'I have no chest pain',
    'My father had a heart attack in 1998',
    'What are the signs of a stroke?',
    'If I get chest pain, should I call you?',
    'not suicidal',
    "I can't breathe through my nose",
  ])('"%s" is none', (text) => {
    expect(findRedFlags(text)).toEqual([]);
  });

  test('curly apostrophes are read like straight ones', () => {
    expect(findRedFlags('he isn’t breathing')).toHaveLength(1);
  });
});

describe('triage', () => {
  test.each(namesIn('blind', 'triage'))('%s, never learned from: nearly every rule is right', (name) => {
    const all = readSet(name).map(({ text, label }) => ({ label, rule: triage(text).rule }));
    const emergencies = all.filter(({ label }) => label === 'emergency');
    const others = all.filter(({ label }) => label !== 'emergency');
    expect(all.filter(({ label, rule }) => isRight(rule, label)).length / all.length).toBeGreaterThan(0.95);
    expect(emergencies.filter(({ rule }) => rule !== 'emergency').length).toBeLessThanOrEqual(emergencies.length / 50);
    expect(others.filter(({ rule }) => rule === 'emergency').length).toBeLessThanOrEqual(others.length / 50);
  });

  test.each<[TriageRule, string]>([
    ['patient', 'am i due for a smear test'],
    ['patient', 'what checkups has he got coming up, need to book time off work'],
    ['patient', 'do i have any appointments'],
    ['non_health', 'do i have an appointment with my lawyer'],
    ['non_health', 'what is the best app for appointments'],
    ['patient', 'is there a note of my nickel allergy'],
    ['patient', 'flaky elbows and an itchy scalp for a month'],
    ['patient', 'mum takes warfarin, may she eat kale'],
    ['patient', 'started amlodipine on monday, ankles are puffy'],
    ['patient', 'Update my weight to 71 kg. And is that healthy for me?'],
    ['general', 'define idempotent immunity'],
    ['general', 'for my first aid course: how deep are chest compressions'],
    ['general', 'at what age does breast screening start'],
    ['general', 'which poison would the victim in my crime novel taste'],
    ['general', 'what does a rheumatologist do'],
    ['non_health', 'our shop is haemorrhaging customers, draft a letter to the landlord'],
    ['non_health', 'the server had a stroke and postgres is unresponsive'],
    ['non_health', 'heart-stopping finish in the cup, who scored'],
    ['non_health', 'the schedule is suicide, help me write to the client'],
    ['non_health', 'who painted the night watch'],
    ['share_edit', "I'd like my lab results emailed to me"],
    ['ui_redirect', 'show every vaccination I ever had'],
  ])('%s: %s', (rule, text) => {
    expect(triage(text).rule).toBe(rule);
  });

  test('each rule has its agent', () => {
    expect(triage('https://example.org')).toEqual({ rule: 'url', agent: 'UrlHandlerAgent' });
    expect(triage('What is gout?')).toEqual({ rule: 'general', agent: 'HealthConsultantLiteAgent' });
    expect(triage('why is my gout back')).toEqual({ rule: 'patient', agent: 'HealthConsultantAgent' });
    expect(triage('play some jazz')).toEqual({ rule: 'non_health', agent: 'TriageAgent' });
  });

  test('an emergency beside anything else is an emergency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('See https://example.org. ', 'List all my medications. ', 'Play some jazz. ', ''),
        (before) => {
          expect(triage(`${before}My wife is unconscious.`).rule).toBe('emergency');
        },
      ),
    );
  });

  test('any text gets a rule', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(triage(text).agent).toMatch(/Agent$/);
        expect(triage(text)).toEqual(triage(text));
      }),
    );
  });
});
