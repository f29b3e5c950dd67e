/** Whether a request tells of an emergency: found where it keeps nobody waiting, in a thread, where a server keeps some. */
import { findRedFlags } from '../clinical/danger/redflags.ts';
import { callAside } from '../threads/aside.ts';
import { isAboutMany } from './many.ts';

export const works = {
  emergency(message: string): boolean {
    const flags = findRedFlags(message);
    if (flags.length === 0) return false;
    // Whoever asks about wanting to die is asked back, of whomever they speak.
    if (flags.some(({ rule }) => rule === 'suicide')) return true;
    return !isAboutMany(message, (sentence) => findRedFlags(sentence).length > 0);
  },
};

export function isEmergency(message: string): Promise<boolean> {
  return callAside(import.meta.url, works, 'emergency', [message]);
}
