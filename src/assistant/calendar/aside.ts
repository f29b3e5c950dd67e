/** Reading a calendar file where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../../threads/index.ts';
import { type ReadIcs, readIcs } from './ics.ts';

export const works = { readIcs };

/** `readIcs` for code that can wait. What takes longer than any calendar ends. */
export function readIcsAside(...given: Parameters<typeof readIcs>): Promise<ReadIcs> {
  return callAside(import.meta.url, works, 'readIcs', given, { long: true });
}
