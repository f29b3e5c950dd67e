import { describe, expect, test } from 'vitest';
import { readClause } from './clause.ts';
import { readTools } from './grammar.ts';
import { type Known, type KnownKind, NOTHING_KNOWN } from './known.ts';
import { lexicon } from './lexicon.ts';
import { readMessage } from './message.ts';
import { understand } from './read.ts';
import { rank } from './segments.ts';
import type { Topic } from './topic.ts';

/** A Sunday, noon in Berlin. */
const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  events: ['Dentist'],
  todos: ['Pay rent', 'Buy milk'],
  reminders: ['refill metformin'],
  notes: ['locker code', 'wifi password', 'alarm code'],
  told: ['Aunt May likes tea'],
  files: ['lease-agreement.pdf', 'old-cv.docx'],
  briefs: ['Meal plan'],
  devices: ['Good night script'],
};

const toolsOf = (message: string, about?: Topic): string[] => {
  const read = understand(message, PLACE, KNOWN, about);
  return read.kind === 'requests' ? read.requests.map(({ tool }) => tool) : [];
};

const frames = readTools().flatMap(({ tool, frames: list }) =>
  list.map((frame) => [frame.example, tool, frame.counter, spokenOf(frame.signs)] as const),
);

/** What was spoken of, where a frame leans on it. */
function spokenOf(signs: readonly string[]): Topic | undefined {
  const [kind] = signs.flatMap((sign) => /^topic\.(event|todo|reminder)$/.exec(sign)?.[1] ?? []);
  if (signs.includes('topic.ended')) return { kinds: ['event'], name: 'Dentist', at: PLACE.now, ended: true };
  return kind === undefined ? undefined : { kinds: [kind as KnownKind], name: 'Pay rent', at: PLACE.now };
}

describe('every frame', () => {
  test.each(frames)('"%s" is %s, "%s" is not', (example, tool, counter, about) => {
    expect(toolsOf(example, about)).toContain(tool);
    expect(toolsOf(counter)).not.toContain(tool);
  });

  test('names only signs that can show', () => {
    const shown = new Set(lexicon().signs);
    const made =
      /^(?:mood\.(?:order|question|statement|fragment)|when\.(?:any|timed|dated|recurs|deadline|due|future|shift|owned|until|later|limited|range|headless)|slot\.(?:list|out)|has\.(?:paths?|url|quote|number|name|edit|length|correction)|known\.(?:told|list|event|todo|reminder|note|file|brief|device)(?:_exact|_all|_same|_beside|_to)?|says\.now|new_one|title\.(?:any|some|many)|todo\.objects|topic\.(?:file|url|event|todo|reminder|ended)|result\.any|about\.world|ask\.yesno|length|place|device|hurts|pronoun|negated|starts\.to|tells\.name)$/;
    const isKnown = (sign: string) =>
      made.test(sign) ||
      shown.has(sign) ||
      shown.has(sign.replace(/^head\./, 'verb.')) ||
      shown.has(sign.replace(/^head\./, 'say.')) ||
      shown.has(sign.replace(/^starts\./, 'noun.'));
    const unknown = readTools().flatMap(({ frames: list, drop }) =>
      [...list.flatMap(({ signs }) => signs), ...drop].filter((sign) => !isKnown(sign)),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('a message', () => {
  const read = (message: string, known = KNOWN) => {
    const understood = understand(message, PLACE, known);
    return understood.kind === 'requests'
      ? understood.requests.map(({ tool, input }) => ({ tool, ...input }))
      : understood.kind;
  };

  test.each([
    [
      'remind me to refill metformin every 4 weeks',
      [{ tool: 'set_reminder', what: 'refill metformin', when: 'every 4 week', at: expect.any(String), recurs: true }],
    ],
    [
      'move my dentist to Friday at 3pm',
      [{ tool: 'move_event', query: 'Dentist', start: '2026-11-20T15:00', weekday: true }],
    ],
    [
      'add milk and eggs to groceries',
      [
        { tool: 'add_todo', title: 'milk', project: 'groceries' },
        { tool: 'add_todo', title: 'eggs', project: 'groceries' },
      ],
    ],
    ['remember that my GP is Dr. Lee', [{ tool: 'remember', subject: 'GP', text: 'Dr. Lee' }]],
    [
      'book lunch with Nora on Friday at noon',
      [{ tool: 'add_event', title: 'lunch with Nora', start: '2026-11-20T12:00' }],
    ],
    ['rename notes.txt to ideas.txt', [{ tool: 'move_file', from: 'notes.txt', to: 'ideas.txt' }]],
  ])('%s', (message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  test('with several requests is several requests, and "it" is what was found', () => {
    expect(read('find the file about insurance and summarise it')).toEqual([
      { tool: 'search_files', query: 'insurance' },
      { tool: 'summarize_file', query: 'insurance' },
    ]);
    expect(read('Add milk to groceries and remind me to call Nora tomorrow at 5pm')).toMatchObject([
      { tool: 'add_todo', title: 'milk', project: 'groceries' },
      { tool: 'set_reminder', what: 'call Nora', at: '2026-11-16T17:00' },
    ]);
  });

  test('that tells first and asks then is one request', () => {
    expect(read("We're out of coffee, stick it on the groceries list")).toEqual([
      { tool: 'add_todo', title: 'coffee', project: 'groceries' },
    ]);
    expect(read('I paid the rent, tick it off')).toEqual([{ tool: 'complete_todo', query: 'Pay rent' }]);
  });

  test('that is about nothing here is nothing', () => {
    expect(read('hello there')).toBe('nothing');
    expect(read('the sky is a lovely colour')).toBe('nothing');
    expect(read("don't turn off the lights")).toBe('nothing');
  });

  test.each([
    ['nothing', ''],
    ['only marks', '?!,;:'],
    ['one word without end', 'a'.repeat(50_000)],
    ['orders without end', 'add milk and '.repeat(5_000)],
    ['times without end', 'every monday at 8 '.repeat(2_000)],
    ['quotation marks that do not close', '"'.repeat(5_000)],
    ['control characters', '\u0000\u0007\u202eadd milk to groceries'],
  ])('of %s does no harm', (_name, message) => {
    expect(['requests', 'unclear', 'nothing']).toContain(understand(message, PLACE, KNOWN).kind);
  });
});

test('a misspelt word is read as it was meant, a name as it is written', () => {
  const word = (text: string) => readMessage(text, PLACE, KNOWN).tokens.map((token) => token.word);
  expect(word('remnd me tomorow')).toEqual(['remind', 'me', 'tomorrow']);
  expect(word('a train to Leeds')).toEqual(['a', 'train', 'to', 'leeds']);
  const clause = readClause(readMessage('dinner with Fiel', PLACE, KNOWN), 0, 3);
  expect(rank(clause).map(({ tool }) => tool.tool)).not.toContain('list_files');
});

test('a plan with its steps that is to be carried out at once is both, and carrying it out is no step', () => {
  const say = 'design a cleaning plan: vacuum on Monday, bathroom on Wednesday, windows on Friday; then carry it out';
  const read = understand(say, PLACE, KNOWN);
  expect(read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input['steps']]) : []).toEqual([
    ['write_brief', ['vacuum on Monday', 'bathroom on Wednesday', 'windows on Friday']],
    ['execute_brief', undefined],
  ]);
});

test('the clock is asked, not the calendar; of an event its hour is', () => {
  expect(understand('what time is it in Tokyo?', PLACE, KNOWN)).toEqual({
    kind: 'clock',
    asked: { where: 'Tokyo', zone: 'Asia/Tokyo' },
  });
  expect(understand("what's the time", PLACE, KNOWN)).toEqual({ kind: 'clock', asked: {} });
  expect(toolsOf('what time is my dentist?')).toEqual(['find_event']);
});

test('a danger to life that is told beside orders leaves them undone, and names them', () => {
  const read = understand('add milk to groceries, my chest feels tight and my left arm is numb', PLACE, KNOWN);
  expect(read).toMatchObject({
    requests: [{ tool: 'ask_health_team' }],
    held: [{ text: 'add milk to groceries', why: 'danger' }],
  });
  const [first] = ["remind me to call the hotline so I don't kill myself"].map((say) => understand(say, PLACE, KNOWN));
  expect(first).toMatchObject({ requests: [{ tool: 'ask_health_team' }] });
});

test('more than one of a medicine that was taken is told to the health team, in the words that tell it', () => {
  const read = understand('add call GP to my todos, I took 3 of my methotrexate tablets today', PLACE, KNOWN);
  const [told] = read.kind === 'requests' ? read.requests : [];
  expect(told?.input).toEqual({ request: 'I took 3 of my methotrexate tablets today', heard: true });
  expect(toolsOf('took my vitamins, tick it off')).not.toContain('ask_health_team');
});

test.each([
  'I took two extra metformin by mistake',
  'I accidentally took my methotrexate every day this week',
  'I took my warfarin twice today by mistake',
  'oops, took the wrong insulin',
])('a medicine that was taken amiss is told to the health team and ticks nothing off: %s', (say) =>
  expect(toolsOf(say)).toEqual(['ask_health_team']));

test.each([
  'can I eat peanut butter?',
  'am I allowed to have cashews',
  'can my son eat honey?',
])('what may be eaten is a question for the health team: %s', (say) => {
  expect(understand(say, PLACE, NOTHING_KNOWN)).toMatchObject({ requests: [{ tool: 'ask_health_team' }] });
});
