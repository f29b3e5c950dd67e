/** A PDF's text, read in a thread of its own: a file made to be slow is stopped with the thread, not with the house. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';

export interface PdfText {
  title: string;
  text: string;
}

const MAX_PAGES = 100;

/** Rejects with a plain Error where the bytes are no readable PDF, and with the signal's reason when it is stopped. */
export function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfText>();
  // Without the flags of the parent: they may name modules that only make sense there.
  const worker = new Worker(new URL(import.meta.url), { workerData: { pdf: bytes }, execArgv: [], stdout: true });
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  worker.once('message', (read: PdfText | { failure: string }) =>
    'failure' in read ? reject(new Error(read.failure)) : resolve(read),
  );
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the reader stopped')));
  return promise.finally(() => {
    signal.removeEventListener('abort', stop);
    void worker.terminate();
  });
}

if (!isMainThread && workerData?.pdf instanceof Uint8Array)
  parentPort?.postMessage(await read(workerData.pdf).catch((thrown: Error) => ({ failure: thrown.message })));

async function read(bytes: Uint8Array): Promise<PdfText> {
  const pdf = await getDocumentProxy(bytes);
  if (pdf.numPages > MAX_PAGES) throw new Error(`it has ${pdf.numPages} pages, more than ${MAX_PAGES}`);
  const { text } = await extractText(pdf, { mergePages: false });
  const { info } = await getMeta(pdf);
  const title = typeof info?.['Title'] === 'string' ? info['Title'].trim() : '';
  return { title, text: text.join('\n\n').trim() };
}
