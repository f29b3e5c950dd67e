/** Understanding a message where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../../threads/index.ts';
import { type Understood, understand } from './read.ts';

export const works = { understand };

/** `understand` for code that can wait. */
export function understandAside(...given: Parameters<typeof understand>): Promise<Understood> {
  return callAside(import.meta.url, works, 'understand', given);
}
