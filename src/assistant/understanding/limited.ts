/** "Yes, but keep the milk", "only the eggs": what of the things that a question shows it is an answer for. */
import { wordSet } from './words.ts';

export interface Limited {
  /** Names, as they were said. */
  readonly names: readonly string[];
  /** What they are: the only ones, or those that are left out. */
  readonly are: 'only' | 'out';
}

export function limitsIn(answer: string): Limited | undefined {
  const said = answer
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[.!\s]+$/, '');
  const plain = said.replace(LEADS, '');
  const only = leadOf(plain, 'answer_only');
  const out = only === undefined ? leadOf(plain, 'answer_without') : undefined;
  const rest = only ?? out;
  if (rest === undefined) return undefined;
  const names = rest
    .split(/\s*(?:,|\band\b|\bor\b|\bnor\b|&)\s*/)
    .map((name) => name.replace(TAILS, '').replace(ARTICLES, '').trim())
    .filter(Boolean);
  return names.length === 0 ? undefined : { names, are: only === undefined ? 'out' : 'only' };
}

type List = Parameters<typeof wordSet>[0];

const ways = (list: List) => [...wordSet(list)].toSorted((one, other) => other.length - one.length).join('|');
const LEADS = new RegExp(`^(?:(?:${ways('answer_leads')})\\b[\\s,;.!–-]*)+`, 'u');
const TAILS = new RegExp(`(?:\\s+(?:${ways('answer_tails')}))+$`, 'u');
const ARTICLES = /^(?:the|my|our|that|this)\s+/;

/** Behind the words that limit, of which several may stand in a row ("but please leave"). */
function leadOf(text: string, list: List): string | undefined {
  const found = new RegExp(`^(?:(?:${ways(list)}|please)\\b[\\s,]*)+`, 'u').exec(text)?.[0];
  return found === undefined || found.trim() === 'please' ? undefined : text.slice(found.length).trim();
}
