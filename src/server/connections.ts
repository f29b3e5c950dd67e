/**
 * How many connections there may be, in all and of one address. Where there are too many, one makes room on which
 * nothing has been asked for the longest; only where every one of them is at work is the new one closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly all: number;
  /** So that one caller never has them all. */
  readonly ofOne: number;
}

/** Of one address, those that were at work last at the end. */
type Line = Map<string, Socket>;

export function limitConnections(server: Pick<Server, 'on'>, { all, ofOne }: ConnectionLimits): void {
  const lines = new Map<string, Line>();
  const working = new Map<string, number>();
  let count = 0;

  const leave = (from: string, name: string) => {
    const line = lines.get(from);
    if (!line?.delete(name)) return;
    count--;
    if (line.size === 0) lines.delete(from);
  };
  const makeRoom = (line: Line, newcomer: Socket) => {
    const quiet = [...line].find(([name]) => !working.has(name));
    (quiet?.[1] ?? newcomer).destroy();
  };

  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    const from = socket.remoteAddress ?? '';
    const line = lines.get(from) ?? new Map<string, Socket>();
    lines.set(from, line.set(name, socket));
    count++;
    socket.once('close', () => leave(from, name));
    if (line.size > ofOne) makeRoom(line, socket);
    else if (count > all) makeRoom(longest(lines.values()), socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const name = nameOf(socket);
    const from = socket.remoteAddress ?? '';
    working.set(name, (working.get(name) ?? 0) + 1);
    response.once('close', () => {
      const left = (working.get(name) ?? 1) - 1;
      if (left > 0) working.set(name, left);
      else {
        working.delete(name);
        toTheEnd(lines.get(from), name);
      }
    });
  });
}

function toTheEnd(line: Line | undefined, name: string): void {
  const socket = line?.get(name);
  if (line === undefined || socket === undefined) return;
  line.delete(name);
  line.set(name, socket);
}

/** The same of a connection and of what is encrypted on it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function longest(lines: Iterable<Line>): Line {
  return [...lines].reduce((most, line) => (line.size > most.size ? line : most));
}
