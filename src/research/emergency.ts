/** Whether a request tells of an emergency, and whether of somebody who is there: found where it keeps nobody waiting, in a thread, where a server keeps some. */
import { findRedFlags } from '../clinical/danger/redflags.ts';
import { callAside } from '../threads/aside.ts';
import { isAboutMany, isPointedAt } from './many.ts';

/** `perhaps`: of nobody in particular; it may be now all the same. */
export type Emergency = 'none' | 'perhaps' | 'now';

export const works = {
  emergency(message: string): Emergency {
    const flags = findRedFlags(message);
    if (flags.length === 0) return 'none';
    // Whoever asks about wanting to die is asked back, of whomever they speak.
    if (flags.some(({ rule }) => rule === 'suicide')) return 'now';
    if (isAboutMany(message, (sentence) => findRedFlags(sentence).length > 0)) return 'none';
    return isPointedAt(message) ? 'now' : 'perhaps';
  },
};

export function emergencyIn(message: string): Promise<Emergency> {
  return callAside(import.meta.url, works, 'emergency', [message]);
}
