/**
 * For a test: a worker that is killed inside an agent's work, before or after the first file of a folder is written.
 * `killed.fixture.ts HOME NOW before|after FOLDER`
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app/index.ts';
import { playedClock } from '../../src/kernel/index.ts';
import { Disk } from '../../src/memory/disk.ts';

const [home, now, when, folder] = process.argv.slice(2) as [string, string, 'before' | 'after', string];
const write = Disk.prototype.write;
Disk.prototype.write = async function (this: Disk, path, content) {
  const isIt = path.segments.includes(folder);
  const written = isIt && when === 'before' ? 0 : await write.call(this, path, content);
  if (!isIt) return written;
  writeFileSync(join(home, '..', 'killed-at'), `${when} ${path.segments.join('/')}`);
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => {});
};
const app = openApp({
  home,
  env: { AI_PROVIDER: 'offline', TZ: 'UTC', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_LOG: 'silent' },
  clock: playedClock(Number(now)),
});
const { triggers } = await app.service('research');
await triggers.recover();
await triggers.tick();
await triggers.drain();
