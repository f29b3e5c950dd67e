/** What the desk reads with its first question, a step at a time. */
import { catalogueSteps } from '../clinical/catalogue/index.ts';
import { isCommonWord } from '../text/lexicon.ts';
import { warmSchedules } from '../triggers/index.ts';
import { kindOfRequest } from './asking.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import { appraisal } from './evidence/words.ts';
import { withoutIdentifiers } from './identifiers.ts';
import { inEnglish } from './language.ts';
import { spellOut } from './short-forms.ts';
import { asideIn, requestsIn } from './split.ts';
import { topicOf } from './topic.ts';

const REQUEST = 'Does aspirin prevent stroke? Check every Monday.';

const STEPS: readonly (() => unknown)[] = [
  () => isCommonWord('a'),
  appraisal,
  () => inEnglish(REQUEST),
  () => withoutIdentifiers('aspirin', 0),
  () => withoutIdentifiers(REQUEST, 0),
  () => asideIn(REQUEST),
  () => spellOut('Aspirin'),
  () => spellOut(REQUEST),
  () => outcomesAsked('stroke'),
  () => topicOf('aspirin'),
  () => topicOf('Does aspirin prevent stroke?'),
  () => requestsIn(REQUEST),
  () => kindOfRequest(REQUEST),
];

export function* warmResearch(): Generator<unknown> {
  yield* catalogueSteps();
  yield* warmSchedules();
  for (const step of STEPS) yield step();
}
