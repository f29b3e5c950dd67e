/**
 * Triggers at size, and under the axe: `npm run bench:triggers [-- --json] [-- --kills N]`. 100,000 triggers of 10,000
 * agents: how fast what is due is found, how late it fires, whether memory stays flat. Then a year is played while the
 * process is killed a thousand times: nothing may be lost, nothing done twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { playedClock, systemClock } from '../../src/kernel/index.ts';
import { inTransaction, openDatabase } from '../../src/storage/handle.ts';
import { openStores } from '../../src/storage/stores.ts';
import { readSchedule, type Trigger, type TriggerStore, Triggers } from '../../src/triggers/index.ts';
import { DUE_BATCH } from '../../src/triggers/worker.ts';
import { playYears } from './chaos.ts';

const AGENTS = 10_000;
const TRIGGERS = 100_000;
const NOW = Date.parse('2027-03-01T00:00:00Z');
const rows: { name: string; unit: string; consilium: number; peers: object; ratio: null }[] = [];
const put = (name: string, unit: string, value: number) => {
  const consilium = Math.round(value * 1000) / 1000;
  rows.push({ name, unit, consilium, peers: {}, ratio: null });
  console.log(`${name.padEnd(64)}  ${String(consilium).padStart(10)} ${unit}`);
};

const dir = mkdtempSync(join(tmpdir(), 'consilium-bench-triggers-'));
try {
  await measureSize();
  await measureLateness();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
const kills = Number(process.argv[process.argv.indexOf('--kills') + 1]) || 1000;
const chaos = await playYears(kills, 365);
put(`a year with ${chaos.kills} kills, ${chaos.occasions} occasions: lost`, 'occasions', chaos.lost);
put('the same: done twice, or not wanted', 'occasions', chaos.doubled);
put('the same: dead letters', 'letters', chaos.dead);
put('the same: time', 's', chaos.seconds);
const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
if (process.argv.includes('--json'))
  console.log(
    JSON.stringify({ suite: 'triggers', machine, rows, kills: chaos.kills, lost: chaos.lost, doubled: chaos.doubled }),
  );
else console.log(JSON.stringify({ kills: chaos.kills, lost: chaos.lost, doubled: chaos.doubled }));

async function measureSize(): Promise<void> {
  const db = openDatabase(join(dir, 'size.db'));
  const store = openStores(db).triggers();
  const clock = playedClock(NOW);
  fill(db, store);
  const triggers = new Triggers({ store, clock, zone: 'UTC', limits: { atOnce: 64 } });
  let fired = 0;
  triggers.handle('bench', async () => void fired++);
  const looks: number[] = [];
  for (let i = 0; i < 200; i++) {
    const began = performance.now();
    await triggers.nextAt();
    store.triggers({ agent: `agent-${i}`, status: 'pending' });
    looks.push(performance.now() - began);
  }
  put('100,000 triggers: next one and one agent’s, median', 'ms', median(looks));
  // As the store reads them: whole rows, a batch at a time.
  const due = db.prepare(
    `SELECT * FROM triggers WHERE status = 'pending' AND armed = 1 AND fire_at <= ? ORDER BY fire_at LIMIT ?`,
  );
  const ticks: number[] = [];
  const memory: number[] = [];
  const end = NOW + 2 * 3_600_000;
  for (;;) {
    const next = await triggers.nextAt();
    if (next === undefined || next > end) break;
    clock.set(Math.max(clock.now(), next));
    const began = performance.now();
    due.all(clock.now(), DUE_BATCH);
    ticks.push(performance.now() - began);
    do await triggers.drain();
    while ((await triggers.tick()) > 0);
    memory.push(process.memoryUsage().rss / 1e6);
  }
  put('due ones found, median', 'ms', median(ticks));
  put('due ones found, slowest', 'ms', Math.max(...ticks));
  put('fired in two played hours', 'firings', fired);
  put(
    'memory after, beside the first quarter',
    'MB more',
    Math.max(0, memory.at(-1)! - memory[Math.floor(memory.length / 4)]!),
  );
  db.close();
}

function fill(db: ReturnType<typeof openDatabase>, store: TriggerStore): void {
  const plans = Array.from({ length: 288 }, (_, i) => {
    const time = `${String(Math.floor(i / 12)).padStart(2, '0')}:${String((i % 12) * 5).padStart(2, '0')}`;
    const schedule = `every ${['day', 'Monday', 'other Tuesday', '3 months'][i % 4]} at ${time}`;
    return { text: schedule, ...readSchedule(schedule, { now: NOW, zone: 'Europe/Berlin' }) };
  });
  const began = performance.now();
  inTransaction(db, () => {
    for (let i = 0; i < TRIGGERS; i++) {
      const plan = plans[(i * 7) % plans.length]!;
      const trigger: Trigger = {
        ...{ id: `trigger-${i}`, room: 'bench', owner: 'local', agent: `agent-${i % AGENTS}`, schedule: plan.text },
        ...{ plan: plan.schedule, instruction: 'Look again.', payload: null, missed: 'once' },
        ...{ status: 'pending', fireAt: plan.next, occasions: 0, created: NOW },
      };
      store.insert(trigger);
    }
  });
  put('100,000 triggers stored', 'ms', performance.now() - began);
}

/** With the machine's own clock: how long after its time each fires. */
async function measureLateness(): Promise<void> {
  const db = openDatabase(join(dir, 'late.db'));
  const triggers = new Triggers({
    store: openStores(db).triggers(),
    clock: systemClock,
    zone: 'UTC',
    limits: { perMinute: 1e6, atOnce: 64 },
  });
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  const wanted = 300;
  triggers.handle('bench', async ({ firing }) => {
    late.push(Date.now() - firing.due);
    if (late.length === wanted) all.resolve();
  });
  triggers.start();
  const first = Math.ceil(Date.now() / 1000) * 1000 + 2000;
  for (let i = 0; i < wanted; i++) {
    const schedule = new Date(first + (i % 5) * 1000).toISOString();
    await triggers.create({ room: 'bench', owner: 'local', agent: `agent-${i}`, schedule, instruction: 'x' });
  }
  await all.promise;
  put('fired after its time, median', 'ms', median(late));
  put('fired after its time, latest of 300', 'ms', Math.max(...late));
  await triggers.stop();
  db.close();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
