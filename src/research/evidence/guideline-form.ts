/** A document that advises is a guideline, whatever it is called: its parts are recommendations, each with how strong it is. */
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';

const PART =
  /^\W*(?:\d+\W+)?(?:(?:summary of|key|main|our|the) )?(?:recommendations?|key statements|statements|consensus statements|good practice points)\W*$/imu;
/** "(grade A)", "(strong, moderate certainty)", "Strength conditional". */
const GRADED =
  /\((?:strong|conditional|weak|grade [a-d]\b|class i{1,3}[ab]?\b|expert opinion|good practice)[^)]*\)|\|\s*(?:strong|conditional|weak|grade [a-d])\s*\|/giu;
/** What a study reports, and no adviser. */
const REPORTED = /\bwe (?:randomi[sz]ed|enrolled|recruited|followed)\b|\bwere (?:randomi[sz]ed|randomly)\b/i;

/** "Statement of the Northern Council on …", "Northern Council: …, statement 2025". */
const TITLED = /\b(?:statement|position paper|recommendations?|standards of care)\b/i;
const BODY =
  /\b(?:society|council|college|association|academy|federation|network|alliance|board|committee|task force|working group|institute|foundation)\b/i;

export function isGuidelineByForm({ title, text, preprint }: SourceItem): boolean {
  if (!preprint && TITLED.test(title) && BODY.test(title)) return true;
  if (preprint || !PART.test(text)) return false;
  const graded = text.match(GRADED)?.length ?? 0;
  return graded >= FEWEST_GRADED && !sentencesOf(text).some((sentence) => REPORTED.test(sentence));
}

const FEWEST_GRADED = 2;
