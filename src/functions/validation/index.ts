/**
 * validate_against_spec: does an artifact meet its specification, its invariants and its acceptance criteria? What can
 * be measured is measured, with and without a model; a model judges the rest and cannot overrule a measurement.
 */
import { z } from 'zod';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import type { SEVERITIES } from '../analysis/finding.ts';
import type { AgentFunction } from '../function.ts';
import { material } from '../quote.ts';
import { cutToTokens } from '../tokens.ts';
import { judgeFormally } from './formal.ts';
import { judge } from './judgement.ts';
import { isValid, KINDS, unverified, type Violation, violation } from './verdict.ts';

const input = z
  .strictObject({
    artifact: z.string().refine((value) => value.trim() !== '', 'The artifact is empty.'),
    specification: z.string().default(''),
    invariants: z.array(z.string().min(1)).max(500).default([]),
    acceptance_criteria: z.array(z.string().min(1)).max(500).default([]),
    /** A wrong verdict would be costly: asks for the preset that debates. */
    high_stakes: z.boolean().default(false),
  })
  .refine(
    ({ specification, invariants, acceptance_criteria }) =>
      specification.trim() !== '' || invariants.length + acceptance_criteria.length > 0,
    { path: ['specification'], message: 'There is nothing to validate against.' },
  );

const output = z.object({
  valid: z.boolean(),
  violations: z.array(violation),
  confidence: z.number().min(0).max(1),
  remediation_hints: z.array(z.string()),
  /** What nobody could tell. It does not make the artifact invalid, but lowers the confidence. */
  unverified: z.array(unverified),
});

const draft = z.object({
  violations: z.array(
    z.object({
      criterion: z.string().min(1),
      kind: z.enum(KINDS),
      severity: z.enum([
        'info',
        'minor',
        'major',
        'critical',
        'blocker',
      ] satisfies readonly (typeof SEVERITIES)[number][]),
      message: z.string().min(1),
      evidence: z.string().optional(),
    }),
  ),
  unverified: z.array(unverified).default([]),
  confidence: z.number().min(0).max(1),
  remediation_hints: z.array(z.string()),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

export const validateAgainstSpec: AgentFunction<Input, Output> = {
  name: 'validate_against_spec',
  input,
  output,
  draft,
  choosePreset: ({ high_stakes }) => (high_stakes ? 'high_stakes' : 'default'),
  texts: ({ artifact, specification, invariants, acceptance_criteria }) => [
    { path: 'artifact', text: artifact },
    { path: 'specification', text: specification },
    ...invariants.map((text, index) => ({ path: `invariants.${index}`, text })),
    ...acceptance_criteria.map((text, index) => ({ path: `acceptance_criteria.${index}`, text })),
  ],
  withText: (given, path, text) => (path === 'artifact' ? { ...given, artifact: text } : given),
  prompt,
  measured: ({ violations, remediation_hints }) =>
    [...violations.map(({ message }) => message), ...remediation_hints].join('\n'),
  finish,
  // A criterion may bring a regular expression of its own.
  isHeavy: ({ specification, acceptance_criteria }) =>
    [specification, ...acceptance_criteria].some((text) => /\bpattern|\breg(?:ular\s+)?ex/i.test(text)),
  offline: (given) => {
    const { violations, unverified: unsure, hints, confidence, checked } = judge(given);
    return {
      valid: isValid(violations, checked),
      violations,
      confidence,
      remediation_hints: shorten(hints),
      unverified: unsure,
    };
  },
};

const MOST_TOKENS = 400;

/** As many hints as fit, whole ones. */
function shorten(hints: readonly string[]): string[] {
  const kept = cutToTokens(hints.join('\n'), MOST_TOKENS).text.split('\n');
  return hints.filter((hint, index) => index === 0 || kept.includes(hint));
}

function prompt({ artifact, specification, invariants, acceptance_criteria }: Input, _gathered: Json): string {
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [material(name, items.map((item, index) => `${index + 1}. ${item}`).join('\n'))];
  return [
    'Check the artifact.',
    material('artifact', artifact),
    ...(specification.trim() === '' ? [] : [material('specification', specification)]),
    ...list('invariants', invariants),
    ...list('acceptance criteria', acceptance_criteria),
    'Write each violated criterion into `criterion` as it stands above; quote the artifact in `evidence` word for word.',
    'What you cannot tell goes into `unverified`, with the reason.',
  ].join('\n\n');
}

function finish(given: Input, written: unknown): Output {
  const reply = draft.parse(written);
  const invented = reply.violations.find(
    ({ evidence }) => evidence !== undefined && !isQuoted(given.artifact, evidence),
  );
  if (invented !== undefined)
    throw new ConsiliumError(
      'OUTPUT_INVALID',
      'The evidence of a violation is not in the artifact; quote it word for word.',
    );
  const measured = measure(given);
  const settled = new Set(measured.map(({ criterion }) => criterion));
  const violations: Violation[] = [
    ...measured.flatMap(({ violation: found }) => (found === undefined ? [] : [found])),
    ...reply.violations.filter(({ criterion }) => !settled.has(criterion)),
  ];
  const hints = measured.flatMap(({ hint }) => (hint === '' ? [] : [hint]));
  return {
    valid: isValid(violations, Math.max(violations.length, countCriteria(given))),
    violations,
    confidence: reply.confidence,
    remediation_hints: [...new Set([...hints, ...reply.remediation_hints])],
    unverified: reply.unverified.filter(({ criterion }) => !settled.has(criterion)),
  };
}

function isQuoted(artifact: string, evidence: string): boolean {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s"“”'‘’…]+/g, ' ')
      .replace(/^\W{1,9}|\W{1,9}$/g, '');
  return evidence.trim() === '' || evidence.split(/\.\.\.|…/).every((part) => flat(artifact).includes(flat(part)));
}

interface Measured {
  readonly criterion: string;
  readonly hint: string;
  readonly violation: Violation | undefined;
}

/** What can be measured is not a matter of opinion. */
function measure({ artifact, acceptance_criteria }: Input): Measured[] {
  return acceptance_criteria.flatMap((criterion): Measured[] => {
    const verdict = judgeFormally(artifact, criterion);
    if (verdict === undefined || verdict.certainty < 1) return [];
    if (verdict.met) return [{ criterion, hint: '', violation: undefined }];
    const found: Violation = { criterion, kind: 'formal', severity: 'major', message: verdict.message };
    return [{ criterion, hint: verdict.hint, violation: found }];
  });
}

function countCriteria({ specification, invariants, acceptance_criteria }: Input): number {
  return invariants.length + acceptance_criteria.length + (specification.trim() === '' ? 0 : 1);
}
