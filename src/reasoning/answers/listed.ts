/**
 * Lists of what a record holds. Longer than anybody's, they are cut and say so: what an answer shows is checked, cited and
 * kept, and a record can be brought in that has thousands of everything.
 */
import { list } from '../wording.ts';

/** Far more than anybody takes or has. */
export const MOST_LISTED = 100;

/** A line each. */
export function lineUp<T>(items: readonly T[], line: (item: T) => string): string {
  const left = items.length - MOST_LISTED;
  const lines = items.slice(0, MOST_LISTED).map(line);
  return [...lines, ...(left > 0 ? [`- And ${left} more: your record has them all.`] : [])].join('\n');
}

/** In a sentence. */
export function nameAll<T>(items: readonly T[], say: (item: T) => string): string {
  const left = items.length - MOST_LISTED;
  return list([...items.slice(0, MOST_LISTED).map(say), ...(left > 0 ? [`${left} more that your record has`] : [])]);
}
