/**
 * The judgement without a model: each invariant, criterion and requirement on its own. What can only be guessed is not
 * called met or broken; it is reported as unverified and lowers the confidence.
 */
import { type Location, locator } from '../analysis/finding.ts';
import { judgeFormally } from './formal.ts';
import { type Requirement, readRequirements } from './requirement.ts';
import { contentOf, isNegated, makeReadable, type Readable, readWording, shareOf, weigh } from './statement.ts';
import type { Unverified, Violation } from './verdict.ts';

export interface Judged {
  readonly violations: Violation[];
  readonly unverified: Unverified[];
  readonly hints: string[];
  readonly confidence: number;
  readonly checked: number;
}

interface Case {
  readonly artifact: string;
  readonly specification: string;
  readonly invariants: readonly string[];
  readonly acceptance_criteria: readonly string[];
}

/** What came of one thing to check. */
type Result =
  | { readonly state: 'met'; readonly certainty: number }
  | { readonly state: 'unverified'; readonly why: string }
  | { readonly state: 'broken'; readonly certainty: number; readonly violation: Violation; readonly hint: string };

interface Bench {
  readonly readable: Readable;
  readonly locate: (start: number) => Location;
  readonly isCode: boolean;
}

/** How much a criterion counts towards confidence if nobody could tell. */
const UNSURE = 0.25;

export function judge({ artifact, specification, invariants, acceptance_criteria }: Case): Judged {
  const bench: Bench = { readable: makeReadable(artifact), locate: locator(artifact), isCode: looksLikeCode(artifact) };
  const results: (readonly [criterion: string, Result])[] = [
    ...invariants.map((text) => [text, judgeInvariant(bench, text)] as const),
    ...acceptance_criteria.map((text) => [text, judgeCriterion(bench, text, 'acceptance')] as const),
    ...readRequirements(specification).map((one) => [one.text, judgeRequirement(bench, one)] as const),
  ];
  const sure = results.map(([, result]) => (result.state === 'unverified' ? UNSURE : result.certainty));
  const violations = results.flatMap(([, result]) => (result.state === 'broken' ? [result.violation] : []));
  return {
    violations,
    unverified: results.flatMap(([criterion, result]) =>
      result.state === 'unverified' ? [{ criterion, reason: result.why }] : [],
    ),
    hints: [...new Set(results.flatMap(([, result]) => (result.state === 'broken' ? [result.hint] : [])))],
    confidence: round(sure.reduce((sum, one) => sum + one, 0) / Math.max(1, sure.length)),
    checked: results.length,
  };
}

function looksLikeCode(artifact: string): boolean {
  const lines = artifact.split('\n').filter((line) => line.trim() !== '');
  const code = lines.filter((line) =>
    /[{};]\s*$|^\s*(?:def|import|from|const|let|function|class|return|#include)\b/.test(line),
  );
  return code.length * 3 >= lines.length;
}

/** A fact that must survive: other words are fine, another number or a negation is not. */
function judgeInvariant({ readable, locate }: Bench, fact: string): Result {
  const standing = weigh(readable, fact);
  if (standing.kind === 'said') return { state: 'met', certainty: standing.certainty };
  if (standing.kind === 'contradicted')
    return broken(standing.certainty, `State it as it was: ${fact}`, {
      ...{ criterion: fact, kind: 'contradiction', severity: 'critical' },
      message: `The artifact says something else: ${standing.why}.`,
      ...{ evidence: standing.evidence, location: locate(standing.at) },
    });
  if (standing.kind === 'partly')
    return broken(standing.certainty, `Say all of it: ${fact}`, {
      ...{ criterion: fact, kind: 'partial', severity: 'major' },
      message: 'Only a part of it is there.',
      ...{ evidence: standing.evidence, location: locate(standing.at) },
    });
  return broken(standing.certainty, `Add: ${fact}`, {
    ...{ criterion: fact, kind: 'missing', severity: 'major' },
    message: 'The artifact does not say it.',
  });
}

function judgeRequirement(bench: Bench, { text, kind }: Requirement): Result {
  if (kind === 'topic') return judgeTopic(bench.readable, text);
  if (kind === 'plain') {
    const standing = weigh(bench.readable, subjectOf(text));
    if (standing.kind === 'said') return { state: 'met', certainty: Math.min(0.7, standing.certainty) };
    const share = shareOf(new Set(contentOf(subjectOf(text))), bench.readable.all);
    if (standing.kind === 'partly' || share >= 0.5) return { state: 'met', certainty: 0.4 };
    return { state: 'unverified', why: 'The artifact speaks of it in too few of its words to tell.' };
  }
  return judgeCriterion(bench, text, kind);
}

/** A heading of an outline: its words must come up, not in one sentence. */
function judgeTopic(readable: Readable, topic: string): Result {
  const wanted = new Set(contentOf(topic));
  if (wanted.size === 0) return { state: 'unverified', why: 'It has no word that could be looked for.' };
  const share = shareOf(wanted, readable.all);
  if (share >= 0.5) return { state: 'met', certainty: 0.5 + 0.4 * share };
  return broken(0.75, `Cover: ${topic}`, {
    ...{ criterion: topic, kind: 'missing', severity: 'minor', message: 'The topic does not come up.' },
  });
}

function judgeCriterion(bench: Bench, text: string, kind: 'acceptance' | 'demand' | 'wish'): Result {
  const severity = kind === 'wish' ? 'minor' : 'major';
  const formal = judgeFormally(bench.readable.text, text);
  if (formal !== undefined) {
    if (formal.met) return { state: 'met', certainty: formal.certainty };
    return broken(formal.certainty, formal.hint, {
      ...{ criterion: text, kind: 'formal', severity, message: formal.message },
      ...(formal.evidence !== undefined && { evidence: formal.evidence }),
      ...(formal.at !== undefined && { location: bench.locate(formal.at) }),
    });
  }
  const subject = subjectOf(text);
  return asksToBeSaid(text)
    ? judgeMention(bench, text, subject, severity)
    : judgeSubstance(bench, text, subject, severity);
}

/** "must mention X", "must not mention X": whether X comes up. */
function judgeMention(
  { readable, locate }: Bench,
  text: string,
  subject: string,
  severity: Violation['severity'],
): Result {
  const wanted = new Set(contentOf(subject));
  if (wanted.size === 0) return { state: 'unverified', why: 'It has no word that could be looked for.' };
  const best = readable.passages
    .map((passage) => ({ passage, share: shareOf(wanted, passage.terms) }))
    .reduce((a, b) => (b.share > a.share ? b : a), {
      passage: { text: '', at: 0, terms: new Set<string>() },
      share: 0,
    });
  if (isNegated(text)) {
    if (best.share < 1) return { state: 'met', certainty: 0.75 };
    return broken(0.75, `Take out what is said about: ${subject}`, {
      ...{ criterion: text, kind: 'forbidden', severity, message: 'It comes up and must not.' },
      ...{ evidence: best.passage.text.slice(0, 160), location: locate(best.passage.at) },
    });
  }
  const share = Math.max(best.share, shareOf(wanted, readable.all) * 0.8);
  if (share >= 0.65) return { state: 'met', certainty: 0.5 + 0.4 * share };
  if (share >= 0.35) return { state: 'unverified', why: 'Only some of its words come up.' };
  return broken(0.75, `Say something about: ${subject}`, {
    ...{ criterion: text, kind: 'missing', severity, message: 'It does not come up.' },
  });
}

/** A demand on what the artifact is or does: words can support or contradict it, but not settle it. */
function judgeSubstance(
  { readable, locate, isCode }: Bench,
  text: string,
  subject: string,
  severity: Violation['severity'],
): Result {
  const standing = weigh(readable, subject);
  if (standing.kind === 'said') return { state: 'met', certainty: Math.min(0.8, standing.certainty) };
  if (standing.kind === 'contradicted' && !isCode)
    return broken(standing.certainty, `Bring it into line with: ${text}`, {
      ...{ criterion: text, kind: 'contradiction', severity: severity === 'minor' ? 'minor' : 'critical' },
      message: `The artifact says something else: ${standing.why}.`,
      ...{ evidence: standing.evidence, location: locate(standing.at) },
    });
  return { state: 'unverified', why: 'Words alone cannot show whether it is met.' };
}

function asksToBeSaid(text: string): boolean {
  const { mention } = readWording();
  return new RegExp(`\\b(?:${mention.join('|')})\\b`, 'i').test(text);
}

/** The criterion without the words that speak about the artifact itself. */
function subjectOf(text: string): string {
  const { meta } = readWording();
  return text
    .replace(new RegExp(`\\b(?:${meta.join('|')})\\b`, 'gi'), ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const LONGEST_HINT = 400;

function broken(certainty: number, hint: string, violation: Violation): Result {
  return { state: 'broken', certainty, violation, hint: hint.replace(/\s+/g, ' ').slice(0, LONGEST_HINT) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
