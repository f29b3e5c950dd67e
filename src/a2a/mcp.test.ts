import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import type { FunctionTool, ToolContext } from '../kernel/index.ts';
import { type Fixture, listen, openGateway } from '../server/fixture.ts';
import { openMcpServer } from './mcp.ts';

let house: Fixture;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  house = openGateway({ home: tempDir('mcp') });
  server = await listen(house);
});
afterAll(async () => {
  await server.close();
  await house.close();
});
const context = { signal: new AbortController().signal } as ToolContext;

test('tools of an MCP server at an address are called as our own, and fail as they do', async () => {
  const there = openMcpServer({ url: '${HOUSE}/mcp' }, { HOUSE: server.url });
  const tools = (await there.tools()) as FunctionTool[];
  const search = tools.find(({ name }) => name === 'search')!;
  expect(await search.execute({ query: 'gout' }, context)).toMatchObject({ hits: expect.any(Array) });
  const wrong = async () => search.execute({ query: '' }, context);
  await expect(wrong()).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('INPUT_INVALID'),
  });
  await there.close();
});

test('a server that is not there, or whose address is not set, says so', async () => {
  await expect(openMcpServer({ url: 'http://127.0.0.1:9/mcp' }, {}).tools()).rejects.toMatchObject({
    code: 'MCP_UNAVAILABLE',
    hint: expect.any(String),
  });
  await expect(openMcpServer({ url: '${NOWHERE}' }, {}).tools()).rejects.toMatchObject({ code: 'MCP_CONFIG' });
});
