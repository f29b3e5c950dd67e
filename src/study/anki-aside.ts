/** Reading an Anki file where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../threads/index.ts';
import { type AnkiFile, readAnki } from './anki.ts';

export const works = { readAnki };

/** `readAnki` for code that can wait. */
export function readAnkiAside(text: string): Promise<AnkiFile> {
  return callAside(import.meta.url, works, 'readAnki', [text], { long: true });
}
