/** Structural metrics of code in any language, from its scan: size, functions, branches, nesting, duplication. */
import { locator } from './finding.ts';
import type { Language } from './language.ts';
import { COMMENT, type Scan } from './scan.ts';

export interface FunctionMetrics {
  readonly name: string;
  readonly line: number;
  readonly end_line: number;
  readonly cyclomatic: number;
  readonly cognitive: number;
  readonly nesting: number;
}

export interface CodeMetrics {
  readonly language: string;
  readonly lines: number;
  readonly loc: number;
  readonly comment_lines: number;
  readonly blank_lines: number;
  readonly comment_ratio: number;
  readonly functions: number;
  readonly cyclomatic_complexity: number;
  readonly cognitive_complexity: number;
  readonly max_cyclomatic: number;
  readonly max_cognitive: number;
  readonly max_nesting: number;
  readonly longest_function: number;
  readonly longest_line: number;
  /** Share of the code lines that stand in a block that occurs more than once. */
  readonly duplication: number;
  /** 0 to 100, from volume, branches and size; higher is easier to keep. */
  readonly maintainability: number;
  readonly by_function: readonly FunctionMetrics[];
}

/** How complex each function is, by its line, where a parser knows better than the scan. */
export type Known = ReadonlyMap<number, { readonly cyclomatic?: number; readonly cognitive?: number }>;

const DUPLICATE_LINES = 6;

export function measure(scanned: Scan, language: Language, known: Known = new Map()): CodeMetrics {
  const lines = readLines(scanned, language);
  const functions = findFunctions(scanned, language, lines, known);
  const code = lines.filter(({ kind }) => kind === 'code');
  const comments = lines.filter(({ kind, commented }) => kind === 'comment' || commented).length;
  const branches = code.reduce((sum, line) => sum + line.branches, 0);
  const knownCyclomatic = [...known.values()].reduce((sum, one) => sum + (one.cyclomatic ?? 0), 0);
  const cyclomatic = knownCyclomatic > 0 ? knownCyclomatic : branches + Math.max(1, functions.length);
  const cognitive =
    known.size > 0
      ? [...known.values()].reduce((sum, one) => sum + (one.cognitive ?? 0), 0)
      : code.reduce((sum, line) => sum + line.branches * (1 + Math.max(0, line.depth - 1)), 0);
  return {
    language: language.name,
    lines: lines.length,
    loc: code.length,
    comment_lines: comments,
    blank_lines: lines.filter(({ kind }) => kind === 'blank').length,
    comment_ratio: round(comments / Math.max(1, comments + code.length)),
    functions: Math.max(functions.length, knownCyclomatic > 0 ? known.size : 0),
    cyclomatic_complexity: cyclomatic,
    cognitive_complexity: cognitive,
    max_cyclomatic: highest([...functions.map((one) => one.cyclomatic), ...pick(known, 'cyclomatic')]),
    max_cognitive: highest([...functions.map((one) => one.cognitive), ...pick(known, 'cognitive')]),
    max_nesting: highest(code.map(({ depth }) => depth)),
    longest_function: highest(functions.map((one) => one.end_line - one.line + 1)),
    longest_line: highest(lines.map(({ length }) => length)),
    duplication: measureDuplication(code.map(({ bare }) => bare)),
    maintainability: measureMaintainability(scanned.bare, cyclomatic, code.length),
    by_function: functions,
  };
}

interface Line {
  readonly number: number;
  readonly bare: string;
  readonly kind: 'code' | 'comment' | 'blank';
  readonly commented: boolean;
  readonly length: number;
  /** How deep the line stands in blocks. */
  readonly depth: number;
  readonly branches: number;
}

function readLines(scanned: Scan, language: Language): Line[] {
  const texts = scanned.text.split('\n');
  const bare = scanned.bare.split('\n');
  const unit = language.blocks === 'indent' ? indentUnit(bare) : 1;
  let offset = 0;
  let braces = 0;
  return texts.map((text, index) => {
    const own = bare[index]!;
    const commented = hasComment(scanned.kinds, offset, offset + text.length);
    offset += text.length + 1;
    const opens = (own.match(/\{/g) ?? []).length;
    const closes = (own.match(/\}/g) ?? []).length;
    const leading = own.trimStart().startsWith('}') ? 1 : 0;
    const depth =
      language.blocks === 'braces' ? Math.max(0, braces - leading) : Math.floor(indentOf(own) / Math.max(1, unit));
    braces = Math.max(0, braces + opens - closes);
    const empty = own.trim() === '';
    const kind = !empty ? 'code' : commented ? 'comment' : 'blank';
    return {
      number: index + 1,
      bare: own.trim(),
      kind,
      commented,
      length: text.length,
      depth: empty ? 0 : depth,
      branches: empty ? 0 : (own.match(language.branch) ?? []).length,
    };
  });
}

function hasComment(kinds: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (kinds[at] === COMMENT) return true;
  return false;
}

function indentOf(line: string): number {
  let width = 0;
  for (const char of line) {
    if (char === ' ') width += 1;
    else if (char === '\t') width += 4;
    else break;
  }
  return width;
}

/** The smallest indent that is used more than by chance. */
function indentUnit(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = line.trim() === '' ? 0 : indentOf(line);
    if (width > 0) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return Math.min(8, ...counts.keys()) || 4;
}

function findFunctions(scanned: Scan, language: Language, lines: readonly Line[], known: Known): FunctionMetrics[] {
  const locate = locator(scanned.text);
  const found: FunctionMetrics[] = [];
  const seen = new Set<number>();
  for (const match of scanned.bare.matchAll(language.function)) {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    const first = locate(start).line;
    if (seen.has(first)) continue;
    seen.add(first);
    const last = endOf(lines, first, language.blocks);
    const body = lines.slice(first - 1, last).filter(({ kind }) => kind === 'code');
    const base = lines[first - 1]!.depth;
    const names = match.groups ?? {};
    found.push({
      name: names.name || names.name2 || names.name3 || '(anonymous)',
      line: first,
      end_line: last,
      cyclomatic: known.get(first)?.cyclomatic ?? 1 + body.reduce((sum, line) => sum + line.branches, 0),
      cognitive:
        known.get(first)?.cognitive ??
        body.reduce((sum, line) => sum + line.branches * Math.max(1, line.depth - base), 0),
      nesting: highest(body.map(({ depth }) => Math.max(0, depth - base))),
    });
  }
  return found;
}

function endOf(lines: readonly Line[], first: number, blocks: Language['blocks']): number {
  const base = lines[first - 1]!.depth;
  let last = first;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.kind !== 'code') continue;
    if (line.depth <= base) return blocks === 'braces' && /^[})\]]/.test(line.bare) ? line.number : last;
    last = line.number;
  }
  return last;
}

function measureDuplication(code: readonly string[]): number {
  const lines = code.filter((line) => line.length > 2);
  if (lines.length < DUPLICATE_LINES * 2) return 0;
  const seen = new Map<string, number>();
  const doubled = new Set<number>();
  for (let start = 0; start + DUPLICATE_LINES <= lines.length; start++) {
    const block = lines.slice(start, start + DUPLICATE_LINES).join('\n');
    const before = seen.get(block);
    if (before === undefined) seen.set(block, start);
    else if (start - before >= DUPLICATE_LINES)
      for (let index = 0; index < DUPLICATE_LINES; index++) {
        doubled.add(start + index);
        doubled.add(before + index);
      }
  }
  return round(doubled.size / lines.length);
}

/** The maintainability index (Oman and Hagemeister), scaled to 100, over Halstead's volume. */
function measureMaintainability(bare: string, cyclomatic: number, loc: number): number {
  const tokens = bare.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
  const volume = tokens.length * Math.log2(Math.max(2, new Set(tokens).size));
  const index = 171 - 5.2 * Math.log(Math.max(1, volume)) - 0.23 * cyclomatic - 16.2 * Math.log(Math.max(1, loc));
  return round(Math.min(100, Math.max(0, (index * 100) / 171)));
}

function pick(known: Known, field: 'cyclomatic' | 'cognitive'): number[] {
  return [...known.values()].map((one) => one[field] ?? 0);
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
