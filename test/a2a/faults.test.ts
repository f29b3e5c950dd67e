/** What goes wrong between machines, with a process on each side: peers that misbehave, tokens that end, clocks apart. */
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { audienceFor, openKeys } from '../../src/a2a/auth/index.ts';
import { tempDir } from '../house.ts';
import { run, serve } from './process.ts';
import { analyticsTeam, REMOTE, writeTeam } from './teams.ts';

interface Told {
  readonly status: string;
  readonly output?: { readonly text: string };
  readonly error?: { readonly code: string; readonly retryable: boolean; readonly hint?: string };
}

async function ask(url: string, message: string, headers: Record<string, string> = {}): Promise<Told> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      ...{ agent_name: 'Supervisor', conversation_id: 'one talk' },
      input: { action: 'ask', parameters: { message } },
    }),
  });
  return (await response.json()) as Told;
}

/** What each path of the peer does instead of answering. */
const FAULTS: Record<string, (response: ServerResponse) => void> = {
  Hangs: () => {},
  Drips: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(drip));
  },
  Resets: (response) => response.socket?.resetAndDestroy(),
  Babbles: (response) => response.end('\u0000<html>not an envelope'),
  Lies: (response) => response.end('{"agent_name":"Lies","status":"success"}'),
};

async function openRogue(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => FAULTS[request.url!.slice(1)]?.(response));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a peer that hangs, drips, resets or talks nonsense is an error that says so', { timeout: 120_000 }, async () => {
  const rogue = await openRogue();
  const remotes = Object.keys(FAULTS).map(
    (name) => `  - name: ${name}
    description: Does it.
    endpoint: \${ROGUE}/${name}
    timeout_ms: 300
    retry: { attempts: 1 }`,
  );
  const team = writeTeam({
    'team.yml': 'name: near\nroot: Supervisor\n',
    'Supervisor/config.yml': `instruction: Hand over.\nsub_agents:\n${remotes.join('\n')}\n`,
    'Supervisor/offline.ts': 'export default ({ message }) => ({ transfer: message });',
  });
  const args = ['--agent', 'Supervisor', '--team', team, '--home', tempDir('near')];
  const near = await serve(args, { CONSILIUM_AUTH: 'off', ROGUE: rogue });
  onTestFinished(() => near.stop());
  const codes: Record<string, string | undefined> = {};
  for (const name of Object.keys(FAULTS)) codes[name] = (await ask(near.url, name)).error?.code;
  expect(codes).toEqual({
    // The call's own patience ends, or that of the turn around it.
    ...{ Hangs: expect.stringMatching(/TIMEOUT$/), Drips: expect.stringMatching(/TIMEOUT$/) },
    Resets: 'REMOTE_UNAVAILABLE',
    ...{ Babbles: 'REMOTE_INVALID', Lies: 'REMOTE_INVALID' },
  });
});

test(
  'a talk goes on over a rotated token, stops at an expired one, and goes on with a new one',
  {
    timeout: 120_000,
  },
  async () => {
    const [farHome, file] = [tempDir('far'), join(tempDir('token'), 'token')];
    const token = async (...args: string[]) => (await run(['token', ...args, '--home', farHome, '--json'])).json!;
    const first = await token('issue', 'near', '--agent', 'AnalyticsAgent', '--for-anyone');
    writeFileSync(file, first['token'] as string);
    const far = await serve(['--agent', 'AnalyticsAgent', '--team', analyticsTeam(), '--home', farHome], {
      CONSILIUM_AUTH: 'token',
    });
    onTestFinished(() => far.stop());
    const team = writeTeam({
      'team.yml': 'name: near\nroot: Supervisor\n',
      'Supervisor/config.yml': `instruction: Hand over.\nsub_agents:${REMOTE.replace(/auth_token: .*/, `auth_token_file: ${file}`)}`,
      'Supervisor/offline.ts': `export default () => ({ transfer: 'AnalyticsAgent' });`,
    });
    const near = await serve(['--agent', 'Supervisor', '--team', team, '--home', tempDir('near')], {
      ...{ CONSILIUM_AUTH: 'off', ANALYTICS_URL: `${far.url}/a2a` },
    });
    onTestFinished(() => near.stop());
    const talk = () => ask(near.url, 'How am I doing?');
    expect((await talk()).status).toBe('success');

    const second = await token('rotate', first['id'] as string);
    writeFileSync(file, second['token'] as string);
    expect((await talk()).status).toBe('success');

    // Signed by the far house itself, so that it ends in a moment: a minute is what clocks may be apart.
    const aMinuteAgo = openKeys(farHome, () => Date.now() - 57_000);
    writeFileSync(
      file,
      await aMinuteAgo.signToken({ sub: 'near', for_anyone: true }, audienceFor(far.url, 'AnalyticsAgent'), 1),
    );
    await token('revoke', second['id'] as string);
    let told = await talk();
    while (told.status === 'success') {
      await sleep(200);
      told = await talk();
    }
    expect(told.error).toMatchObject({ code: 'REMOTE_UNAUTHORIZED', retryable: false, hint: expect.any(String) });

    writeFileSync(
      file,
      (await token('issue', 'again', '--agent', 'AnalyticsAgent', '--for-anyone'))['token'] as string,
    );
    expect((await talk()).status).toBe('success');

    for (const minutes of [-5, 5]) {
      const clock = openKeys(farHome, () => Date.now() + minutes * 60_000);
      const shown = await clock.signToken({ sub: 'near' }, audienceFor(far.url, 'AnalyticsAgent'), 60);
      const refused = await ask(far.url, 'x', { authorization: `Bearer ${shown}` });
      expect(refused.error?.hint).toMatch(/clocks/);
    }

    // Two houses that believe each other: what is signed for one, by its address, is worth nothing at the other.
    for (const [house, code] of [
      [far.url, 'AGENT_UNKNOWN'],
      [near.url, 'TOKEN_INVALID'],
    ] as const) {
      const shown = await openKeys(farHome).signToken({ sub: 'near' }, audienceFor(house), 60);
      const shownTo = await ask(far.url, 'x', { authorization: `Bearer ${shown}` });
      expect(shownTo.error?.code).toBe(code);
    }
  },
);
