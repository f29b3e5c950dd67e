// Loaded before the server (`--import`): how long the loop of the accepting thread was held at most, in processor time,
// and when, since it was last asked, that thread stood ready while others had the processors. The clock on the wall
// counts both.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let last = process.threadCpuUsage();
  let worst = 0;
  let stood = [];
  const look = () => {
    const now = process.threadCpuUsage();
    worst = Math.max(worst, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
    stood.push([Date.now(), standing()]);
  };
  setInterval(look, 4).unref();
  const server = createServer((_request, response) => {
    look();
    response.end(JSON.stringify({ held: worst, stood }));
    worst = 0;
    stood = stood.slice(-1);
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`slices on ${server.address().port}\n`));
  server.unref();
}

/**
 * Milliseconds in the system's queue for a processor, with those that the machine's host took from all of its processors;
 * 0 where the system does not say.
 */
function standing() {
  try {
    const queued = Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    const stolen = Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8]) * 10;
    return queued + stolen;
  } catch {
    return 0;
  }
}
