/** Claims that go further than what was found: never quoted as a finding. */
import type { EvidenceRow } from './row.ts';
import { foldText } from './words.ts';

/**
 * A claim that something does good, of a study that found no difference in anything that it counted, or that compared nobody: its
 * figures are told, and not the claim.
 */
export function goesBeyond(
  { results = [], torn, level, design_id }: Pick<EvidenceRow, 'results' | 'torn' | 'level' | 'design_id'>,
  text: string,
): boolean {
  const plain = foldText(text);
  if (!CLAIM.test(plain) || DENIED.test(plain)) return false;
  const isAlone = level <= 1 && !COMPARING.includes(design_id);
  return isAlone || torn === true || (results.length > 0 && results.every(({ change }) => change === 'same'));
}

/** What nobody was compared in shows no effect. */
const COMPARING = ['rct', 'cohort', 'meta_analysis', 'guideline', 'regulatory', 'communication', 'coverage'];

const CLAIM =
  /\b(?:safe|effective|superior|beneficial|useful|reduces?|reduced|lowers?|lowered|prevents?|prevented|improves?|improved|should be (?:offered|used|given|adopted|standard|considered)|recommended|breakthrough|promising|game[- ]chang\p{L}+|landmark|transformative|gold standard)\b/u;
const DENIED = /\b(?:not|no|neither|nor|cannot|without|whether|unclear|uncertain)\b/;
