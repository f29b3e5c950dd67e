import { describe, expect, test } from 'vitest';
import { findRedFlags } from './redflags.ts';

const alarms = (text: string) => findRedFlags(text).length > 0;

describe('the same words are an emergency or none by what stands around them', () => {
  test.each([
    ['my husband is having a seizure', 'my husband had a seizure in 2012'],
    ['I have chest pain', 'I have no chest pain'],
    ['my father is having a stroke', 'my father died of a stroke'],
    ['my dad is having a heart attack', 'did my dad have a heart attack?'],
    ['is my father having a heart attack right now?', 'did my father have heart attack?'],
    ['did my dad just have a heart attack, he is grey and sweating', 'did my mum ever have a stroke?'],
    [
      'did my dad have a heart attack? he is grey, sweating and not breathing',
      'did anyone in my family have a stroke?',
    ],
    ['she has stopped breathing', 'what should I do if a baby has stopped breathing?'],
    ['he has been stabbed', 'in the film he has been stabbed'],
    ['I want to kill myself', 'I do not want to kill myself'],
    ['my throat is closing up', 'I am afraid of my throat closing up'],
    ['I took 30 paracetamol', 'three years ago I took 30 paracetamol'],
    ['I fainted and I am clammy and confused', 'I used to faint as a child'],
    ['I took ten times my ibuprofen', 'dentist gave me ibuprofen 600 three times a day'],
    ['I took double my lithium tonight', 'can I take double lithium tonight, I think a paper allows it'],
    ['my chest is tight like last time', 'I had a tight chest last time'],
    ['my chest is tight and I am sweating', 'my chest is a bit tight after push ups at the gym'],
  ])('%s / %s', (now, not) => {
    expect(alarms(now), now).toBe(true);
    expect(alarms(not), not).toBe(false);
  });
});

describe('what is told beside it does not take it back', () => {
  test.each([
    ['a past illness', 'I had a heart attack in 2014 and now I have crushing chest pain again'],
    ['a denial of something else', "he has no allergies but he can't breathe"],
    ['a recent operation', 'tonsils out six days ago, now bleeding bright red from the throat'],
    ['a comparison with an earlier time', 'chest is tight 20 min like last time'],
    ['a comparison with an earlier illness', 'chest tight, same as when I had my heart attack'],
    ['a recent birth', 'had baby 4 days ago and soaking a pad every 15 minutes with big clots'],
    ['a question', "my dad's speech is slurred since lunch, is that normal?"],
    ['politeness', "Sorry to bother you, it's probably nothing, but half my face has gone numb and droopy"],
    ['a denied symptom', 'bleeding heavily at 30 weeks, no pain'],
  ])('%s', (_, text) => {
    expect(alarms(text)).toBe(true);
  });
});

test.each([
  'since the baby came I just feel empty and I cry all day',
  "I had a baby six weeks ago and I feel nothing for her, I'm so low",
  "I can't see any way forward any more",
  'I feel hopeless',
  'i feel like a burden to everyone',
])('hopelessness without plain words is met with care: %s', (text) => {
  expect(findRedFlags(text).map(({ rule }) => rule)).toContain('suicide');
});

test.each([
  "I'm hopeless at maths",
  "there's no hope for my garden this year",
  'my newborn cries all day, is that colic?',
  'postpartum six weeks, my iron is very low',
  'I feel a bit low this week, work is stressful',
])('and is not seen where there is none: %s', (text) => {
  expect(findRedFlags(text)).toEqual([]);
});
