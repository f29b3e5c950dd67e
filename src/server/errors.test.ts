import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { answerError } from './errors.ts';

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
