/**
 * A server that does nothing, in a process of its own: how long it takes to answer is what the machine takes, not we. Beside
 * that it does the same small piece of work over and over; asked, it says how much processor time that took at most. Where the
 * machine is not ours alone, a processor is taken from whoever runs and the time is counted as theirs: it shows here too.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Processor time of the piece where nothing disturbs it, and how often it is done. */
const PIECE_MS = 2;
const EVERY_MS = 20;

const server = createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());

let rounds = 50_000;
for (let tries = 0; tries < 20; tries++)
  rounds = Math.max(1_000, Math.round((rounds * PIECE_MS) / Math.max(0.1, spin())));

let worst = 0;
setInterval(() => {
  worst = Math.max(worst, spin());
}, EVERY_MS);
process.on('message', () => {
  process.send!(worst);
  worst = 0;
});

function spin(): number {
  const begun = process.threadCpuUsage();
  let sum = 0;
  for (let at = 0; at < rounds; at++) sum += Math.sqrt(at);
  const { user, system } = process.threadCpuUsage(begun);
  return sum < 0 ? 0 : (user + system) / 1000;
}
