/** Questions that are no sentences: a value that is only named, the last question at another time, the notes of a busy reader. */
import { wordsIn } from '../../text/index.ts';
import { pattern } from '../patterns.ts';
import type { Focus, Subject } from '../types.ts';
import { withoutLead } from './clause.ts';

const BRIEF = 5;
const NO_VERB = pattern('has_verb');
const LONGEST_NAMED = 12;

const ATTRIBUTE = pattern('attribute_nouns');
const PLEASE = /\W*\b(?:please|pls|plz)\b\W*$/i;

/** "Transplant date and donor type": what is held of a thing, without a verb and without a value. */
function isTelegram(text: string, subjects: readonly Subject[]): boolean {
  const said = text.replace(PLEASE, '');
  return (
    ATTRIBUTE.test(said) &&
    !/\d/.test(said) &&
    !NO_VERB.test(said) &&
    !/\b(?:i|we|he|she|they)\b/i.test(said) &&
    wordsIn(said).length <= LONGEST_NAMED &&
    !subjects.some(({ kind }) => kind === 'symptom')
  );
}

/** "My eye pressure now and before the drops": a value that is only named is asked for. */
function isNamedOnly(text: string, subjects: readonly Subject[]): boolean {
  return (
    /^\W*(?:and |so |ok |please )?(?:my|the|last|latest|current|newest|highest|lowest|best|worst|first|biggest)\b/i.test(
      text,
    ) &&
    !/\d/.test(text) &&
    !NO_VERB.test(text) &&
    wordsIn(text).length <= LONGEST_NAMED &&
    subjects.some(({ kind }) => kind === 'observation' || kind === 'procedure' || kind === 'vaccine')
  );
}

/** "And when I started clozapine": the last question at another time. */
function isOtherTime(text: string): boolean {
  return wordsIn(text).length <= BRIEF * 2 && OTHER_TIME.test(text);
}

const OTHER_TIME =
  /^\W*(?:and|what about|how about|or)\s+(?:(?:just|right|shortly|even|only)\s+)?(?:when|before|after|during|while|since|at the time|back when)\b/i;

/** "and the year before", "LDL", "the left knee": no sentence, but part of the last question. */
export function isFragment(text: string, subjects: readonly Subject[], focus: Focus): boolean {
  const words = withoutLead(text).split(/\s+/).filter(Boolean);
  if (isTelegram(text, subjects)) return true;
  if (isNamedOnly(text, subjects) || (focus.aspect !== undefined && isOtherTime(text))) return true;
  if (words.length > 6 || focus.aspect === undefined)
    return (
      words.length <= 3 &&
      subjects.length > 0 &&
      !/\d/.test(text) &&
      !/\b(?:i|took|had|have|am|is|was|does|do|not|no|never)\b/i.test(text)
    );
  return (
    !/\b(?:i|i'm|i've|we|took|had|have|am|got|feel|started|stopped|was|is|my)\b/i.test(text) &&
    !/\d{2,}\s*\/|\d+\s*(?:mg|kg|mmol)/i.test(text)
  );
}
