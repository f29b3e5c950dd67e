/** `consilium mcp`: the house as an MCP server that a client starts, alone and beside a server of the same folder. */
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
import { type Served, serve } from './process.ts';

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
