/** Whether a message asks anything, as the frames see it. */
import { clausesOf } from 'consilium/reasoning';
import { aside } from 'consilium/threads';

export const works = {
  asks: (message: string): boolean => clausesOf(message).some((clause) => clause.asks),
};

export const { asks } = aside(import.meta.url, works);
