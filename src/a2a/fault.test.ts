import { expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { fromPeer, shownError, toRestError, toRpcError } from './fault.ts';
import { httpStatusOf } from './statuses.ts';

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
  expect(httpStatusOf({ code, details: undefined })).toBe(status);
});

test('a mistake of the caller opens no circuit at the other end, in either language', () => {
  const asked = new ConsiliumError('QUIZ_UNKNOWN', 'There is no such quiz.');
  expect(toRpcError(asked).code).toBe(-32012);
  const said = { code: 'QUIZ_UNKNOWN', message: 'no such quiz' };
  expect(fromPeer('p', { ...said, status: httpStatusOf(asked) }).details).not.toHaveProperty('outage');
  expect(fromPeer('p', { ...said, status: 502 }).details).toHaveProperty('outage', true);
});

test.each([
  [429, 'SLOW_DOWN', 429, true],
  [429, 'QUIZ_UNKNOWN', 429, true],
  [400, 'LEDGER_SHUT', 400, false],
  [404, 'no name', 404, false],
  [500, 'LEDGER_SHUT', 502, false],
  [504, 'LEDGER_SHUT', 504, false],
  // What it thinks of our token is nothing that our caller could mend.
  [401, 'LEDGER_SHUT', 502, false],
  [undefined, 'QUIZ_UNKNOWN', 404, false],
  [undefined, 'LEDGER_SHUT', 502, false],
])('a peer that answers %s with %s is told on as %i', (status, code, told, retryable) => {
  const error = fromPeer('p', { code, message: 'no', status, retryAfterMs: status === 429 ? 90_000 : undefined });
  expect([httpStatusOf(error), error.retryable]).toEqual([told, retryable]);
  expect(toRestError(error)).toMatchObject({ status: told, headers: told === 429 ? { 'retry-after': '90' } : {} });
  if (told === 429) expect([toRpcError(error).code, error.hint]).toEqual([-32015, expect.any(String)]);
  expect(fromPeer('p', { code, message: 'no', status, retryable: false }).retryable).toBe(false);
});

test('what stands in the files of a team is not told to a caller', () => {
  const thrown = new ConsiliumError('TEAM_INVALID', 'Root/config.yml:3: auth_token: "LITERAL-SECRET"', {
    details: { problems: [{ excerpt: 'auth_token: "LITERAL-SECRET"' }] },
  });
  for (const said of [shownError(thrown).toJSON(), toRpcError(thrown), toRestError(thrown)])
    expect(JSON.stringify(said)).not.toMatch(/SECRET|config\.yml/);
  expect(toRestError(thrown).status).toBe(503);
});
