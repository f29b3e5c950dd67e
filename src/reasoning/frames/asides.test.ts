/** What stands around a question and is no part of it. */
import { expect, test } from 'vitest';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';

const read = (message: string) => readMessage(message, null, NO_FOCUS, '2026-11-15T12:00:00Z').frames;
const ids = (message: string) => read(message).flatMap(({ subjects }) => subjects.map(({ id }) => id));

test('who asks is not what is asked', () => {
  expect(ids('mri people ask do i have a pacemaker')).toEqual(['procedure:pacemaker']);
  expect(ids('do i need an mri')).toContain('procedure:mri');
});

test('what is watched is not done', () => {
  expect(ids('can i have peanuts while the rugby is on')).not.toContain('procedure:contact_sport');
  expect(ids('can i play rugby')).toContain('procedure:contact_sport');
});

test('a case may come before its question', () => {
  expect(read('if i get a relapse again what did they say about steroids')[0]!.act).toBe('ask');
  expect(read('if i take steroids my sugar goes up')[0]!.act).toBe('tell');
});

test('what a label says was not taken', () => {
  const [said] = read('label on the pen box says 14 levemir, nurse said something else. which is it');
  expect(said!.act).toBe('ask');
  expect(read('I took 14 levemir tonight')[0]!.act).toBe('tell');
});

test('to keep an eye on something is to wait, not an eye', () => {
  expect(ids('I banged my head, shall we just keep an eye?')).not.toContain('system:eye');
  expect(ids('how is my eye')).toContain('system:eye');
});

test('what a list is said to hold, and what kind of people have it, is not what is asked', () => {
  expect(ids('started cefalexin. only peanut on my allergies so fine to go on tonight?')).not.toContain('food:peanut');
  const [asked] = read('bone density scan result please, the one they do for arthritis people');
  expect(asked).toMatchObject({ act: 'ask', aspect: 'result' });
  expect(asked!.subjects.map(({ id }) => id)).not.toContain('condition:arthritis');
});

test.each(['hip xray what did it show', 'hip x-ray results pls'])('%s: what it showed', (said) => {
  expect(read(said)).toHaveLength(1);
  expect(read(said)[0]).toMatchObject({ act: 'ask', aspect: 'result' });
});

test('only what was offered in the same breath is weighed with what it is put beside', () => {
  const message = 'my mate swears by nurofen for the itch, can I swap it in with the calpol?';
  expect(
    read(message)
      .at(-1)!
      .subjects.map(({ id }) => id),
  ).toEqual(['drug:ibuprofen', 'drug:acetaminophen']);
});
