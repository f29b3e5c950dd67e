/** SQL as the pieces a reader takes one by one: each column and constraint of a table, each clause of a query, under its statement. */
import { split } from './sql.ts';
import { type Token, tokenize } from './sql-tokens.ts';
import type { Statement } from './statements.ts';

const CLAUSE =
  /^(?:SELECT|FROM|JOIN|LEFT|RIGHT|INNER|FULL|CROSS|WHERE|GROUP|HAVING|ORDER|LIMIT|OFFSET|SET|VALUES|RETURNING|UNION|ON|WITH|BEGIN|IF|FOR|EXECUTE)$/i;

export function splitClauses(text: string): Statement[] {
  return split(tokenize(text).tokens).flatMap((tokens) => {
    const isTable = /^create$/i.test(tokens[0]!.text) && tokens.slice(1, 4).some((one) => /^table$/i.test(one.text));
    const open = tokens.findIndex((one) => one.text === '(');
    const heads = isTable && open > 0 ? [0] : [];
    const cuts = isTable && open > 0 ? commasIn(tokens, open) : clausesIn(tokens);
    const pieces = cutAt(tokens, [...heads, ...cuts]);
    const head = textOf(text, pieces[0]!);
    return pieces.map((piece, index) => ({
      text: textOf(text, piece),
      under: index === 0 ? [] : [head],
      head: index === 0 && pieces.length > 1,
      start: piece[0]!.start,
      end: piece.at(-1)!.end,
    }));
  });
}

function textOf(text: string, piece: readonly Token[]): string {
  return text
    .slice(piece[0]!.start, piece.at(-1)!.end)
    .replace(/\s+/g, ' ')
    .replace(/^\(\s*|,$/g, '');
}

/** Where a new piece begins: after the opening parenthesis and after each comma of the list itself. */
function commasIn(tokens: readonly Token[], open: number): number[] {
  const cuts = [open + 1];
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (index < open) continue;
    if (text === '(') depth++;
    else if (text === ')') depth--;
    else if (text === ',' && depth === 1) cuts.push(index + 1);
  }
  return cuts;
}

function clausesIn(tokens: readonly Token[]): number[] {
  const cuts = [0];
  for (const [index, { text, kind }] of tokens.entries()) {
    const before = tokens[index - 1]?.text ?? '';
    if (
      index > 0 &&
      kind === 'word' &&
      CLAUSE.test(text) &&
      !/^(?:LEFT|RIGHT|INNER|FULL|CROSS|OUTER|INDEX)$/i.test(before)
    )
      cuts.push(index);
  }
  return cuts;
}

function cutAt(tokens: readonly Token[], cuts: readonly number[]): Token[][] {
  return cuts
    .map((from, index) => tokens.slice(from, cuts[index + 1] ?? tokens.length))
    .filter((piece) => piece.length > 0);
}
