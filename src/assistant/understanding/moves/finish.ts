/** "The library card is renewed", "got the milk", "tomatoes we have": what was to be done or bought is. */
import type { Given } from '../everyday/model.ts';
import { framed } from './frames.ts';
import { type Meant, meantIn } from './meant.ts';
import type { Said } from './said.ts';
import type { Candidate } from './score.ts';
import type { Thing } from './world.ts';

export function finishIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('finish', said.text, said.message.tokens);
  const isDenied = /\b(?:not|n't|haven't|hasn't|hasnt|havent|didn't|if|when|until|till|til|before|unless)\b/i.test(
    said.text,
  );
  if (
    frame === undefined ||
    isDenied ||
    said.message.whens.some(({ recurs, at }) => recurs || at > given.place.now + DAY)
  )
    return [];
  const meant = meantIn(said, world, ['todo', 'reminder'], frame, given);
  return meant.map((one) => candidateOf(one, said));
}

const DAY = 24 * 3_600_000;

const NAMED = 0.34;

function candidateOf({ thing, hits, left, signs }: Meant, said: Said): Candidate {
  const { name, kind } = thing;
  // "Hensel paid": one word of a long name may be of something else.
  const isVague = hits.length < 2 && (signs.named ?? 0) < NAMED;
  return {
    deed: 'finish',
    things: [thing],
    requests: [{ agent: 'todo_agent', tool: 'complete_todo', input: { query: name }, text: said.text, score: 4 }],
    say: `mark **${name}** as done`,
    left,
    signs: { ...signs, asked: said.asks ? 1 : 0, doubted: isVague ? 0.6 : kind === 'reminder' ? 0.5 : 0 },
  };
}
