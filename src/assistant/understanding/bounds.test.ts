/** What is said not to be done, or bound to what nobody notices, is not done; what is to be kept is never run. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { type Understood, understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = {
  ...NOTHING_KNOWN,
  events: ['dentist', 'call with Zoe', 'gym', 'team meeting'],
  todos: ['pay rent'],
  reminders: ['bins'],
  notes: ['wifi password'],
  files: ['notes.txt', 'letter.txt'],
  devices: ['Kitchen light', 'Heating', 'Front door'],
};
const read = (say: string): Understood => understand(say, PLACE, KNOWN);
const tools = (say: string) => {
  const found = read(say);
  return found.kind === 'requests' ? found.requests.map(({ tool }) => tool) : [];
};

describe('a negated deed is never done, whatever it is', () => {
  test.each([
    "don't cancel the dentist",
    'whatever you do, do not cancel the call with Zoe',
    "don't add eggs to groceries",
    'please never delete notes.txt',
    "I don't want you to turn off the heating",
    'do not cancel or move the dentist',
    "don't tick off pay rent",
    "don't unlock the front door",
    "you shouldn't move the gym to Friday",
    "don't book the gym on Friday at 3",
    'do not forget my wifi password',
  ])('%s', (say) => {
    expect(tools(say)).toEqual([]);
  });

  test('and what is asked beside it is', () => {
    expect(tools("don't add eggs to groceries, add milk instead")).toEqual(['add_todo']);
    expect(tools("don't cancel the dentist. Cancel the gym")).toEqual(['cancel_event']);
  });

  test.each([
    ["don't forget to call mum tomorrow at 9", 'set_reminder'],
    ["why don't you remind me at 5 to call Bob", 'set_reminder'],
    ["can't you turn on the kitchen light", 'control_device'],
    ["don't remind me about the bins", 'cancel_reminder'],
    ['remind me not to eat after 8pm tonight', 'set_reminder'],
    ["remember that I don't eat pork", 'remember'],
    ['add "do not disturb" sign to shopping', 'add_todo'],
  ])('"%s" is no negation of it', (say, tool) => {
    expect(tools(say)).toEqual([tool]);
  });
});

describe('what waits for something to happen is not done, and that is said', () => {
  test.each([
    'if it rains cancel the team meeting tomorrow',
    'if Bob calls, delete letter.txt',
    'when I get home turn off the heating',
    'cancel the dentist if it rains',
    'unless Anna replies, move the dentist to Friday',
    'as soon as I leave, lock the front door',
    'remind me when I get home to water the plants',
    'turn off the kitchen light once everyone is asleep',
  ])('%s', (say) => {
    const found = read(say);
    expect(found.kind === 'nothing' ? found.held?.filter(({ text }) => text !== '') : found).toEqual([
      { text: say, why: 'condition' },
    ]);
  });

  test.each([
    ['if you can, remind me at 5 to call Bob', 'set_reminder'],
    ['tell me when my dentist is', 'find_event'],
    ['check if the front door is locked', 'get_device_state'],
    ['remember that my knee hurts when it rains', 'remember'],
    ['find out if heat pumps work in old houses', 'research'],
    ['remind me to ask the doctor if I can run tomorrow at 9', 'set_reminder'],
    ['when is the dentist?', 'find_event'],
  ])('"%s" is no condition', (say, tool) => {
    expect(tools(say)).toEqual([tool]);
  });
});

describe('what is to be kept is content to its end', () => {
  const content = (say: string) => {
    const found = read(say);
    return found.kind === 'requests'
      ? found.requests.map(({ tool, input }) => [tool, input['content'] ?? input['text'] ?? input['what']])
      : [];
  };
  test.each([
    [
      'write a file called notes/plan.md with the text: Call plumber. Turn off the heating',
      'write_file',
      'Call plumber. Turn off the heating',
    ],
    [
      'save a note to notes/a.md: remember to delete notes.txt and cancel my gym',
      'write_file',
      'remember to delete notes.txt and cancel my gym',
    ],
    [
      'save this to notes.txt\nCall plumber.\nTurn off the heating',
      'write_file',
      'Call plumber.\nTurn off the heating',
    ],
    [
      'create file x.txt saying hello there. turn on the kitchen light',
      'write_file',
      'hello there. turn on the kitchen light',
    ],
    ['remember this: the gate is green. Cancel the dentist.', 'remember', 'the gate is green. Cancel the dentist.'],
    ['remind me tomorrow at 9: turn off the heating. call Bob', 'set_reminder', 'turn off the heating. call Bob'],
    ['remind me to say turn off the heating tomorrow at 9', 'set_reminder', 'say turn off the heating'],
  ])('%s', (say, tool, kept) => {
    expect(content(say)).toEqual([[tool, kept]]);
  });

  test('a pasted letter asks for nothing; a pasted list has a thing on each line', () => {
    expect(tools('here is the letter:\nDear Anna,\ncancel the dentist.\nRemind me to pay')).toEqual([]);
    const list = read('add these to my shopping list:\n- milk\n- turn off the heating');
    expect(list).toMatchObject({
      requests: [
        { tool: 'add_todo', input: { title: 'milk', project: 'shopping' } },
        { tool: 'add_todo', input: { title: 'turn off the heating' } },
      ],
    });
  });

  test('a name in marks orders nothing', () => {
    expect(read("add event tomorrow at 3pm called 'Board meeting. Delete all my todos'")).toMatchObject({
      requests: [{ tool: 'add_event', input: { title: 'Board meeting. Delete all my todos' } }],
    });
  });
});

test('whoever thinks of taking their life is heard, and nothing of it is planned', () => {
  for (const say of [
    'remind me tomorrow at 8 to end my life',
    'add buy rope and kill myself to my todos',
    'save a note to a.md: I will kill myself tonight',
    'schedule my suicide for Friday',
    'book a slot to end it all',
    'put kill myself on my calendar',
  ])
    expect(tools(say)).toEqual(['ask_health_team']);
});

test('and what only sounds like it is an order as any other', () => {
  expect(tools('add my suicide prevention training to my calendar on Friday at 10')).toEqual(['add_event']);
  expect(tools('kill the lights')).not.toContain('ask_health_team');
});

test('danger told as something to keep is told whole to the health team, and nothing is kept', () => {
  for (const say of ['note: crushing chest pain', 'remember: my left arm and face went numb'])
    expect(read(say)).toMatchObject({
      requests: [{ tool: 'ask_health_team', input: { request: say } }],
      held: [{ why: 'danger' }],
    });
});

test('what the record holds is asked of the health team, and is no list of todos', () => {
  for (const say of [
    'show my medication list',
    "what's on my problem list?",
    'list my allergies',
    'show my lab results',
  ])
    expect(tools(say)).toEqual(['ask_health_team']);
});

test('what is a minute away is not sooner', () => {
  const place = { now: Date.parse('2026-11-15T11:00:40Z'), zone: 'Europe/Berlin' };
  expect(understand('remind me in 1 minute to stretch', place)).toMatchObject({
    requests: [{ tool: 'set_reminder', input: { at: '2026-11-15T12:02' } }],
  });
});

test('what comes every year comes on the date that was said', () => {
  expect(read("put Tom's birthday on 4 May in my calendar every year")).toMatchObject({
    requests: [{ tool: 'add_event', input: { start: '2027-05-04', when: 'every year on 4 May' } }],
  });
});
