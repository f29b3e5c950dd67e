/**
 * One process owns a data folder. Commands that come while it is open are run by that process, on the app that it has
 * open: over a socket that only the folder's user can reach, the newcomer sends its arguments and lends its terminal.
 *
 * Frames are lines of JSON. Newcomer: {args, cwd, env, tty…}, then {stdin: base64 | null} when asked and {interrupt: true}.
 * Owner: {stdin: true} when the command wants to read, {out}, {err} (base64), and {exit}.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { readOwner } from '../storage/owner.ts';
import { scratchFolder } from '../storage/scratch.ts';
import { type Output, type RunCommand, type Terminal, terminal } from './terminal.ts';

const hello = z.object({
  args: z.array(z.string()).readonly(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  tty: z.object({ out: z.boolean(), err: z.boolean() }),
});
type Hello = z.infer<typeof hello>;
type FromOwner = { stdin: true } | { out: string } | { err: string } | { exit: number };

/** What a command needs of the place where it was called: the key of a backup is its caller's, not the server's. */
const LENT_ENV = ['CONSILIUM_BACKUP_KEY', 'CONSILIUM_BACKUP_KEY_FILE'];

/** Where the newcomer is; who says nothing is where their machine is. */
const zoneOf = (env: Readonly<Record<string, string | undefined>>) =>
  env['TZ'] || Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lets commands in for as long as the app is open. Returns how to close the door. */
export async function openOwnerDoor(app: App, runCommand: RunCommand): Promise<() => void> {
  const socket = socketPath(app.home.dir);
  rmSync(socket, { force: true }); // of an owner that died: the lock is ours
  const server = createServer((newcomer) => void serveNewcomer(newcomer, app, runCommand));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o600);
  app.home.announce({ socket });
  return () => {
    server.close();
    rmSync(socket, { force: true });
    if (dirname(socket) !== app.home.dir) rmSync(dirname(socket), { recursive: true, force: true });
  };
}

/** Has the owner of this folder run the command; undefined where nobody has it open, or lets nobody in. */
export async function forwardCommand(dir: string, args: readonly string[]): Promise<number | undefined> {
  const path = readOwner(dir)?.socket;
  const socket = path === undefined ? undefined : await reach(path);
  if (socket === undefined) return undefined;
  const { stdin, stdout, stderr, cwd, onInterrupt, ...own } = terminal();
  const lent = Object.fromEntries(LENT_ENV.flatMap((name) => (own.env[name] ? [[name, own.env[name]]] : [])));
  const env = { ...lent, TZ: zoneOf(own.env) };
  const tty = { out: stdout.isTTY === true, err: stderr.isTTY === true };
  send(socket, { args, cwd, env, tty } satisfies Hello);
  const heard = onInterrupt(() => send(socket, { interrupt: true }));
  let exit: number | undefined;
  try {
    for await (const frame of framesOf(socket) as AsyncGenerator<FromOwner>) {
      if ('out' in frame) stdout.write(Buffer.from(frame.out, 'base64'));
      else if ('err' in frame) stderr.write(Buffer.from(frame.err, 'base64'));
      else if ('stdin' in frame) void lend(stdin, socket);
      else if ('exit' in frame) exit = frame.exit;
    }
  } finally {
    heard();
    stdin.destroy();
    socket.destroy();
  }
  if (exit === undefined) stderr.write('The server that ran this command has stopped.\n');
  return exit ?? 1;
}

/** A path in the folder where it fits into what a socket's address may be long; else in a folder of its own. */
function socketPath(dir: string): string {
  const usual = join(dir, 'owner.sock');
  return Buffer.byteLength(usual) <= 100 ? usual : join(scratchFolder('socket'), 'owner.sock');
}

function reach(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

async function lend(stdin: Readable, socket: Socket): Promise<void> {
  try {
    for await (const chunk of stdin) send(socket, { stdin: Buffer.from(chunk).toString('base64') });
  } catch {}
  send(socket, { stdin: null });
}

/** Whatever a newcomer does, who leaves in the middle or talks nonsense ends its own visit and nothing else. */
async function serveNewcomer(socket: Socket, app: App, runCommand: RunCommand): Promise<void> {
  socket.on('error', () => {});
  const frames = framesOf(socket);
  const { value, done } = await frames.next();
  const heard = hello.safeParse(value);
  if (done || !heard.success) return void socket.destroy();
  const { args, ...place } = heard.data;
  const seat = seatOf(socket, place);
  void follow(frames, seat);
  const failed = await runCommand(args, { terminal: seat.terminal, app });
  await seat.drained();
  send(socket, { exit: failed || seat.exitCode });
  socket.end();
}

interface LentSeat {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  exitCode: number;
  interrupt(): void;
  /** Resolves when all that was written is on its way. */
  drained(): Promise<void>;
}

function seatOf(socket: Socket, { cwd, env, tty }: Omit<Hello, 'args'>): LentSeat {
  const stops = new Set<() => void>();
  let asked = false;
  const stdin = new Readable({
    read: () => {
      if (!asked) send(socket, { stdin: true });
      asked = true;
    },
  });
  const stdout = output(socket, 'out', tty.out);
  const stderr = output(socket, 'err', tty.err);
  const seat: LentSeat = {
    stdin,
    exitCode: 0,
    drained: async () => {
      for (const stream of [stdout, stderr]) await new Promise((done) => stream.end(done));
    },
    interrupt: () => {
      for (const stop of stops) stop();
    },
    terminal: {
      stdin,
      stdout,
      stderr,
      isInteractive: false,
      cwd,
      env: LENT_ENV.some((name) => env[name]) ? env : { ...process.env, ...env },
      setExitCode: (code) => {
        seat.exitCode = code;
      },
      onInterrupt: (stop) => {
        stops.add(stop);
        return () => void stops.delete(stop);
      },
    },
  };
  return seat;
}

/** What the newcomer says while its command runs; whoever hangs up has interrupted it. */
async function follow(frames: AsyncGenerator<unknown>, { stdin, interrupt }: LentSeat): Promise<void> {
  let isOpen = true;
  const put = (chunk: Buffer | null) => {
    if (isOpen) stdin.push(chunk);
    isOpen &&= chunk !== null;
  };
  for await (const frame of frames) {
    const { interrupt: stops, stdin: input } = frame as Partial<Record<'interrupt' | 'stdin', unknown>>;
    if (stops === true) interrupt();
    else put(typeof input === 'string' ? Buffer.from(input, 'base64') : null);
  }
  put(null);
  interrupt();
}

function output(socket: Socket, name: 'out' | 'err', isTTY: boolean): Output {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!socket.writable) return done();
      socket.write(`${JSON.stringify({ [name]: chunk.toString('base64') })}\n`, () => done());
    },
  });
  return Object.assign(stream, { isTTY });
}

function send(socket: Socket, frame: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
}

/** Ends with the connection, however that ends, and at the first line that is no frame. */
async function* framesOf(socket: Socket): AsyncGenerator<object> {
  try {
    for await (const line of createInterface({ input: socket })) {
      const frame: unknown = JSON.parse(line);
      if (typeof frame !== 'object' || frame === null) return;
      yield frame;
    }
  } catch {}
}
