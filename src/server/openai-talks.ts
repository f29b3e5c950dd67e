/** Talks of clients that send all of it each time: which session one belongs to, by what was said before. */
import { createHash } from 'node:crypto';
import type { Principal, Utterance } from '../kernel/index.ts';
import type { Talks } from '../storage/index.ts';
import { type Completion, instructionsIn, wordsOf } from './openai-request.ts';

/** Which session a talk belongs to, by a digest of who talks with whom and all that was said until the last answer. */
export function openThreads(talks: Talks) {
  const digest = ({ user }: Principal, { model, metadata }: Completion, said: readonly string[][]) =>
    createHash('sha256')
      .update(JSON.stringify([user, model, metadata?.['patient_id'] ?? null, said]))
      .digest();
  const wordsIn = ({ messages }: Completion) =>
    messages
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .map((each) => [each.role, wordsOf(each).trim()]);
  return {
    before: (asked: Completion): Utterance[] =>
      wordsIn(asked)
        .slice(0, -1)
        .map(([role, text]) => ({ role: role as Utterance['role'], text: text! })),
    /** Begun under a key: the same again, and another where anything else was said under it, which is then refused. */
    name: (principal: Principal, asked: Completion, key: string): string =>
      `talk-${digest(principal, asked, [...wordsIn(asked), ['system', instructionsIn(asked)], ['key', key]])
        .toString('hex')
        .slice(0, 32)}`,
    find: (principal: Principal, asked: Completion): string | undefined => {
      const before = wordsIn(asked).slice(0, -1);
      return before.length === 0 ? undefined : talks.find(digest(principal, asked, before));
    },
    keep: (principal: Principal, asked: Completion, text: string, session: string): void => {
      talks.keep(digest(principal, asked, [...wordsIn(asked), ['assistant', text.trim()]]), session);
    },
  };
}
