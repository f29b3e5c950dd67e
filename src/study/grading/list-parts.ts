/** The parts that a list is made of: in a key, and in an answer as students write one. */
import { fold } from '../../text/index.ts';
import { answerWords } from './words.ts';

/** "A, B and C" as what it lists; one item where it is no list. */
export function itemsOf(text: string): string[] {
  const parts = text
    .split(/,\s*(?:and\s+|or\s+)?|;\s*|\s+and\s+|\s*&\s*|\s*\+\s+/)
    .map((part) => part.replace(/^(?:the|a|an)\s+/i, '').trim())
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.some((part) => part.split(' ').length > 5)) return [text];
  // "salt and water balance", "gut wall and liver": two items need a comma, or be short ones.
  if (parts.length < 3 && !/[,;]/.test(text) && parts.some((part) => part.split(' ').length > 3)) return [text];
  return withSharedNoun(parts);
}

/** "vitamins A, D, E and K", "skeletal, cardiac and smooth muscle": the noun is said once and meant of all. */
function withSharedNoun(parts: readonly string[]): string[] {
  const isOneWord = (part: string) => !part.includes(' ');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const [head = '', lead = ''] = first.split(' ');
  if (first.split(' ').length === 2 && parts.slice(1).every((part) => isOneWord(part) && part.length <= 3))
    return [lead, ...parts.slice(1)].filter(() => head !== '');
  const [own = '', noun = ''] = last.split(' ');
  const isShared =
    last.split(' ').length === 2 && parts.slice(0, -1).every(isOneWord) && answerWords().generic.has(noun);
  return isShared ? [...parts.slice(0, -1).map((part) => `${part} ${noun}`), `${own} ${noun}`] : [...parts];
}

const JOINTS = [
  String.raw`,|;|\n|\band\b|\bund\b|\bet\b|&|\s\+\s|(?<=\p{L}{3})\+(?=\s?\p{L})|\bplus\b|\bas well as\b|\balso\b|:|\/`,
  // One after the other: "A -> B", "A > B", "A, then B".
  String.raw`\s*[-=]+>\s*|→|\s>\s|\bthen\b|\bfollowed by\b`,
  // Points and figures before each.
  String.raw`\s[-–•*]\s|(?:^|\s)\(?\d{1,2}[.)]\s|(?:^|\s)\(?[a-f]\)\s`,
];
const BETWEEN = new RegExp(JOINTS.join('|'), 'iu');
const ORDER = /^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|next|finally|lastly|last|and)\s+(?=\p{L})/iu;
const MOST_PARTS = 40;

/** Each once, and no more than any list has: every one of them is weighed against every item. */
export function partsOf(said: string): string[] {
  const parts = shareNouns(said)
    .split(BETWEEN)
    .map((part) => part.trim().replace(ORDER, ''));
  return [...new Set(parts.filter((part) => part !== ''))].slice(0, MOST_PARTS);
}

/** What stands between commas, whatever "and" it has within. */
export function widePartsOf(said: string): string[] {
  const parts = said.split(/[,;\n]/).map((part) => part.trim().replace(/^and\s+/i, ''));
  return parts.some((part) => /\sand\s/i.test(part)) ? parts.filter((part) => part !== '') : [];
}

const SIDE = /\b(\p{L}+)(?:\s+and\s+|\s*&\s*|\s*\/\s*)(\p{L}+)\s+(\p{L}{3,})/giu;

/** "left and right atrium": of two opposites the noun is said once. */
function shareNouns(said: string): string {
  const { sides } = answerWords();
  return said.replace(SIDE, (whole, one: string, other: string, noun: string) => {
    const [mine, theirs] = [one, other].map((word) => sides.get(fold(word)) ?? []);
    const areSides = mine!.some((side) => theirs!.includes(`${side.slice(0, -1)}${side.endsWith('+') ? '-' : '+'}`));
    return areSides && !sides.has(fold(noun)) ? `${one} ${noun}, ${other} ${noun}` : whole;
  });
}

/** A list may be said twice: behind a colon, or in brackets, in other words than before. */
export function saidAgain(said: string): string[] {
  const [, tail = ''] = /^[^:]{2,60}:\s+([^:]+)$/.exec(said) ?? [];
  const [, bracket = ''] = /\(([^()]+)\)/.exec(said) ?? [];
  const hasParts = (text: string) => /,|;|\band\b/.test(text);
  const again = [tail, bracket, said.replace(/\s*\([^()]*\)/g, ''), sharedHead(said)];
  return again.filter((text) => text !== said && hasParts(text));
}

/** "damage to the eyes, kidneys and nerves": what is said of the first is meant of all. */
function sharedHead(said: string): string {
  const [first = '', ...others] = partsOf(said.replace(/\bor\b/g, ','));
  const [, head = ''] =
    /^(\p{L}+(?: \p{L}+)? (?:of|to|in|from|with|against|enough)(?: the)? |(?:low|high|no|not enough|too little|too much|lack of) )\p{L}/iu.exec(
      first,
    ) ?? [];
  const isBare = (part: string) => part.split(' ').length <= 2;
  return head === '' ? '' : [first, ...others.map((part) => (isBare(part) ? `${head}${part}` : part))].join(', ');
}

const IN_ORDER =
  /\bin (?:the )?(?:right |correct |proper |their )?(?:order|sequence|succession)\b|\b(?:out|in|up|down)wards?\b|\bfrom \p{L}+(?: \p{L}+)? (?:to|in|out|up|down)\b|\bfrom (?:above|below|within|outside|inside|the (?:top|bottom|outside|inside|surface|base))\b|\bchronological/iu;

/** Whether the order of the items is asked for, and not told another way by the answer. */
export function asksForOrder(question: string, said: string): boolean {
  return IN_ORDER.test(question) && !/\bfrom\b|\bwards\b|\border\b/i.test(said);
}
