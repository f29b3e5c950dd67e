/** The thread that reads one document and says what it holds, or what is wrong with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentText, Task } from './read.ts';

class TooLarge extends Error {}

const BOMB = 'a part of it unpacks to more than';

const task = workerData as Task;
limitArrays(task.largestArray);
parentPort?.postMessage(await read(task).catch(tell));

async function read({ kind, bytes, maxPages, maxCharacters }: Task): Promise<DocumentText> {
  const { readPdf } = kind === 'pdf' ? await import('./pdf.ts') : { readPdf: undefined };
  const document =
    readPdf === undefined ? (await import('./readable.ts')).readPage(bytes) : await readPdf(bytes, maxPages);
  if (document.text.length > maxCharacters) throw new TooLarge(`it holds more than ${maxCharacters} characters`);
  return document;
}

function tell(thrown: unknown): { failure: string; large: boolean } {
  const { message } = thrown as Error;
  return { failure: message.replace(/\.$/, ''), large: thrown instanceof TooLarge || message.includes(BOMB) };
}

/**
 * Bytes lie outside the memory that a thread can be limited to. Readers unpack into arrays that they double, so a limit on
 * one array is a limit on what a stream may become; the unpacking of the platform has none and is taken away.
 */
function limitArrays(most: number): void {
  const Plain = globalThis.Uint8Array;
  const limited: typeof Plain = new Proxy(Plain, {
    construct(target, args: unknown[], asked) {
      if (typeof args[0] === 'number' && args[0] > most) throw new TooLarge(`${BOMB} ${most} bytes`);
      return Reflect.construct(target, args, asked === limited ? target : asked) as object;
    },
  });
  globalThis.Uint8Array = limited;
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
}
