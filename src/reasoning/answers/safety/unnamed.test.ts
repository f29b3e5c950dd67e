/** A name that nobody here knows is said to be unknown, and no other word of the sentence is judged in its place. */
import { describe, expect, test } from 'vitest';
import { unknownName, unnamed } from '../../frames/unnamed.ts';
import { ask } from '../fixture.ts';

const nobody = () => false;

describe('a name that nobody here knows', () => {
  test.each(unnamed.examples)('$says', ({ says, name }) => expect(unknownName(says, nobody)?.text).toBe(name));

  test.each(unnamed.counters)('is none in: %s', (says) => expect(unknownName(says, nobody)?.text).toBeUndefined());
});

describe('a question of safety about it', () => {
  const person = {
    age: 34,
    sex: 'female' as const,
    allergic: ['penicillin: hives'],
    takes: ['warfarin 5 mg'],
  };

  test.each([
    ['someone in my group says Afiprolan gives more milk, shall I ask for it?', 'Afiprolan'],
    ['neighbour lent us Xyzumol. One sachet?', 'Xyzumol'],
    ['can I take xyzumol with my warfarin?', 'xyzumol'],
    ['Is Dolvexa safe for me?', 'Dolvexa'],
    ['The dentist prescribed Zorvalin 500 mg, may I take it?', 'Zorvalin'],
    ['Should I try Kelmadone for the cough?', 'Kelmadone'],
    ['My sister gave me Velmorin, may I take it?', 'Velmorin'],
    ['My mum was given Xyzumol, can she take it with her apixaban?', 'Xyzumol'],
  ])('%s', (message, name) => {
    const said = ask(person, message);
    expect(said).toMatch(new RegExp(`I do not know "${name}"`));
    expect(said).toMatch(/box.*substance|substance.*box/s);
    expect(said).not.toMatch(/^Yes|nothing in it speaks against/m);
  });

  test('what of the record bears on any new medicine is told', () => {
    const said = ask(person, 'Can I take Xyzumol?');
    expect(said).toMatch(/With any new medicine this matters for you.*penicillin.*warfarin/s);
  });

  test('what is known and forbidden beside it stays forbidden', () => {
    const said = ask(person, 'Can I take amoxicillin with Xyzumol tablets?');
    expect(said).toMatch(/^No: amoxicillin/);
    expect(said).toMatch(/Of "Xyzumol" I know nothing/);
  });

  test('a brand that is written almost so is offered', () => {
    expect(ask({ age: 40 }, 'Can I take Enantyun?')).toMatch(/Do you mean enantyum \(dexketoprofen\)/);
  });

  test.each([
    ['can I take ibuprofin?', /ibuprofen/i],
    ['my sister gave me Enantyum, may I take it?', /dexketoprofen/i],
    ['someone in my group says Afipran gives more milk, shall I ask for it?', /metoclopramide/i],
    ['neighbour lent us Nolotil. One sachet?', /metamizole/i],
  ])('a known one is weighed: %s', (message, name) => {
    const said = ask(person, message);
    expect(said).toMatch(name);
    expect(said).not.toMatch(/I do not know/);
  });

  test.each([
    'Can I take my guitar to the hospital?',
    'Can I have porridge for breakfast?',
    'Shall I ask for Maria?',
    'Can I use a trampoline?',
    'what was my last potassium?',
  ])('an ordinary word is no medicine: %s', (message) => expect(ask(person, message)).not.toMatch(/I do not know "/));
});
