/** The desk with a model that is scripted, on the wire: what it wants is done by the same rules as without one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '../../src/app/index.ts';
import { machineUser, playedClock } from '../../src/kernel/index.ts';
import { EPIDYS, openDesk, START } from './desk.fixture.ts';

type Said = { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown };
type Line = string | readonly [tool: string, input: object];

/** A server that speaks as OpenAI's does and says what the script makes of the conversation. */
async function openModel(script: (system: string, said: readonly Said[]) => Line): Promise<Record<string, string>> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages = [] } = JSON.parse(body || '{}') as { messages?: Said[] };
    const [system, ...said] = messages;
    const line = script(JSON.stringify(system?.content ?? ''), said);
    const call = { id: `call${said.length}`, type: 'function' };
    const message =
      typeof line === 'string'
        ? { role: 'assistant', content: line }
        : {
            ...{ role: 'assistant', content: null },
            tool_calls: [{ ...call, function: { name: line[0], arguments: JSON.stringify(line[1]) } }],
          };
    const choice = { index: 0, message, finish_reason: typeof line === 'string' ? 'stop' : 'tool_calls' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice], usage }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    AI_PROVIDER: 'openai-compatible',
    CONSILIUM_MODEL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    CONSILIUM_MODEL: 'm',
  };
}

async function openPost(): Promise<{ mails: string[]; url: string }> {
  const mails: string[] = [];
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: string[] = [];
      stream.on('data', (chunk) => parts.push(String(chunk)));
      stream.on('end', () => {
        mails.push(parts.join(''));
        done();
      });
    },
  });
  await new Promise<void>((ready) => post.listen(0, '127.0.0.1', () => ready()));
  onTestFinished(() => new Promise<void>((done) => post.close(() => done())));
  return { mails, url: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}` };
}

const LETTER = {
  to: 'prof@uni.example',
  subject: 'Elena Marsh',
  body: 'Dear colleague,\n\nis givinostat safe for Elena Marsh, who has Duchenne?\n',
};

/** How often a tool was answered since the last message of whoever asked. */
function answered(said: readonly Said[]): number {
  return said.slice(said.findLastIndex(({ role }) => role === 'user')).filter(({ role }) => role === 'tool').length;
}

function speak(system: string, said: readonly Said[]): Line {
  const done = answered(said);
  if (system.includes('one voice of a research desk')) {
    const [, relay] = /came in by relay ([0-9a-f-]{36})/.exec(JSON.stringify(said)) ?? [];
    // Whoever hands a report in waits for its weighing: to put it to work now would be to wait for ever.
    if (relay !== undefined && done === 0) return ['message_agent', { agent_id: 'Duchenne Research', message: 'And?' }];
    if (relay !== undefined && done === 1)
      return ['wait', { relay, summary: 'The letter went.', reason: 'no finding' }];
    if (relay !== undefined) return 'Kept back.';
    const [, id] = /"id\\*":\s*\\*"([0-9a-f-]{36})/.exec(JSON.stringify(said)) ?? [];
    if (done === 0) return ['list_agents', {}];
    if (done === 1)
      return ['message_agent', { agent_id: id ?? '', message: 'Is givinostat safe? Ask prof@uni.example.' }];
    return 'The agent found one trial.';
  }
  if (done === 0) return ['gather_evidence', { query: 'givinostat in Duchenne' }];
  if (done === 1) return ['write_report', {}];
  return done === 2 ? ['email_send', LETTER] : 'One trial was found.';
}

test('a letter that a model wants waits for a person after the turn, with its text and no name; a restart in between costs nothing', async () => {
  const { mails, url } = await openPost();
  const env = {
    SMTP_URL: url,
    MAIL_FROM: 'desk@clinic.example',
    MAIL_ALLOW: 'uni.example',
    ...(await openModel(speak)),
  };
  const desk = await openDesk(env);
  await desk.add('epidys.md', EPIDYS);
  const service = await desk.app.service('research');
  await service.createAgent({ name: 'Duchenne Research', description: 'Follows Duchenne.' }, 'local');
  const answer = await desk.ask('Is givinostat safe in Duchenne? Ask prof@uni.example.');
  // The turn has ended: what was found waits for nobody.
  expect(answer.outcome).toBe('answered');
  expect(answer.text).toContain('The agent found one trial.');
  const [pending] = await desk.app.pending(machineUser());
  expect(pending).toMatchObject({ what: expect.stringContaining('write to prof@uni.example') });
  expect(pending!.why).toContain('is givinostat safe for the patient, who has Duchenne?');
  expect(JSON.stringify(pending)).not.toMatch(/Elena|Marsh/);
  expect(mails).toEqual([]);
  await desk.close();

  const again = openApp({
    home: `${desk.dir}/home`,
    env: { TZ: 'UTC', CONSILIUM_EMBEDDINGS: 'off', ...env },
    clock: playedClock(START + 60_000),
  });
  onTestFinished(() => again.close());
  expect(await again.pending(machineUser())).toMatchObject([{ id: pending!.id }]);
  const { turn } = await again.answer(pending!.id, { kind: 'yes' }, machineUser());
  expect((await turn.result).text).toContain('I wrote to prof@uni.example.');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('for the patient, who has Duchenne?');
  expect(mails[0]).not.toMatch(/Elena|Marsh/);
  expect(await again.pending(machineUser())).toEqual([]);
  const { feed } = await again.service('research');
  expect(feed.list('local')).toMatchObject([{ kind: 'suppressed', reason: 'no finding' }]);
});
