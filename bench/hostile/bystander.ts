/**
 * Somebody who only wants their list of patients, every 5 ms, on connections of their own; and, at the same moments, an
 * answer of a server that does nothing. Asked, it says how long it waited at most, and how much longer than the other.
 */
import { Agent, get } from 'node:http';

export interface Seen {
  /** Milliseconds that it waited at most. */
  readonly worst: number;
  /** How much longer than anybody on this machine waited at that time. */
  readonly delay: number;
  /** The same, without the time in which the server's thread stood ready and others had the processors. */
  readonly own: number;
  readonly asked: number;
  readonly failed: number;
}

/** At a moment of the clock on the wall: how many milliseconds the server's thread had stood ready by then. */
export type Standing = readonly (readonly [at: number, stood: number])[];

const EVERY_MS = 5;
const MOST_OPEN = 400;
const [url, control] = process.argv.slice(2) as [string, string];
const agent = new Agent({ keepAlive: true });
let waits: { from: number; to: number }[] = [];
let idle: { from: number; to: number }[] = [];
let asked = 0;
let failed = 0;
let open = 0;
/** What was asked before is not counted: whoever counted the waits until then heard no answer meanwhile. */
let since = 0;

function ask(address: string, into: () => { from: number; to: number }[]): void {
  const from = performance.now();
  open++;
  const end = (good: boolean) => {
    open--;
    if (from < since) return;
    if (good) into().push({ from, to: performance.now() });
    else failed++;
  };
  const request = get(address, { agent }, (response) => {
    response.resume().once('end', () => end(response.statusCode === 200));
  });
  request.once('error', () => end(false));
}

setInterval(() => {
  if (open >= MOST_OPEN) return;
  asked++;
  ask(`${url}/v1/patients`, () => waits);
  ask(control, () => idle);
}, EVERY_MS);

process.on('message', (stood: Standing) => {
  const delay = worstBeyond(() => 0);
  const own = worstBeyond(({ from, to }) => standing(stood, from, to));
  const seen: Seen = { worst: longest(waits), delay, own, asked, failed };
  [waits, idle, asked, failed] = [[], [], 0, 0];
  since = performance.now();
  process.send!(seen);
});
process.once('disconnect', () => process.exit());

function longest(all: readonly { from: number; to: number }[]): number {
  return all.reduce((most, { from, to }) => Math.max(most, to - from), 0);
}

function worstBeyond(beside: (wait: { from: number; to: number }) => number): number {
  return waits.reduce((most, wait) => {
    const took = wait.to - wait.from;
    if (took <= most) return most;
    const machine = longest(idle.filter((each) => each.to >= wait.from && each.from <= wait.to));
    return Math.max(most, took - Math.max(machine, beside(wait)));
  }, 0);
}

function standing(stood: Standing, from: number, to: number): number {
  const at = (time: number) =>
    stood.findLast(([when]) => when <= performance.timeOrigin + time)?.[1] ?? stood[0]?.[1] ?? 0;
  return at(to) - at(from);
}
