/** A message in clauses, each of which asks or tells. */
import { alternatives, pattern } from '../patterns.ts';

export interface Clause {
  text: string;
  start: number;
  end: number;
  asks: boolean;
}

const ASKING =
  'what|why|how|is|are|am|was|were|should|shall|can(?!.?t\\b|not| not)|could|may|do|does|did|will|would|when|which|who|whom|where|has|have|(?:since|till?|until|from) when|(?:under|over|above|below|beyond) (?:what|which)';
/** "Can't they just give me something else" asks, "can't sleep" tells. */
const INVERTED =
  "(?:ca|can|could|would|will|wo|should|is|are|do|does|did|has|have|was|were)(?:n['’]?t| not)\\s+(?:i|they|we|you|he|she|it|the|there|that|this|my|one)\\b";
// A run of blanks is tried from its beginning only: from each of its places it would take the square of its length.
const BREAK = new RegExp(
  [
    // "H. pylori" is one name, and so is "Dr. Patel".
    `(?<=[.!?])(?<!\\b(?:dr|drs|mr|mrs|ms|prof)\\.)\\s+(?!(?:${alternatives('species')})\\b)(?=[\\p{Lu}\\p{Ll}\\d])`,
    '\\n+',
    `[,;]\\s+(?=(?:and\\s+|but\\s+|so\\s+|also\\s+)?(?:(?:${ASKING})\\b|${INVERTED}))`,
    `(?<!\\s)\\s+(?=(?:and|but|also|or)\\s+(?:${ASKING.replace('|has|have', '')}|have i|has my)\\b)`,
    '(?<!\\s)\\s+[-–—]\\s+',
    '(?<!\\s)\\s+(?=so\\s+(?:why|what|how|is|are|should|can|could|do|does|did|when|which|who)\\b)',
    '[,;]\\s+(?=(?:but|so|also)\\s)',
  ].join('|'),
  'giu',
);
const LEAD = /^\W*(?:(?:and|but|so|also|ok|okay|hi|hello|hey|please|doctor|thanks|well|then|now|or)\b\W*)*/i;
const QUESTION = new RegExp(`\\?|^(?:${INVERTED})|^(?:${ASKING}|${alternatives('openers')})\\b`, 'i');
const WONDER = pattern('wonder');
const ENDS_ASKING = pattern('ends_asking');
const FOR_LEAVE = pattern('announced_for_leave');
/** "when I was pregnant" opens no question; "which made me sick" neither. */
const NO_QUESTION = pattern('no_question');

export function clausesOf(message: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const match of [...message.matchAll(BREAK), undefined]) {
    const end = match?.index ?? message.length;
    const text = message.slice(start, end).replace(/^[\s,;]+/, '');
    if (/[\p{L}\d]/u.test(text)) clauses.push({ text, start: end - text.length, end, asks: isQuestion(text) });
    start = end;
  }
  return joinFragments(clauses.flatMap(splitTold).flatMap(splitRunOn));
}

/** Somebody speaks of how things are: "I'm on warfarin", "been sick since last night", "my mother has asthma". */
const STATES =
  /^(?:i(?:['’]?m|['’]?ve)?|i (?:have|take|got)|my|we|he|she|they|been|had|got|having|feeling|just|on|allergic)\b/i;

/** "I'm on warfarin, ok to take aspirin?": what is said before the comma is told, the rest is asked. */
function splitTold(clause: Clause): Clause[] {
  const [, told = '', asked = ''] = /^([^,;?]+)[,;]\s+(.+)$/s.exec(clause.text) ?? [];
  const said = withoutLead(told);
  if (!clause.asks || said.split(/\s+/).length < 2 || !STATES.test(said) || isQuestion(told)) return [clause];
  const from = clause.end - asked.length;
  return [
    { text: told, start: clause.start, end: clause.start + told.length, asks: false },
    { text: asked, start: from, end: clause.end, asks: true },
  ];
}

const OPENS_QUESTION = new RegExp(
  `^(?:${ASKING}|whose|any|anything|tell me|if|(?:at|by|from|to|on|in|with|for) (?:what|which))\\b`,
  'i',
);
const RUN_ON = new RegExp(`(?<=\\w)[\\s,]+(?=(?:${alternatives('run_on')}))`, 'i');

const OPENER =
  /[\s,]+(?:what|which|how|when|why|where|who)(?:\s+(?:else|kind|sort|one|much|many|often|long|painkiller|medicine|tablets?))?$/i;

/** "My back is killing me can I take nurofen": a question that follows what is told without a stop. */
function splitRunOn(clause: Clause): Clause[] {
  if (OPENS_QUESTION.test(withoutLead(clause.text))) return [clause];
  const found = RUN_ON.exec(clause.text);
  if (found === null) return [clause];
  // "I can't sleep what can I take": the word that opens the question belongs to it.
  const opener = OPENER.exec(clause.text.slice(0, found.index))?.index ?? found.index;
  const told = clause.text.slice(0, opener);
  const asked = clause.text.slice(opener).replace(/^[\s,]+/, '');
  if (told.split(/\s+/).length < 2) return [clause];
  const from = clause.end - asked.length;
  return [
    { text: told, start: clause.start, end: clause.start + told.length, asks: false },
    { text: asked, start: from, end: clause.end, asks: true },
  ];
}

export function withoutLead(text: string): string {
  return text.replace(LEAD, '');
}

/** "If I get a relapse again what did they say about steroids": the case comes first. */
const CASE_FIRST =
  /^(?:if|when|in case|once|should)\b.{8,}?\b(?:what|when|how|who|where|which|why) (?:\w+ ){0,2}(?:did|do|does|should|shall|can|could|is|are|was|were|will|would|must|has|have)\b/i;

export function isQuestion(text: string): boolean {
  const said = withoutLead(text);
  if (CASE_FIRST.test(said)) return true;
  return (
    (QUESTION.test(said) || WONDER.test(said) || ENDS_ASKING.test(said) || FOR_LEAVE.test(said)) &&
    !NO_QUESTION.test(said)
  );
}

/** "… or what?": what stands before it is asked. */
const TAG = /^(?:or (?:what|not|no)|right|yeah|eh|innit|is(?:n['’]?t| not) it|aren['’]?t (?:we|they|i))\W*$/i;

/** "Is it ok, with my kidneys, to take it?": a piece without a verb of its own belongs to the question before it. */
function joinFragments(clauses: Clause[]): Clause[] {
  const kept: Clause[] = [];
  for (const clause of clauses) {
    const before = kept.at(-1);
    if (before !== undefined && TAG.test(clause.text)) {
      kept[kept.length - 1] = { ...before, text: `${before.text} ${clause.text}`, end: clause.end, asks: true };
      continue;
    }
    const isFragment =
      before?.asks && !clause.asks && !/[.!?]$/.test(before.text.trim()) && clause.text.split(/\s+/).length < 3;
    if (isFragment) kept[kept.length - 1] = { ...before, text: `${before.text} ${clause.text}`, end: clause.end };
    else kept.push(clause);
  }
  return kept;
}
