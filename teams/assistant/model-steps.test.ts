/** Turns of a scripted model in several steps: a yes in the middle, a no, errors that come back to it, two calls at once. */
import { afterEach, expect, test } from 'vitest';
import { createModels, type Models } from '../../src/models/index.ts';
import {
  type Line,
  lastText,
  type Script,
  type ScriptedModel,
  scripted,
  transferTo,
} from '../../test/scripted-model.ts';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
let seen: Record<string, ScriptedModel>;
afterEach(() => desk.close());

async function open(scripts: Readonly<Record<string, Script>>): Promise<void> {
  seen = {};
  const models: Models = {
    ...createModels({ env: {} }),
    describe: () => ({ chosen: 'scripted', chain: ['scripted'], providers: [] }),
    candidates: ({ name }) => {
      seen[name] ??= scripted(scripts[name] ?? ['Done.']);
      return [{ label: 'scripted', model: seen[name] }];
    },
  };
  desk = await openDesk({ models });
}

const add = (title: string, start: string, rule?: string) =>
  desk.assistant.calendar.add('local', {
    title,
    start,
    end: `${start.slice(0, 11)}23:00`,
    zone: 'Europe/Berlin',
    ...(rule && { rule }),
  });
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const call = (name: string, input: unknown): Line => ({ call: name, input });

test('a step that asks waits for its yes, and the steps behind it go on from there, each once', async () => {
  await open({
    beto: [transferTo('calendar_agent'), transferTo('todo_agent'), 'The series is cancelled, and you are reminded.'],
    calendar_agent: [call('cancel_event', { query: 'yoga' }), transferTo('beto')],
    todo_agent: [call('set_reminder', { what: 'tell Ruth', when: 'tomorrow at 9' }), transferTo('beto')],
  });
  add('yoga', '2026-11-17T18:00', 'FREQ=WEEKLY');
  const asked = await desk.ask('cancel yoga for good and remind me to tell Ruth', 's');
  expect(asked).toMatchObject({ outcome: 'waiting', pending: { what: 'Cancel every "yoga"' } });
  expect(events()).toEqual(['yoga 2026-11-17T18:00']);
  expect(await desk.assistant.reminders.list('local')).toEqual([]);
  const { text } = await desk.ask('yes', 's');
  expect(text).toContain('The series is cancelled');
  expect(events()).toEqual([]);
  expect((await desk.assistant.reminders.list('local')).map(({ what }) => what)).toEqual(['tell Ruth']);
});

test('a no leaves it, and the model is told so before it speaks', async () => {
  await open({
    beto: [transferTo('calendar_agent')],
    calendar_agent: [call('cancel_event', { query: 'yoga' }), 'I left yoga as it is.'],
  });
  add('yoga', '2026-11-17T18:00', 'FREQ=WEEKLY');
  await desk.ask('cancel yoga', 's');
  expect((await desk.ask('no', 's')).text).toContain('I left yoga as it is.');
  expect(events()).toEqual(['yoga 2026-11-17T18:00']);
  expect(lastText(seen['calendar_agent']!.seen[1]!)).toContain('I left **yoga** as it is');
});

test('what a tool does not take comes back to the model with the reason, and it mends it', async () => {
  await open({
    beto: [transferTo('calendar_agent')],
    calendar_agent: [
      call('move_event', { query: 'dentist', start: 'next Friday-ish', mood: 'soon' }),
      call('move_event', { query: 'Dr. Smith', start: '2026-11-20' }),
      call('move_event', { query: 'dentist', start: '2026-11-20' }),
      'Moved.',
    ],
  });
  add('dentist', '2026-11-18T14:00');
  expect((await desk.ask('move the dentist to Friday', 's')).text).toContain('Moved.');
  expect(events()).toEqual(['dentist 2026-11-20T14:00']);
  const [, second, third] = seen['calendar_agent']!.seen;
  expect(lastText(second!)).toContain('mood');
  expect(lastText(third!)).toContain('There is no event like');
});

test('two calls at once are both done, and both are taken back by one undo of the message', async () => {
  await open({
    beto: [transferTo('calendar_agent'), transferTo('todo_agent')],
    calendar_agent: [
      {
        calls: [
          ['add_event', { title: 'dentist', start: '2026-11-19T14:00' }],
          ['add_event', { title: 'lunch', start: '2026-11-20T12:00' }],
        ],
      },
      'Both are in.',
    ],
    todo_agent: [call('undo', { all: true }), 'Both are out.'],
  });
  expect((await desk.ask('book dentist and lunch', 's')).text).toContain('Both are in.');
  expect(events()).toEqual(['dentist 2026-11-19T14:00', 'lunch 2026-11-20T12:00']);
  await desk.ask('undo all that', 't');
  expect(events()).toEqual([]);
});
