import { describe, expect, test } from 'vitest';
import { createLeash } from './leash.ts';

/** A stream that says what it is told to, and remembers whether anybody still listens. */
function openSource() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const left = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => left.resolve(),
  });
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return {
    response,
    left: left.promise,
    say: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
  };
}

const RARELY = 3_600_000;
const ENDED = /^event: error\ndata: \{"error":\{"code":"TOKEN_INVALID".*\}\}\n\n$/;

describe('a stream on a leash', () => {
  test('says everything while it may, and ends as it would', async () => {
    const source = openSource();
    const held = createLeash(RARELY).hold(source.response, () => true);
    expect(held.headers.get('content-type')).toBe('text/event-stream');
    source.say('one ');
    source.say('two');
    source.end();
    expect(await held.text()).toBe('one two');
  });

  test('ends when nobody can say any more whether it may', async () => {
    const source = openSource();
    const held = createLeash(5).hold(source.response, () => {
      throw new Error('the database is closed');
    });
    expect(await held.text()).toBe('');
    await source.left;
  });

  test('ends before the next word when it may no longer', async () => {
    const source = openSource();
    let isValid = true;
    const held = createLeash(RARELY).hold(source.response, () => isValid);
    const reader = held.body!.getReader();
    source.say('one');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one');
    const next = reader.read();
    isValid = false;
    source.say('two');
    expect(new TextDecoder().decode((await next).value)).toMatch(ENDED);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await source.left;
  });

  test('ends in silence too', async () => {
    const source = openSource();
    let isValid = true;
    const held = createLeash(5).hold(source.response, () => isValid);
    const read = held.text();
    isValid = false;
    expect(await read).toMatch(ENDED);
    await source.left;
  });

  test('leaves its source when nobody listens any longer', async () => {
    const source = openSource();
    const held = createLeash(RARELY).hold(source.response, () => true);
    await held.body!.cancel();
    await source.left;
  });
});
