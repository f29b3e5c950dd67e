/**
 * "Remind me 2 days before the conference and an hour before the gym": each distance is counted from a thing of its own, so
 * that each is a reminder of its own. It is said for each, before anything is read.
 */
import { wordRows } from './words.ts';

const [AMOUNT, UNIT] = wordRows('far_words') as [readonly string[], readonly string[]];
/** "Half an hour", "10 minutes". */
export const FAR_AMOUNT = `(?:(?:${AMOUNT.join('|')}|\\d{1,3})\\s+)+(?:${UNIT.join('|')})s?`;
const FAR = `${FAR_AMOUNT}\\s+(?:before|after)\\b`;
const LED = new RegExp(`\\b(remind me\\b.*?)(?=${FAR})`, 'isu');
const NEXT = new RegExp(`\\s*(?:,\\s*and|,|\\band)\\s+(?=${FAR})`, 'iu');

export function remindEach(text: string): string {
  const [, lead] = LED.exec(text) ?? [];
  if (lead === undefined) return text;
  const from = text.indexOf(lead) + lead.length;
  const rest = text.slice(from);
  const joint = NEXT.exec(rest);
  if (joint === null) return text;
  const first = rest.slice(0, joint.index);
  // "A week before and a day before the trip": one thing, counted twice.
  if (/\b(?:before|after)$/i.test(first) || /\b(?:before|after)\s+(?:it|that)$/i.test(first)) return text;
  return `${text.slice(0, from)}${first} and ${lead.trim()} ${remindEach(rest.slice(joint.index + joint[0].length))}`;
}
