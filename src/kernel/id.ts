/**
 * Identifiers that sort by the time they were made (UUID version 7): new rows land beside each other on the disk. They
 * go by the machine's clock, whatever clock a turn has: they must be unique, not right.
 */
import { systemClock } from './clock.ts';

let lastTime = 0;
let count = 0;

export function newId(): string {
  const now = systemClock.now();
  if (now > lastTime) {
    lastTime = now;
    count = 0;
  } else if (++count > 0xfff) {
    lastTime++;
    count = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${crypto.randomUUID().slice(18)}`;
}
