/** The shape of SQL statements: how they begin, which clauses follow which, and what no dialect accepts. */
import type { Problem } from './file.ts';
import type { Token } from './sql-tokens.ts';

const BEGINNINGS = new Set(
  (
    'SELECT INSERT UPDATE DELETE CREATE ALTER DROP WITH BEGIN COMMIT ROLLBACK SET GRANT REVOKE TRUNCATE EXPLAIN ANALYZE ' +
    'PRAGMA USE SHOW MERGE REPLACE CALL DO DECLARE COMMENT START END SAVEPOINT RELEASE VACUUM COPY REFRESH VALUES LOCK ' +
    'ATTACH DETACH REINDEX EXECUTE EXEC PREPARE DEALLOCATE RENAME DESCRIBE IF GO'
  ).split(' '),
);
const CLAUSES = ['SELECT', 'FROM', 'WHERE', 'GROUP', 'HAVING', 'WINDOW', 'ORDER', 'LIMIT'];
const SETS = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'MINUS']);

export function checkStatement(tokens: readonly Token[]): Problem[] {
  const first = tokens[0]!;
  if (first.text !== '(' && !BEGINNINGS.has(first.text.toUpperCase())) return [at(first)];
  const balance = checkBalance(tokens);
  if (balance !== undefined) return [balance];
  const sign = checkSigns(tokens);
  if (sign !== undefined) return [sign];
  const problem = checkShape(tokens);
  return problem === undefined ? [] : [problem];
}

function at({ line, column, text }: Token): Problem {
  return { line, column, near: text.slice(0, 40) };
}

function checkBalance(tokens: readonly Token[]): Problem | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if (token.text === '(') open.push(token);
    else if (token.text === ')' && open.pop() === undefined) return at(token);
  }
  return open.length === 0 ? undefined : at(open.at(-1)!);
}

/** A comma or an operator with nothing beside it. */
function checkSigns(tokens: readonly Token[]): Problem | undefined {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    const next = tokens[index + 1];
    const before = tokens[index - 1];
    const ends = next === undefined || next.text === ')' || next.text === ',' || next.text === ';' || isClause(next);
    if (token.text === ',' && (ends || before?.text === '(' || before?.text === ',')) return at(token);
    if (/^(?:=|<>|!=|<=|>=|<|>|\|\||\+|-|\/)$/.test(token.text) && ends) return at(token);
  }
  return undefined;
}

function isClause(token: Token): boolean {
  return (
    token.kind === 'word' &&
    /^(?:FROM|WHERE|GROUP|HAVING|ORDER|VALUES|SELECT)$/i.test(token.text) &&
    !/^(?:SELECT)$/i.test(token.text)
  );
}

function checkShape(tokens: readonly Token[]): Problem | undefined {
  const words = tokens.map(({ text }) => text.toUpperCase());
  switch (words[0]) {
    case 'SELECT':
    case 'WITH':
    case '(':
      return checkSelect(tokens);
    case 'INSERT':
      return words.includes('INTO') || words.includes('OVERWRITE')
        ? need(tokens, words, ['VALUES', 'SELECT', 'DEFAULT', 'SET', 'WITH', 'EXEC'])
        : at(tokens[0]!);
    case 'UPDATE':
      return need(tokens, words, ['SET']);
    case 'DELETE':
      return words[1] === 'FROM' || words.includes('FROM') || words.length === 2 ? checkSelect(tokens) : at(tokens[0]!);
    case 'CREATE':
      return checkCreate(tokens, words);
    case 'ALTER':
    case 'DROP':
      return tokens.length >= 3 ? undefined : at(tokens.at(-1)!);
    default:
      return undefined;
  }
}

function need(tokens: readonly Token[], words: readonly string[], some: readonly string[]): Problem | undefined {
  return some.some((word) => words.includes(word)) ? undefined : at(tokens.at(-1)!);
}

/** Clauses in their order, each with something in it; what stands in parentheses is looked at by itself. */
function checkSelect(tokens: readonly Token[]): Problem | undefined {
  let reached = -1;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    if (depth > 0) continue;
    const word = token.kind === 'word' ? token.text.toUpperCase() : '';
    if (SETS.has(word)) reached = -1;
    const place = CLAUSES.indexOf(word);
    if (place < 0 || (word === 'GROUP' && !isBy(tokens, index)) || (word === 'ORDER' && !isBy(tokens, index))) continue;
    if (word === 'FROM' && /^(?:DISTINCT)$/i.test(tokens[index - 1]?.text ?? '')) continue;
    if (place < reached) return at(token);
    reached = place;
    const next = tokens[index + (word === 'GROUP' || word === 'ORDER' ? 2 : 1)];
    if (next === undefined || (next.kind === 'word' && CLAUSES.includes(next.text.toUpperCase()) && word !== 'WINDOW'))
      return at(token);
  }
  return insideParentheses(tokens);
}

function isBy(tokens: readonly Token[], index: number): boolean {
  return tokens[index + 1]?.text.toUpperCase() === 'BY';
}

function insideParentheses(tokens: readonly Token[]): Problem | undefined {
  let open = -1;
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') {
      if (depth === 0) open = index;
      depth++;
    } else if (text === ')') {
      depth--;
      if (depth === 0) {
        const inner = tokens.slice(open + 1, index);
        const select = /^(?:SELECT|WITH)$/i.test(inner[0]?.text ?? '');
        const problem = select ? checkSelect(inner) : insideParentheses(inner);
        if (problem !== undefined) return problem;
      }
    }
  }
  return undefined;
}

function checkCreate(tokens: readonly Token[], words: readonly string[]): Problem | undefined {
  const table = words.slice(0, 4).indexOf('TABLE');
  if (table < 0) return tokens.length >= 3 ? undefined : at(tokens.at(-1)!);
  const open = words.indexOf('(');
  const as = words.indexOf('AS');
  if (open < 0) return as > 0 || words.includes('OF') || words.includes('LIKE') ? undefined : at(tokens.at(-1)!);
  if (as > 0 && as < open) return checkSelect(tokens.slice(as + 1));
  let depth = 0;
  let item: Token[] = [];
  for (const token of tokens.slice(open)) {
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    if (depth === 0 || (depth === 1 && token.text === ',')) {
      if (item[0]?.kind !== 'word' && item[0]?.kind !== 'name') return at(item[0] ?? token);
      item = [];
      if (depth === 0) break;
    } else if (!(depth === 1 && token.text === '(' && item.length === 0)) item.push(token);
  }
  return undefined;
}
