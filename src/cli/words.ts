/**
 * Words on their way to a terminal: whoever's they are (a peer's answer, a letter, the name of a file), what they would
 * have the terminal do is left out. Our own few commands, bold and dim and the wiped line of a spinner, pass.
 */
import { showable } from '../text/index.ts';
import type { Output } from './terminal.ts';

const OWN = /(\u001b\[(?:0|1|2|31|32|33|36)m|\r\u001b\[2K|\r\n)/;

export function sayable(text: string): string {
  return text
    .split(OWN)
    .map((piece, at) => (at % 2 === 1 ? piece : showable(piece)))
    .join('');
}

const STREAM = Symbol('the stream behind it');
const known = new WeakMap<Output, Output>();

/** The same stream, whose texts are looked through. Bytes are a file's or a protocol's, and pass. */
export function guarded(stream: Output): Output {
  const made = known.get(stream);
  if (made !== undefined) return made;
  const guard = new Proxy(stream, {
    get: (target, key) => {
      if (key === STREAM) return target;
      if (key === 'write')
        return (chunk: unknown, ...more: never[]) =>
          target.write(typeof chunk === 'string' ? sayable(chunk) : chunk, ...more);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  known.set(stream, guard);
  return guard;
}

/** The stream itself: for files, protocols, and whoever edits a line on it. */
export function unguarded(stream: Output): Output {
  return (stream as Output & { [STREAM]?: Output })[STREAM] ?? stream;
}
