/** An agent on another machine that has a question for a person, over TLS that `serve` speaks itself, in both languages. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
import { run, type Served, serve } from './process.ts';
import { writeTeam } from './teams.ts';

const TLS = join(import.meta.dirname, 'tls');

const BOOKER = {
  'team.yml': 'name: booker\nroot: BookingAgent\n',
  'BookingAgent/config.yml': 'kind: code\ndescription: Books rooms.\nversion: 1.0.0\n',
  'BookingAgent/agent.ts': `
export default async (context) => {
  const reply = await context.ask({ what: 'Book room 7?', why: 'it was asked for', effect: 'Room 7 is yours at noon.' });
  return reply.kind === 'yes' ? 'Room 7 is booked.' : 'Nothing was booked.';
};
`,
};

let far: Served;

beforeAll(async () => {
  const tls = ['--tls-cert', join(TLS, 'cert.pem'), '--tls-key', join(TLS, 'key.pem')];
  const team = writeTeam(BOOKER);
  far = await serve(['--agent', 'BookingAgent', '--team', team, '--home', tempDir('booker'), ...tls], {
    CONSILIUM_AUTH: 'off',
  });
}, 120_000);

afterAll(() => far?.stop());

function nearTeam(protocol: string, authority = `ca: ${join(TLS, 'cert.pem')}`): string {
  return writeTeam({
    'team.yml': 'name: desk\nroot: Desk\n',
    'Desk/config.yml': `
instruction: Hand on what is to be booked.
sub_agents:
  - name: BookingAgent
    description: Books rooms.
    endpoint: ${far.url}/a2a
    protocol: ${protocol}
    ${authority}
`,
    'Desk/offline.ts': `export default () => ({ transfer: 'BookingAgent' });`,
  });
}

describe('a question of an agent elsewhere', { timeout: 120_000 }, () => {
  test.each([
    ['envelope', 'yes', 'Room 7 is booked.'],
    ['a2a', 'yes', 'Room 7 is booked.'],
    ['a2a', 'no', 'Nothing was booked.'],
  ])('by %s waits here, and %s goes back', async (protocol, word, outcome) => {
    const [team, home] = [nearTeam(protocol), tempDir('desk')];
    const asked = await run(['ask', 'Book me a room', '--team', team, '--home', home, '--json']);
    expect(asked.json, JSON.stringify(asked.json)).toMatchObject({
      outcome: 'waiting',
      pending: { what: 'Book room 7?' },
    });
    const { id } = asked.json!['pending'] as { id: string };
    const session = asked.json!['session_id'] as string;
    const answered = await run(['answer', id, word, '--team', team, '--home', home, '--json']);
    expect(answered.json, answered.err).toMatchObject({ text: outcome, session_id: session });
  });
});

test('a certificate that nobody vouches for is not spoken to', { timeout: 120_000 }, async () => {
  const { json } = await run(['ask', 'Book', '--team', nearTeam('a2a', ''), '--home', tempDir('desk'), '--json']);
  expect(json).toMatchObject({ error: { code: 'REMOTE_CERTIFICATE' } });
});
