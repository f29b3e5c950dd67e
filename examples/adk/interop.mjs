/**
 * ADK and Consilium call each other over A2A, each with its own libraries:
 *   npm ci --legacy-peer-deps && npm start
 * No key is needed: the ADK agent here has a model of its own that repeats what it hears.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BaseLlm, InMemoryRunner, LlmAgent, LogLevel, RemoteA2AAgent, setLogLevel, toA2a } from '@google/adk';
import express from 'express';

setLogLevel?.(LogLevel.ERROR);
const BIN = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const work = mkdtempSync(join(tmpdir(), 'consilium-adk-'));
const env = { ...process.env, CONSILIUM_AUTH: 'off', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_LOG: 'error' };
const running = [];

/** A model without a cloud: it repeats the last thing that was said to it. */
class Parrot extends BaseLlm {
  constructor() {
    super({ model: 'parrot' });
  }

  async *generateContentAsync({ contents }) {
    const said = contents.flatMap(({ role, parts }) => (role === 'user' ? parts.map(({ text }) => text ?? '') : []));
    yield { content: { role: 'model', parts: [{ text: `You said: ${said.at(-1)}` }] }, turnComplete: true };
  }
}

try {
  await adkCallsConsilium();
  await consiliumCallsAdk();
  process.stdout.write('Both ways work.\n');
} finally {
  for (const stop of running) await stop();
  rmSync(work, { recursive: true, force: true });
}

/** A team of ours as a remote agent of theirs. */
async function adkCallsConsilium() {
  const url = await serveConsilium();
  const agent = new RemoteA2AAgent({
    name: 'health_team',
    description: 'Answers questions on health, with sources.',
    agentCard: url,
  });
  const text = await askAdk(agent, 'What is a normal potassium level?');
  assert.match(text, /3[.,]5/, `ADK heard: ${text}`);
  process.stdout.write(`ADK asked Consilium and heard:\n${indent(text)}\n`);
}

/** An agent of theirs as a remote agent of ours. */
async function consiliumCallsAdk() {
  const url = await serveAdk();
  const team = join(work, 'team');
  mkdirSync(join(team, 'Desk'), { recursive: true });
  writeFileSync(join(team, 'team.yml'), 'name: desk\nroot: Desk\n');
  writeFileSync(
    join(team, 'Desk/config.yml'),
    `instruction: Hand everything on.\nsub_agents:\n  - name: parrot\n    description: Repeats.\n    endpoint: ${url}\n    protocol: a2a\n`,
  );
  writeFileSync(join(team, 'Desk/offline.ts'), "export default () => ({ transfer: 'parrot' });\n");
  const { text } = await consilium('ask', 'Polly wants a cracker', '--team', team, '--json');
  assert.match(text, /You said: .*Polly wants a cracker/s, `Consilium heard: ${text}`);
  process.stdout.write(`Consilium asked ADK and heard:\n${indent(text)}\n`);
}

async function serveAdk() {
  const app = express();
  const server = createServer(app);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  running.push(() => new Promise((done) => server.close(done)));
  const { port } = server.address();
  const parrot = new LlmAgent({ name: 'parrot', description: 'Repeats.', model: new Parrot() });
  await toA2a(parrot, { host: '127.0.0.1', port, app, allowUnauthenticated: true });
  return `http://127.0.0.1:${port}/a2a`;
}

async function serveConsilium() {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--home', join(work, 'home')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(async () => {
    child.kill();
    await once(child, 'exit');
  });
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    const port = /localhost:(\d+)/.exec(out)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`serve ended: ${out}`);
}

async function consilium(...args) {
  const child = spawn(process.execPath, [BIN, ...args, '--home', join(work, 'near')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  for await (const chunk of child.stdout) out += chunk;
  return JSON.parse(out);
}

async function askAdk(agent, message) {
  const runner = new InMemoryRunner({ agent, appName: 'interop' });
  const session = await runner.sessionService.createSession({ appName: 'interop', userId: 'ada' });
  let text = '';
  const newMessage = { role: 'user', parts: [{ text: message }] };
  for await (const event of runner.runAsync({ userId: 'ada', sessionId: session.id, newMessage })) {
    if (event.errorMessage) throw new Error(event.errorMessage);
    if (!event.partial) text += (event.content?.parts ?? []).map((part) => part.text ?? '').join('');
  }
  return text;
}

function indent(text) {
  return text.replace(/^/gm, '  ');
}
