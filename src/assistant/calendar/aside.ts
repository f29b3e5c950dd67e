/** Calendar files taken apart where that keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../../threads/index.ts';
import { mergeIcs, type ReadIcs, readIcs, writeIcs } from './ics.ts';

export const works = { readIcs, mergeIcs, writeIcs };

/** `readIcs` for code that can wait. What takes longer than any calendar ends. */
export function readIcsAside(...given: Parameters<typeof readIcs>): Promise<ReadIcs> {
  return callAside(import.meta.url, works, 'readIcs', given, { long: true });
}

/** `mergeIcs` for code that can wait: what a server has of an event may be as long as it likes. */
export function mergeIcsAside(...given: Parameters<typeof mergeIcs>): Promise<string> {
  return callAside(import.meta.url, works, 'mergeIcs', given, { long: true });
}

/** `writeIcs` for code that can wait: a whole calendar is long. */
export function writeIcsAside(...given: Parameters<typeof writeIcs>): Promise<string> {
  return callAside(import.meta.url, works, 'writeIcs', given, { long: true });
}
