import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/**
 * Enough of a Bolt 5.1 server to see on the wire what the driver sends and to answer it: handshake, HELLO, LOGON, BEGIN,
 * RUN, PULL, COMMIT, RESET. For the tests of the Neo4j backend; it stores nothing and understands no Cypher.
 */
export interface BoltServer {
  uri: string;
  /** Every RUN that arrived. */
  received: { query: string; parameters: Record<string, unknown>; metadata: Record<string, unknown> }[];
  logons: Record<string, unknown>[];
  close(): Promise<void>;
}

export interface Answer {
  fields: string[];
  records: unknown[][];
  /** A failure's code in place of records. */
  failure?: string;
}

export async function startBolt(
  answer: (query: string, parameters: Record<string, unknown>) => Answer,
): Promise<BoltServer> {
  const received: BoltServer['received'] = [];
  const logons: BoltServer['logons'] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket, { received, logons, answer });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `bolt://127.0.0.1:${port}`,
    received,
    logons,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

/** A structure of PackStream: its tag and fields. */
export class Structure {
  readonly tag: number;
  readonly fields: unknown[];

  constructor(tag: number, fields: unknown[]) {
    this.tag = tag;
    this.fields = fields;
  }
}

export function boltNode(id: number, labels: string[], properties: Record<string, unknown>): Structure {
  return new Structure(0x4e, [id, labels, properties, `n${id}`]);
}

export function boltEdge(
  id: number,
  from: number,
  to: number,
  type: string,
  properties: Record<string, unknown>,
): Structure {
  return new Structure(0x52, [id, from, to, type, properties, `r${id}`, `n${from}`, `n${to}`]);
}

interface Connection {
  received: BoltServer['received'];
  logons: BoltServer['logons'];
  answer: (query: string, parameters: Record<string, unknown>) => Answer;
}

const messages = {
  hello: 0x01,
  goodbye: 0x02,
  reset: 0x0f,
  run: 0x10,
  begin: 0x11,
  discard: 0x2f,
  pull: 0x3f,
  logon: 0x6a,
};
const replies = { success: 0x70, record: 0x71, ignored: 0x7e, failure: 0x7f };

function serve(socket: Socket, connection: Connection): void {
  let buffer = Buffer.alloc(0);
  let greeted = false;
  let message = Buffer.alloc(0);
  let pending: Answer | undefined;
  const send = (tag: number, ...fields: unknown[]) => {
    const body = pack(new Structure(tag, fields));
    const head = Buffer.alloc(2);
    head.writeUInt16BE(body.length);
    socket.write(Buffer.concat([head, body, Buffer.from([0, 0])]));
  };
  const handle = ({ tag, fields }: Structure) => {
    if (tag === messages.goodbye) socket.end();
    else if (tag === messages.hello) send(replies.success, { server: 'Neo4j/5.0.0', connection_id: 'test' });
    else if (tag === messages.run) {
      const [query, parameters, metadata] = fields as [string, Record<string, unknown>, Record<string, unknown>];
      connection.received.push({ query, parameters, metadata });
      pending = connection.answer(query, parameters);
      if (pending.failure) send(replies.failure, { code: pending.failure, message: 'as asked' });
      else send(replies.success, { fields: pending.fields, t_first: 0 });
    } else if (tag === messages.pull) {
      if (pending?.failure) return send(replies.ignored);
      for (const record of pending?.records ?? []) send(replies.record, record);
      send(replies.success, { type: 'r', t_last: 0, db: 'neo4j', has_more: false });
    } else {
      if (tag === messages.logon) connection.logons.push(fields[0] as Record<string, unknown>);
      send(replies.success, {});
    }
  };
  socket.on('data', (data) => {
    buffer = Buffer.concat([buffer, data]);
    if (!greeted) {
      if (buffer.length < 20) return;
      buffer = buffer.subarray(20);
      greeted = true;
      socket.write(Buffer.from([0, 0, 1, 5]));
    }
    while (buffer.length >= 2 && buffer.length >= 2 + buffer.readUInt16BE(0)) {
      const length = buffer.readUInt16BE(0);
      const chunk = buffer.subarray(2, 2 + length);
      buffer = buffer.subarray(2 + length);
      if (length > 0) message = Buffer.concat([message, chunk]);
      else if (message.length > 0) {
        const whole = message;
        message = Buffer.alloc(0);
        handle(unpack(whole) as Structure);
      }
    }
  });
}

function pack(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from([0xc0]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === 'number') return packNumber(value);
  if (typeof value === 'string') return packText(value);
  if (Array.isArray(value)) return Buffer.concat([packSize(0x90, 0xd4, value.length), ...value.map(pack)]);
  if (value instanceof Structure)
    return Buffer.concat([Buffer.from([0xb0 + value.fields.length, value.tag]), ...value.fields.map(pack)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([
    packSize(0xa0, 0xd8, entries.length),
    ...entries.flatMap(([key, inner]) => [packText(key), pack(inner)]),
  ]);
}

function packNumber(value: number): Buffer {
  const wide = Buffer.alloc(9);
  if (Number.isInteger(value)) {
    wide[0] = 0xcb;
    wide.writeBigInt64BE(BigInt(value), 1);
  } else {
    wide[0] = 0xc1;
    wide.writeDoubleBE(value, 1);
  }
  return wide;
}

function packText(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([packSize(0x80, 0xd0, body.length), body]);
}

function packSize(tiny: number, wide: number, size: number): Buffer {
  if (size < 16) return Buffer.from([tiny + size]);
  if (size < 256) return Buffer.from([wide, size]);
  return Buffer.from([wide + 1, size >> 8, size & 255]);
}

function unpack(buffer: Buffer): unknown {
  let at = 0;
  const take = (length: number) => {
    at += length;
    return buffer.subarray(at - length, at);
  };
  const many = (count: number): unknown[] => Array.from({ length: count }, () => read());
  const text = (length: number) => take(length).toString();
  const map = (count: number) => Object.fromEntries(Array.from({ length: count }, () => [read() as string, read()]));
  const size = (bytes: number) => take(bytes).readUIntBE(0, bytes);
  const read = (): unknown => {
    const mark = take(1)[0]!;
    if (mark < 0x80) return mark;
    if (mark < 0x90) return text(mark - 0x80);
    if (mark < 0xa0) return many(mark - 0x90);
    if (mark < 0xb0) return map(mark - 0xa0);
    if (mark < 0xc0) {
      const tag = take(1)[0]!;
      return new Structure(tag, many(mark - 0xb0));
    }
    if (mark >= 0xf0) return mark - 0x100;
    switch (mark) {
      case 0xc1:
        return take(8).readDoubleBE();
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc8:
        return take(1).readInt8();
      case 0xc9:
        return take(2).readInt16BE();
      case 0xca:
        return take(4).readInt32BE();
      case 0xcb:
        return Number(take(8).readBigInt64BE());
      case 0xd0:
      case 0xd1:
      case 0xd2:
        return text(size(2 ** (mark - 0xd0)));
      case 0xd4:
      case 0xd5:
        return many(size(2 ** (mark - 0xd4)));
      case 0xd8:
      case 0xd9:
        return map(size(2 ** (mark - 0xd8)));
      default:
        return null;
    }
  };
  return read();
}
