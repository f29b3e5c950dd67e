import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';

const CLI = join(import.meta.dirname, '../../bin/consilium.mjs');
const env = { PATH: process.env['PATH'], NO_COLOR: '1', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_WARM_UP: 'off' };

/** Run by the server that has the folder open: this process lends it a terminal. */
const run = (home: string, args: string[], place: Parameters<typeof runHere>[1] = {}) =>
  runHere([...args, '--home', home], { cwd: home, ...place });

async function startServer(home: string) {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--home', home], { env });
  server.stderr.resume();
  let said = '';
  for await (const chunk of server.stdout) {
    said += chunk;
    if (said.includes('Stop with')) break;
  }
  return server;
}

describe('beside a running server', () => {
  const home = tempDir('owner');
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    mkdirSync(join(home, 'docs'));
    writeFileSync(join(home, 'docs/gout.md'), '# Gout\n\nQuorblex is what we call it.\n');
    writeFileSync(join(home, 'fn.json'), '{"content": "# Gout\\n\\nA crystal.", "extraction_type": "outline"}');
    server = await startServer(home);
  });
  afterAll(async () => {
    server.kill();
    await once(server, 'close');
  });

  test('commands read and write what the server has open, with its authority and from the folder they are called in', async () => {
    const added = await run(home, ['patients', '--add', 'Ada Byron', '--json']);
    expect(added).toMatchObject({ code: 0, err: expect.any(String) });
    const { id } = JSON.parse(added.out);
    expect((await run(home, ['patients'])).out).toContain('Ada Byron');
    const asked = await run(home, ['ask', '-', '--patient', id, '--session', 's', '--json'], {
      input: 'My weight is 82 kg.',
    });
    expect(JSON.parse(asked.out)).toMatchObject({ session_id: 's', outcome: 'answered' });
    expect(JSON.parse((await run(home, ['sessions', '--json'])).out).sessions).toMatchObject([{ id: 's' }]);
    const query = 'MATCH (p:Patient)-[:HAS_OBSERVATION]->(o:Observation) RETURN o.value';
    expect(JSON.parse((await run(home, ['cypher', query, '--patient', id, '--json'])).out).rows).toEqual([[82]]);
    expect(JSON.parse((await run(home, ['export', '--patient', id])).out).resourceType).toBe('Bundle');
    expect(await run(home, ['index', 'docs', '--scope', 'mine'])).toMatchObject({ code: 0 });
    expect((await run(home, ['search', 'quorblex', '--scope', 'mine'])).out).toContain('Quorblex');
    expect((await run(home, ['fn', 'extract_structure', '--input', 'fn.json', '--json'])).out).toContain('"Gout"');
    expect(
      (await run(home, ['chat', '--session', 's', '--patient', id], { input: 'What is gout?\n/quit\n' })).out,
    ).toContain('uric acid');
  });

  test('the zone is that of whoever calls, not of the server', async () => {
    const due = ['todo', 'add', 'Call Anna', '--due', '2026-11-20T09:00', '--json'];
    const added = await run(home, due, { env: { ...env, TZ: 'Asia/Tokyo' } });
    expect(JSON.parse(added.out)).toMatchObject({ zone: 'Asia/Tokyo' });
    const asked = await run(home, ['ask', 'What is gout?'], { env: { ...env, TZ: 'Mars/Olympus' } });
    expect(asked.err).toContain('$TZ is "Mars/Olympus", which is no time zone');
  });

  test('import, pipeline, backup, doctor and mcp work there as they do alone', async () => {
    copyFileSync(join(import.meta.dirname, '../../demo/mia-lindqvist.json'), join(home, 'mia.json'));
    const imported = await run(home, ['import', 'mia.json', '--json']);
    expect([imported.code, JSON.parse(imported.out)]).toMatchObject([0, { patients: [{ name: 'Mia Lindqvist' }] }]);
    const text = '# Gout\n\nGout is a kind of arthritis. Uric acid forms crystals in a joint.\n';
    writeFileSync(join(home, 'chapter.json'), JSON.stringify({ chapter_text: text }));
    const ran = await run(home, ['pipeline', 'chapter-summarization', '--input', 'chapter.json', '--json']);
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([0, { pipeline: 'chapter-summarization' }]);
    const saved = await run(home, ['backup', 'saved.backup', '--json']);
    expect([saved.code, JSON.parse(saved.out)]).toMatchObject([0, { file: join(home, 'saved.backup') }]);
    expect(await run(home, ['restore', 'saved.backup', '--verify'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('all as they were saved'),
    });
    const key = { CONSILIUM_BACKUP_KEY: 'the key of who calls' };
    await run(home, ['backup', 'sealed.backup'], { env: key });
    expect(await run(home, ['restore', 'sealed.backup', '--verify'])).toMatchObject({ code: 1 });
    expect(await run(home, ['restore', 'sealed.backup', '--verify'], { env: key })).toMatchObject({ code: 0 });
    const { out } = await run(home, ['doctor', '--json']);
    const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean }[] };
    expect(findings.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([]);
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const call = (id: number, method: string, params: object = {}) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const spoken = await run(home, ['mcp'], { input: call(1, 'initialize', hello) + call(2, 'tools/list') });
    expect(spoken.out).toContain('ask_health');
  });

  test('what goes wrong there goes wrong here: words on stderr, JSON on stdout, the exit code', async () => {
    expect(await run(home, ['search'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('missing required argument'),
    });
    expect(await run(home, ['export', '--patient', 'nobody'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no patient'),
    });
    const failed = await run(home, ['cypher', 'CREATE (n)', '--patient', 'nobody', '--json']);
    expect([failed.code, Object.keys(JSON.parse(failed.out))]).toEqual([1, ['error']]);
  });

  test('who leaves in the middle of a command, or talks nonsense, ends nothing but its own visit', async () => {
    const visit = async (...lines: string[]) => {
      const socket = connect(join(home, 'owner.sock'));
      await once(socket, 'connect');
      for (const line of lines) socket.write(`${line}\n`);
      return socket;
    };
    // The owner may hang up between two lines: that is no fault of the visit.
    const ended = (socket: Socket) =>
      new Promise<void>((done) =>
        socket
          .on('error', () => {})
          .once('close', () => done())
          .resume(),
      );
    const hello = (...args: string[]) => JSON.stringify({ args, cwd: home, tty: { out: false, err: false } });
    // What has come is not read: the owner's end is reset, as by `| head`.
    const cut = await visit(hello('--help'));
    await once(cut, 'readable');
    cut.destroy();
    for (const nonsense of ['{', 'null', '7', '{"args": "ask"}', '[]', '']) await ended(await visit(nonsense));
    const twice = await visit(
      hello('ask', '-', '--home', home),
      '{"stdin": null}',
      '{"stdin": "aGk="}',
      '{"stdin": null}',
      '[',
    );
    await ended(twice);
    expect((await run(home, ['patients', '--json'])).code).toBe(0);
    expect(server.exitCode).toBe(null);
  });

  test('a command whose reader has seen enough stops without a word', async () => {
    const child = spawn(process.execPath, [CLI, '--help'], { env });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')]);
    expect([said.join(''), code]).toEqual(['', 0]);
  });

  test('the way in is the user’s alone, and a second server is refused', async () => {
    expect(statSync(join(home, 'owner.sock')).mode & 0o077).toBe(0);
    const second = await run(home, ['serve', '--port', '0']);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('is using the data folder') });
  });
});

test('an owner that was killed leaves no door that a command waits at', async () => {
  const home = tempDir('owner');
  const server = await startServer(home);
  server.kill('SIGKILL');
  await once(server, 'close');
  expect(readdirSync(home)).toContain('owner.sock');
  expect(await run(home, ['patients'])).toMatchObject({ code: 0, out: expect.stringContaining('Elena') });
});

test('commands leave the terminal of the process alone: it may be a server’s', () => {
  const own = new Set(['terminal.ts', 'main.ts', 'serve.ts', 'worker.ts']);
  const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name) && !own.has(name));
  const rude = files.filter((name) =>
    /\bprocess\.(stdout|stderr|stdin|exitCode|cwd|exit|on|once)\b|\bopenHome\(|\bopenApp\(/.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  );
  expect(rude).toEqual(['house.ts']);
});
