/**
 * Kills without end: `npm run chaos [-- --kills N] [--json]`. A real server under mixed work (things told, imported, taken
 * back and deleted, tokens, triggers, questions that wait, functions) is killed at random moments and started again; what
 * was asked when it died is asked again under its key. In the end everything that was acknowledged must be there, once,
 * whole and on the audit trail: `{kills, lost, doubled, orphans, unaudited}`, all 0. An interrupt ends the killing early:
 * what was done by then is looked at, and the count says how many there were.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openTokenFile } from '../../src/storage/index.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';
import { check, openTurns } from './check.ts';
import { type Server, startServer } from './server.ts';
import { askerOf, type Deed, doDeed, nextDeed, Refusal, type Town } from './work.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { kills: { type: 'string' }, json: { type: 'boolean' }, keep: { type: 'boolean' } },
});

const KILLS = Number(options.kills ?? 1000);
/** Towns side by side, each with a server and a data folder of its own: a server that starts keeps one processor busy. */
const TOWNS = Math.max(1, Math.min(4, KILLS, availableParallelism()));
const PEOPLE = 6;
/** Most lives are short: the axe falls while a server starts, takes up what was left open, or has just begun. */
const SHORT_MS = 500;
/** Each so manieth gets something done first; then it falls in the middle of the next, however slow the machine is. */
const EVERY_LONG = 8;
const MOST_DONE = 12;
const LONGEST_MORE_MS = 300;
/** A life in which what was left open can be finished, on a slow machine too; and how many of them may change nothing. */
const SETTLE_MS = 10_000;
const VAIN_LIVES = 3;
const ENV = { CONSILIUM_AUTH: 'token' };
const tell = (text: string) => process.stderr.write(`${text}\n`);
const refused = new Map<string, number>();
let killed = 0;
let acknowledged = 0;
let isEnough = false;
/** npm passes on what the terminal has sent to all already: the second of the two is no other wish. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!isEnough) tell(`${signal}: no more kills; what was done is looked at, which takes a minute`);
    isEnough = true;
  });
/** After that: the folder ends the process at a signal that nobody else listens for. */
const work = scratchFolder('chaos');

try {
  const kills = Array.from({ length: TOWNS }, (_, at) => Math.floor((KILLS + at) / TOWNS));
  const all = await Promise.all(kills.map((count, at) => play(join(work, `home-${at}`), count)));
  for (const [why, times] of refused) tell(`refused ${times} times: ${why}`);
  for (const sentence of all.flatMap(({ told }) => told)) tell(sentence);
  const sum = (what: 'lost' | 'doubled' | 'orphans' | 'unaudited') => all.reduce((total, one) => total + one[what], 0);
  const found = { lost: sum('lost'), doubled: sum('doubled'), orphans: sum('orphans'), unaudited: sum('unaudited') };
  tell(`${acknowledged} deeds acknowledged`);
  console.log(JSON.stringify({ kills: killed, ...found }));
  if (Object.values(found).some((count) => count > 0)) process.exitCode = 1;
} finally {
  if (!options.keep) rmSync(work, { recursive: true, force: true });
}

async function play(home: string, kills: number) {
  let server = await startServer(home, ENV);
  const { token } = openTokenFile(home).issue('the axe', {
    scopes: ['a2a', 'admin', 'chat', 'read', 'work'],
  });
  const { patients } = (await askerOf(server.url, token)('GET', '/v1/patients')) as { patients: { id: string }[] };
  const town: Town = { deeds: [{ kind: 'agent', number: 1 }], patient: patients[0]!.id, token };
  await finish(town, server);
  for (let kill = 1; kill <= kills && !isEnough; kill++) {
    const life = live(town, server);
    if (kill % EVERY_LONG !== 0) await sleep(Math.random() * SHORT_MS);
    else {
      const enough = doneBy(town) + 1 + Math.floor(Math.random() * MOST_DONE);
      while (doneBy(town) < enough) await sleep(2);
      await sleep(Math.random() * LONGEST_MORE_MS);
    }
    await server.kill();
    await life;
    killed++;
    server = await startServer(home, ENV);
    if (killed % 10 === 0) tell(`${killed} kills`);
  }
  await finish(town, server);
  await settle(home, server);
  acknowledged += doneBy(town);
  return check(home, town);
}

/** Turns that the last life left open are taken up and finished; what further lives change nothing about is an orphan. */
async function settle(home: string, last: Server): Promise<void> {
  let server = last;
  let open = Number.POSITIVE_INFINITY;
  for (let vain = 0; vain < VAIN_LIVES; ) {
    await sleep(SETTLE_MS);
    await server.stop();
    const now = await openTurns(home);
    if (now === 0) return;
    vain = now < open ? 0 : vain + 1;
    open = Math.min(open, now);
    server = await startServer(home, ENV);
  }
  await server.stop();
}

function doneBy({ deeds }: Town): number {
  return deeds.filter(({ acknowledged }) => acknowledged !== undefined).length;
}

/** People at work, until the server is gone. */
async function live(town: Town, { url }: Server): Promise<void> {
  const busy = new Set<Deed>();
  const ask = askerOf(url, town.token);
  const person = async (): Promise<void> => {
    for (;;) {
      const deed = nextDeed(town, busy);
      if (deed === undefined) {
        await sleep(1);
        continue;
      }
      busy.add(deed);
      try {
        deed.acknowledged = await doDeed(deed, town, ask);
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) return;
        refused.set(thrown.message, (refused.get(thrown.message) ?? 0) + 1);
      } finally {
        if (deed.acknowledged !== undefined) busy.delete(deed);
      }
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
}

/** All that is open is asked once more, and answered. */
async function finish(town: Town, { url }: Server): Promise<void> {
  const ask = askerOf(url, town.token);
  for (const deed of town.deeds.filter(({ acknowledged }) => acknowledged === undefined))
    deed.acknowledged = await doDeed(deed, town, ask);
}
