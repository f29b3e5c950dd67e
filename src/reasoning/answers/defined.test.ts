import { expect, test } from 'vitest';
import { definedIn } from '../frames/defined.ts';
import { ask } from './fixture.ts';

test.each([
  ['What is a DEXA scan?', 'DEXA scan'],
  ['what do they mean by bridging', 'bridging'],
  ["what's the point of a colonoscopy", 'colonoscopy'],
  ['what happens in a tilt table test?', 'tilt table test'],
  ['bridging, what is that?', 'bridging'],
  ['What does "refractory" mean?', 'refractory'],
  ['What is an anomaly scan?', 'anomaly scan'],
])('the word whose meaning is asked for: %s', (question, phrase) => expect(definedIn(question)).toBe(phrase));

test.each([
  'What is my potassium?',
  'what is the best painkiller?',
  'what is wrong?',
  'How is my kidney?',
])('no meaning is asked for: %s', (question) => expect(definedIn(question)).toBeUndefined());

test.each([
  ['What is a bone scan?', /^A bone scan uses .* not the scan for bone density/],
  ['What is a PET scan?', /^A PET-CT is a scan/],
  ['what is an ERCP', /mouth of the bile duct/],
  ['What is a patch test?', /contact allergies/],
  ['What is the Bishop score?', /ready the neck of the womb/],
  ['What is a sweat test?', /salt in sweat/],
  ['what happens in a cystoscopy?', /bladder/],
  ['What is a hearing aid?', /sounds louder/],
  ['What is 17-OHP?', /building block of cortisol/],
  ['what does HBsAg mean', /hepatitis B virus is there now/],
])('a word is told as itself, not as what shares a word with it or as what is not in the record: %s', (question, told) => {
  expect(ask({}, question)).toMatch(told);
});

test.each([
  ['What is Xyzumol?', 'Xyzumol'],
  ['what does qwerty sign mean in my letter?', 'qwerty sign'],
])('an unknown word is said to be unknown: %s', (question, word) => {
  expect(ask({}, question)).toMatch(new RegExp(`^I do not know "${word}", and it is not in your record`));
});

test('what somebody draws from a value is answered by what the value means', () => {
  const told = ask(
    { age: 70, has: ['heart failure'] },
    'The letter says EF 30%. So does that mean only a third of my heart works?',
  );
  expect(told).toMatch(/^The ejection fraction is the part of the blood that the heart pumps out with each beat/);
});

test('a piece of the name of an illness is not the word that is asked for', () => {
  const told = ask({ age: 20, has: ['avascular necrosis'] }, 'what is avascular necrosis, in normal words');
  expect(told).toMatch(/^A piece of bone dies because its blood supply has failed/);
});

test('why what a letter says matters is answered by what it means', () => {
  expect(ask({ age: 30 }, 'it says Anti-Ro positive. why would that matter if I have a baby?')).toMatch(
    /^Anti-Ro is an antibody that can pass to an unborn child/,
  );
});

test.each([
  ['What is sick sinus syndrome?', /^In sick sinus syndrome the heart's own pacemaker/],
  ['What is a corneal ulcer?', /^An infected sore of the cornea/],
  ['What is silent aspiration?', /^Aspiration means that food, drink or spit goes into the airway/],
  ['what does AChR antibody positive mean', /nerve tells a muscle to move/],
])('an illness is never told as what only shares a word with it: %s', (question, told) => {
  expect(ask({}, question)).toMatch(told);
});
