/** What is joined under one verb is parted, whatever the verb: days, things, files, lists. Nothing of it is lost. */
import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-17T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  events: ['dentist', 'yoga', 'gym', 'doctor appointment', 'team meeting', 'lunch'],
  todos: ['milk', 'pay rent', 'call mum'],
  reminders: ['take metformin', 'bins'],
  notes: ['wifi password', 'door code'],
  files: ['notes.txt', 'insurance.md'],
  devices: ['Kitchen Light', 'Front Door', 'Back Door'],
};
const SLOTS = [
  'text',
  'subject',
  'title',
  'query',
  'what',
  'device',
  'path',
  'from',
  'say',
  'project',
  'to',
  'day',
  'on',
  'content',
  'action',
];

const read = (said: string) => {
  const understood = understand(said, PLACE, KNOWN);
  if (understood.kind !== 'requests') throw new Error(understood.kind);
  const told = understood.requests.map(({ tool, input }) =>
    [tool, ...SLOTS.flatMap((slot) => (typeof input[slot] === 'string' ? [input[slot]] : []))].join(' '),
  );
  return [...told, ...understood.rest.map((text) => `left ${text}`)];
};

test.each([
  ["what's on Thursday and Friday", ['list_events 2026-11-19', 'list_events 2026-11-20']],
  ['am I free Thursday or Friday afternoon?', ['free_time 2026-11-19', 'free_time 2026-11-20']],
  ["what's on Monday to Wednesday?", ['list_events 2026-11-23 to 2026-11-25']],
  ["cancel my doctor's and my dentist appointment", ['cancel_event doctor appointment', 'cancel_event dentist']],
  ['cancel the zumba class and the gym', ['cancel_event zumba class', 'cancel_event gym']],
  ['cancel yoga on Thursday and Friday', ['cancel_event yoga 2026-11-19', 'cancel_event yoga 2026-11-20']],
  ['move yoga on Thursday and Friday to 10', ['move_event yoga 2026-11-19', 'move_event yoga 2026-11-20']],
  ['move the dentist and the gym to Friday', ['move_event dentist', 'move_event gym']],
  ['when is the dentist, the yoga and the opera?', ['find_event dentist', 'find_event yoga', 'find_event opera']],
  ['make pay rent and call mum urgent', ['change_todo pay rent', 'change_todo call mum']],
  ["what's my wifi password and my door code?", ['recall wifi password', 'recall door code']],
  ['stop reminding me about the bins and metformin', ['cancel_reminder bins', 'cancel_reminder take metformin']],
  ['read notes.txt and insurance.md', ['read_file notes.txt', 'read_file insurance.md']],
  [
    'move notes.txt and insurance.md to the archive folder',
    ['move_file notes.txt archive', 'move_file insurance.md archive'],
  ],
  ['is the front door and the back door locked?', ['get_device_state Front Door', 'get_device_state Back Door']],
  ['create a file a.txt with one and a file b.txt with two', ['write_file a.txt one', 'write_file b.txt two']],
  [
    'add milk, eggs and bread to groceries and nails to hardware',
    ['add_todo milk groceries', 'add_todo eggs groceries', 'add_todo bread groceries', 'add_todo nails hardware'],
  ],
  [
    'remind me to call mum at 5, dad at 6 and to buy bread at 7',
    ['set_reminder call mum', 'set_reminder call dad', 'set_reminder buy bread'],
  ],
  ['take out the bins every other Tuesday', ['add_todo take out the bins']],
  [
    'delete batteries, tape and the ladder from the hardware list',
    ['remove_todo batteries hardware', 'remove_todo tape hardware', 'remove_todo ladder hardware'],
  ],
  [
    'remember that my locker code is 99 and my bike lock is 1234',
    ['remember 99 locker code', 'remember 1234 bike lock'],
  ],
])('%s', (said, parts) => {
  expect(read(said)).toEqual(parts);
});

test.each([
  ['add a todo to call Ana, then mark it done', ['add_todo call Ana', 'complete_todo call Ana']],
  ['add milk and undo that', ['add_todo milk', 'undo']],
  ['oops, undo that', ['undo']],
  ['delete notes.txt and insurance.md and undo that', ['trash_file notes.txt', 'trash_file insurance.md', 'undo']],
  ['remind me to check the trial and cancel it at 5', ['set_reminder check the trial and cancel it']],
  [
    'delete milk from groceries and add oat milk instead',
    ['remove_todo milk groceries', 'add_todo oat milk groceries'],
  ],
])('a step that only we can do is no part of a name: %s', (said, parts) => {
  expect(read(said)).toEqual(parts);
});

test.each([
  ['make the dentist two hours', { minutes: 120 }],
  ['the dentist lasts 90 minutes', { minutes: 90 }],
  ['extend the team meeting by 30 minutes', { longer: 30 }],
  ['make the team meeting 15 minutes shorter', { longer: -15 }],
  ['make lunch until 2', { until: '14:00' }],
  ['move my yoga on 1 December to 19:00 and make it 90 minutes', { on: '2026-12-01', clock: '19:00', minutes: 90 }],
  ['move the dentist to Friday from 3 to 5', { start: '2026-11-20T15:00', minutes: 120 }],
])('how long: %s', (said, input) => {
  const understood = understand(said, PLACE, KNOWN);
  expect(understood).toMatchObject({ requests: [{ tool: 'move_event', input }], rest: [] });
});

test('put off until an hour is no end, and before each of them is not before the next', () => {
  expect(understand('postpone the dentist until 5', PLACE, KNOWN)).toMatchObject({
    requests: [{ input: { clock: '17:00' } }],
  });
  expect(understand('remind me to pack my mat an hour before every yoga', PLACE, KNOWN)).toMatchObject({
    requests: [{ tool: 'set_reminder', input: { what: 'pack my mat', each: 'yoga', each_by: -60 } }],
  });
  expect(understand('remind me the evening before every yoga to pack', PLACE, KNOWN)).toMatchObject({
    requests: [{ tool: 'set_reminder', input: { what: 'pack', each: 'yoga', each_by: -1440, each_at: '18:00' } }],
    rest: [],
  });
  expect(
    understand('remind me the night before every Tuesday and Friday to put the bins out', PLACE, KNOWN),
  ).toMatchObject({
    requests: [{ input: { what: 'put the bins out', when: 'every monday and thursday night', recurs: true } }],
  });
  expect(understand('remind me to take insulin before each meal', PLACE, KNOWN)).toMatchObject({
    requests: [{ input: { what: 'take insulin before each meal' } }],
  });
});

test('a thing of which only the distance is said has the verb of the one before it; one of several is no day', () => {
  const moved = (said: string) => {
    const understood = understand(said, PLACE, { ...KNOWN, events: ['gym', 'lunch'] });
    return understood.kind === 'requests' ? understood.requests.map(({ input }) => [input['query'], input['by']]) : [];
  };
  const both = [
    ['gym', -60],
    ['lunch', 30],
  ];
  expect(moved('make the gym an hour earlier and lunch half an hour later')).toEqual(both);
  expect(moved('push the gym back an hour and lunch by 30 minutes')).toEqual([
    ['gym', 60],
    ['lunch', 30],
  ]);
  expect(JSON.stringify(understand('change the second one to 45 minutes', PLACE, KNOWN))).not.toContain('-02');
  expect(understand('put everything on groceries on shopping', PLACE, KNOWN).kind).toBe('nothing');
  expect(understand('take ibuprofen every 8 hours for 5 days, remind me', PLACE, KNOWN)).toMatchObject({
    requests: [{ tool: 'set_reminder', input: { what: 'take ibuprofen', when: 'every 8 hour for 5 days' } }],
  });
});

test('what is under "remind me to" or for somebody else is no order now, and a name is a name', () => {
  const known = { ...KNOWN, devices: ['Kitchen Light', 'Kettle'], files: ['plan.txt'], events: ['gym'] };
  const tools = (said: string) => {
    const understood = understand(said, PLACE, known);
    return understood.kind === 'requests' ? understood.requests.map(({ tool }) => tool) : understood.kind;
  };
  expect(understand('remind me at 7pm to lock the door and turn off the kitchen light', PLACE, known)).toMatchObject({
    requests: [{ tool: 'set_reminder', input: { what: 'lock the door and turn off the kitchen light' } }],
  });
  expect(tools('remind me at 7pm to feed the cat. Turn off the kitchen light')).toEqual([
    'set_reminder',
    'control_device',
  ]);
  expect(tools('tell Tom to turn on the kettle')).toBe('nothing');
  expect(tools('rename plan.txt to delete plan.txt')).toEqual(['move_file']);
  expect(tools('rename plan.txt to $(rm -rf ~).md')).toBe('wrong');
  expect(understand('make gym on 5 December half an hour later', PLACE, known)).toMatchObject({
    requests: [{ tool: 'move_event', input: { query: 'gym', on: '2026-12-05', by: 30 } }],
    rest: [],
  });
});

test.each([
  'remind me to email Ana that the meeting on Friday is moved to 4pm',
  'remind me to tell Ana that dinner on Saturday is at 8pm',
])('what is to be told to somebody is content, and says nothing of when to be reminded: %s', (said) => {
  const understood = understand(said, PLACE, KNOWN);
  const [request] = understood.kind === 'requests' ? understood.requests : [];
  expect(request).toMatchObject({ tool: 'set_reminder', input: { what: said.slice('remind me to '.length) } });
  expect(request!.input['when']).toBeUndefined();
});

test('a time beside what is to be told is when to be reminded', () => {
  const understood = understand('remind me tomorrow at 9 to tell Ana that the car is ready on Saturday', PLACE, KNOWN);
  const [request] = understood.kind === 'requests' ? understood.requests : [];
  expect(request?.input).toMatchObject({ what: 'tell Ana that the car is ready on Saturday' });
  expect(String(request?.input['at'] ?? request?.input['when'])).toMatch(/tomorrow at 9|2026-11-18T09:00/);
});
