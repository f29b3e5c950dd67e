/** Answers to what was asked back. */

import { wallOf } from '../wall.ts';
import { stepsSaid } from './brief.ts';
import type { Clause, Message } from './clause.ts';
import { readTools } from './grammar.ts';
import type { KnownKind } from './known.ts';
import type { Request } from './request.ts';
import { joinWhens } from './time/join.ts';
import type { Open } from './topic.ts';
import { wordSet } from './words.ts';

/** An answer to what was asked back: a time and nothing else, or the name of one of the things that were named. */
export function answerOpen(message: Message, whole: Clause, { agent, tool, input, lacks }: Open) {
  const made = (more: Request['input']): Request => ({
    agent,
    tool,
    input: { ...input, ...more },
    text: message.text,
    score: 4,
  });
  if (lacks === 'when') {
    const when = whole.shows.has('title.some') ? undefined : joinWhens(message.whens, message.place);
    const { by } = input;
    if (when === undefined || typeof by !== 'number' || when.recurs)
      return when && made({ when: when.text, at: when.wall, recurs: when.recurs });
    // "An hour before the recital", and now it is known when that is.
    const at = wallOf(when.at + by * 60_000, message.place.zone);
    return made({ when: at, at, recurs: false, from: undefined, by: undefined });
  }
  if (lacks === 'word') return isYes(message) ? made({}) : undefined;
  if (lacks === 'steps') {
    const steps = stepsSaid(message);
    return steps && made({ steps });
  }
  const kind = readTools()
    .find((one) => one.tool === tool)
    ?.slots['query']?.replace('known_', '') as KnownKind | undefined;
  const chosen = kind && whole.known.get(kind);
  const isOrder = [...whole.shows].some((sign) => sign.startsWith('head.'));
  return chosen !== undefined && !isOrder ? made({ query: chosen.name }) : undefined;
}

const YES = wordSet('yes');
const YES_BESIDE = wordSet('yes_beside');

/** "Yes, please do": a yes, and nothing else. */
function isYes({ tokens }: Message): boolean {
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word));
  return words.some((word) => YES.has(word)) && words.every((word) => YES.has(word) || YES_BESIDE.has(word));
}
