// Loaded before the server (`--import`): how long, in processor time of the accepting thread, its loop was held at most.
// The clock on the wall also counts what other processes and machines took; this does not.
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let last = process.threadCpuUsage();
  let worst = 0;
  const look = () => {
    const now = process.threadCpuUsage();
    worst = Math.max(worst, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
  };
  setInterval(look, 2).unref();
  const server = createServer((_request, response) => {
    look();
    response.end(JSON.stringify({ worst }));
    worst = 0;
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`slices on ${server.address().port}\n`));
  server.unref();
}
