/** The gate (gate.yml): limits of measures become findings, and findings decide whether an artifact passes. */
import { z } from 'zod';
import { category, type Finding, makeFinding, severity } from './finding.ts';
import { sheet } from './sheet.ts';
import type { FunctionMetrics } from './structure.ts';

const limit = z
  .strictObject({
    metric: z.string(),
    max: z.number().optional(),
    min: z.number().optional(),
    severity,
    category,
    message: z.string(),
    fix: z.string(),
  })
  .refine(({ max, min }) => (max === undefined) !== (min === undefined), 'A limit is either a max or a min.');

const readGate = sheet(
  './gate.yml',
  import.meta.url,
  z.strictObject({
    allowed: z.partialRecord(severity, z.int().nonnegative()),
    limits: z.strictObject({ code: z.array(limit), document: z.array(limit), config: z.array(limit) }),
  }),
);

interface Measured {
  readonly by_function?: readonly FunctionMetrics[];
  readonly [metric: string]: unknown;
}

/** One finding for each measure beyond its strictest limit, at the function it is about where there is one. */
export function checkLimits(type: 'code' | 'document' | 'config', metrics: Measured): Finding[] {
  const broken = new Map<string, Finding>();
  for (const { metric, max, min, message, fix, ...weight } of readGate().limits[type]) {
    const value = metrics[metric];
    if (typeof value !== 'number' || (max !== undefined ? value <= max : value >= min!)) continue;
    const told = `${message} (${metric} is ${value}, the limit ${max ?? min})`;
    const location = { line: lineOf(metrics, metric, value), column: 1 };
    broken.set(
      metric,
      makeFinding({ ...weight, rule: metric.replaceAll('_', '-'), location, message: told, fix_hint: fix }),
    );
  }
  return [...broken.values()];
}

/** The function that a measure of the whole is about. */
function lineOf({ by_function = [] }: Measured, metric: string, value: number): number {
  const measures: Record<string, (one: FunctionMetrics) => number> = {
    max_cyclomatic: ({ cyclomatic }) => cyclomatic,
    max_cognitive: ({ cognitive }) => cognitive,
    longest_function: ({ line, end_line }) => end_line - line + 1,
  };
  return by_function.find((one) => measures[metric]?.(one) === value)?.line ?? 1;
}

export function passes(findings: readonly Finding[]): boolean {
  const counts = new Map<string, number>();
  for (const { severity: level } of findings) counts.set(level, (counts.get(level) ?? 0) + 1);
  return Object.entries(readGate().allowed).every(([level, allowed]) => (counts.get(level) ?? 0) <= allowed);
}
