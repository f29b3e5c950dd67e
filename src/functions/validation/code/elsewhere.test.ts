import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { isDoneElsewhere } from './elsewhere.ts';

const SIGNUP = `
import { users } from './users';
import { protect } from '../security/protect';
import { z } from 'zod';

export async function signup(email: string, password: string) {
  const secret = await protect(password);
  await users.insert({ email, secret });
}
`;

test.each([
  ['Passwords are hashed with bcrypt.', true],
  ['The password is never written to a log.', false],
  ['All passwords are hashed with bcrypt.', false],
  ['The insert takes an email.', false],
  ['Requests are throttled.', false],
])('%s', async (claim, elsewhere) => {
  const { artifact } = await readArtifact({ artifact: SIGNUP, path: 'signup.ts' });
  expect(isDoneElsewhere(artifact as CodeArtifact, claim)).toBe(elsewhere);
});

test('a call through a header of the project', async () => {
  const source = '#include "store.h"\nint save(const char *path)\n{\n    return store_open(path) ? 0 : -1;\n}\n';
  const { artifact } = await readArtifact({ artifact: source, path: 'save.c' });
  expect(isDoneElsewhere(artifact as CodeArtifact, 'An existing file at path is overwritten.')).toBe(true);
});
