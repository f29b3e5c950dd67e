/** Requests of several parts: each part ends as done, as asked, or as said to be left. None is lost. */
import { expect, test } from 'vitest';
import { type Known, NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

/** A Sunday, noon in Berlin. */
const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  events: ['dentist', 'yoga', 'gym'],
  todos: ['milk'],
  files: ['notes.txt', 'insurance.md'],
  devices: ['kitchen light', 'lamp', 'fan', 'front door'],
};
const NAMES = ['title', 'what', 'device', 'query', 'path', 'text', 'question', 'folder', 'request'];

function partsOf(say: string) {
  const read = understand(say, PLACE, KNOWN);
  if (read.kind !== 'requests') return [[], [read.kind]];
  const done = read.requests.map(({ tool, input }) => {
    const name = NAMES.find((slot) => input[slot] !== undefined);
    return name === undefined ? tool : `${tool} ${input[name]}`;
  });
  return [done, [...(read.held ?? []).map(({ text }) => text), ...read.rest]];
}

test.each<[string, string[], string[]]>([
  ['call mum tomorrow and fly me to the moon', ['add_todo call mum'], ['fly me to the moon']],
  ['refill amoxicillin and buy milk', ['add_todo refill amoxicillin', 'add_todo buy milk'], []],
  ['remind me to water the plants at 6 and order a pizza', ['set_reminder water the plants and order a pizza'], []],
  ['add eggs to groceries and teleport the cat home', ['add_todo eggs'], ['teleport the cat home']],
  ['turn off the kitchen light and sing me a song', ['control_device kitchen light'], ['sing me a song']],
  ["what's on my calendar tomorrow and book me a flight to Rome", ['list_events', 'add_event flight to Rome'], []],
  ['put the dentist on Friday at 3 and pay my electricity bill', ['move_event dentist'], ['pay my electricity bill']],
  ['move my dentist to Friday at 3 and send Anna a text', ['move_event dentist'], ['send Anna a text']],
  ["delete the old notes file and hack the neighbour's wifi", ['trash_file notes.txt'], ["hack the neighbour's wifi"]],
  [
    'remember that my GP is Dr. Lee and translate this into French',
    ['remember Dr. Lee'],
    ['translate this into French'],
  ],
  [
    'add milk to groceries, fly me to the moon and remind me to call Bob at 5',
    ['add_todo milk', 'set_reminder call Bob'],
    ['fly me to the moon'],
  ],
  ['cancel yoga and print my tickets', ['cancel_event yoga'], ['print my tickets']],
  ['pay the rent tomorrow and also do my taxes for me', ['add_todo pay the rent'], ['do my taxes']],
  ['remind me to call Sam at 4 and then wash the car', ['set_reminder call Sam and then wash the car'], []],
  [
    'buy milk and bread and call the plumber tomorrow',
    ['add_todo buy milk and bread', 'add_todo call the plumber'],
    [],
  ],
  [
    'buy stamps, post the letter and pick up the parcel',
    ['add_todo buy stamps', 'add_todo post the letter and pick up the parcel'],
    [],
  ],
  [
    'remind me at 7 to take out the bins and at 9 to lock up',
    ['set_reminder take out the bins', 'set_reminder lock up'],
    [],
  ],
  ['play some jazz and dim the lights', ['control_device lights'], ['play some jazz']],
  [
    'find the file about insurance, summarise it and mail it to Tom',
    ['search_files insurance', 'summarize_file insurance.md'],
    ['mail it to Tom'],
  ],
  ['write a note called trip.txt saying pack socks and then order me a taxi', ['write_file trip.txt'], []],
  ['lunch with Eva on Thursday at 1 and make it rain', ['add_event lunch with Eva'], ['make it rain']],
  ['unlock the front door and wash the dishes', ['control_device front door'], ['wash the dishes']],
  ['remember my shoe size is 43 and buy me shoes online', ['remember 43'], ['buy me shoes online']],
  [
    'is ibuprofen safe with losartan and add milk to groceries',
    ['ask_health_team is ibuprofen safe with losartan', 'add_todo milk'],
    [],
  ],
  ['take ibuprofen at 8 and call the vet', ['add_event take ibuprofen', 'add_todo call the vet'], []],
  ['add amoxicillin to my todos and add milk to groceries', ['add_todo amoxicillin', 'add_todo milk'], []],
  [
    'remind me to take amoxicillin at 8 and to buy bread at 9',
    ['set_reminder take amoxicillin', 'set_reminder buy bread'],
    [],
  ],
  ['tick off milk and order a new fridge', ['complete_todo milk'], ['order a new fridge']],
  ['undo that and bake a cake', ['undo'], ['bake a cake']],
  [
    'turn on the heating, charge the car and feed the fish at 6',
    ['control_device heating', 'add_event feed the fish'],
    ['charge the car'],
  ],
  ['set an alarm for 6:30 and wake me with coffee', ['set_reminder alarm', 'set_reminder coffee'], []],
  [
    'schedule a call with Dana on Monday at 10 and ask her about the budget',
    ['add_event call with Dana'],
    ['ask her about the budget'],
  ],
  ['look up heat pumps and build me one', ['research heat pumps'], ['build me one']],
  ['mow the lawn on Saturday and the hedge on Sunday', ['add_todo mow the lawn', 'add_todo mow the hedge'], []],
  ['call mum tomorrow and dad on Sunday', ['add_todo call mum', 'add_todo call dad'], []],
  ['put the bins out tonight and bring them in tomorrow', ['add_event bins out', 'add_todo bring them'], []],
  ['move yoga to Friday at 4 and tell everyone', ['move_event yoga'], ['tell everyone']],
  ['cancel the gym tomorrow but keep it on Friday', ['cancel_event gym'], []],
  ['delete milk from groceries and add oat milk instead', ['remove_todo milk', 'add_todo oat milk'], []],
  ['remind me to stretch every hour and increase my salary', ['set_reminder stretch and increase my salary'], []],
  [
    'vacuum the living room and the bedroom and iron my shirts',
    ['control_device living room', 'control_device bedroom'],
    ['iron my shirts'],
  ],
  ['turn on the lamp and the fan and the moon', ['control_device lamp', 'control_device fan'], ['the moon']],
  [
    'add "fly to the moon" to my bucket list and buy a helmet',
    ['add_todo fly to the moon', 'add_todo buy a helmet'],
    [],
  ],
  ['create a folder called taxes and file my tax return', ['make_folder taxes'], ['file my tax return']],
  [
    'send flowers to my wife and remind me of our anniversary on 3 May',
    ['add_todo send flowers to my wife', 'set_reminder anniversary'],
    [],
  ],
  ['rename todo milk to oat milk and paint the fence green', ['change_todo oat milk'], ['paint the fence green']],
  ['free time on Friday and make me a sandwich', ['free_time', 'add_todo sandwich'], []],
  ['forget my old address and change my name at the bank', ['forget old address'], ['change my name at the bank']],
  ['read notes.txt to me and burn it afterwards', ['read_file notes.txt'], ['burn it afterwards']],
  ['grow me a tree. add compost to the shopping list', ['add_todo compost'], ['grow me a tree']],
  ['beam me up and buy milk', ['add_todo buy milk'], ['beam me up']],
  ['sing happy birthday and then remind me to call Lena at 3', ['set_reminder call Lena'], ['sing happy birthday']],
  ['mow the lawn on Saturday and hedge the roses on Sunday', ['add_todo mow the lawn'], ['hedge the roses on Sunday']],
  ['turn off the fan and call me a cab', ['control_device fan'], ['call me a cab']],
  ['add bread to groceries, then cook me dinner', ['add_todo bread'], ['cook me dinner']],
  ['cancel yoga tomorrow and refund the ticket', ['cancel_event yoga'], ['refund the ticket']],
  ['delete notes.txt and wipe the hard drive', ['trash_file notes.txt'], ['wipe the hard drive']],
  ['remember that I park on level 3 and wash the windows', ['remember I park on level 3'], ['wash the windows']],
  ['dim the lamp and feed the cat', ['control_device lamp'], ['feed the cat']],
  ['dentist on Tuesday at 9 and cure the toothache', ['add_event dentist'], ['cure the toothache']],
  ['add "pack bags" to my todos, and iron the suit', ['add_todo pack bags', 'add_todo iron the suit'], []],
  [
    'move my dentist to Friday at 3, cancel yoga and order us a pizza',
    ['move_event dentist', 'cancel_event yoga'],
    ['order us a pizza'],
  ],
  ['read notes.txt and translate it', ['read_file notes.txt'], ['translate it']],
  ['show my todos and do them for me', ['list_todos'], ['do them']],
])('%s', (say, done, left) => {
  expect(partsOf(say)).toEqual([done, left]);
});

test('what stands in one name, question or plan is not torn apart', () => {
  for (const [say, done] of [
    ['wash the car and clean the garage on Saturday', 'add_todo wash the car and clean the garage'],
    ['look up how to bleed a radiator and replace the valve', 'research how to bleed a radiator and replace the valve'],
    ['turn up the lamp and the fan a bit', 'control_device lamp'],
    ['I have yoga and physio this week', undefined],
  ] as const)
    if (done !== undefined) expect(partsOf(say)[0]).toContain(done);
    else expect(partsOf(say)[1]).not.toContain('physio this week');
});

test('what somebody else wished is asked about, and a yes does it; what was asked of us is done', () => {
  for (const say of [
    'Anna asked me to turn on the lamp',
    'my wife wants me to turn off the lamp',
    'Tom said to lock the front door',
  ]) {
    const read = understand(say, PLACE, KNOWN);
    expect(read).toMatchObject({ kind: 'nothing', held: [{ why: 'reported', text: say }] });
    const { request } = read.kind === 'nothing' ? read.held![0]! : {};
    const open = { ...request!, lacks: 'word' as const };
    const about = { kinds: [], name: say, open };
    expect(understand('yes please', PLACE, KNOWN, about)).toMatchObject({ requests: [{ tool: 'control_device' }] });
    expect(understand('no', PLACE, KNOWN, about)).not.toMatchObject({ kind: 'requests' });
    expect(understand('yes and add bread to groceries', PLACE, KNOWN, about)).toMatchObject({
      requests: [{ tool: 'control_device' }, { tool: 'add_todo' }],
    });
    expect(understand('yes but not now, add bread to groceries', PLACE, KNOWN, about)).toMatchObject({
      requests: [{ tool: 'add_todo' }],
    });
  }
  expect(partsOf('I asked you to turn on the lamp')).toEqual([['control_device lamp'], []]);
  expect(partsOf('Anna asked me to call her tomorrow')).toEqual([['add_todo call her'], []]);
});

test('where in a week something is belongs to its time, not to its name', () => {
  for (const when of [
    'next week',
    'sometime next week',
    'early next week',
    'during next week',
    'at the beginning of next week',
    'next week sometime',
    'any day next week',
  ])
    expect(understand(`call Bob ${when}`, PLACE, KNOWN)).toMatchObject({
      requests: [{ tool: 'add_todo', input: { title: 'call Bob', due: '2026-11-16' } }],
    });
  expect(understand('water the plants this weekend', PLACE, KNOWN)).toMatchObject({
    requests: [{ input: { title: 'water the plants', due: '2026-11-15' } }],
  });
});
