/** The world's time comes from the clock of the house: the rooms below the app have no other. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from './house.ts';
import { runHere } from './seat.ts';

const ROOT = join(import.meta.dirname, '..');

/** Doors and the app have the clock of the house, and a terminal and sockets beside it. */
const ABOVE = /^src\/(app|server|cli)\//;
/** Not part of what runs: tests, their helpers, evaluations, benches. */
const ASIDE = /\.test\.ts$|\/fixtures?(\.ts|\/)|\/(eval|_eval|crash|tck)\/|loopback\.ts$|\/bench\//;

/** They watch over the machine (a thread, a socket, a file, a process) and not over the world: its time is the machine's. */
const WATCHES = new Set([
  'src/kernel/clock.ts', // the clock itself
  'src/graph/aside/query.ts', // a thread
  'src/functions/thread/index.ts', // a thread
  'src/documents/read.ts', // a thread
  'src/threads/pool.ts', // a thread
  'src/assistant/home-link.ts', // a socket
  'src/assistant/home-socket.ts', // a socket
  'src/assistant/sandbox.ts', // a process
  'src/pipelines/budget.ts', // a stage's own time
  'src/search/watching.ts', // files
  'src/storage/sealed/copying.ts', // a file that somebody still reads
  'src/sources/request.ts', // a socket
  'src/triggers/worker.ts', // its own lease, and its end
  'src/a2a/push.ts', // sockets, from here on
  'src/a2a/reading.ts',
  'src/a2a/sse.ts',
  'src/a2a/envelope.ts',
  'src/a2a/grpc.ts',
  'src/a2a/grpc-knock.ts',
  'src/a2a/client/breaker.ts',
  'src/a2a/client/endpoints.ts',
  'src/a2a/client/http.ts',
  'src/a2a/client/limits.ts', // a place at a peer, for as long as its socket may take
  'src/a2a/client/remote.ts',
  'src/a2a/client/remotes.ts', // how long a peer's health is waited for
  'src/a2a/client/rpc.ts', // how long until a peer's task is asked how it is
]);

const TIME = /\bDate\.now\b|\bnew Date\(\)|\bset(?:Timeout|Interval)\b/;

test('no room below the app reads the time or waits by itself', () => {
  const files = globSync(['src/**/*.ts', 'teams/**/*.ts', 'examples/**/*.ts'], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ABOVE.test(file) && !ASIDE.test(file));
  // Words in quotes are data.
  const own = files.filter((file) => TIME.test(readFileSync(join(ROOT, file), 'utf8').replace(/'[^'\n]*'/g, '')));
  expect(own.filter((file) => !WATCHES.has(file))).toEqual([]);
  expect([...WATCHES].filter((file) => !own.includes(file))).toEqual([]);
});

test('--clock starts the house at another time, for its log, its trail and what "today" is', async () => {
  const home = ['--home', tempDir('clock'), '--json'];
  const at = ['--clock', '2031-05-06T07:08:09Z'];
  const read = async (...args: string[]) => JSON.parse((await runHere([...args, ...home])).out);
  const { id } = await read('patients', '--add', 'Ada Byron', ...at);
  await read('ask', 'My weight was 82 kg yesterday.', '--patient', id, '--session', 's', ...at);
  const { rows } = await read('cypher', 'MATCH (o:Observation) RETURN o.time, date()', '--patient', id, ...at);
  expect(JSON.stringify(rows)).toMatch(/2031-05-05.*2031-05-06/);
  const { audit } = await read('audit', 'list');
  expect(audit.map(({ time }: { time: number }) => new Date(time).toISOString().slice(0, 16))).toContain(
    '2031-05-06T07:08',
  );
  expect((await read('sessions')).sessions[0].updated).toMatch(/^2031-05-06T07:08/);
  const wrong = await runHere(['sessions', '--clock', 'half past nine', ...home]);
  expect([wrong.code, JSON.parse(wrong.out)]).toMatchObject([1, { error: { code: 'CLOCK_INVALID' } }]);
});

test('a clock may go faster than the world', async () => {
  const { readClock } = await import('../src/kernel/index.ts');
  const start = Date.parse('2031-05-06T00:00:00Z');
  const clock = readClock('2031-05-06T00:00:00Z * 1000000');
  // Nobody is woken early, though timers of the system may be.
  const woken = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      await clock.sleep(86_400_000 + at * 100_000);
      return clock.now() - at * 100_000;
    }),
  );
  expect(Math.min(...woken)).toBeGreaterThanOrEqual(start + 86_400_000);
  for (const wrong of ['2031-05-06*0', '2031-05-06*-2', '2031-05-06*x', '2031-05-06*2*3', '*5'])
    expect(() => readClock(wrong)).toThrow(/no time for the clock/);
});

test('what work may take goes by the machine: a year that is played in half a minute ends no turn', async () => {
  const home = ['--home', tempDir('pace'), '--json', '--clock', '2031-05-06T07:08:09Z*1000000'];
  const { code, out } = await runHere(['ask', 'What is hypertension?', ...home]);
  expect([code, JSON.parse(out).text]).toEqual([0, expect.stringMatching(/blood pressure/i)]);
});
