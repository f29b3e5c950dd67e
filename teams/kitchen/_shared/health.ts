/** Whether words are a matter of health: read in a thread where a server keeps some, so that nobody waits for it. */
import { triage } from 'consilium/clinical';
import { aside } from 'consilium/threads';

export const works = {
  isHealth: (words: string): boolean => triage(words).rule !== 'non_health',
};

export const { isHealth } = aside(import.meta.url, works);
