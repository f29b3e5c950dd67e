/**
 * Where the log of a server goes: written beside the work. A disk that is full, or a reader that is slow, costs lines and
 * never the server: nothing waits for them, not even its end, and no more than so many are kept.
 */
import { write, writeSync } from 'node:fs';

/** Bytes that wait at most; what comes beyond them is lost. */
const MOST_WAITING = 1024 * 1024;
/** A pipe that is full is tried again. */
const AGAIN_MS = 100;

export interface LogFile {
  write(line: string): void;
  /** What waits, as far as it can be written at once. */
  end(): void;
}

export function openLogFile(fd = 2, most = MOST_WAITING): LogFile {
  let waiting: string[] = [];
  let size = 0;
  let isWriting = false;
  const send = (bytes: Buffer): void => {
    isWriting = true;
    write(fd, bytes, (error, written) => {
      const isFull = error?.code === 'EAGAIN';
      const rest = isFull ? bytes : error === null ? bytes.subarray(written) : bytes.subarray(bytes.length);
      if (isFull) setTimeout(send, AGAIN_MS, rest).unref();
      else if (rest.length > 0) send(rest);
      else next();
    });
  };
  const next = (): void => {
    isWriting = false;
    if (waiting.length > 0) send(take());
  };
  const take = (): Buffer => {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    size = 0;
    return bytes;
  };
  return {
    write: (line) => {
      if (size + line.length > most) return;
      waiting.push(line);
      size += line.length;
      if (!isWriting) send(take());
    },
    end: () => {
      try {
        if (waiting.length > 0) writeSync(fd, take());
      } catch {} // lost: there is nobody left to tell
    },
  };
}
