/** Whatever else fails, an emergency is heard: where a turn cannot be kept, the word to call goes out with the error. */
import { findRedFlags, numberAt } from '../clinical/index.ts';
import type { ErrorShape, Place } from '../kernel/index.ts';

/** It is said in the first lines. */
const READ = 2_000;

export function withHelp(error: ErrorShape, message: string, place: Place = {}): ErrorShape {
  if (!error.code.startsWith('STORAGE_') || findRedFlags(message.slice(0, READ)).length === 0) return error;
  return { ...error, message: `This sounds like an emergency: call ${numberAt(place)} now. ${error.message}` };
}
