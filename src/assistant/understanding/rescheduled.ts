/** "She can't do Friday. Saturday same time": somebody cannot, and when it is instead; what was spoken of goes there. */
import type { Topic } from './topic.ts';

const CANNOT =
  /^(?<why>.{0,80}?\b(?:can'?t|cannot|can not|couldn'?t|won'?t|isn'?t free|is busy|are busy|doesn'?t work|does not work|clashes|is no good)\b[^.;!?]{0,60})[.,;!-]+\s*(?<then>.{2,60})$/i;
const LEADS =
  /^(?:so|how about|what about|can we do|could we do|let'?s do|let'?s say|make it|move it to|try|maybe|then|it'?s|say|please)\s+/i;
const TAILS = /[\s,]*(?:(?:at the )?same time|instead|please|then)[\s.!]*$/i;

export function rescheduled(
  text: string,
  about: Topic,
  isTime: (words: string) => boolean,
): { sentence: string; about: Topic } | undefined {
  const { then } = CANNOT.exec(text)?.groups ?? {};
  if (then === undefined || about.at === undefined || about.ended || !about.kinds.includes('event')) return undefined;
  let when = then.replace(/[?!.]+$/, '');
  while (LEADS.test(when)) when = when.replace(LEADS, '');
  while (TAILS.test(when)) when = when.replace(TAILS, '');
  return isTime(when) ? { sentence: `move it to ${when.replace(/^(?:on|at|to)\s+/i, '')}`, about } : undefined;
}
