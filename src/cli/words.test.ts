/** What reaches a terminal, whoever's words it is. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { atSeat, bold, fail, ownTerminal, printJson, terminal } from './terminal.ts';
import { guarded, unguarded } from './words.ts';

const EVIL = '\u001b]0;owned\u0007\u001b[2Jpaid\u202e 5\u009b31m';

function watched(isTTY = false) {
  let text = '';
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => text };
}

test('words of others have no say over it, ours have', () => {
  const { stream, text } = watched(true);
  const out = guarded(stream);
  out.write(`${bold(out, EVIL)}\r\u001b[2Kline\r\n`);
  expect(text()).toBe('\u001b[1mpaid 5\u001b[0m\r\u001b[2Kline\r\n');
  expect(out.isTTY).toBe(true);
});

test('bytes, files and whoever edits a line go to the stream itself', () => {
  const { stream, text } = watched();
  guarded(stream).write(Buffer.from('\u001b[2J'));
  expect(unguarded(guarded(stream))).toBe(stream);
  expect(unguarded(stream)).toBe(stream);
  expect(text()).toBe('\u001b[2J');
});

test('every command writes there: words without it, errors too, and JSON with all of it in escapes', () => {
  const { stream, text } = watched();
  const errors = watched();
  atSeat({ terminal: { ...ownTerminal, stdout: stream, stderr: errors.stream } }, () => {
    terminal().stdout.write(`${EVIL}\n`);
    printJson({ said: EVIL });
    fail(new Error(EVIL), false);
  });
  const [words, json] = text().split('\n');
  expect(words).toBe('paid 5');
  expect(JSON.parse(json!)).toEqual({ said: EVIL });
  expect(text() + errors.text()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});
