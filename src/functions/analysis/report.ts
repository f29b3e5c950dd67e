/** The report in brief, for whoever reads nothing else: verdict, what counts, what was measured. */
import { cutToTokens } from '../tokens.ts';
import type { CheckedItem } from './checklist.ts';
import { type Finding, SEVERITIES } from './finding.ts';

const MOST_TOKENS = 500;
const MOST_FINDINGS = 12;

export interface Reported {
  readonly artifact_type: string;
  readonly language?: string | undefined;
  readonly findings: readonly Finding[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly pass: boolean;
  readonly checklist: readonly CheckedItem[];
}

export function writeReport({ artifact_type, findings, metrics, pass, checklist }: Reported): string {
  const counts = SEVERITIES.toReversed()
    .map((level) => [level, findings.filter(({ severity }) => severity === level).length] as const)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`);
  const measured = Object.entries(metrics)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
    .map(([name, value]) => `${name} ${value}`);
  const lines = [
    `${pass ? 'PASS' : 'FAIL'}: ${artifact_type}, ${counts.length === 0 ? 'no findings' : counts.join(', ')}.`,
    ...findings
      .slice(0, MOST_FINDINGS)
      .map(({ severity, rule, location, message }) => `- ${severity} ${rule}, line ${location.line}: ${message}`),
    ...(findings.length > MOST_FINDINGS ? [`- and ${findings.length - MOST_FINDINGS} more.`] : []),
    ...(checklist.length === 0
      ? []
      : [`Checklist: ${checklist.filter(({ found }) => found).length} of ${checklist.length} found.`]),
    `Measured: ${measured.join(', ')}.`,
  ];
  return cutToTokens(lines.join('\n'), MOST_TOKENS).text;
}
