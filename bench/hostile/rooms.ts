/** What strangers send to the rooms of one person: calendars, cards, courses, plans; and records made to be slow. */
import { fill } from './fill.ts';
import type { Attack, House } from './house.ts';

const ICS = (lines: readonly string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (at: number, more: readonly string[] = []) => [
  ...['BEGIN:VEVENT', `UID:hostile-${at}`, `DTSTART:202611${String(10 + (at % 19))}T080000Z`],
  ...['DTEND:20261130T090000Z', `SUMMARY:Visit ${at}`, ...more, 'END:VEVENT'],
];
const many = (count: number, more: readonly string[] = []) =>
  ICS(Array.from({ length: count }, (_, at) => event(at, more)).flat());

const calendar = (name: string, ics: () => string): Attack => [
  `calendar: ${name}`,
  ({ post }) => post('/v1/assistant/calendar', { ics: ics(), zone: 'UTC' }),
];

const calendars: Attack[] = [
  calendar('4,900 events of every hour', () => many(4_900, ['RRULE:FREQ=HOURLY'])),
  calendar('events of every second', () => many(200, ['RRULE:FREQ=SECONDLY'])),
  calendar('a rule that never comes', () => many(50, ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'])),
  calendar('exceptions without end', () =>
    ICS(event(1, ['RRULE:FREQ=DAILY', ...Array(40_000).fill('EXDATE:20270101T080000Z')])),
  ),
  calendar('parts within parts', () => ICS([...Array(60_000).fill('BEGIN:VEVENT')])),
  calendar('one line of 4 MB', () => ICS(event(1, [`DESCRIPTION:${fill('\\,;', 4e6)}`]))),
  calendar('parameters without end', () => ICS(event(1, [`X-A;${fill('a=b;', 1e6)}c=d:e`]))),
  [
    'calendar: what is on in nine thousand years',
    ({ get }) => get('/v1/assistant/events?from=0001-01-01&to=9999-12-31&zone=UTC'),
  ],
  ['calendar: all of it as a file', ({ get }) => get('/v1/assistant/calendar.ics')],
  ['today: with such a calendar', ({ get }) => get('/v1/today')],
  [
    'a todo of every second',
    ({ post }) =>
      post('/v1/assistant/todos', { title: 'x', due: '2020-01-01T08:00', zone: 'UTC', rule: 'FREQ=SECONDLY' }),
  ],
  [
    'reminders said at length',
    ({ post }) =>
      post('/v1/assistant/reminders', { what: 'x', when: fill('every 2nd tuesday and ', 199), zone: 'UTC' }),
  ],
];

const study: Attack[] = [
  [
    'a plan among 10,000 taken times',
    ({ post }) =>
      post('/v1/study/plan', {
        ...{ exam_date: '2036-01-01', hours_per_week: 0.5 },
        topics: Array.from({ length: 2_000 }, (_, at) => `Topic ${at}`),
        busy: Array.from({ length: 10_000 }, (_, at) => ({
          start: new Date(Date.UTC(2026, 10, 1) + at * 3_600_000).toISOString(),
          end: new Date(Date.UTC(2035, 10, 1)).toISOString(),
        })),
      }),
  ],
  [
    'a plan beside a calendar of every second',
    ({ post }) =>
      post('/v1/study/plan', {
        ...{ exam_date: '2036-01-01', hours_per_week: 10, topics: ['Gout'] },
        ics: many(5_000, ['RRULE:FREQ=SECONDLY']).slice(0, 1_900_000),
      }),
  ],
  ['cards: one of 8 MB', ({ post }) => post('/v1/study/anki', { text: `a\t${fill('<b>', 8e6)}` })],
  ['cards: quotes that never close', ({ post }) => post('/v1/study/anki', { text: fill('"a\t"', 4e6) })],
  ['cards: columns', ({ post }) => post('/v1/study/anki', { text: fill('a\t', 4e6) })],
  ['a course: headings', (house) => course(house, 'headings.md', fill('# a\n', 2e6))],
  [
    'a course: one paragraph',
    (house) => course(house, 'words.md', fill('The kidney filters blood because renin is low. ', 2e6)),
  ],
  ['a course: a table', (house) => course(house, 'table.csv', fill('a,b,"c"\n', 4e6))],
  [
    'questions of a course that is one paragraph',
    ({ post }) => post('/v1/study/quizzes', { material: 'words.md', count: 50 }),
  ],
  ['cards of it', ({ post }) => post('/v1/study/cards/make', { material: 'words.md', count: 50 })],
];

async function course({ url, token }: House, name: string, text: string): Promise<Response> {
  const query = new URLSearchParams({ title: name, name });
  return fetch(`${url}/v1/study/files?${query}`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body: text },
  });
}

const bundle = (entry: readonly object[]) => ({ resourceType: 'Bundle', type: 'collection', entry });
const somebody = { resource: { resourceType: 'Patient', id: 'h', name: [{ text: 'Hostile' }] } };
const note = (at: number, more: object) => ({
  resource: {
    resourceType: 'Observation',
    id: `n${at}`,
    status: 'final',
    subject: { reference: 'Patient/h' },
    ...more,
  },
});
const nested = (depth: number): object => {
  let inner: object = { url: 'x', valueString: 'x' };
  for (let at = 0; at < depth; at++) inner = { url: 'x', extension: [inner] };
  return inner;
};
const imported = (name: string, entry: () => readonly object[]): Attack => [
  `import: ${name}`,
  ({ post }) => post('/v1/patients/import', bundle([somebody, ...entry()])),
];

const records: Attack[] = [
  imported('members of each other', () =>
    Array.from({ length: 3_000 }, (_, at) =>
      note(at, {
        code: { text: 'Panel' },
        hasMember: Array.from({ length: 20 }, (__, to) => ({ reference: `Observation/n${(at + to) % 3_000}` })),
      }),
    ),
  ),
  imported('members of each other that are nobody’s', () =>
    Array.from({ length: 3_000 }, (_, at) =>
      note(at, {
        ...{ subject: undefined, code: { text: 'Panel' } },
        hasMember: Array.from({ length: 40 }, (__, to) => ({ reference: `Observation/x${(at * 40 + to) % 90_000}` })),
      }),
    ),
  ),
  imported('20,000 that are each of somebody else', () =>
    Array.from({ length: 20_000 }, (_, at) =>
      note(at, { subject: { reference: `Patient/nobody-${at}` }, code: { text: 'Glucose' } }),
    ),
  ),
  imported('extensions in extensions', () => [note(1, { code: { text: 'x' }, extension: [nested(2_000)] })]),
  imported('20,000 small fields', () => [
    note(1, { code: { coding: Array.from({ length: 20_000 }, (_, at) => ({ system: `urn:${at}`, code: `${at}` })) } }),
  ]),
  imported('numbers that are none', () =>
    Array.from({ length: 3_000 }, (_, at) =>
      note(at, {
        code: { text: 'Glucose' },
        effectiveDateTime: '9999-12-31T23:59:59.999999999999+14:00',
        valueQuantity: { value: 1.7976931348623157e308, unit: fill('/mg', 300) },
      }),
    ),
  ),
  imported('marks above marks', () =>
    Array.from({ length: 500 }, (_, at) => note(at, { code: { text: fill('a\u0301\u0300\u0323\u202e', 2_000) } })),
  ),
  imported('attachments of 15 MB', () =>
    ['text/plain', 'text/html', 'application/pdf'].map((contentType, at) => ({
      resource: {
        ...{ resourceType: 'DocumentReference', id: `l${at}`, status: 'current', subject: { reference: 'Patient/h' } },
        content: [
          { attachment: { contentType, data: Buffer.from(fill('<p>chest pain</p> ', 11e6)).toString('base64') } },
        ],
      },
    })),
  ),
  imported('documents as text', () =>
    Array.from({ length: 200 }, (_, at) => ({
      resource: {
        ...{ resourceType: 'DocumentReference', id: `d${at}`, status: 'current', subject: { reference: 'Patient/h' } },
        content: [
          {
            attachment: {
              contentType: 'text/plain',
              data: Buffer.from(fill('chest pain and fever and ', 60_000)).toString('base64'),
            },
          },
        ],
      },
    })),
  ),
];

const params = (name: string, query: string, given: object): Attack => [
  `Cypher: ${name}`,
  ({ post, patient }) => post('/v1/graph/query', { patient_id: patient, query, params: given }),
];

const more: Attack[] = [
  params('a list of 200,000 as a parameter', 'UNWIND $l AS x RETURN count(DISTINCT x) AS n', {
    l: Array.from({ length: 200_000 }, (_, at) => at),
  }),
  params('texts joined without end', "RETURN reduce(s = 'a', x IN range(1, 40) | s + s) AS s", {}),
  params('a pattern as a parameter', 'RETURN $t =~ $p AS x', { t: `${fill('a', 8_000)}!`, p: '((a|a)*)*b' }),
  [
    'validate-against-spec: patterns that backtrack',
    ({ post }) =>
      post('/v1/functions/validate-against-spec/run', {
        artifact: JSON.stringify({ a: `${fill('a', 20_000)}!` }),
        specification: JSON.stringify({
          ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
          properties: { a: { type: 'string', pattern: '^(a+)+$' } },
        }),
      }),
  ],
  [
    'decompose-task: half a megabyte',
    ({ post }) => post('/v1/functions/decompose-task/run', { task: fill('write the report and ', 460_000) }),
  ],
  [
    'mail: signatures that are none',
    ({ url }) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${url}/v1/mail/inbound`, {
            ...{ method: 'POST', body: fill('a', 1.9e6) },
            headers: { 'x-signature': `sha256=${fill('0', 64)}`, 'content-type': 'message/rfc822' },
          }).then(() => 'refused'),
        ),
      ),
  ],
  [
    'completions: ten thousand pieces in one message',
    ({ post }) =>
      post('/v1/chat/completions', {
        model: 'health',
        messages: [
          { role: 'user', content: Array.from({ length: 10_000 }, () => ({ type: 'text', text: 'pain and ' })) },
        ],
      }),
  ],
];

export const ROOMS: readonly Attack[] = [...calendars, ...study, ...records, ...more];
