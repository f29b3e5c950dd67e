/**
 * What is to be kept as it stands: a text for a file, a note, a pasted letter or list. Behind its head it is content to its
 * end, whatever it says: no step of it is ever done.
 */
import { lexicon, type Sign } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

export interface Headed {
  /** What is asked. */
  readonly head: string;
  /** What it is asked with. */
  readonly content?: string | undefined;
}

/** Words in a head. */
const LONGEST_HEAD = 24;

export function headOf(text: string, place: Place): Headed {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const mark = markIn(text, tokens, place);
  if (mark === undefined) return { head: text };
  const content = unquoted(text.slice(mark.end).trim());
  return content === '' ? { head: text } : { head: text.slice(0, mark.start).trimEnd(), content };
}

interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The first place where a head that keeps something ends: a colon, "with the text", "saying", the end of its line. */
function markIn(text: string, tokens: readonly Token[], place: Place): Mark | undefined {
  const signs = lexicon().signsIn(tokens);
  const opens = text.search(/["“]/);
  for (const [at, { start, end, word }] of tokens.entries()) {
    if (at > LONGEST_HEAD || (opens >= 0 && start >= opens)) return undefined;
    const headTo = (to: number) => ({
      text,
      tokens: tokens.slice(0, to),
      signs: signs.filter((one) => one.to <= to),
      place,
    });
    const lead = signs.find(({ sign, from }) => sign === 'say.content' && from === at);
    if (lead !== undefined && keeps(headTo(at))) {
      const after = tokens[lead.to - 1]!.end;
      const colon = behindColon(text, after);
      return colon === after && goesOn(tokens, signs, lead.to) ? undefined : { start, end: colon };
    }
    // "… plan.md with call Bob and turn off the heating": what would be done else is text.
    const isText = word === 'with' && !/^\s*["“]/.test(text.slice(end)) && hasOrders(tokens, signs, at + 1);
    if (isText && keeps(headTo(at)) && isNamed(headTo(at)))
      return goesOn(tokens, signs, at + 1) || stepsOn(tokens, signs, at + 1)
        ? undefined
        : { start, end: behindColon(text, end) };
    const isColon = word === ':' && /^\s/.test(text.slice(end));
    const isList = isColon && /^[^\S\n]*\n/.test(text.slice(end));
    if (isColon && (isList || keeps(headTo(at)) || notes(headTo(at + 1)))) return { start: end, end };
    if (/^[^\S\n]*\n/.test(text.slice(end)) && keeps(headTo(at + 1))) return { start: end, end };
    // A sentence that ended kept nothing.
    if (/^[.!?;]$/.test(word) && /^\s/.test(text.slice(end))) return undefined;
  }
  return undefined;
}

/** Whether an order stands behind a joint or the end of a sentence. */
function hasOrders(tokens: readonly Token[], signs: readonly Sign[], from: number): boolean {
  const isVerb = (at: number) => signs.some((one) => one.group === 'verb' && one.plain && one.from === at);
  return tokens.some(({ word }, at) => at > from && /^(?:and|then|[.;!])$/.test(word) && isVerb(at + 1));
}

/** "…. And put lentils on the list", "… and then show me my files": another order. */
function stepsOn(tokens: readonly Token[], signs: readonly Sign[], from: number): boolean {
  const isVerb = (at: number) => signs.some((one) => one.group === 'verb' && one.plain && one.from === at);
  const joins = (at: number) => ['and', 'then'].includes(tokens[at]?.word ?? '');
  return tokens.some(
    ({ word }, at) => at > from && /^(?:[.;!]|and)$/.test(word) && joins(at + 1) && (isVerb(at + 2) || joins(at + 2)),
  );
}

/** Whether a file is named by its path. */
function isNamed({ text, tokens }: Head): boolean {
  return pathsIn({ text, tokens }, 0, tokens.length).length > 0;
}

/** "… saying soup and salad, and add carrots to the list": what is joined on by a comma and a word is another order. */
function goesOn(tokens: readonly Token[], signs: readonly Sign[], from: number): boolean {
  if (isNextFile(tokens, from)) return true;
  return tokens.some(
    ({ word }, at) =>
      at > from &&
      tokens[at - 1]!.word === ',' &&
      (word === 'and' || word === 'then') &&
      signs.some((one) => one.group === 'verb' && one.plain && one.from === at + 1),
  );
}

/** "… and a file b.txt saying two": another file, with words of its own. */
function isNextFile(tokens: readonly Token[], from: number): boolean {
  return tokens.some(({ word }, at) => {
    if (at <= from || (word !== 'and' && word !== ',')) return false;
    let next = at + 1;
    while (FILE_SMALL.has(tokens[next]?.word ?? '')) next++;
    return (
      next > at + 1 && /\.[a-z0-9]{1,5}$/.test(tokens[next]?.word ?? '') && LEADS.has(tokens[next + 1]?.word ?? '')
    );
  });
}

const FILE_SMALL = wordSet('file_small');
const LEADS = wordSet('content_leads');

function behindColon(text: string, end: number): number {
  return end + (/^\s*:/.exec(text.slice(end))?.[0].length ?? 0);
}

interface Head {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly signs: readonly { readonly sign: string }[];
  readonly place: Place;
}

/** Whether a head says that something is written into a file. */
function keeps({ text, tokens, signs }: Head): boolean {
  const has = (...names: string[]) => signs.some(({ sign }) => names.includes(sign));
  const isFile = has('noun.file', 'noun.note') || pathsIn({ text, tokens }, 0, tokens.length).length > 0;
  return isFile && has('verb.write', 'verb.add', 'verb.append', 'verb.create');
}

/** Whether it is noted, or reminded of at a time that the head says. */
function notes({ tokens, signs, place }: Head): boolean {
  const has = (...names: string[]) => signs.some(({ sign }) => names.includes(sign));
  if (has('verb.remind', 'noun.reminder', 'noun.clockset')) return findPieces(tokens, place).length > 0;
  return has('verb.remember', 'noun.note');
}

function unquoted(text: string): string {
  const [, inside] = /^["“]([^"”]*)["”]\s*[.!]?$/.exec(text) ?? [];
  return inside ?? text;
}
