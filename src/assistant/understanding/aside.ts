/** Understanding a message where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../../threads/index.ts';
import { type Understood, understand } from './read.ts';

/** What a first message would have to load is loaded before anybody's time runs. */
const load = () => void understand('remind me tomorrow at 8 to call', { now: 0, zone: 'UTC' });

export const works = { understand, load };

/** `understand` for code that can wait. */
export function understandAside(...given: Parameters<typeof understand>): Promise<Understood> {
  return callAside(import.meta.url, works, 'understand', given);
}
