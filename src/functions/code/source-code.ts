/** Code as a model hands it over: taken out of its fence, and checked as far as its language can be read here. */
import { findGrammar, readCode } from '../../reading/index.ts';

/** The code alone: a fence around all of it is taken off; of several blocks, all are kept in their order. */
export function stripFences(reply: string): string {
  const blocks = [...reply.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/gm)].map(
    (match) => match[2]!,
  );
  const outside = reply.trim();
  if (blocks.length === 0) return `${outside.replace(/^(?:`{3,}|~{3,})[^\n]*\n/, '')}\n`;
  if (/^(?:`{3,}|~{3,})/.test(outside)) return `${blocks.join('\n\n').trim()}\n`;
  // Fences inside of code (a README in a string) belong to it, unless words stand around them.
  return /^[A-Z][^\n{};=]{10,}[.:]\s*\n/.test(outside) ? `${blocks.join('\n\n').trim()}\n` : `${outside}\n`;
}

/** Where a writer left something for others to write. */
const LEFT_OUT =
  /(?:\/\/|#|\/\*|--)\s*(?:\.\.\.|…)\s*(?:rest|existing|remaining|other|more)\b|\b(?:your code here|implement (?:this|me|here)|rest of (?:the )?(?:code|implementation))\b/i;

/** What is wrong with it, in words; undefined where nothing can be said against it. */
export async function codeProblem(code: string, language: string): Promise<string | undefined> {
  if (code.trim() === '') return 'there is none';
  const left = LEFT_OUT.exec(code);
  if (left !== null) return 'a part of it was left out; write all of it';
  const name = language.trim().toLowerCase();
  if (name === 'json') return jsonProblem(code);
  const grammar = findGrammar(name);
  const [first] = grammar === undefined ? [] : (await readCode(code, grammar)).problems;
  return first && `it does not parse as ${grammar!.name}: line ${first.line}, near "${first.near}"`;
}

function jsonProblem(code: string): string | undefined {
  try {
    JSON.parse(code);
    return undefined;
  } catch {
    return 'it is not JSON';
  }
}
