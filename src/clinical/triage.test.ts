import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findRedFlags } from './redflags.ts';
import { triage } from './triage.ts';

const cases = (name: string) =>
  (parse(readFileSync(new URL(`./eval/${name}.yml`, import.meta.url), 'utf8')) as { rows: string }).rows
    .trim()
    .split('\n')
    .map((line) => line.split(' => ').map((part) => part.trim()) as [string, string]);

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
  test.each([
    'triage',
    'triage-held-out',
    'triage-third',
    'triage-fourth',
  ])('every emergency of %s is found', (name) => {
    for (const [text, rule] of cases(name)) if (rule === 'emergency') expect(triage(text).rule, text).toBe('emergency');
  });

  test.each([
    'triage',
    'triage-held-out',
    'triage-third',
    'triage-fourth',
    'triage-fifth',
  ])('%s stays above 0.95', (name) => {
    const all = cases(name);
    expect(all.filter(([text, rule]) => triage(text).rule === rule).length / all.length).toBeGreaterThan(0.95);
  });

  test('apart from emergencies the seventh set stays above 0.97', () => {
    const all = cases('triage-seventh').filter(([, rule]) => rule !== 'emergency');
    expect(all.filter(([text, rule]) => triage(text).rule === rule).length / all.length).toBeGreaterThan(0.97);
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
      }),
    );
  });
});
