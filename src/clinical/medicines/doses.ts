import type { Mention } from '../facts/facts.ts';

/**
 * A dose that somebody took one time, told in passing: "took two paracetamol this morning". It says nothing of what they
 * take as a rule, so that a time of day is no frequency there.
 */
export function markOnce(mention: Mention, before: string, after: string): void {
  if (mention.change || mention.duration || !isTaken(before, after, mention.dose)) return;
  if (HABIT.test(before) || HABIT.test(after) || LONG_AGO.test(after)) return;
  if (mention.frequency && !TIME_OF_DAY.test(mention.frequency)) return;
  delete mention.frequency;
  mention.once = true;
}

function isTaken(before: string, after: string, dose: string | undefined): boolean {
  const clause = before.slice(Math.max(...[',', '.', ';', '?', '!'].map((sign) => before.lastIndexOf(sign))) + 1);
  if (ASKED.test(clause)) return false;
  if (TOOK.test(clause)) return true;
  return HAVE_TAKEN.test(clause) && (dose !== undefined || JUST_NOW.test(`${clause} ${after}`));
}

const TOOK =
  /\b(?:took|popped|swallowed|necked|downed|gave (?:me|him|her|myself|them))\b(?! (?:me|him|her|us|over|off))/i;
const HAVE_TAKEN = /\b(?:(?:have|has|'ve|’ve|'s|ive) (?:just |already |only )?(?:taken|had)|had)\b/i;
const ASKED = /\b(?:if|should|would|could|can|may|might|never|not|n't|n’t|used to|forgot|always|usually)\b/i;
const HABIT =
  /\b(?:daily|every|each|regularly|usually|always|nightly|weekly|as prescribed|(?:once|twice|\w+ times) (?:a|per|daily)|for (?:years|months|weeks|ages)|a day|per day|until|whenever|when(?:ever)? (?:i|he|she) needs?)\b/i;
const LONG_AGO =
  /^[^.;]{0,60}\b(?:as a (?:child|kid|teen\w*)|in (?:19|20)\d\d|last (?:year|month|summer|winter|spring|autumn)|(?:years?|months?) ago|growing up|back then)\b/i;
const TIME_OF_DAY =
  /^(?:once|mornings?|evenings?|in the (?:morning|evening)|at (?:noon|night|bedtime)|before bed|(?:before|with|after) \w+(?: \w+)?)$/i;
const JUST_NOW =
  /\b(?:just|today|tonight|yesterday|earlier|this (?:morning|afternoon|evening)|last night|(?:minutes?|mins?|hours?|hrs?) ago|for (?:the|my|a|his|her) (?:\w+ )?\w*(?:ache|pain|fever|cold|cough|cramps?|migraine|temperature|heartburn|allergy|hay ?fever))\b/i;
