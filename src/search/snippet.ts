/** The piece of a passage that says most about the query, and where in it the query's words stand. */
import { type Token, tokensOf } from './keyword/analysis.ts';
import type { Snippet } from './search.ts';

const LONGEST = 240;

/** `wanted`: the terms to show, with how much each counts. */
export function cutSnippet(text: string, wanted: ReadonlyMap<string, number>): Snippet {
  const matches = withoutInner(tokensOf(text).filter(({ term }) => wanted.has(term)));
  if (text.length <= LONGEST) return { text, highlights: matches.map(({ start, end }) => [start, end]) };
  const from = startOfWord(text, bestStart(matches, wanted));
  const to = endOfWord(text, Math.min(text.length, from + LONGEST));
  const inside = matches.filter(({ start, end }) => start >= from && end <= to);
  return { text: text.slice(from, to), highlights: inside.map(({ start, end }) => [start - from, end - from]) };
}

/** A name is shown whole, not its words again within it. */
function withoutInner(tokens: readonly Token[]): Token[] {
  let shown = 0;
  return tokens.filter(({ start, end }) => {
    if (start < shown) return false;
    shown = end;
    return true;
  });
}

/** Where to begin so that the window holds most of what is wanted; each term counts once. */
function bestStart(matches: readonly Token[], wanted: ReadonlyMap<string, number>): number {
  let best = { at: 0, worth: 0 };
  for (const [i, { start }] of matches.entries()) {
    const seen = new Set<string>();
    let worth = 0;
    for (let j = i; j < matches.length && (matches[j] as Token).end <= start + LONGEST - LEAD; j++) {
      const { term } = matches[j] as Token;
      if (!seen.has(term)) worth += wanted.get(term) ?? 0;
      seen.add(term);
    }
    if (worth > best.worth) best = { at: start, worth };
  }
  return Math.max(0, best.at - LEAD);
}

/** Some words before the first match, for the eye. */
const LEAD = 40;

function startOfWord(text: string, at: number): number {
  if (at === 0) return 0;
  const sentence = text.slice(at, at + LEAD).search(/(?<=[.!?]\s)\S/);
  if (sentence >= 0) return at + sentence;
  const space = text.slice(at, at + LEAD).search(/(?<=\s)\S/);
  return space >= 0 ? at + space : at;
}

function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at - LEAD, at + 1).search(/\s\S*$/);
  return space > 0 ? at - LEAD + space : at;
}
