/**
 * What code says, held against a claim: its statements told as facts, signs for and against gathered from those that bear most
 * of the claim, and weighed. Nothing here is proof: what comes of it is likely, and makes nothing valid.
 */
import { findGrammar, readStatements } from '../../../reading/index.ts';
import { type CodeArtifact, namesIn } from '../deeds/scope.ts';
import { readAsked } from '../deeds/wording.ts';
import { type Fact, factsOf } from './fact.ts';
import { type Alike, type Before, type Signs, signsOf } from './signs.ts';
import { type Class, chances, type Weights } from './weights.ts';

export type { Fact } from './fact.ts';
export type { Before } from './signs.ts';
export type { Weights as FactWeights } from './weights.ts';

export interface Standing {
  readonly verdict: 'met' | 'violated' | 'undecidable';
  readonly reason: string;
  readonly evidence?: string | undefined;
  readonly at?: number | undefined;
}

/** So many names of a source are compared by meaning. */
const MOST_NAMES = 400;
/** So many statements are looked at. */
const MOST_FACTS = 400;

export async function readFacts(artifact: CodeArtifact): Promise<readonly Fact[]> {
  const grammar = findGrammar(artifact.code.language);
  if (grammar === undefined) return [];
  return factsOf(artifact, (await readStatements(artifact.text, grammar)).slice(0, MOST_FACTS));
}

/** The words of a source that a claim may be near to. */
export function namesOf(artifact: CodeArtifact, facts: readonly Fact[]): string[] {
  return [...new Set([...namesIn(artifact), ...facts.flatMap(({ spelled }) => [...spelled])])].slice(0, MOST_NAMES);
}

export function gather(
  facts: readonly Fact[],
  artifact: CodeArtifact,
  claim: string,
  alike: Alike,
  before: Before,
): Signs {
  return signsOf(facts, readAsked(claim), artifact, alike, before);
}

export function weighFacts({ values, best }: Signs, before: Before, own?: Weights): Standing {
  const shares = chances(values, own);
  const [most] = (Object.entries(shares) as [Class, number][]).reduce((best, one) => (one[1] > best[1] ? one : best));
  // The number that decides it stands in another file.
  const elsewhere =
    values.number_elsewhere === 1 || (before.elsewhere && (most !== 'holds' || values.number_missing === 1));
  if (most === 'open' || elsewhere)
    return {
      verdict: 'undecidable',
      reason:
        before.outside || elsewhere
          ? 'It is about something that stands outside this file.'
          : 'It is about more than the code: how it runs, who uses it, what is elsewhere.',
    };
  const verdict = (most === 'holds') !== (values.negative === 1) ? 'met' : 'violated';
  const said = [before.plain, before.silent].find((one) => one !== undefined && one.holds === (verdict === 'met'));
  if (said !== undefined) return { verdict, reason: said.message, evidence: said.evidence, at: said.at };
  const near = most === 'holds' || values.full >= NEAR;
  const place = best && near ? { evidence: best.statement.text.slice(0, 120), at: best.statement.start } : {};
  if (most === 'holds') return { verdict, reason: 'The code speaks of it.', ...place };
  return {
    verdict,
    reason: near ? 'The code speaks of it, and does not do so.' : 'Nothing in the code shows it.',
    ...place,
  };
}

const NEAR = 0.6;
