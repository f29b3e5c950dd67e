/** What did harm, what happened then, and when then was: told by the record, never by what only looks alike. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

describe('which medicine did it', () => {
  const person = {
    age: 60,
    takes: ['rosuvastatin 10 mg', 'amlodipine 5 mg'],
    stopped: ['simvastatin 40 mg', 'montelukast 10 mg'],
    allergic: ['trimethoprim'],
    notes: [
      'Simvastatin was stopped because of cramps in both legs.',
      'On montelukast she had night terrors every night.',
    ],
  };

  test.each([
    ['which statin gave me cramps?', /^Simvastatin/],
    ['which of my medicines gave me nightmares?', /montelukast/i],
  ])('%s', (message, expected) => expect(ask(person, message)).toMatch(expected));

  test('what is taken now is not called harmful', () => {
    expect(ask(person, 'which statin gave me cramps?')).not.toMatch(/rosuvastatin/i);
  });

  test('a reaction to one of a kind is one to the kind: it is not denied', () => {
    expect(ask({ ...person, allergic: ['ciprofloxacin'] }, 'have I ever taken an antibiotic?')).toMatch(
      /ciprofloxacin/i,
    );
  });

  test('a sign that is there now is still weighed', () => {
    const asked = 'which tablet was it that gave me this blistering rash?';
    expect(ask({ age: 50, takes: ['lamotrigine 25 mg'] }, asked)).toMatch(/emergency/i);
  });

  test('a sign that nobody wrote down may be there now', () => {
    const said = ask({ age: 50, takes: ['lamotrigine 25 mg'] }, 'which tablet gave me a blistering rash?');
    expect(said).toMatch(/lamotrigine/i);
    expect(said).toMatch(/emergency/i);
  });

  test('a question for what may do it now stays one', () => {
    expect(ask(person, 'which of my tablets could be making my ankles swell?')).toMatch(/amlodipine/i);
  });
});

describe('an event is the time of what is asked next', () => {
  const person = {
    age: 50,
    had: ['pulmonary embolism @900'],
    values: { hemoglobin: [[905, 9.1] as [number, number], [300, 12.8], [10, 13.4]] as [number, number][] },
  };

  test('the value of then, and the newest where now is said', () => {
    const [when, then, now] = talk(person, [
      'when did I have the clot?',
      'what was my haemoglobin?',
      'and what is it now?',
    ]);
    expect(when).toMatch(/embolism/i);
    expect(then).toContain('9.1');
    expect(now).toContain('13.4');
  });
});

describe('what was ruled out', () => {
  test('is not said to be there', () => {
    expect(ask({ age: 40, had: ['myocarditis, ruled out @500'] }, 'did I have myocarditis?')).not.toMatch(/^Yes/);
  });
});

describe('weeks of a pregnancy', () => {
  const person = { age: 30, sex: 'female' as const, has: ['pregnancy'], notes: ['Scan today, 20 weeks and 0 days.'] };

  test('are counted on from the paper', () => {
    expect(ask(person, 'how far along am I?')).toMatch(/you are 2\d weeks/);
  });

  test('are not made up', () => {
    expect(ask({ age: 30, sex: 'female', has: ['pregnancy'] }, 'how far along am I?')).toMatch(/neither how far/);
  });
});
