/** The tokens of SQL: words, names in quotes, strings (dollar-quoted ones too), numbers and signs; comments apart. */
import type { Problem, Span } from './file.ts';

export interface Token extends Span {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'sign';
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const PATTERN =
  /(?<space>\s+)|(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<string>[eEnNxXbB]?'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][^\]\n]*\])|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_@#:$][\p{L}\p{N}_$#@]*|\?)|(?<sign>::|<=|>=|<>|!=|\|\||->>|->|[-+*/%=<>(),;.~!&|^[\]:{}])/uy;

export function tokenize(text: string): { tokens: Token[]; comments: Span[]; problems: Problem[] } {
  const tokens: Token[] = [];
  const comments: Span[] = [];
  const problems: Problem[] = [];
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length; ) {
    PATTERN.lastIndex = at;
    const match = PATTERN.exec(text);
    if (match === null) {
      problems.push({ line, column: at - lineStart + 1, near: text.slice(at, at + 20).split('\n')[0]! });
      // A quote that is never closed takes everything with it.
      if (/['"`]/.test(text[at]!)) break;
      at++;
      continue;
    }
    const groups = match.groups!;
    const end = at + match[0].length;
    const place = { start: at, end, line, column: at - lineStart + 1 };
    if (groups['comment'] !== undefined) comments.push({ start: at, end });
    else if (groups['space'] === undefined) {
      const kind =
        groups['dollar'] !== undefined
          ? 'string'
          : (['string', 'name', 'number', 'word', 'sign'] as const).find((one) => groups[one] !== undefined)!;
      tokens.push({ kind, text: match[0], ...place });
    }
    for (let next = match[0].indexOf('\n'); next >= 0; next = match[0].indexOf('\n', next + 1)) {
      line++;
      lineStart = at + next + 1;
    }
    at = end;
  }
  return { tokens, comments, problems };
}
