/** JSON of what may be much, written and sent a piece at a time: all of it at one go keeps everybody else waiting. */
import type { Context } from 'hono';
import { takeTurn } from '../kernel/breath.ts';

/** Characters at one go. */
const PIECE = 64 * 1024;

/** An object of values, some of which are lists: those are taken one by one, as they are asked for. */
export type Large = Readonly<Record<string, unknown>>;

export function sendLarge(context: Context, value: Large): Response {
  const pieces = jsonPieces(value);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        await takeTurn();
        const { done, value: piece } = pieces.next();
        if (done) stream.close();
        else stream.enqueue(encoder.encode(piece));
      },
      cancel: () => void pieces.return(),
    },
    { highWaterMark: 0 },
  );
  return context.body(body, 200, { 'content-type': 'application/json' });
}

/** The same text that JSON.stringify makes, where lists may be anything that gives one after another. */
export function* jsonPieces(value: Large, most = PIECE): Generator<string, void> {
  let piece = '{';
  let isFirst = true;
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    piece += `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
    isFirst = false;
    if (!isList(part)) {
      piece += JSON.stringify(part);
      continue;
    }
    piece += '[';
    let comma = '';
    for (const one of part) {
      piece += comma + (JSON.stringify(one) ?? 'null');
      comma = ',';
      if (piece.length < most) continue;
      yield piece;
      piece = '';
    }
    piece += ']';
  }
  yield `${piece}}`;
}

function isList(part: unknown): part is Iterable<unknown> {
  return typeof part === 'object' && part !== null && Symbol.iterator in part;
}
