import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import type { FunctionTool, ToolContext } from '../kernel/index.ts';
import { type Fixture, listen, openGateway } from '../server/fixture.ts';
import { type McpServer, openMcpServer } from './mcp.ts';

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
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
const open = (...given: Parameters<typeof openMcpServer>): McpServer => {
  const there = openMcpServer(...given);
  opened.push(there);
  return there;
};
const context = { signal: new AbortController().signal } as ToolContext;
/** Longer than a busy machine takes. */
const LONG = 100_000;

test('tools of an MCP server at an address are called as our own, and fail as they do', async () => {
  const there = open({ url: '${HOUSE}/mcp' }, { env: { HOUSE: server.url }, readyMs: LONG });
  const { tools, problem, leftOut } = await there.offer(LONG);
  expect([problem, leftOut]).toEqual([undefined, []]);
  const search = tools.find(({ name }) => name === 'search') as FunctionTool;
  expect(await search.execute({ query: 'gout' }, context)).toMatchObject({ hits: expect.any(Array) });
  const wrong = async () => search.execute({ query: '' }, context);
  await expect(wrong()).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('INPUT_INVALID'),
  });
});

test('a server that is not there, or whose address is not set, says so, and nothing of its address', async () => {
  const away = await open({ url: 'http://127.0.0.1:9/mcp?key=SECRET' }, { env: {} }).offer(LONG);
  expect(away).toMatchObject({ server: '127.0.0.1:9', tools: [] });
  expect(away.problem).toMatchObject({ code: 'MCP_UNAVAILABLE', retryable: true, hint: expect.any(String) });
  expect(JSON.stringify(away.problem)).not.toContain('SECRET');
  expect((await open({ url: '${NOWHERE}' }, { env: {} }).offer(LONG)).problem).toMatchObject({ code: 'MCP_CONFIG' });
  const none = await open({ command: '/nowhere/at/all' }, { env: {} }).offer(LONG);
  expect(none.problem?.message).toBe('The MCP server all cannot be asked: there is no such program.');
});

test.each([
  ['http://tools.example/mcp', /without TLS/],
  ['https://10.0.0.7/mcp', /private address/],
  ['https://tools.internal/mcp', /private address/],
])('%s is not called because a file says so', async (url, why) => {
  const { problem } = await open({ url }, { env: {} }).offer(LONG);
  expect(problem).toMatchObject({
    code: 'MCP_CONFIG',
    message: expect.stringMatching(why),
    hint: expect.stringContaining('CONSILIUM_A2A_'),
  });
});

test.each([
  ['application/json', '{"jsonrpc":"2.0","x":"'],
  ['text/event-stream', 'event: message\n'],
])('a server that answers without end (%s) is cut off while it does', async (type, head) => {
  let sent = 0;
  const cutOff = Promise.withResolvers<number>();
  const piece = type === 'application/json' ? 'x'.repeat(65_536) : `a\ndata: ${'x'.repeat(65_536)}\n`;
  const endless = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(head);
    response.once('close', () => cutOff.resolve(sent));
    const go = () => {
      while (!response.destroyed && sent < 2e8) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', go);
    go();
  });
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done));
  opened.push({
    close: () => {
      endless.closeAllConnections();
      endless.close();
    },
  });
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/mcp`;
  const offered = open({ url }, { env: {}, readyMs: LONG }).offer(LONG);
  expect(await cutOff.promise).toBeLessThan(1e8);
  expect(await offered).toMatchObject({ problem: { code: 'MCP_UNAVAILABLE' } });
});

describe('a stream that is cut before its answer', () => {
  /** Answers in streams; those of calls end, or break, before anything was said. */
  async function openCutting(how: 'end' | 'break', annotations: object) {
    const calls = { count: 0 };
    const cutting = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body || '{}');
        if (id === undefined) return void response.writeHead(request.method === 'GET' ? 405 : 202).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const tell = (result: object) => response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        const about = { capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
        if (method === 'initialize') return void tell({ protocolVersion: params.protocolVersion, ...about });
        const tools = [{ name: 'do', inputSchema: { type: 'object' }, annotations }];
        if (method === 'tools/list') return void tell({ tools });
        calls.count++;
        response.write(': soon\n\n');
        setImmediate(() => (how === 'end' ? response.end() : response.destroy()));
      });
    });
    await new Promise<void>((done) => cutting.listen(0, '127.0.0.1', done));
    opened.push({ close: () => void cutting.close(() => {}) });
    const url = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}/mcp`;
    const { tools, problem } = await open({ url }, { env: {}, readyMs: LONG }).offer(LONG);
    expect(problem).toBeUndefined();
    return { tool: tools[0] as FunctionTool, calls };
  }

  test.each(['end', 'break'] as const)('is not waited for: a harmless call is made once more (%s)', async (how) => {
    const { tool, calls } = await openCutting(how, { readOnlyHint: true });
    await expect(async () => tool.execute({}, context)).rejects.toMatchObject({
      code: 'MCP_UNAVAILABLE',
      retryable: true,
    });
    expect(calls.count).toBe(2);
  });

  test('of a call that changes something: it may have been done, and is not made again', async () => {
    const { tool, calls } = await openCutting('end', {});
    await expect(async () => tool.execute({}, context)).rejects.toMatchObject({
      code: 'MCP_UNAVAILABLE',
      message: expect.stringContaining('Whether it did "do" is not known'),
      retryable: false,
    });
    expect(calls.count).toBe(1);
  });
});

describe('a server that hangs', () => {
  async function openHanging() {
    const held = { requests: 0, left: 0 };
    const hanging = createServer((_, response) => {
      held.requests++;
      response.once('close', () => held.left++);
    });
    await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done));
    opened.push({
      close: () => {
        hanging.closeAllConnections();
        hanging.close();
      },
    });
    return { url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/mcp`, held };
  }

  test('is waited for so long by whoever asks, and is let go when it had its time', async () => {
    const { url, held } = await openHanging();
    const there = open({ url }, { env: {}, readyMs: 200 });
    expect((await there.offer(20)).problem).toMatchObject({
      code: 'MCP_UNAVAILABLE',
      message: expect.stringContaining('no answer in time'),
    });
    expect(held.left).toBe(0);
    await expect.poll(() => held.left).toBe(held.requests);
  });

  test('a tool of it that is called all the same fails in words', async () => {
    const { url } = await openHanging();
    const there = open({ url }, { env: {}, readyMs: 50 });
    const { standIn } = await there.offer(10);
    const tool = standIn('search') as FunctionTool;
    await expect(async () => tool.execute({}, context)).rejects.toMatchObject({ code: 'MCP_UNAVAILABLE' });
  });

  test('as a process is ended', async () => {
    const file = join(tempDir('pid'), 'pid');
    const script = `require('fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`;
    const there = open({ command: process.execPath, args: ['-e', script, file] }, { env: {}, readyMs: 6_000 });
    expect((await there.offer(LONG)).problem).toMatchObject({ code: 'MCP_UNAVAILABLE' });
    const { readFileSync } = await import('node:fs');
    const pid = Number(readFileSync(file, 'utf8'));
    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive, { timeout: 15_000 }).toBe(false);
  });
});

describe('a server that is somebody else’s program', () => {
  /** Speaks MCP on its stdio, with tools as given; `chatter` is a line that is no JSON. */
  const script = (tools: object[]) => `
    const tools = ${JSON.stringify(tools)};
    console.log('starting up, not JSON');
    let rest = '';
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        const { id, method, params } = JSON.parse(line);
        if (id === undefined) continue;
        const result = method === 'initialize'
          ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
          : method === 'tools/list' ? { tools }
          : { content: [{ type: 'text', text: params.name === 'huge' ? 'x'.repeat(30e6) : params.name + ' \\u001b[2Jdone\\u202e' }] };
        console.log('more chatter');
        console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      }
    });`;
  const schema = { type: 'object' };
  const start = (tools: object[]) => open({ command: process.execPath, args: ['-e', script(tools)] }, { env: {} });

  test('may chatter between its lines; what it says does not reach a terminal as it is', async () => {
    const { tools, problem } = await start([
      { name: 'files.read', description: 'Reads.\u001b]0;owned\u0007', inputSchema: schema },
    ]).offer(LONG);
    expect(problem).toBeUndefined();
    const [read] = tools as FunctionTool[];
    expect([read!.name, read!.description]).toEqual(['files_read', 'Reads.']);
    expect(await read!.execute({}, context)).toBe('files.read done');
  });

  test('is cut off at more than anybody should say at once, by name, and not asked for it again', async () => {
    const annotations = { readOnlyHint: true };
    const { tools } = await start([
      { name: 'huge', inputSchema: schema, annotations },
      { name: 'small', inputSchema: schema },
    ]).offer(LONG);
    const [huge, small] = tools as [FunctionTool, FunctionTool];
    await expect(async () => huge.execute({}, context)).rejects.toMatchObject({
      code: 'MCP_TOO_LARGE',
      message: expect.stringContaining('larger than 10485760 bytes'),
      retryable: false,
      hint: expect.any(String),
    });
    // The next who asks finds it there again.
    await expect.poll(() => small.execute({}, context), { timeout: 30_000 }).toContain('small');
  });

  test('names that no model can say, doubles and schemas that are none cost only themselves', async () => {
    const { tools, leftOut, problem } = await start([
      { name: 'good', inputSchema: schema },
      { name: 'good', description: 'another', inputSchema: schema },
      { name: 'a\u001b[31m\nb', inputSchema: schema },
      { name: 'x'.repeat(10_000), inputSchema: schema },
      { name: '', inputSchema: schema },
      { name: 'odd', inputSchema: { type: 'object', properties: { a: { type: 'nonsense' } } } },
      { name: 'vast', inputSchema: { type: 'object', description: 'y'.repeat(100_000) } },
      { name: 'fine', inputSchema: schema },
    ]).offer(LONG);
    expect(problem).toBeUndefined();
    expect(tools.map(({ name }) => name)).toEqual(['good', 'fine']);
    expect(leftOut).toHaveLength(6);
    expect(leftOut.join('')).not.toMatch(/[\u0000-\u001f]/);
    expect(Math.max(...leftOut.map((sentence) => sentence.length))).toBeLessThan(200);
  });
});
