/** `consilium mcp`: the house as an MCP server that a client starts, alone and beside a server of the same folder. */
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
import { run, type Served, serve } from './process.ts';
import { writeTeam } from './teams.ts';

const BIN = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const open: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];
afterAll(async () => {
  for (const each of open.reverse()) await (each.close?.() ?? each.stop?.());
});

async function connect(home: string): Promise<Client> {
  const env = { ...process.env, CONSILIUM_EMBEDDINGS: 'off' } as Record<string, string>;
  const args = [BIN, 'mcp', '--home', home];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  open.push(client);
  return client;
}

describe('MCP over stdin and stdout', { timeout: 120_000 }, () => {
  test('runs a function with options, and asks a team', async () => {
    const client = await connect(tempDir('mcp'));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['summarize_content', 'query_graph', 'ask_front_desk']),
    );
    const content = 'Gout is caused by uric acid. It hurts. Uric acid comes from purines. Purines are in meat.';
    const input = { content, target_tokens: 20, preserve: ['uric acid'] };
    const done = await client.callTool({
      name: 'summarize_content',
      arguments: { ...input, run_options: { engine: 'offline' } },
    });
    expect(done.structuredContent).toMatchObject({ meta: { function: 'summarize_content' } });
    const wrong = await client.callTool({
      name: 'summarize_content',
      arguments: { ...input, run_options: { speed: 1 } },
    });
    expect(wrong.isError).toBe(true);
    const asked = await client.callTool({ name: 'ask_front_desk', arguments: { message: 'When are you open?' } });
    expect(asked.structuredContent).toMatchObject({ outcome: 'answered', team: 'front-desk' });
  });

  test('works beside a server that has the folder open', async () => {
    const home = tempDir('mcp');
    const server: Served = await serve(['--agent', 'LineCook', '--home', home]);
    open.push(server);
    const client = await connect(home);
    const asked = await client.callTool({ name: 'ask_front_desk', arguments: { message: 'When are you open?' } });
    expect(asked.structuredContent).toMatchObject({ outcome: 'answered' });
  });
});

describe('an MCP server as tools of an agent', { timeout: 120_000 }, () => {
  const team = (tools: string) =>
    writeTeam({
      'team.yml': 'name: borrower\nroot: Borrower\n',
      'Borrower/config.yml': `instruction: Summarise what you are given.\ntools:\n${tools}`,
      'Borrower/offline.ts': `export default ({ results, message }) => results.length === 0
        ? { call: 'summarize_content', input: { content: message, target_tokens: 20, preserve: [], run_options: { engine: 'offline' } } }
        : { say: results[0].error ? 'failed: ' + results[0].error.code : 'tool said: ' + results[0].output.meta.function };`,
    });
  const message = 'Gout is caused by uric acid. It hurts. Uric acid comes from purines. Purines are in meat.';

  test('is named in YAML by its command', async () => {
    const env = { CONSILIUM_EMBEDDINGS: 'off', FAR_HOME: tempDir('far'), CONSILIUM_MCP_PATIENCE_MS: '200000' };
    const command = `  - mcp: { command: ${process.execPath}, args: [${BIN}, mcp], env: { CONSILIUM_HOME: '\${FAR_HOME}' } }\n    only: [summarize_content]\n`;
    const started = await run(['ask', message, '--team', team(command), '--json', '--home', tempDir('near')], env);
    expect(started.json).toMatchObject({ text: 'tool said: summarize_content', outcome: 'answered' });
  });

  test('that is not there is missed where it is needed, and the answer says so', async () => {
    const missing = await run(['team', 'check', team('  - mcp: { url: http://127.0.0.1:9/mcp }\n'), '--json']);
    const asked = await run([
      'ask',
      'x',
      '--team',
      team('  - mcp: { url: http://127.0.0.1:9/mcp }\n'),
      '--json',
      '--home',
      tempDir('near'),
    ]);
    expect(missing.code).toBe(0);
    expect(asked.json).toMatchObject({
      text: 'failed: MCP_UNAVAILABLE',
      warnings: expect.arrayContaining([expect.stringContaining('127.0.0.1:9 cannot be had')]),
    });
  });
});
