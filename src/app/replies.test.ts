import { expect, test } from 'vitest';
import type { Pending } from '../kernel/index.ts';
import { demandReply, readReply } from './replies.ts';

test.each([
  ['yes', { kind: 'yes' }],
  ['Yes please!', { kind: 'yes' }],
  ['no.', { kind: 'no' }],
  ['nein', { kind: 'no' }],
])('%s is an answer to a question of yes or no', (text, reply) => {
  expect(readReply({}, text)).toEqual(reply);
});

test.each([
  'Yes, but only one',
  'yes if it is free',
  'No - wait, yes',
  'ok, and also the other',
  'the blue one',
  'maybe',
  'what would it do?',
  'later',
])('%s decides nothing by itself', (text) => {
  expect(readReply({}, text)).toBeUndefined();
  expect(readReply({ free: true }, text)).toEqual({ kind: 'text', text });
});

test('of choices one is taken, however it is written, and nothing beside them', () => {
  const choices = ['Monday', 'Friday'];
  expect(readReply({ choices }, ' friday ')).toEqual({ kind: 'text', text: 'Friday' });
  expect(readReply({ choices }, 'no')).toEqual({ kind: 'no' });
  expect(readReply({ choices }, 'Sunday')).toBeUndefined();
});

test('of several things a part may be agreed to, and of one thing it may not', () => {
  const text = 'yes, but not the milk';
  expect(readReply({ part: true }, text)).toEqual({ kind: 'text', text });
  expect(readReply({}, text)).toBeUndefined();
});

const ASKED: Pending = {
  ...{
    id: 'q',
    app: 'team',
    session: 's',
    user: 'ana',
    invocation: 'i',
    seq: 1,
    agent: 'Doer',
    asked: 0,
    status: 'open',
  },
  ...{ what: 'Delete the plan?', why: 'You said so.', effect: 'The plan is gone.' },
};

test('what is neither yes nor no is no answer: the question is put again', () => {
  const thrown = expect.objectContaining({ code: 'ANSWER_UNREAD', message: expect.stringContaining(ASKED.what) });
  expect(() => demandReply(ASKED, 'maybe')).toThrow(thrown);
  expect(() => demandReply({ ...ASKED, choices: ['Monday', 'Friday'] }, 'Sunday')).toThrow(thrown);
  expect(demandReply(ASKED, ' Yes ')).toEqual({ kind: 'yes' });
  expect(demandReply({ ...ASKED, free: true }, 'maybe')).toEqual({ kind: 'text', text: 'maybe' });
});
