/** "No, leave it as it was", "undo this", "no wait, keep": nothing more is done, and what was done last goes back where that is said. */
import { type Given, wholeOf } from '../everyday/model.ts';
import { framed } from './frames.ts';
import { leftOf, type Said } from './said.ts';
import type { Candidate } from './score.ts';

export function keepIn(said: Said, { read }: Given): Candidate[] {
  const frame = framed('keep', said.text, said.message.tokens);
  if (frame === undefined || said.asks) return [];
  const left = leftOf(said, [], frame.tokens);
  const isBack = /\b(?:as it was|undo|take that back|back how|put it back)\b/i.test(said.text);
  const requests = isBack ? wholeOf(read('undo that')) : [];
  if (requests === undefined || left.length > 0) return [];
  return [
    {
      ...{ deed: 'keep', things: [], left, say: isBack ? 'take back what I did last' : 'leave it' },
      requests: requests.map((one) => ({ ...one, text: said.text })),
      signs: { framed: 1, spoken: 1, accounted: 1, timed: 1, left: left.length },
    },
  ];
}
