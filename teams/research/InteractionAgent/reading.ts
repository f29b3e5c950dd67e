/** What is found in a message where it keeps nobody waiting: in a thread, where a server keeps some. */
import { triage } from 'consilium/clinical';
import { callAside } from 'consilium/threads';

export const works = {
  emergency: (message: string): boolean => triage(message).rule === 'emergency',
};

export function isEmergency(message: string): Promise<boolean> {
  return callAside(import.meta.url, works, 'emergency', [message]);
}
