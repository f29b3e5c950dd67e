/** Whether somebody else holds a time for it: what is changed here, they do not know. */
import { plainTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const BOOKED = wordSet('booked');

export function isBooked(title: string): boolean {
  return plainTokens(title).some(({ word }) => BOOKED.has(word.replace(/'s$/, '')));
}
