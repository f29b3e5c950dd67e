/** A finding: what an analysis has to say about one place of an artifact. */
import { z } from 'zod';

export const SEVERITIES = ['info', 'minor', 'major', 'critical', 'blocker'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const severity = z.enum(SEVERITIES);

export const CATEGORIES = [
  'bug',
  'complexity',
  'configuration',
  'dependency',
  'duplication',
  'pattern',
  'security',
  'structure',
  'style',
  'checklist',
] as const;
export type Category = (typeof CATEGORIES)[number];
export const category = z.enum(CATEGORIES);

export const location = z.object({
  /** From 1. */
  line: z.int().positive(),
  /** From 1. */
  column: z.int().positive(),
  end_line: z.int().positive().optional(),
});
export type Location = z.infer<typeof location>;

export const finding = z.object({
  id: z.string(),
  rule: z.string(),
  severity,
  category,
  location,
  message: z.string(),
  fix_hint: z.string(),
  /** Who found it: `eslint-plugin-sonarjs`, `sonarqube`, `consilium`, or `model`. */
  source: z.string(),
});
export type Finding = z.infer<typeof finding>;

export function makeFinding(parts: Omit<Finding, 'id' | 'source'> & { source?: string }): Finding {
  const { rule, location: at } = parts;
  return { source: 'consilium', ...parts, id: `${rule}@${at.line}:${at.column}` };
}

/** The worst first, then by place; what two sources say about the same rule and line is said once. */
export function orderFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const one of findings) {
    const key = `${one.rule}@${one.location.line}:${one.location.column}`;
    if (!unique.has(key)) unique.set(key, one);
  }
  return [...unique.values()].sort(
    (a, b) =>
      rank(b.severity) - rank(a.severity) ||
      a.location.line - b.location.line ||
      a.location.column - b.location.column ||
      (a.rule < b.rule ? -1 : 1),
  );
}

export function rank(value: Severity): number {
  return SEVERITIES.indexOf(value);
}

/** Offsets → lines and columns, for one text. */
export function locator(text: string): (start: number, end?: number) => Location {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  return (start, end) => {
    const line = lineOf(start);
    const last = end === undefined ? line : lineOf(Math.max(start, end - 1));
    return { line, column: start - starts[line - 1]! + 1, ...(last > line && { end_line: last }) };
  };
}
