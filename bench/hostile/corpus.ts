/** What strangers send: each kept some version of the house busy for seconds, or could. */
import { createConnection } from 'node:net';
import { makeBomb } from '../../src/documents/fixture.ts';
import { DESK } from './desk.ts';
import { fill } from './fill.ts';
import type { Attack, House } from './house.ts';
import { NOTE, papers } from './papers.ts';
import { DEEP, json, raw } from './raw.ts';
import { RECORDS } from './records.ts';
import { ROOMS } from './rooms.ts';

const MESSAGE = 19_990;
const DOCUMENT = 3_900_000;

const MESSAGES: readonly [string, string][] = [
  ['one word', fill('pain and ', MESSAGE)],
  ['a clinical note of 8 kB', NOTE.repeat(20).slice(0, 8_000)],
  ['a clinical note of 20 kB', NOTE.repeat(50).slice(0, MESSAGE)],
  ['one word without end', fill('a', MESSAGE)],
  ['blanks', `pain${fill(' ', MESSAGE)}`],
  ['blank lines', `pain${fill('\n', MESSAGE)}pain`],
  ['brackets', fill('([{', MESSAGE)],
  ['numbers', fill('120/80 ', MESSAGE)],
  ['medicines', fill('warfarin and aspirin and ibuprofen with ', MESSAGE)],
  ['dates', fill('yesterday on 3 May 2026 at 7, ', MESSAGE)],
  ['addresses', fill('http://a.example/x?y=z ', MESSAGE)],
  ['marks above marks', fill('a\u0301\u0300\u0323', MESSAGE)],
  ['another language', fill('ich habe Schmerzen und ', MESSAGE)],
  ['emergencies', fill('crushing chest pain and ', MESSAGE)],
  ['negations', fill('no not never without ', MESSAGE)],
  ['questions', fill('why? ', MESSAGE)],
];

const TEAM_MESSAGES: readonly [team: string, name: string, unit: string][] = [
  ['assistant', 'one word', 'remind me tomorrow and '],
  ['assistant', 'dates', 'every 2nd tuesday of march until next friday at 5pm and '],
  ['kitchen', 'one word', 'remind me tomorrow and '],
  ['kitchen', 'deeds', 'summarise and extract keywords and compare and '],
  ['research', 'one word', 'remind me tomorrow and '],
  ['research', 'questions', 'does orvanib improve pain in angioedema? '],
  ['research', 'subjects', 'compare gene therapy with steroids in duchenne and '],
  ['mentor', 'wishes', 'explain renal tubular acidosis and '],
];

const chats: Attack[] = MESSAGES.flatMap(([name, message]): Attack[] => [
  [`chat: ${name}`, ({ post }) => post('/v1/chat', { message })],
  [`chat about a patient: ${name}`, ({ post, patient }) => post('/v1/chat', { message, patient_id: patient })],
]);

const crowd: Attack[] = [
  [
    'chat: ten notes at once',
    ({ post, patient }) =>
      Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          post('/v1/chat', { message: `${i} ${NOTE.repeat(10)}`, patient_id: patient }),
        ),
      ),
  ],
  ['chat: two million characters', ({ post }) => post('/v1/chat', { message: fill('pain ', 1_900_000) })],
  ...TEAM_MESSAGES.map(
    ([team, name, unit]): Attack => [
      `chat with ${team}: ${name}`,
      ({ post }) => post('/v1/chat', { team, message: fill(unit, MESSAGE) }),
    ],
  ),
  [
    'guess: a long message',
    ({ post }) => post('/v1/guess', { message: fill('my chest hurts and quiz me and ', MESSAGE) }),
  ],
  ['guess: denials', ({ post }) => post('/v1/guess', { message: fill('not no ', MESSAGE) })],
  [
    'completions: a thousand messages',
    ({ post }) =>
      post('/v1/chat/completions', {
        model: 'health',
        messages: Array.from({ length: 1_000 }, () => ({ role: 'user', content: fill('pain and ', 1_800) })),
      }),
  ],
];

const documents: readonly [string, string][] = [
  ['one word', fill('a', DOCUMENT)],
  ['brackets', fill('[[[', DOCUMENT)],
  ['blank lines', `a${fill('\n', DOCUMENT)}b`],
  ['words', fill('pain and fever ', DOCUMENT)],
  ['marks of emphasis', fill('*_', DOCUMENT)],
  ['quotations', fill('> ', DOCUMENT)],
  ['tables', fill('|a', DOCUMENT)],
  ['open tags', fill('<div ', DOCUMENT)],
  ['fences', fill('```\n', DOCUMENT)],
];

const functions: Attack[] = [
  ...documents.map(
    ([name, content]): Attack => [
      `extract-structure: ${name}`,
      ({ post }) => post('/v1/functions/extract-structure/run', { content, extraction_type: 'keywords' }),
    ],
  ),
  ...documents
    .slice(0, 4)
    .map(
      ([name, content]): Attack => [
        `summarize-content: ${name}`,
        ({ post }) => post('/v1/functions/summarize-content/run', { content, target_tokens: 200, style: 'technical' }),
      ],
    ),
  ['functions: JSON deeper than any stack', (house) => raw(house, '/v1/functions/extract-structure/run', DEEP)],
  [
    'analyze-artifact: YAML of mistakes',
    ({ post }) =>
      post('/v1/functions/analyze-artifact/run', {
        ...{ artifact: fill('[^1]', 16_000), artifact_type: 'config', language: 'yaml' },
      }),
  ],
  [
    'analyze-artifact: YAML of laughs',
    ({ post }) => {
      const names = [...'abcdefghijk'];
      const laughs = names.map((name, at) => `${name}: &${name} [${fill(`*${names[at - 1] ?? name}, `, 36)}0]`);
      const artifact = ['a: &a [ha, ha, ha]', ...laughs.slice(1)].join('\n');
      return post('/v1/functions/analyze-artifact/run', { artifact, artifact_type: 'config' });
    },
  ],
  [
    'analyze-artifact: code nested without end',
    ({ post }) =>
      post('/v1/functions/analyze-artifact/run', {
        ...{ artifact: `x = ${fill('(', 18_000)}`, artifact_type: 'code', language: 'python' },
      }),
  ],
  [
    'analyze-artifact: a short script made to be slow',
    ({ post }) =>
      post('/v1/functions/analyze-artifact/run', {
        artifact: `${fill('if(a){', 9_000)}${fill('}', 1_500)}`,
        ...{ artifact_type: 'code', language: 'javascript', also: ['security', 'dependencies'] },
      }),
  ],
  [
    'functions: a hundred at once',
    ({ post }) =>
      post(
        '/v1/functions/batch',
        Array.from({ length: 100 }, () => ({
          function: 'extract_structure',
          input: { content: fill('# Heading\n\nSome words here. ', 19_000), extraction_type: 'keywords' },
        })),
      ),
  ],
];

const CROSS = 'MATCH (p:Patient)-[]->(a), (p)-[]->(b), (p)-[]->(c) RETURN count(*) AS n';
const cypher = (query: string) => (house: House) =>
  house.post('/v1/graph/query', { patient_id: house.patient, query, params: {} });

const graph: Attack[] = [
  ['Cypher: everything with everything', cypher(CROSS)],
  ['Cypher: the same, four times', (house) => Promise.all([1, 2, 3, 4].map(() => cypher(CROSS)(house)))],
  ['Cypher: parentheses', cypher(`RETURN ${fill('(', 9_000)}1${fill(')', 9_000)}`)],
  ['Cypher: a list without end', cypher(`RETURN [${fill('1,', 60_000)}1]`)],
  ['Cypher: names', cypher(`MATCH ${fill('(a)--', 9_000)}(b) RETURN b`)],
  ['Cypher: a range', cypher('UNWIND range(1, 100000000) AS x RETURN sum(x)')],
  ['Cypher: an expression that backtracks', cypher(`RETURN '${fill('a', 4_000)}!' =~ '(a+)+$'`)],
];

const files: Attack[] = [
  ['index: one word of 30 MB', (house) => index(house, 'word.md', fill('a', 30e6))],
  ['index: brackets', (house) => index(house, 'brackets.md', fill('[[[', 6e6))],
  ['index: blank lines', (house) => index(house, 'blank.md', `a${fill('\n', 6e6)}b`)],
  ['index: words', (house) => index(house, 'words.txt', fill('pain and fever ', 6e6))],
  ['index: a PDF of 3 kB that is 1 GB', (house) => index(house, 'bomb.pdf', makeBomb(1024 * 1024 * 1024))],
  ['index: open tags', (house) => index(house, 'tags.html', fill('<div>', 6e6))],
  ['index: 4,000 papers, and a question about them', papers],
  ['index: code nested without end', (house) => index(house, 'deep.py', `x = ${fill('(', 2e6)}`)],
];

async function index(house: House, name: string, content: string | Uint8Array): Promise<unknown> {
  return house.post('/v1/search/index', { paths: [house.file(name, content)], scope: 'hostile' });
}

/** As many as a door takes that takes many. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  'names that are each another': () =>
    Array.from({ length: 148 }, (_, at) =>
      Object.fromEntries(Array.from({ length: 990 }, (__, to) => [`k${at}-${to}`, to])),
    ),
  'names of which many are another': () =>
    Array.from({ length: 40 }, (_, at) =>
      Object.fromEntries(Array.from({ length: 990 }, (__, to) => [`k${at % 10}-${to}`, to])),
    ),
  'texts with escapes': () => Array.from({ length: 148_000 }, (_, at) => `\n\t"${at}`),
  objects: () => Array.from({ length: 49_000 }, (_, at) => ({ a: at, b: 'x' })),
};
const rpc = (more: object) => {
  const message = { messageId: 'x', role: 'ROLE_USER', parts: [{ text: 'hello' }], ...more };
  return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
};

const doors: Attack[] = [
  ['sessions?q= of long texts', ({ get }) => get(`/v1/sessions?q=${fill('pain%20and%20', 3_000)}`)],
  ['sessions?q= of wildcards', ({ get }) => get(`/v1/sessions?q=${fill('%25_', 1_500)}`)],
  ['search: a long question', ({ get }) => get(`/v1/search?q=${fill('pain%20', 1_900)}`)],
  ['search: OR without end', ({ get }) => get(`/v1/search?q=${fill('a%20OR%20', 1_900)}`)],
  [
    'a schedule made to be slow',
    ({ get }) => get(`/v1/triggers/understand?schedule=${fill('every%20day%20at%20', 1_900)}`),
  ],
  ['a path without end', ({ get }) => get(`/v1/patients/${fill('a/', 12_000)}`).then(() => 'done')],
  ['MCP: deeper than any stack', (house) => raw(house, '/mcp', DEEP, { ...json, accept: MCP })],
  [
    'MCP: a document in a call',
    (house) =>
      house.post('/mcp', call('extract_structure', { content: fill('[[[', DOCUMENT), extraction_type: 'keywords' }), {
        accept: MCP,
      }),
  ],
  ['MCP: ten thousand calls in one', (house) => raw(house, '/mcp', manyCalls(), { ...json, accept: MCP })],
  ['A2A: deeper than any stack', (house) => raw(house, '/a2a', DEEP)],
  ['A2A: one word', ({ post }) => post('/a2a', envelope(fill('pain and ', MESSAGE)))],
  [
    'A2A: fifty thousand parts',
    ({ post }) => {
      const message = {
        ...{ messageId: 'x', role: 'ROLE_USER' },
        parts: Array(50_000).fill({ text: 'x' }),
      };
      return post('/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
    },
  ],
  ...Object.entries(VALUES).flatMap(([name, values]): Attack[] => [
    [`A2A: data of ${name}`, ({ post }) => post('/a2a', rpc({ parts: [{ data: values() }] }))],
    [`A2A: ${name} beside the words`, ({ post }) => post('/a2a', rpc({ metadata: { context: { x: values() } } }))],
    [
      `MCP: ${name} in a call`,
      ({ post }) => post('/mcp', call('extract_structure', { content: 'a', x: values() }), { accept: MCP }),
    ],
    [`CDS: ${name}`, ({ post }) => post('/cds-services/consilium-patient-view', { hook: values() })],
  ]),
  ['functions: blanks without end', (house) => raw(house, '/v1/functions/extract-structure/run', fill(' ', 7.9e6))],
  ['A2A: eight megabytes', ({ post }) => post('/a2a', envelope(fill('pain and ', 7.5e6)))],
  ['a form instead of JSON', (house) => raw(house, '/v1/chat', fill('--x\r\n\r\n', 1.9e6), FORM)],
  ['keys of objects', (house) => raw(house, '/v1/chat', manyKeys())],
  ['300 callers whose heads drip', (house) => drip(house, 'GET /v1/patients HTTP/1.1\r\nx: ')],
  ['300 callers whose bodies drip', (house) => drip(house, dripping(house))],
  [
    'an import of 50,000 cards',
    ({ post }) => post('/v1/study/anki', { text: Array.from({ length: 50_000 }, (_, i) => `q${i}\ta`).join('\n') }),
  ],
  ['a head of 15 kB', (house) => fetch(`${house.url}/v1/patients`, { headers: { 'x-long': fill('a', 15_000) } })],
  ['two hundred requests at once', ({ get }) => Promise.all(Array.from({ length: 200 }, () => get('/v1/teams')))],
];

const MCP = 'application/json, text/event-stream';
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const call = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});
const envelope = (message: string) => ({
  ...{ agent_name: 'health', conversation_id: 'hostile', input: { action: 'ask', parameters: { message } } },
});

function manyCalls(): string {
  return JSON.stringify(Array.from({ length: 10_000 }, () => call('list_functions', {})));
}

function manyKeys(): string {
  return `{${Array.from({ length: 150_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
}

const dripping = ({ url }: House) =>
  `POST /v1/chat HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`;

/** Each sends a letter now and then, and never the end of it. */
async function drip({ url }: House, start: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: 300 }, () => createConnection(Number(port), hostname));
  for (const socket of sockets) socket.on('error', () => {}).write(start);
  const more = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a');
  }, 100);
  await new Promise((done) => setTimeout(done, 2_000));
  clearInterval(more);
  for (const socket of sockets) socket.destroy();
}

export const CORPUS: readonly Attack[] = [
  ...chats,
  ...crowd,
  ...functions,
  ...graph,
  ...doors,
  ...files,
  ...RECORDS,
  ...ROOMS,
  ...DESK,
];
