import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { httpStatusOf } from '../a2a/statuses.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { answerError, STATUS } from './errors.ts';

const thrown = new ConsiliumError('TEAM_INVALID', 'Root/config.yml:3: auth_token: "LITERAL-SECRET"', {
  details: { problems: [{ excerpt: 'auth_token: "LITERAL-SECRET"' }] },
});

test.each([
  [undefined, true],
  [['admin'], true],
  [['chat', 'a2a'], false],
])('what stands in the files of a team is told to who keeps the house: %j %s', async (scopes, isTold) => {
  const app = new Hono<{ Variables: { token: unknown } }>();
  app.get('/', (context) => {
    if (scopes) context.set('token', { id: 't', user: 'ana', scopes, patients: null, bound: false });
    return answerError(context, thrown);
  });
  const answer = await app.request('/');
  expect(answer.status).toBe(422);
  expect((await answer.text()).includes('LITERAL-SECRET')).toBe(isTold);
});

/** Not asked for by agents; or, of a team, nothing that its caller could mend. */
const ELSEWHERE = new Set([
  ...['UNKNOWN_SECTION', 'OUTPUT_UNKNOWN', 'REMOTE_UNKNOWN', 'FIRING_NOT_DEAD', 'SIGNATURE_WRONG', 'MAIL_FORM'],
  ...['PREFETCH_MISSING', 'BODY_INCOMPLETE', 'TEAM_INVALID', 'PIPELINE_INVALID'],
]);

test('agents of other machines are told the same status as everybody else', () => {
  const others = Object.entries(STATUS).filter(
    ([code, status]) => httpStatusOf({ code, details: undefined }) !== status,
  );
  expect(others.map(([code]) => code).filter((code) => !ELSEWHERE.has(code))).toEqual([]);
});

test.each([
  [
    '/a2a',
    {},
    { agent_name: '', status: 'error', error: { code: 'BODY_TOO_LARGE', retryable: false, hint: 'Send less.' } },
  ],
  ['/a2a/agents/X', { 'a2a-version': '1.0' }, { jsonrpc: '2.0', id: null, error: { code: -32014 } }],
  ['/a2a/rest/message:send', {}, { error: { code: 413, status: 'OUT_OF_RANGE', details: expect.any(Array) } }],
  ['/a2a/agents/X/rest/tasks', {}, { error: { code: 413, status: 'OUT_OF_RANGE' } }],
  ['/v1/chat', {}, { error: { code: 'BODY_TOO_LARGE' } }],
])('what is refused before it is read is told in the language of its door: %s', async (path, headers, told) => {
  const app = new Hono();
  app.all('*', (context) =>
    answerError(context, new ConsiliumError('BODY_TOO_LARGE', 'Too much.', { hint: 'Send less.' })),
  );
  const answer = await app.request(path, { method: 'POST', headers: headers as Record<string, string> });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject(told);
});
