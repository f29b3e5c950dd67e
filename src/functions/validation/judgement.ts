/**
 * The judgement without a model: each invariant, criterion and requirement on its own, met, violated or undecidable. What
 * can only be guessed is undecidable, and nothing is valid on a guess.
 */
import { type Given, readArtifact } from './artifact.ts';
import { beyondReading, isAboutCode, makesCode } from './beyond.ts';
import { isDoneElsewhere } from './code/elsewhere.ts';
import { CODE } from './code/index.ts';
import { isOutside } from './code/outside.ts';
import { paraphrase, splitCompound } from './code/paraphrases.ts';
import { judgeParts } from './code/part-criteria.ts';
import { takeExceptions, textOutsideTests } from './code/phrases.ts';
import { judgeProposition } from './code/propositions.ts';
import {
  type ContentWeights,
  claim,
  isThere,
  makeReadable,
  type Readable,
  readClaim,
  type Standing,
  splitSaying,
  weigh,
} from './content/index.ts';
import { inOtherScript } from './content/script.ts';
import { type Criterion, readCriterion } from './criterion.ts';
import { judgeDeed, judgeSilence, type Meaning } from './deeds/index.ts';
import type { CodeArtifact } from './deeds/scope.ts';
import { type Before, type Fact, type FactWeights, gather, namesOf, readFacts, weighFacts } from './facts/index.ts';
import { FORM } from './form/checks.ts';
import { judgeClause } from './form/clause.ts';
import { judgeData } from './form/data.ts';
import { judgeEachPart } from './form/each.ts';
import { judgeEntries } from './form/entries.ts';
import { judgeForm } from './form/judge.ts';
import { judgeSettings } from './form/settings.ts';
import { judgeTables } from './form/tables.ts';
import { judgeTraits } from './form/traits.ts';
import { readUnder } from './form/under.ts';
import { type Openness, openness } from './openness.ts';
import { type Asked, recognise } from './recognise.ts';
import { type Requirement, readRequirements } from './requirement.ts';
import type { Artifact, Seen } from './seen.ts';
import type { Verdict } from './verdict.ts';
import { judgeWorld } from './worlds/index.ts';

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

export interface Bench {
  readonly artifact: Artifact;
  readonly readable: Readable;
  /** Of code: its statements. */
  readonly facts: readonly Fact[];
  /** What was learned, where it is not what the house has: how it would be judged without a set of cases. */
  readonly learned?: Learned | undefined;
}

export interface Learned {
  readonly openness: Openness;
  readonly content: ContentWeights;
  readonly facts: FactWeights;
}

export async function judge(request: Request): Promise<Judged[]> {
  const { specification, invariants, acceptance_criteria } = request;
  const requirements = readRequirements(specification, invariants.length + acceptance_criteria.length > 0);
  const criteria = [...acceptance_criteria, ...requirements.map((one) => one.text)];
  const bench = await makeBench(request, [...invariants, ...criteria.flatMap(spokenOf)]);
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

/** What of a criterion is compared by meaning: the whole, and what each part of it claims. */
export function spokenOf(criterion: string): string[] {
  return [criterion, ...splitSaying(criterion).map((part) => readClaim(part).text)];
}

export async function makeBench(given: Given, spoken: readonly string[]): Promise<Bench> {
  const { artifact, settings } = await readArtifact(given);
  const facts = artifact.code === undefined ? [] : await readFacts(artifact as CodeArtifact);
  const names = artifact.code === undefined ? [] : namesOf(artifact as CodeArtifact, facts);
  return { artifact, facts, readable: await makeReadable(artifact, spoken, settings, names) };
}

type Told = Pick<Judged, 'verdict' | 'reason' | 'evidence' | 'how' | 'at' | 'kind'>;

const MEASURED = 1;
/** Checks that nothing else can stand in for. */
const UNSETTLED = new Set(['matches', 'json_schema', 'in_language']);

export async function judgeCriterion(whole: Bench, asked: string): Promise<Told> {
  const { bench, given } = await withoutTests(whole, asked);
  const { artifact } = bench;
  const isCode = artifact.code !== undefined;
  const parts = isCode ? splitCompound(given) : splitSaying(given);
  const told: Told[] = [];
  for (const part of parts)
    told.push(await judgeOne(bench, isCode && parts.length > 1 ? paraphrase(part) : part, given));
  return worstOf(told);
}

/** "No unwrap() outside of the tests": the same of the file without them. */
async function withoutTests(bench: Bench, given: string): Promise<{ bench: Bench; given: string }> {
  const { rest, outsideTests } = takeExceptions(given);
  if (bench.artifact.code === undefined || !outsideTests) return { bench, given };
  const artifact = textOutsideTests(bench.artifact as CodeArtifact);
  const { path, code } = bench.artifact;
  if (artifact === bench.artifact.text) return { bench, given: rest };
  const own = await makeBench({ artifact, path, language: code.language }, [...spokenOf(rest), given]);
  return { bench: { ...own, learned: bench.learned }, given: rest };
}

/** All must be met, and what is only likely of one is only likely of all. */
function worstOf(told: readonly Told[]): Told {
  return (
    told.find(({ verdict }) => verdict === 'violated') ??
    told.find(({ verdict }) => verdict !== 'met') ??
    told.find(({ how }) => how === 'likely') ??
    told[0]!
  );
}

async function judgeOne(bench: Bench, given: string, whole: string): Promise<Told> {
  const checked = await judgeByChecks(bench, given);
  if (checked !== undefined) return checked;
  const { artifact } = bench;
  if (artifact.code === undefined) return judgeWords(bench, plainOf(given), whole);
  return judgeCodeWords(bench, paraphrase(given), whole);
}

/** By what can be measured, and by what the parser knows of its kind; undefined: no check is about it. */
export async function judgeByChecks(bench: Bench, given: string): Promise<Told | undefined> {
  const { artifact } = bench;
  const text = artifact.code === undefined ? plainOf(given) : paraphrase(given);
  const criterion = readCriterion(text);
  const under = readUnder(artifact, text);
  const formal =
    asLikely(under && (await judgeForm(under.part, under.rest))) ??
    judgeData(artifact, text) ??
    judgeEntries(artifact, text) ??
    judgeSettings(artifact, text) ??
    judgeTraits(artifact, text) ??
    asLikely(judgeTables(artifact, text)) ??
    asLikely(judgeWorld(artifact, text)) ??
    (await judgeForm(artifact, text)) ??
    asLikely(
      artifact.code === undefined ? judgeEachPart(artifact, text) : judgeProposition(artifact as CodeArtifact, text),
    );
  if (formal !== undefined) return fromSeen(formal, { ...criterion, negative: false });
  for (const [asked, checks] of [
    [recognise(criterion, false), FORM],
    [artifact.code === undefined ? [] : recognise(criterion, true), CODE],
  ] as const) {
    const seen = await firstSeen(asked, checks, artifact);
    // What was put into other words first is no measurement of what was asked.
    if (seen !== undefined) return fromSeen(isProof(seen, text === plainOf(given), bench, criterion), criterion);
    if (asked.some(({ check }) => UNSETTLED.has(check)))
      return undecidable('It is a check that could not be carried out on this artifact.');
  }
  const clause = asLikely(
    (artifact.code === undefined ? undefined : judgeParts(artifact as CodeArtifact, text)) ??
      judgeClause(artifact, text),
  );
  return clause && fromSeen(clause, { ...criterion, negative: false });
}

function asLikely(seen: Seen | undefined): Seen | undefined {
  return seen && { ...seen, likely: true };
}

/** Put into other words first, or that code does not do something by the one name that was looked for: no measurement. */
function isProof(seen: Seen, asGiven: boolean, { artifact }: Bench, { negative, rest }: Criterion): Seen {
  const isCode = artifact.code !== undefined;
  const absent = isCode && negative && !seen.holds;
  // "Uses X to sign tokens", "throws Y when empty": the check saw X and Y, not what for and when.
  const beside =
    isCode && /\s(?:for|to|when|whenever|if|unless|before|after|while|in case|so that|until)\s/i.test(rest);
  return asGiven && !absent && !beside ? seen : { ...seen, likely: true };
}

function plainOf(given: string): string {
  return given
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
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

/** Code: what its statements bear of the claim; words in comments prove nothing about what it does. */
function judgeCodeWords(bench: Bench, text: string, given: string): Told {
  const before = lookAhead(bench, text, openness(bench.readable.vector(given), 'code', bench.learned?.openness));
  const signs = gather(bench.facts, bench.artifact as CodeArtifact, text, bench.readable.alike, before);
  const standing = weighFacts(signs, before, bench.learned?.facts);
  if (standing.verdict === 'undecidable')
    return { ...undecidable(standing.reason), reason: beyondReading(text) ?? standing.reason };
  return { ...standing, how: 'likely', kind: signs.values.negative === 1 ? 'forbidden' : 'formal' };
}

/** What is known of a claim about code before its statements are looked at. */
export function lookAhead({ artifact, readable }: Bench, text: string, open: number): Before {
  const near: Meaning['near'] = (word, others) => [...others].some((other) => readable.alike(word, other) >= NEAR_WORD);
  const plain = judgeDeed(artifact as CodeArtifact, text);
  return {
    plain,
    silent: judgeSilence(artifact as CodeArtifact, text, { near }),
    // Where a line of this file shows it, it does not stand elsewhere.
    outside: plain?.at === undefined && isOutside(artifact as CodeArtifact, text),
    elsewhere: plain?.at === undefined && isDoneElsewhere(artifact as CodeArtifact, text),
    beyond: beyondReading(text) !== undefined,
    open,
  };
}

/** So alike two words of code are one. */
const NEAR_WORD = 0.66;

function undecidable(reason: string): Told {
  return { verdict: 'undecidable', reason, how: 'read' };
}

function judgeWords({ readable, learned }: Bench, criterion: string, given: string): Told {
  const own = { ...readClaim(criterion), given };
  const words = () => readable.passages.map(({ text, under }) => `${under} ${text}`).join(' ');
  const wantsCode = own.mode === 'fact' ? isAboutCode(criterion, words) : makesCode(criterion);
  if (wantsCode && beyondReading(criterion) === undefined)
    return { verdict: 'violated', reason: 'It asks for code, and this is none.', how: 'read', kind: 'missing' };
  const standing = weigh(readable, own, learned);
  // Words of two languages are not compared; a name or a number may still stand there.
  if (!standing.literal && inOtherScript(readable.flat, criterion))
    return undecidable('The text is in another script than the criterion.');
  return fromStanding(standing);
}

/** A fact that must survive: other words are fine, another number or a negation is not. */
function judgeInvariant({ readable }: Bench, fact: string): Told {
  const kept = { verdict: 'met', reason: 'It is kept.' } as const;
  if (isThere(readable, fact)) return { ...kept, evidence: fact.slice(0, 160), how: 'measured' };
  const told = fromStanding(weigh(readable, claim('that', fact)));
  return told.verdict === 'met' ? { ...told, ...kept } : told;
}

/** A heading of an outline: its words must come up, not in one sentence. */
function judgeTopic({ readable }: Bench, topic: string): Told {
  return fromStanding(weigh(readable, claim('topic', topic, false, true)));
}

function fromStanding({ verdict, reason, evidence, at, kind, literal, sure }: Standing): Told {
  const how = literal && verdict === 'met' ? 'measured' : sure || verdict !== 'met' ? 'read' : 'likely';
  return { verdict, reason, evidence, at, how, kind };
}

/** How sure a verdict is. */
export function certaintyOf({ verdict, how }: Judged): number {
  return verdict === 'undecidable' ? 0.25 : how === 'measured' ? MEASURED : how === 'read' ? 0.8 : 0.5;
}
