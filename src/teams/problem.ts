/** What is wrong with a team, where, and how it is shown in a terminal. */
import { relative } from 'node:path';

export interface Problem {
  /** Absolute path. */
  readonly file: string;
  /** From 1. Absent where the whole file is meant, such as one that is missing. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The rule that is broken, for programs: `unknown_tool`. */
  readonly rule: string;
  /** The rule in a sentence, with the names at hand. */
  readonly message: string;
  readonly agent?: string | undefined;
  /** The line itself, for showing. */
  readonly excerpt?: string | undefined;
}

export interface FormatOptions {
  /** Paths are shown relative to this folder. */
  cwd?: string;
  color?: boolean;
}

const WIDEST_EXCERPT = 110;

/** One block per problem: `file:line:column`, the sentence, and the line with a mark under the place. */
export function formatProblems(problems: readonly Problem[], options: FormatOptions = {}): string {
  const cwd = options.cwd ?? process.cwd();
  const paint = options.color
    ? (code: number, text: string) => `\x1b[${code}m${text}\x1b[0m`
    : (_: number, t: string) => t;
  return problems.map((problem) => formatOne(problem, cwd, paint)).join('\n\n');
}

function formatOne(problem: Problem, cwd: string, paint: (code: number, text: string) => string): string {
  const place = [shortPath(problem.file, cwd), problem.line, problem.column].filter((part) => part !== undefined);
  const lines = [`${paint(36, place.join(':'))}  ${paint(2, problem.rule)}`, `  ${problem.message}`];
  if (problem.excerpt !== undefined && problem.line !== undefined) {
    const gutter = `${problem.line} │ `.padStart(8);
    const column = problem.column ?? 1;
    const start = column > WIDEST_EXCERPT - 20 ? column - 40 : 0;
    const shown = problem.excerpt.slice(start, start + WIDEST_EXCERPT).replaceAll('\t', ' ');
    lines.push(paint(2, gutter) + shown);
    lines.push(`${' '.repeat(gutter.length + column - 1 - start)}${paint(31, '^')}`);
  }
  return lines.join('\n');
}

function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === '' || path.startsWith('..') ? file : path;
}

/** File by file, top to bottom: the order in which a person will mend them. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
