/** "No, three weeks", "no, 5": another amount or hour in place of the one that was said, and nothing else. */
import { wordSet } from '../words.ts';
import type { Reader } from './piece.ts';

export function isCorrection({ tokens }: Reader, at: number, to: number): boolean {
  const lead = tokens.slice(0, at).map(({ word }) => word);
  const isLed = lead.some((word) => CORRECTED.has(word)) && lead.every((word) => CORRECTS.has(word));
  return isLed && tokens.slice(to).every(({ word }) => word === 'instead' || /^[.!]$/.test(word));
}

const CORRECTS = wordSet('corrects');
const CORRECTED = wordSet('corrected');
