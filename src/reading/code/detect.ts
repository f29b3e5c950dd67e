/**
 * Whether a text is code, and in which language: what is said of it, else its name, else the parsers. A text without a
 * name is code only if it looks like a language and that language's parser reads (nearly) all of it.
 */
import { type CodeFile, readCode } from './file.ts';
import { findGrammar, type Grammar, grammarOfPath, grammars, isUnparsed, requireGrammar } from './grammar.ts';

export interface Naming {
  readonly language?: string | undefined;
  readonly path?: string | undefined;
}

/** Undefined: it is no code, or of a language that nobody here parses. */
export async function detectCode(text: string, { language, path }: Naming = {}): Promise<CodeFile | undefined> {
  const said = language === undefined || isUnparsed(language) ? undefined : requireGrammar(language);
  const named = said ?? (path === undefined || language !== undefined ? undefined : grammarOfPath(path));
  if (named !== undefined) return readCode(text, named);
  if (language !== undefined || (path !== undefined && /\.\w{1,8}$/.test(path))) return undefined;
  return guessCode(text);
}

const MOST_TRIES = 3;
/** So much of a text may be unreadable to a parser that still is the right one: a snippet may begin in the middle. */
const MOST_ODD = 0.04;

async function guessCode(text: string): Promise<CodeFile | undefined> {
  const fenced = text.trimStart().startsWith('```');
  if (fenced || text.trim().length < 8) return undefined;
  const candidates = rankByHints(text).slice(0, MOST_TRIES);
  let best: { file: CodeFile; odd: number } | undefined;
  for (const { grammar, hits } of candidates) {
    const file = await readCode(text, grammar);
    const odd = file.problems.length / Math.max(1, text.split('\n').filter((line) => line.trim() !== '').length);
    // Little that looks like it is enough where all of it parses and something is defined.
    const sure = hits >= grammar.needs_hints || (file.problems.length === 0 && file.symbols.length > 0);
    if (sure && odd <= MOST_ODD && (best === undefined || odd < best.odd)) best = { file, odd };
  }
  return best?.file;
}

function rankByHints(text: string): { grammar: Grammar; hits: number }[] {
  const interpreter = /^#!.*[/ ](\w+)/.exec(text.slice(0, LONGEST_LINE))?.[1];
  const shebang = interpreter === undefined ? undefined : (findGrammar(interpreter) ?? undefined);
  if (shebang !== undefined) return [{ grammar: shebang, hits: shebang.needs_hints }];
  return countHints(text).sort((a, b) => b.hits - a.hits);
}

const LONGEST_HEAD = 20_000;
const LONGEST_LINE = 400;

/** The languages that the beginning of a text looks like, by how many of their hints are found in it. */
export function countHints(text: string): { grammar: Grammar; hits: number }[] {
  const head = headOf(text);
  return [...grammars().values()]
    .map((grammar) => ({ grammar, hits: hintsOf(grammar).filter((hint) => hint.test(head)).length }))
    .filter(({ hits }) => hits > 0);
}

/** What hints are looked for in: no blank lines, no runs of blanks, no endless lines, which would be searched again from each of their places. */
function headOf(text: string): string {
  return text
    .slice(0, LONGEST_HEAD)
    .split('\n')
    .map((line) =>
      line
        .slice(0, LONGEST_LINE)
        .trimEnd()
        .replace(/[^\S\n]{9,}/g, '        '),
    )
    .filter((line) => line !== '')
    .join('\n');
}

const compiled = new WeakMap<Grammar, readonly RegExp[]>();

function hintsOf(grammar: Grammar): readonly RegExp[] {
  const hints =
    compiled.get(grammar) ?? grammar.hints.map((hint) => new RegExp(hint, grammar.ignore_case ? 'mi' : 'm'));
  compiled.set(grammar, hints);
  return hints;
}
