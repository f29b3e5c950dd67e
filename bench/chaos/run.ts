/**
 * Kills without end: `npm run chaos [-- --kills N] [--json]`. A real server under mixed work (things told, imported, taken
 * back and deleted, tokens, triggers, questions that wait, functions) is killed at random moments and started again; what
 * was asked when it died is asked again under its key. In the end everything that was acknowledged must be there, once,
 * whole and on the audit trail: `{kills, lost, doubled, orphans, unaudited}`, all 0.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openTokenFile } from '../../src/storage/index.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';
import { check } from './check.ts';
import { type Server, startServer } from './server.ts';
import { askerOf, type Deed, doDeed, nextDeed, Refusal, type Town } from './work.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { kills: { type: 'string' }, json: { type: 'boolean' }, keep: { type: 'boolean' } },
});

const KILLS = Number(options.kills ?? 1000);
const PEOPLE = 6;
/** A life gets so much done at most, and then some: the axe falls in the middle of something, however slow the machine is. */
const MOST_DONE = 12;
const LONGEST_MORE_MS = 300;
const ENV = { CONSILIUM_AUTH: 'token' };
const work = scratchFolder('chaos');
const home = join(work, 'home');
const tell = (text: string) => process.stderr.write(`${text}\n`);
const refused = new Map<string, number>();

try {
  const found = await play();
  for (const sentence of found.told) tell(sentence);
  const { lost, doubled, orphans, unaudited } = found;
  console.log(JSON.stringify({ kills: KILLS, lost, doubled, orphans, unaudited }));
  if (lost + doubled + orphans + unaudited > 0) process.exitCode = 1;
} finally {
  if (!options.keep) rmSync(work, { recursive: true, force: true });
}

async function play() {
  let server = await startServer(home, ENV);
  const { token } = openTokenFile(home).issue('the axe', {
    scopes: ['admin', 'chat', 'read', 'work'],
  });
  const { patients } = (await askerOf(server.url, token)('GET', '/v1/patients')) as { patients: { id: string }[] };
  const town: Town = { deeds: [{ kind: 'agent', number: 1 }], patient: patients[0]!.id, token };
  await finish(town, server);
  for (let kill = 1; kill <= KILLS; kill++) {
    const enough = doneBy(town) + Math.floor(Math.random() * MOST_DONE);
    const life = live(town, server);
    while (doneBy(town) < enough) await sleep(2);
    await sleep(Math.random() * LONGEST_MORE_MS);
    await server.kill();
    await life;
    server = await startServer(home, ENV);
    if (kill % 10 === 0) tell(`${kill} kills, ${doneBy(town)} acknowledged`);
  }
  await finish(town, server);
  // Turns that the last life left open are finished by now, or never.
  await sleep(2_000);
  await server.stop();
  for (const [why, times] of refused) tell(`refused ${times} times: ${why}`);
  return check(home, town);
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
