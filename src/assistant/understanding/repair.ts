/** "To Tuesday, no sorry, Wednesday": what was corrected while it was said is taken out, before anything is read. */
import { lexicon } from './lexicon.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { readTokens, type Token } from './tokens.ts';

/** Words that can have been meant to be replaced. */
const MOST = 4;

export function repaired(text: string, place: Place): string {
  const { speller, irregular, edges } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const mark = markIn(tokens);
  if (mark === undefined) return text;
  const from = replacedFrom(tokens, mark, place, edges);
  if (from === undefined) return text;
  return repaired(`${text.slice(0, tokens[from]!.start)}${text.slice(tokens[mark.to]!.start)}`, place);
}

interface Mark {
  readonly from: number;
  readonly to: number;
}

/** "No wait, I meant": a run of such words, in the middle of a sentence. */
function markIn(tokens: readonly Token[]): Mark | undefined {
  const signs = lexicon()
    .signsIn(tokens)
    .filter(({ sign }) => sign === 'small.repair');
  const first = signs.find(({ from }) => from > 1 && !/^[.!?;]$/.test(tokens[from - 1]!.word));
  if (first === undefined) return undefined;
  let { from, to } = first;
  for (;;) {
    const next = signs.find((sign) => sign.from >= to && sign.from <= to + 1 && sign.to > to);
    if (next !== undefined) to = next.to;
    else if (tokens[to]?.word === ',') to++;
    else break;
  }
  while (tokens[from - 1]?.word === ',') from--;
  return to < tokens.length && from > 0 ? { from, to } : undefined;
}

/** Where that begins which is replaced: a time by a time, else the words back to the verb or the preposition. */
function replacedFrom(
  tokens: readonly Token[],
  { from, to }: Mark,
  place: Place,
  edges: ReadonlySet<string>,
): number | undefined {
  const before = findPieces(tokens.slice(0, from), place).at(-1);
  const skip = edges.has(tokens[to]!.word) ? 1 : 0;
  const after = findPieces(tokens.slice(to), place)[0];
  if (after !== undefined && after.from <= skip)
    return before !== undefined && before.to === from && before.kind === after.kind ? before.from : undefined;
  const verbs = new Set(
    lexicon()
      .signsIn(tokens.slice(0, from))
      .filter(({ group }) => group === 'verb')
      .flatMap(({ at }) => at),
  );
  if (verbs.has(to)) return undefined;
  let start = from;
  while (start > 0 && from - start < MOST && !verbs.has(start - 1) && !edges.has(tokens[start - 1]!.word)) start--;
  return start < from && start > 0 ? start : undefined;
}
