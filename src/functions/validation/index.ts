/**
 * validate_against_spec: does an artifact meet its specification, its invariants and its acceptance criteria? Each gets a
 * verdict: met, violated or undecidable. What can be measured is measured, with and without a model; where the two
 * disagree, that is shown, and nothing is valid on a guess.
 */
import { z } from 'zod';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import { locator, SEVERITIES, type Severity } from '../analysis/finding.ts';
import type { AgentFunction } from '../function.ts';
import { material } from '../quote.ts';
import { cutToTokens } from '../tokens.ts';
import { certaintyOf, type Judged, judge } from './judgement.ts';
import { readRequirements } from './requirement.ts';
import { KINDS, unverified, VERDICTS, type Verdict, type Violation, verdict, violation } from './verdict.ts';

const input = z
  .strictObject({
    artifact: z.string().refine((value) => value.trim() !== '', 'The artifact is empty.'),
    specification: z.string().default(''),
    invariants: z.array(z.string().min(1)).max(500).default([]),
    acceptance_criteria: z.array(z.string().min(1)).max(500).default([]),
    path: z.string().min(1).optional().describe("The artifact's file name: says what kind of text or code it is"),
    language: z.string().min(1).optional(),
    /** A wrong verdict would be costly: asks for the preset that debates. */
    high_stakes: z.boolean().default(false),
  })
  .refine(
    ({ specification, invariants, acceptance_criteria }) =>
      specification.trim() !== '' || invariants.length + acceptance_criteria.length > 0,
    { path: ['specification'], message: 'There is nothing to validate against.' },
  );

const output = z.object({
  valid: z
    .boolean()
    .describe('True only where each criterion is met and shown to be; never where one is undecidable or only likely'),
  verdicts: z.array(verdict),
  violations: z.array(violation),
  confidence: z.number().min(0).max(1),
  remediation_hints: z.array(z.string()),
  /** What nobody could tell, and what is met as far as words go but not proved. */
  unverified: z.array(unverified),
  /** How many headings of an outline come up. */
  coverage: z.object({ covered: z.int(), of: z.int() }).optional(),
  /** Where a measurement and a model say different things: both are told, the worse one holds. */
  disagreements: z
    .array(z.object({ criterion: z.string(), measured: z.enum(VERDICTS), model: z.enum(VERDICTS), reason: z.string() }))
    .optional(),
});

const draft = z.object({
  verdicts: z.array(
    z.object({
      criterion: z.string().min(1),
      verdict: z.enum(VERDICTS),
      reason: z.string().min(1),
      evidence: z.string().optional(),
      severity: z.enum(SEVERITIES).optional(),
      kind: z.enum(KINDS).optional(),
    }),
  ),
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
  offline: async (given) => assemble(given, await judge(given), undefined),
};

/** What the artifact is held against, item by item. */
function itemsOf({ invariants, acceptance_criteria, specification }: Input): string[] {
  const requirements = readRequirements(specification, invariants.length + acceptance_criteria.length > 0);
  return [...new Set([...invariants, ...acceptance_criteria, ...requirements.map(({ text }) => text)])];
}

function prompt(given: Input, _gathered: Json): string {
  const { artifact, specification } = given;
  return [
    'Check the artifact.',
    material('artifact', artifact),
    ...(specification.trim() === '' ? [] : [material('specification', specification)]),
    material(
      'criteria',
      itemsOf(given)
        .map((item, index) => `${index + 1}. ${item}`)
        .join('\n'),
    ),
    'Give a verdict on each criterion: copy it into `criterion` as it stands above (without its number), say `met`, `violated` or `undecidable`, and why.',
    'Quote the artifact in `evidence` word for word where there is something to quote.',
  ].join('\n\n');
}

async function finish(given: Input, written: unknown): Promise<Output> {
  const reply = draft.parse(written);
  const invented = reply.verdicts.find(({ evidence }) => evidence !== undefined && !isQuoted(given.artifact, evidence));
  if (invented !== undefined)
    throw new ConsiliumError(
      'OUTPUT_INVALID',
      'The evidence of a verdict is not in the artifact; quote it word for word.',
    );
  return assemble(given, await judge(given), reply);
}

type Reply = z.infer<typeof draft>;

function isQuoted(artifact: string, evidence: string): boolean {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s"“”'‘’…]+/g, ' ')
      .replace(/^\W{1,9}|\W{1,9}$/g, '');
  return evidence.trim() === '' || evidence.split(/\.\.\.|…/).every((part) => flat(artifact).includes(flat(part)));
}

interface Settled {
  readonly judged: Judged;
  readonly final: Verdict;
  readonly severity: Severity;
  readonly kind: Violation['kind'];
  readonly disagreement?: NonNullable<Output['disagreements']>[number] | undefined;
}

function assemble(given: Input, judged: readonly Judged[], reply: Reply | undefined): Output {
  const settled = judged.map((one) => settle(one, reply));
  const locate = locator(given.artifact);
  const violations = settled.flatMap(({ judged: own, final, severity, kind }): Violation[] => {
    if (final.verdict !== 'violated') return [];
    const place = own.at !== undefined && own.verdict === 'violated' ? { location: locate(own.at) } : {};
    return [
      {
        criterion: final.criterion,
        kind,
        severity,
        message: final.reason,
        ...(final.evidence !== undefined && { evidence: final.evidence }),
        ...place,
      },
    ];
  });
  const hints = [
    ...settled.flatMap(({ judged: own, final }) =>
      final.verdict === 'violated' && (reply === undefined || own.how === 'measured') ? [hintFor(own)] : [],
    ),
    ...(reply?.remediation_hints ?? []),
  ];
  const topics = settled.filter(({ judged: { from } }) => from === 'topic');
  const disagreements = settled.flatMap(({ disagreement }) => disagreement ?? []);
  return {
    valid: isValid(settled, reply !== undefined),
    verdicts: settled.map(({ final }) => final),
    violations,
    confidence: reply === undefined ? confidenceOf(given, judged) : reply.confidence,
    remediation_hints: shorten([...new Set(hints)]),
    unverified: settled.flatMap(({ final, judged: own }) => {
      if (final.verdict === 'undecidable') return [{ criterion: final.criterion, reason: final.reason }];
      const unproved = reply === undefined && final.verdict === 'met' && own.how === 'likely';
      return unproved ? [{ criterion: final.criterion, reason: `Likely, not proved: ${final.reason}` }] : [];
    }),
    ...(topics.length > 0 && {
      coverage: { covered: topics.filter(({ final }) => final.verdict === 'met').length, of: topics.length },
    }),
    ...(disagreements.length > 0 && { disagreements }),
  };
}

/** The model's word, unless a measurement says otherwise: then the worse of the two holds, and both are told. */
function settle(judged: Judged, reply: Reply | undefined): Settled {
  const { criterion, verdict: own, reason, evidence, from, how, kind = 'missing' } = judged;
  const severity: Severity =
    from === 'topic' || from === 'wish' ? 'minor' : kind === 'contradiction' ? 'critical' : 'major';
  const mine = { criterion, verdict: own, reason, ...(evidence !== undefined && { evidence }) };
  if (reply === undefined) return { judged, final: mine, severity, kind };
  const said = reply.verdicts.find((one) => fold(one.criterion) === fold(criterion));
  const measured = how === 'measured' && own !== 'undecidable';
  if (said === undefined) {
    const silent = { criterion, verdict: 'undecidable' as const, reason: 'The model gave no verdict on it.' };
    return { judged, final: measured ? mine : silent, severity, kind };
  }
  const theirs = {
    criterion,
    verdict: said.verdict,
    reason: said.reason,
    ...(said.evidence !== undefined && { evidence: said.evidence }),
  };
  const weighed = { severity: said.severity ?? severity, kind: said.kind ?? kind };
  if (!measured || own === said.verdict) return { judged, final: theirs, ...weighed };
  const worse = own === 'violated' ? mine : said.verdict === 'undecidable' ? mine : theirs;
  const disagreement = {
    criterion,
    measured: own,
    model: said.verdict,
    reason: `Measured: ${reason} The model: ${said.reason}`,
  };
  return {
    judged,
    final: worse,
    severity,
    kind: own === 'violated' ? kind : weighed.kind,
    ...(said.verdict !== 'undecidable' && { disagreement }),
  };
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\s*\d+[.)]\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** How much of an outline may be missing before that is more than a blemish. */
const COVERED = 0.5;

/** Without a model, what is only likely makes nothing valid. */
function isValid(settled: readonly Settled[], byModel: boolean): boolean {
  const topics = settled.filter(({ judged: { from } }) => from === 'topic');
  const rest = settled.filter(({ judged: { from } }) => from !== 'topic' && from !== 'wish');
  const covered = topics.filter(({ final }) => final.verdict === 'met').length;
  if (settled.length === 0 || covered < topics.length * COVERED) return false;
  return rest.every(({ final, judged }) => final.verdict === 'met' && (byModel || judged.how !== 'likely'));
}

/** A fact that stands in the artifact word for word may have been copied from it: it makes nobody surer. */
function confidenceOf({ artifact }: Input, judged: readonly Judged[]): number {
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  const counted = judged.filter(
    ({ from, criterion }) => from !== 'invariant' || !flat(artifact).includes(flat(criterion)),
  );
  const sure = (counted.length > 0 ? counted : judged).map(certaintyOf);
  return Math.round((sure.reduce((sum, one) => sum + one, 0) / Math.max(1, sure.length)) * 1000) / 1000;
}

function hintFor({ criterion, kind, from }: Judged): string {
  const said = criterion.replace(/\s+/g, ' ').slice(0, 300);
  if (from === 'topic') return `Cover: ${said}`;
  if (kind === 'forbidden') return `Take out what breaks: ${said}`;
  if (kind === 'contradiction') return `State it as it must be: ${said}`;
  return kind === 'missing' && from === 'invariant' ? `Add: ${said}` : `Bring it into line with: ${said}`;
}

const MOST_TOKENS = 400;

/** As many hints as fit, whole ones. */
function shorten(hints: readonly string[]): string[] {
  const kept = cutToTokens(hints.join('\n'), MOST_TOKENS).text.split('\n');
  return hints.filter((hint, index) => index === 0 || kept.includes(hint));
}
