/** Whether the words of an order tell of an emergency: found in a thread, where a server keeps some. */
import { findRedFlags } from 'consilium/clinical';
import { aside } from 'consilium/threads';

export const works = { isEmergency: (words: string): boolean => findRedFlags(words).length > 0 };

export const { isEmergency } = aside(import.meta.url, works);
