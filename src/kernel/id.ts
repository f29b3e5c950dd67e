/**
 * Identifiers that sort by the time they were made (UUID version 7): new rows land beside each other on the disk. They
 * go by the machine's clock, whatever clock a turn has: they must be unique, not right.
 */
import { createHash } from 'node:crypto';
import { systemClock } from './clock.ts';

let lastTime = 0;
let count = 0;
/** The time as it is written: it is the same for many. */
let written = '';

export function newId(): string {
  const now = systemClock.now();
  if (now > lastTime) setTime(now);
  else if (++count > 0xfff) setTime(lastTime + 1);
  return `${written}${HEX[count >> 8]}${HEX[(count >> 4) & 15]}${HEX[count & 15]}${crypto.randomUUID().slice(18)}`;
}

const HEX = '0123456789abcdef';

function setTime(time: number): void {
  lastTime = time;
  count = 0;
  const digits = time.toString(16).padStart(12, '0');
  written = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}

/** The same words, the same identifier (UUID version 8): what is asked for twice under one key is made once, also across a crash. */
export function idOfKey(...words: readonly string[]): string {
  const hash = createHash('sha256');
  for (const word of words) hash.update(`${word.length}:${word}`);
  const hex = hash.digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
