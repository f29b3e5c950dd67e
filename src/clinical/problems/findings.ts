import type { Mention } from '../facts/facts.ts';
import { findingWords } from '../lexicon/finding-words.ts';
import type { Token } from '../words/tokens.ts';
import { readHead } from './heads.ts';
import { readState } from './states.ts';

/**
 * Findings that no list can hold, put together from their parts: a head with the body part or kind before it
 * ("left pleural effusion", "knee swelling"), and the state of an organ ("my knee is swollen", "lungs are clear").
 * `clinical` is false where the writer speaks of themselves: normal states are then no findings.
 */
export function readFindings(tokens: Token[], source: string, offset: number, clinical: boolean): Mention[] {
  const words = findingWords();
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const head = readHead(tokens, at, words) ?? readState(tokens, at, words, clinical);
    if (!head) continue;
    const start = tokens[head.from]!.start;
    const end = tokens[head.to]!.end;
    mentions.push({
      kind: head.kind,
      start,
      end,
      name: source.slice(start - offset, end - offset).toLowerCase(),
      weight: head.weight,
    });
    at = Math.max(at, head.to);
  }
  return mentions;
}
