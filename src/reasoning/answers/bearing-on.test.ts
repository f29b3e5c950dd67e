/** What was told or asked, beside what it bears on: a blow and a thinner, a value and a plan, an illness and a relative. */
import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { sortPapers, strangerIn } from '../evidence/misfiled.ts';
import { heredity } from '../glossary/heredity.ts';
import { ask, talk } from './fixture.ts';

test.each([
  'walked into the cupboard door this morning big bump on my forehead',
  'got an elbow to the temple at football',
  'a branch hit me in the face, lump on my eyebrow',
])('a blow to the head by what hit it: %s', (message) => {
  expect(ask({ age: 70, takes: ['apixaban 5 mg'] }, message)).toMatch(/knock on the head while taking apixaban/);
});

test('a lump of months is no blow', () => {
  expect(ask({ age: 70, takes: ['apixaban 5 mg'] }, 'I have had a lump on my forehead for months')).not.toMatch(
    /knock on/,
  );
});

const PLAN =
  'Asthma action plan, best peak flow 430.\n- Green: above 340. Carry on.\n- Amber: 215 to 340: take 2 puffs twice daily. Ring us the same day if more is needed.\n- Red: under 215: call 999 and start prednisolone 40 mg.';

test('a value that is told or supposed lies in a zone of the plan', () => {
  const person = { age: 36, has: ['asthma'], notes: [PLAN], values: { 'peak expiratory flow': 405 } };
  expect(ask(person, 'peak flow 250 this morning, what do I do?')).toMatch(/amber zone.*2 puffs twice daily.*Ring us/s);
  expect(ask(person, 'what should I do if my peak flow is 200')).toMatch(/red zone.*999/s);
  const [, then] = talk(person, ['what is my best peak flow?', 'and if it drops to 200?']);
  expect(then).toMatch(/red zone/);
});

test('a combination for the skin is no steroid of the whole body', () => {
  const person = { age: 44, takes: ['calcipotriol/betamethasone gel'], has: ['psoriasis'] };
  expect(ask(person, 'I was sick twice')).not.toMatch(/adrenal/);
  expect(ask({ age: 44, takes: ['prednisolone 10 mg'] }, 'I was sick twice')).toMatch(/adrenal/);
});

test('the others of a kind are those of the record', () => {
  const person = { age: 36, allergic: ['penicillin', 'latex'] };
  const [, others] = talk(person, ['am I allergic to penicillin?', 'and the other ones?']);
  expect(others).toMatch(/latex/);
});

test('what signs call for a call after an examination that is not repeated', () => {
  const person = {
    age: 79,
    notes: [
      'We agreed that no further colonoscopy is done. Black or bloody stool, weight loss without reason, or haemoglobin below 110 should be sent to us as urgent.',
    ],
  };
  expect(ask(person, 'No more bowel camera then. What signs should still make me call?')).toMatch(/bloody stool/);
});

test('signs of an illness of the family, with what is planned because of it', () => {
  const said = ask({ age: 36, sex: 'female' }, 'My mam had breast cancer, what do I need to watch for?');
  expect(said).toMatch(/lump.*within 2 weeks/s);
});

test('a value matters for an operation by the paper on it', () => {
  const person = {
    age: 70,
    values: { hemoglobin: 11.3 },
    notes: ['Knee surgery letter: if haemoglobin is below 12 the anaesthetist may postpone your knee op.'],
  };
  expect(ask(person, 'My blood count was 11.3, does that matter for the knee op?')).toMatch(
    /^Yes, by your papers.*postpone/s,
  );
});

test('how an illness is passed on, and who is tested', () => {
  const person = { age: 40, has: ['hemochromatosis'] };
  expect(ask(person, 'Will my kids get haemochromatosis?')).toMatch(/both parents.*children carry one/is);
  expect(ask(person, 'Should my brother get tested?')).toMatch(/one in four.*ferritin/is);
  expect(ask({ age: 40, has: ['asthma'] }, 'Is asthma hereditary?')).toMatch(/runs in families.*No test of relatives/s);
});

test('every illness of the heredity rows is in the catalogue, and stands in one row', () => {
  const ids = heredity.rows.flatMap(({ of }) => of);
  expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a heading that goes on in its line, or a mark of the practice, tells of another person', () => {
  const text = 'Orthopaedics\nRe: Mr T. HAUGEN, born 30 May 1958, Scalloway. Dear Dr Smith, this plumber was reviewed.';
  expect(strangerIn(text, '1947-02-03')).toMatch(/HAUGEN, born 30 May 1958/);
  const paper = {
    uuid: 'a',
    label: 'DocumentReference',
    name: 'Letter',
    time: null,
    text: 'Takes metformin. Pencil: wrong chart.',
  };
  expect(sortPapers([paper] as never, '1947-02-03').misfiled).toHaveLength(1);
});

test('what somebody is said to say, and is asked about, is weighed as no operation of theirs', () => {
  const said = ask(
    { age: 70, takes: ['apixaban 5 mg'] },
    "There's a letter in here about a pacemaker, have I got one?",
  );
  expect(said).not.toMatch(/before pacemaker/i);
});

test('a coil that is out is contraception that ended', () => {
  const person = { age: 36, sex: 'female' as const, takes: ['topiramate 50 mg'], has: ['migraine'] };
  expect(ask(person, 'Do I need to tell anyone now that my coil is out?')).toMatch(
    /topiramate can harm an unborn child/,
  );
});

test('the next infusion is the one that the newest paper names, not another visit', () => {
  const person = {
    age: 64,
    takes: ['vedolizumab infusion'],
    notes: ['We shorten the interval: next infusion is therefore on Thursday 19 November, 8:30.'],
  };
  expect(ask(person, 'When is my next infusion?')).toMatch(/19 November.*vedolizumab/s);
});

test('who nods off at the wheel does not drive', () => {
  expect(ask({ age: 39, has: ['sleep apnea'] }, 'cpap broke, was nodding off at red lights today')).toMatch(
    /Do not drive/,
  );
});

test('a slip that says warfarin is no second thinner', () => {
  const said = ask(
    { age: 71, takes: ['apixaban 5 mg'] },
    'Found a slip in my papers says warfarin 4 mg. Am I on that as well?',
  );
  expect(said).not.toMatch(/both anticoagulants/);
});
