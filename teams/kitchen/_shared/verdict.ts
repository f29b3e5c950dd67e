/** How reviews and validations are told: the verdict first, the worst finding first. */
import type { Json } from 'consilium/kernel';
import { count, list } from './wording.ts';

interface Review {
  readonly findings: readonly {
    severity: string;
    message: string;
    fix_hint: string;
    location: { line: number };
  }[];
  readonly metrics: Readonly<Record<string, Json>>;
  readonly pass: boolean;
}

const MOST = 10;

export function tellFindings(output: Json): string {
  const { findings, metrics, pass } = output as unknown as Review;
  const verdict = pass ? 'It passes' : 'It does not pass';
  const found = findings.length === 0 ? 'nothing was found' : tellSeverities(findings.map(({ severity }) => severity));
  const lines = findings.slice(0, MOST).map(({ location, severity, message, fix_hint }) => {
    const fix = fix_hint === '' ? '' : ` ${fix_hint}`;
    return `- line ${location.line}, ${severity}: ${message}${fix}`;
  });
  const rest = findings.length > MOST ? `… and ${findings.length - MOST} more.` : '';
  return [`**${verdict}: ${found}.**`, lines.join('\n'), rest, tellMetrics(metrics)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tellSeverities(severities: readonly string[]): string {
  const kinds = [...new Set(severities)];
  return list(kinds.map((kind) => count(severities.filter((one) => one === kind).length, `${kind} finding`)));
}

function tellMetrics(metrics: Readonly<Record<string, Json>>): string {
  const plain = Object.entries(metrics)
    .filter(([, value]) => typeof value === 'number')
    .slice(0, 6);
  return plain.length === 0
    ? ''
    : `Measured: ${plain.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ')}.`;
}

interface Validation {
  readonly valid: boolean;
  readonly violations: readonly Violation[];
  readonly confidence: number;
  readonly remediation_hints: readonly string[];
  readonly unverified: readonly { readonly criterion: string }[];
}

interface Violation {
  readonly criterion: string;
  readonly message: string;
  readonly severity: string;
}

export function tellValidation(output: Json): string {
  const { valid, violations, confidence, remediation_hints: hints, unverified } = output as unknown as Validation;
  const verdict = valid
    ? '**It meets the specification.**'
    : `**It does not meet the specification: ${count(violations.length, 'violation')}.**`;
  const lines = violations.slice(0, MOST).map(({ severity, message }) => `- ${severity}: ${message}`);
  const advice = hints.slice(0, MOST).map((hint) => `- ${hint}`);
  const open = unverified.slice(0, MOST).map(({ criterion }) => `- ${criterion}`);
  return [
    `${verdict} I am ${Math.round(confidence * 100)} % sure.`,
    lines.join('\n'),
    advice.length === 0 ? '' : `To put it right:\n\n${advice.join('\n')}`,
    open.length === 0 ? '' : `Could not be checked:\n\n${open.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
