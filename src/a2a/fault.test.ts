import { expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { fromPeer, httpStatusOf, shownError, toRestError, toRpcError } from './fault.ts';

test.each([
  ['QUIZ_UNKNOWN', 404],
  ['COURSE_NOT_FOUND', 404],
  ['QUIZ_EMPTY', 404],
  ['DATE_INVALID', 400],
  ['FILE_TOO_LARGE', 413],
  ['CREDENTIAL_TOO_SHORT', 400],
  ['ANSWERED_ALREADY', 409],
  ['MCP_UNAVAILABLE', 503],
  ['MODEL_INVALID', 502],
  ['OUTPUT_INVALID', 502],
  ['STORAGE_FULL', 507],
  ['SOMETHING_ELSE', 502],
])('what a caller asked amiss is theirs, what failed here is ours: %s is %i', (code, status) => {
  expect(httpStatusOf(code)).toBe(status);
});

test('a mistake of the caller opens no circuit at the other end, in either language', () => {
  const asked = new ConsiliumError('QUIZ_UNKNOWN', 'There is no such quiz.');
  expect(toRpcError(asked).code).toBe(-32012);
  const said = { code: 'QUIZ_UNKNOWN', message: 'no such quiz' };
  expect(fromPeer('p', { ...said, status: httpStatusOf('QUIZ_UNKNOWN') }).details).not.toHaveProperty('outage');
  expect(fromPeer('p', { ...said, status: 502 }).details).toHaveProperty('outage', true);
});

test('what stands in the files of a team is not told to a caller', () => {
  const thrown = new ConsiliumError('TEAM_INVALID', 'Root/config.yml:3: auth_token: "LITERAL-SECRET"', {
    details: { problems: [{ excerpt: 'auth_token: "LITERAL-SECRET"' }] },
  });
  for (const said of [shownError(thrown).toJSON(), toRpcError(thrown), toRestError(thrown)])
    expect(JSON.stringify(said)).not.toMatch(/SECRET|config\.yml/);
  expect(toRestError(thrown).status).toBe(503);
});
