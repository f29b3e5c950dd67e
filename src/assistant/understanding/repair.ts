/**
 * "To Tuesday, no sorry, Wednesday": what was corrected while it was said is taken out, before anything is read. What is said
 * instead takes the place of what is like it: a time of a time of its kind, a name of the name that shares a word with it or
 * stands last, an order of the order.
 */
import { lexicon } from './lexicon.ts';
import type { Piece } from './time/piece.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { endsSentence, readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

/** Words that can have been meant to be replaced. */
const MOST = 4;

export function repaired(given: string, place: Place): string {
  const { speller, irregular } = lexicon();
  const text = withoutOwn(withoutLeft(withoutOnly(given)));
  const tokens = readTokens(text, speller, irregular);
  const mark = markIn(tokens);
  if (mark === undefined) return text;
  const said = { text, tokens, mark, from: sentenceOf(tokens, mark.from), place };
  const mended = timeInstead(said) ?? orderInstead(said) ?? nameInstead(said);
  return mended === undefined || mended === text ? text : repaired(mended, place);
}

/** "…, only that one": said of the occasion that was named, and no clause of its own. */
function withoutOnly(text: string): string {
  const { speller, irregular, signsIn } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const only = signsIn(tokens).find(({ sign, from }) => sign === 'small.only_one' && from > 2);
  if (only === undefined) return text;
  const from = tokens[only.from - 1]!.word === ',' ? only.from - 1 : only.from;
  return `${text.slice(0, tokens[from]!.start).trimEnd()}${text.slice(tokens[only.to - 1]!.end)}`;
}

/** "Add nuts and salt but not sugar to groceries": what is left out is added nowhere. */
function withoutLeft(text: string): string {
  const { speller, irregular, signsIn, edges } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const but = tokens.findIndex(({ word }, at) => word === 'but' && LEAVES.has(tokens[at + 1]?.word ?? ''));
  const head = tokens.findIndex(({ word }) => !edges.has(word));
  if (but < 2 || head < 0 || !ADDS.has(tokens[head]!.word)) return text;
  const stop = tokens.findIndex(({ word }, at) => at > but + 1 && (PUT.has(word) || /^[.;!?]$/.test(word)));
  const to = stop < 0 ? tokens.length : stop;
  const said = signsIn(tokens.slice(but + 2, to));
  const isThing = to > but + 2 && said.every(({ group }) => group === 'noun' || group === 'edge');
  if (!isThing) return text;
  const from = tokens[but - 1]!.word === ',' ? but - 1 : but;
  const rest = to < tokens.length ? ` ${text.slice(tokens[to]!.start)}` : '';
  return `${text.slice(0, tokens[from]!.start).trimEnd()}${rest}`;
}

/** "Cancel dinner and the reminder": what goes with a thing goes with it, and is no other thing. */
function withoutOwn(text: string): string {
  const { speller, irregular, signsIn } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const isCancelled = signsIn(tokens).some(({ sign, from }) => ENDS.has(sign) && from <= 1);
  const at = tokens.findIndex(({ word }, place) => place > 1 && OWN_LEADS.has(word) && isOwn(tokens, place));
  return isCancelled && at > 0 ? text.slice(0, tokens[at - 1]!.end) + text.slice(tokens[at + 2]!.end) : text;
}

function isOwn(tokens: readonly Token[], at: number): boolean {
  const end = tokens[at + 3];
  const isReminder =
    /^reminders?$/.test(tokens[at + 2]?.word ?? '') && OWNERS.has(tokens[at + 1]!.word.replace('its', 'the'));
  return isReminder && (end === undefined || /^[.!,]$/.test(end.word) || JOINS.has(end.word));
}

const ENDS = new Set(['verb.cancel', 'verb.delete']);
const OWN_LEADS = new Set(['and', 'with', 'plus', '&']);
const LEAVES = new Set(['not', 'no', 'without']);
const ADDS = wordSet('adds');

interface Mark {
  readonly from: number;
  readonly to: number;
}

interface Said {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly mark: Mark;
  /** Where the sentence begins that is corrected. */
  readonly from: number;
  readonly place: Place;
}

/** "No wait, I meant": a run of such words, in the middle of a sentence. */
function markIn(tokens: readonly Token[]): Mark | undefined {
  const signs = lexicon()
    .signsIn(tokens)
    .filter(({ sign }) => sign === 'small.repair');
  const first = signs.find(({ from }) => from > 1 && !/^[.!?;]$/.test(tokens[from - 1]!.word));
  if (first === undefined) return undefined;
  let { from, to } = first;
  for (;;) {
    const next = signs.find((sign) => sign.from >= to && sign.from <= to + 1 && sign.to > to);
    if (next !== undefined) to = next.to;
    else if (tokens[to]?.word === ',') to++;
    else break;
  }
  while (tokens[from - 1]?.word === ',') from--;
  return to < tokens.length && from > 0 ? { from, to } : undefined;
}

function sentenceOf(tokens: readonly Token[], at: number): number {
  return tokens.slice(0, at).findLastIndex((_, place) => endsSentence(tokens, place)) + 1;
}

/** "On Saturday at 11, sorry, Sunday": the last time of its kind, wherever it stands in the sentence. */
function timeInstead({ text, tokens, mark, from, place }: Said): string | undefined {
  const skip = lexicon().edges.has(tokens[mark.to]!.word) ? 1 : 0;
  const before = findPieces(tokens.slice(0, mark.from), place).filter((piece) => piece.from >= from);
  const after = findPieces(tokens.slice(mark.to), place)[0] ?? hourAlone(tokens, mark.to + skip, before);
  if (after === undefined || after.from > skip) return undefined;
  const old = before.findLast(({ kind }) => kind === after.kind);
  if (old === undefined) return undefined;
  const [first, last] = [mark.to + after.from, mark.to + after.to];
  const said = text.slice(tokens[first]!.start, tokens[last - 1]!.end);
  const tail = tokens[last] === undefined ? text.slice(tokens[last - 1]!.end) : ` ${text.slice(tokens[last].start)}`;
  return `${text.slice(0, tokens[old.from]!.start)}${said}${text.slice(tokens[old.to - 1]!.end, tokens[mark.from - 1]!.end)}${tail}`;
}

/** "At 5, no, 6": a number is an hour where one was said. */
function hourAlone(
  tokens: readonly Token[],
  at: number,
  before: readonly Piece[],
): Pick<Piece, 'kind' | 'from' | 'to'> | undefined {
  const isNumber = /^(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?:am|pm)?$/.test(tokens[at]?.word ?? '');
  const isEnd = tokens[at + 1] === undefined || /^[^\p{L}\p{N}]+$|^(?:and|then|please)$/u.test(tokens[at + 1]!.word);
  const isHour = before.some(({ kind }) => kind === 'clock');
  return isNumber && isEnd && isHour ? { kind: 'clock', from: 0, to: 1 } : undefined;
}

/** "Add eggs to groceries, no wait, add flour instead": the order before it, with where it goes where that was not said anew. */
function orderInstead({ text, tokens, mark, from }: Said): string | undefined {
  const verbs = verbsIn(tokens);
  if (!verbs.has(mark.to)) return undefined;
  const head = tokens.findLastIndex((_, at) => at >= from && at < mark.from && verbs.has(at));
  if (head < 0) return undefined;
  const end = tokens.findIndex(({ word }, at) => at > mark.to && (/^[,.;!?]$/.test(word) || JOINS.has(word)));
  const to = end < 0 ? tokens.length : end;
  const isPlaced = tokens.slice(mark.to, to).some(({ word }) => PLACES.has(word));
  const isSame = tokens[head]!.word === tokens[mark.to]!.word;
  const where = tokens.findIndex(({ word }, at) => at > head && at < mark.from && PLACES.has(word));
  const kept =
    isSame && !isPlaced && where > 0 ? ` ${text.slice(tokens[where]!.start, tokens[mark.from - 1]!.end)}` : '';
  const said = text.slice(tokens[mark.to]!.start, tokens[to - 1]!.end).replace(/\s+instead$/i, '');
  return `${text.slice(0, tokens[head]!.start)}${said}${kept}${text.slice(tokens[to - 1]!.end)}`;
}

const PLACES = new Set(['to', 'on', 'onto', 'into', 'in']);
const JOINS = wordSet('joiners');

/** The name that shares a word with what is said instead, that stands behind the same small word, or that stands last. */
function nameInstead({ text, tokens, mark, from, place }: Said): string | undefined {
  const { edges } = lexicon();
  const verbs = verbsIn(tokens);
  const times = findPieces(tokens.slice(0, mark.from), place);
  const isPart = (at: number) =>
    at >= from &&
    at < mark.from &&
    !verbs.has(at) &&
    !edges.has(tokens[at]!.word) &&
    /[\p{L}\p{N}]/u.test(tokens[at]!.word) &&
    !times.some((piece) => piece.from <= at && at < piece.to);
  const end = tokens.findIndex(({ word }, at) => at >= mark.to && (/^[,.;!?]$/.test(word) || JOINS.has(word)));
  const to = end < 0 ? tokens.length : end;
  let first = mark.to;
  while (first < to && edges.has(tokens[first]!.word)) first++;
  if (first === to) return undefined;
  const names = stretchesIn(from, mark.from, isPart);
  const said = tokens.slice(first, to).map(({ word }) => word);
  const small = tokens.slice(mark.to, first).findLast(({ word }) => !OWNERS.has(word))?.word;
  const isBehind = (at: number) => small !== undefined && before(tokens, at) === small;
  const old =
    names.findLast((name) => tokens.slice(name.from, name.to).some(({ word }) => said.includes(word))) ??
    names.findLast((name) => isBehind(name.from)) ??
    // What is put somewhere is more often another than where it is put.
    names.findLast((name, at) => at === 0 || !PUT.has(before(tokens, name.from)));
  if (old === undefined || old.from === 0) return undefined;
  const start = Math.max(old.from, old.to - MOST);
  const instead = text.slice(tokens[first]!.start, tokens[to - 1]!.end);
  return `${text.slice(0, tokens[start]!.start)}${instead}${text.slice(tokens[old.to - 1]!.end, tokens[mark.from - 1]!.end)}${text.slice(tokens[to - 1]!.end)}`;
}

const OWNERS = wordSet('owners');
const PUT = new Set(['to', 'on', 'onto', 'into']);

/** The small word before a name, over "the" and "my". */
function before(tokens: readonly Token[], at: number): string {
  let place = at - 1;
  while (place > 0 && OWNERS.has(tokens[place]!.word)) place--;
  return tokens[place]?.word ?? '';
}

function stretchesIn(from: number, to: number, isPart: (at: number) => boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let at = from; at < to; at++) {
    if (!isPart(at)) continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}

/** Verbs that order something; "the light" and "kitchen light" are none. */
function verbsIn(tokens: readonly Token[]): ReadonlySet<number> {
  const { edges, signsIn } = lexicon();
  const isNoun = (at: number) => {
    const word = tokens[at - 1]?.word;
    return word !== undefined && (OWNERS.has(word) || (!edges.has(word) && /\p{L}/u.test(word)));
  };
  return new Set(signsIn(tokens).flatMap(({ group, from, at }) => (group === 'verb' && !isNoun(from) ? at : [])));
}
