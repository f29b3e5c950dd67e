/**
 * The judgement without a model: each invariant, criterion and requirement on its own, met, violated or undecidable. What
 * can only be guessed is undecidable, and nothing is valid on a guess.
 */
import { detectCode, readDocument, type Span } from '../../reading/index.ts';
import { readConfiguration } from '../analysis/configuration.ts';
import { CODE } from './code.ts';
import { beyondReading, makeReadable, type Readable, type Standing, weigh, weighQuestion } from './content.ts';
import { type Criterion, readCriterion, whatIsSaid } from './criterion.ts';
import { judgeDeed } from './deeds/index.ts';
import { type CodeArtifact, namesIn } from './deeds/scope.ts';
import { FORM } from './form.ts';
import { type Asked, recognise } from './recognise.ts';
import { type Requirement, readRequirements } from './requirement.ts';
import type { Artifact, Seen } from './seen.ts';
import type { Verdict } from './verdict.ts';

export interface Request {
  readonly artifact: string;
  readonly specification: string;
  readonly invariants: readonly string[];
  readonly acceptance_criteria: readonly string[];
  readonly path?: string | undefined;
  readonly language?: string | undefined;
}

export interface Judged extends Verdict {
  readonly from: 'invariant' | 'criterion' | Requirement['kind'];
  /** `likely`: words speak for it, which is no proof; nothing is valid by it. */
  readonly how: 'measured' | 'read' | 'likely';
  readonly at?: number | undefined;
  readonly kind?: 'missing' | 'contradiction' | 'partial' | 'formal' | 'forbidden' | undefined;
}

interface Bench {
  readonly artifact: Artifact;
  readonly readable: Readable;
}

export async function judge(request: Request): Promise<Judged[]> {
  const { artifact: text, specification, invariants, acceptance_criteria } = request;
  const artifact = await readArtifact(request);
  const requirements = readRequirements(specification, invariants.length + acceptance_criteria.length > 0);
  const criteria = [...acceptance_criteria, ...requirements.map((one) => one.text)];
  const spoken = [...invariants, ...criteria.map((one) => whatIsSaid(readCriterion(one))), ...criteria];
  const names = artifact.code === undefined ? [] : [...namesIn(artifact as CodeArtifact)].slice(0, MOST_NAMES);
  const bench = {
    artifact,
    readable: await makeReadable(artifact, spoken, settingsOf(text, request, artifact), names),
  };
  const judged: Judged[] = [];
  for (const fact of invariants) judged.push({ ...judgeInvariant(bench, fact), criterion: fact, from: 'invariant' });
  for (const one of acceptance_criteria)
    judged.push({ ...(await judgeCriterion(bench, one)), criterion: one, from: 'criterion' });
  for (const { text: one, kind } of requirements)
    judged.push({
      ...(kind === 'topic' ? judgeTopic(bench, one) : await judgeCriterion(bench, one)),
      criterion: one,
      from: kind,
    });
  return judged;
}

/** So many names of a source are compared by meaning. */
const MOST_NAMES = 400;

async function readArtifact({ artifact: text, path, language }: Request): Promise<Artifact> {
  const code = await detectCode(text, { path, language });
  return {
    text,
    path,
    code,
    document: code === undefined ? readDocument(text, { path }) : commentsOf(text, code.comments),
  };
}

/** Of code, what it says in words is in its comments. */
function commentsOf(source: string, comments: readonly Span[]) {
  const words = source.replace(/[^\n]/g, ' ').split('');
  for (const { start, end } of comments)
    for (let at = start; at < end; at++) if (/[^\n#/*]/.test(source[at]!)) words[at] = source[at]!;
  return {
    format: 'plain' as const,
    source,
    words: words.join(''),
    blocks: comments.map(({ start, end }) => ({ kind: 'prose' as const, start, end })),
  };
}

/** A configuration as sentences: `tls: true` says that TLS is on. */
function settingsOf(text: string, { path, language }: Request, { code }: Artifact): string[] {
  const named = /\.(?:json|ya?ml|toml|ini|env)$/i.test(path ?? '') || /^(?:json|ya?ml|toml|ini)$/i.test(language ?? '');
  if (code !== undefined || (!named && !/^\s*\{[\s\S]*\}\s*$/.test(text))) return [];
  const { settings } = readConfiguration(text, path, language);
  return settings.map(({ path: key, value }) => {
    const unit = /_(ms|s|sec|seconds|minutes|hours|days|mb|gb|kb|percent)$/i.exec(key)?.[1] ?? '';
    const name = key
      .replace(/_(?:ms|s|sec|seconds|minutes|hours|days|mb|gb|kb|percent)$/i, '')
      .replace(/\.\d+(?=\.|$)/g, '')
      .replace(/[._-]+/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2');
    const said = String(value);
    if (said === 'true') return `${name} is on.`;
    return said === 'false' ? `${name} is off.` : `${name} is ${said}${unit === '' ? '' : ` ${unit}`}.`;
  });
}

type Told = Pick<Judged, 'verdict' | 'reason' | 'evidence' | 'how' | 'at' | 'kind'>;

const MEASURED = 1;
/** Checks that nothing else can stand in for. */
const UNSETTLED = new Set(['matches', 'json_schema', 'in_language']);

async function judgeCriterion(bench: Bench, text: string): Promise<Told> {
  const criterion = readCriterion(text);
  const { artifact } = bench;
  for (const [asked, checks] of [
    [recognise(criterion, false), FORM],
    [artifact.code === undefined ? [] : recognise(criterion, true), CODE],
  ] as const) {
    const seen = await firstSeen(asked, checks, artifact);
    if (seen !== undefined) return fromSeen(seen, criterion);
    if (asked.some(({ check }) => UNSETTLED.has(check)))
      return undecidable('It is a check that could not be carried out on this artifact.');
  }
  if (artifact.code !== undefined) return judgeCodeWords(bench, criterion);
  return judgeWords(bench, criterion);
}

async function firstSeen(
  asked: readonly Asked[],
  checks: Readonly<Record<string, (artifact: Artifact, groups: Asked['groups']) => unknown>>,
  artifact: Artifact,
): Promise<Seen | undefined> {
  for (const { check, groups } of asked) {
    const seen = (await checks[check]?.(artifact, groups)) as Seen | undefined;
    if (seen !== undefined) return seen;
  }
  return undefined;
}

function fromSeen({ holds, message, evidence, at, likely }: Seen, { negative }: Criterion): Told {
  const verdict = holds === negative ? 'violated' : 'met';
  return {
    verdict,
    reason: message,
    evidence,
    at,
    how: likely ? 'likely' : 'measured',
    kind: negative ? 'forbidden' : 'formal',
  };
}

/** Code: what shows a deed; words in comments prove nothing about what it does. */
function judgeCodeWords({ artifact, readable }: Bench, criterion: Criterion): Told {
  const why = beyondReading(criterion.text);
  if (why !== undefined) return undecidable(why);
  const deed = judgeDeed(artifact as CodeArtifact, criterion.text, readable);
  if (deed !== undefined) return fromSeen(deed, { ...criterion, negative: false });
  return undecidable('Neither the parser nor what is known of such code can settle it.');
}

function undecidable(reason: string): Told {
  return { verdict: 'undecidable', reason, how: 'read' };
}

function judgeWords({ readable }: Bench, criterion: Criterion): Told {
  const { text, negative, rest, asksToBeSaid } = criterion;
  const isQuestion =
    asksToBeSaid &&
    /^\s*(?:how|what|which|who|whom|when|where|why|whether|the|an?|its|their|his|her|at least|any)\b/i.test(
      whatIsSaid(criterion),
    ) &&
    !/^\s*\w+ that\b/.test(rest);
  const standing = asksToBeSaid
    ? isQuestion || !/\b(?:is|are|was|were|has|have|must|can|will|should|\w+s|\w+ed)\b/.test(whatIsSaid(criterion))
      ? weighQuestion(readable, whatIsSaid(criterion), criterion.mention)
      : weigh(readable, whatIsSaid(criterion))
    : weigh(readable, negative ? text : rest);
  if (asksToBeSaid && negative) return fromForbidden(standing);
  if (standing.kind === 'said')
    return {
      ...{ verdict: 'met', reason: 'It says so.', evidence: standing.evidence, at: standing.at },
      how: standing.sure ? 'read' : 'likely',
    };
  if (standing.kind === 'contradicted')
    return {
      verdict: 'violated',
      reason: `It says something else: ${standing.why}.`,
      evidence: standing.evidence,
      at: standing.at,
      how: 'read',
      kind: 'contradiction',
    };
  const why = asksToBeSaid ? undefined : beyondReading(text);
  if (why !== undefined) return undecidable(why);
  if (standing.kind === 'partly') return fromPartly(standing);
  return { verdict: 'violated', reason: 'It does not say so.', how: 'read', kind: 'missing' };
}

/** Below this no sentence has to do with it, in whatever words. */
const FAR = 0.35;

function fromForbidden(standing: Standing): Told {
  if (standing.kind === 'absent')
    return { verdict: 'met', reason: 'It does not come up.', how: standing.alike < FAR ? 'read' : 'likely' };
  if (standing.kind === 'said')
    return {
      verdict: 'violated',
      reason: 'It comes up and must not.',
      evidence: standing.evidence,
      at: standing.at,
      how: 'read',
      kind: 'forbidden',
    };
  return undecidable('Something like it comes up.');
}

function fromPartly(standing: Extract<Standing, { kind: 'said' | 'partly' }>): Told {
  return {
    verdict: 'violated',
    reason: 'Only a part of it is there.',
    evidence: standing.evidence,
    at: standing.at,
    how: 'read',
    kind: 'partial',
  };
}

/** A fact that must survive: other words are fine, another number or a negation is not. */
function judgeInvariant({ readable }: Bench, fact: string): Told {
  const standing = weigh(readable, fact);
  if (standing.kind === 'said')
    return {
      verdict: 'met',
      reason: 'It is kept.',
      evidence: standing.evidence,
      at: standing.at,
      how: standing.literal ? 'measured' : standing.sure ? 'read' : 'likely',
    };
  if (standing.kind === 'contradicted')
    return {
      verdict: 'violated',
      reason: `The artifact says something else: ${standing.why}.`,
      evidence: standing.evidence,
      at: standing.at,
      how: 'read',
      kind: 'contradiction',
    };
  if (standing.kind === 'partly') return fromPartly(standing);
  return { verdict: 'violated', reason: 'The artifact does not say it.', how: 'read', kind: 'missing' };
}

/** A heading of an outline: its words must come up, not in one sentence. */
function judgeTopic({ readable }: Bench, topic: string): Told {
  const standing = weighQuestion(readable, topic);
  const covered = standing.kind === 'said' || (standing.kind === 'partly' && standing.share >= 0.5);
  if (covered) return { verdict: 'met', reason: 'It comes up.', how: 'read' };
  return { verdict: 'violated', reason: 'The topic does not come up.', how: 'read', kind: 'missing' };
}

/** How sure a verdict is. */
export function certaintyOf({ verdict, how }: Judged): number {
  return verdict === 'undecidable' ? 0.25 : how === 'measured' ? MEASURED : how === 'read' ? 0.8 : 0.5;
}
