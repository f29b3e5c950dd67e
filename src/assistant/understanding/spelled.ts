/** Words as people type them, without their marks: "tomorrows", "its 2", "mondays standup, just this once". */
import { timeWords } from './time/words.ts';

const DAY = /\b(tomorrow|today|tonight|yesterday)s\b/gi;
/** It holds for one time only, of what comes again. */
const ONCE =
  /[\s,]*\b(?:just|only|but only) (?:this|the|that) (?:once|one time|time|week)\b|[\s,]*\bthis (?:once|time only)\b/i;
/** "At 7pm for 4": so many people. */
const SEATS = /(\d\s*(?:am|pm)|\d[:.]\d\d|\bat \d{1,2}) for (\d{1,2})(?=\s*$|\s*[,.])/i;
/** "Check in the day before" is done then, and not in it. */
const PHRASAL = /\b(check|hand|sign|clock|log) in (?=the (?:day|night|evening|morning|week) before)/i;
const OWNED = /\b(\p{L}+day)s(?=\s+\p{L})/giu;

export function withMarks(text: string): string {
  const owned = text.replace(DAY, "$1's").replace(SEATS, '$1 for $2 people').replace(PHRASAL, '$1-in ');
  if (!ONCE.test(owned)) return owned;
  const days = owned.replace(OWNED, (said, day: string) =>
    timeWords().weekday(day.toLowerCase()) === undefined ? said : `${day}'s`,
  );
  // "Next Monday at 10, just this once" says no more than the day does.
  return days === owned ? owned : days.replace(ONCE, '');
}

const NOTED =
  /[\s,.;–-]*\b(?:(?:please )?(?:don'?t|do not) forget(?: (?:that|it|this))?|(?:please )?remember (?:that|this|it)|keep that in mind|make a note(?: of (?:that|it))?|note that down)[\s.!]*$/i;

/** "She likes lilies, don't forget": what stands before it is to be remembered. */
export function withNoted(text: string): string {
  const head = text.replace(NOTED, '');
  const isTold =
    head !== text &&
    /^(?:\p{L}+(?:'s)?\s+){0,3}(?:is|are|likes?|loves?|hates?|prefers?|has|have|needs|takes|drinks|eats|lives|works)\b/iu.test(
      head,
    );
  if (head !== text && /^(?:please )?(?:remember to|remind|add|put)\b/i.test(head)) return head;
  return isTold && !/^(?:remind|add|put|book|please|can|could)\b/i.test(head) ? `remember that ${head}` : text;
}
