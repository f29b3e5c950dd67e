/**
 * Whether the name of something new stands in one piece in what was said: only times and what holds them may stand between its
 * words, and no end of a part. A name that runs on into what is only told behind it ends where that begins.
 */
import type { Given } from '../everyday/model.ts';
import { isTime } from '../everyday/plans.ts';
import type { Request } from '../request.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { isOrdered } from './mood.ts';
import { readSaid, type Said } from './said.ts';

/** Whether none of the places where it may stand has it in one piece. */
export function isTornName(called: string, said: Said): boolean {
  const rows = rowsOf(called, said);
  return rows.length > 0 && rows.every((row) => isEnded(row, said) !== undefined || isHoled(row, said));
}

/** "Buy bread at 5, the shop closes early": of it the name is what stands before the end of the part. */
export function withWholeName(request: Request, said: Said, given: Given): Request {
  const slot = NAMED[request.tool];
  const called = slot === undefined ? undefined : request.input[slot];
  if (slot === undefined || typeof called !== 'string') return request;
  const [row, ...more] = rowsOf(called, said);
  if (row === undefined || more.length > 0) return request;
  const end = isEnded(row, said);
  if (end === undefined) return { ...request, input: { ...request.input, [slot]: filled(called, row, said) } };
  const behind = readSaid(said.text.slice(said.message.tokens[end]!.end).trim(), given);
  if (behind.message.whens.length > 0 || behind.asks || isOrdered(behind)) return request;
  const words = plainTokens(called);
  const count = row.filter((at) => at < end).length;
  const name = called.slice(0, words[count - 1]!.end);
  return { ...request, input: { ...request.input, [slot]: name } };
}

/** "Call them for a (new) date": one word that was taken for something else, of a name that was ordered, is of the name. */
function filled(called: string, row: readonly number[], said: Said): string {
  if (!isHoled(row, said) || !isOrdered(said)) return called;
  const { tokens, text } = { ...said.message, text: said.text };
  const words = row.flatMap((at, place) => {
    const gap = gapsIn([row[place - 1] ?? at, at], said).filter(({ at: here }) => here > (row[place - 1] ?? at));
    const [only, ...more] = gap;
    const isWord = only !== undefined && more.length === 0 && at - row[place - 1]! === 2 && isPlain(only.token);
    return isWord ? [only.at, at] : [at];
  });
  return words.map((at) => text.slice(tokens[at]!.start, tokens[at]!.end)).join(' ');
}

const isPlain = ({ word }: Token) => /^\p{L}{2,}$/u.test(word) && !HOLDS.has(word);

const NAMED: Readonly<Record<string, 'title' | 'what'>> = {
  add_event: 'title',
  add_todo: 'title',
  set_reminder: 'what',
};

/** The places of its words, in order, wherever it may begin. */
function rowsOf(called: string, { message: { tokens } }: Said): number[][] {
  const name = plainTokens(called).map(({ word }) => word);
  if (name.length < 2) return [];
  const starts = tokens.flatMap(({ word }, at) => (word === name[0] ? [at] : []));
  return starts.map((from) => rowFrom(tokens, from, name)).filter((row) => row !== undefined);
}

function rowFrom(tokens: readonly Token[], from: number, name: readonly string[]): number[] | undefined {
  const row: number[] = [];
  let at = from;
  for (const word of name) {
    while (at < tokens.length && tokens[at]!.word !== word) at++;
    if (at === tokens.length) return undefined;
    row.push(at++);
  }
  return row;
}

/** Where a part ends within it. */
function isEnded(row: readonly number[], said: Said): number | undefined {
  return gapsIn(row, said).find(({ token }) => ENDS.test(said.text.slice(token.start, token.end)))?.at;
}

/** A word was taken out of it, and none that begins where it goes, when or how often. */
function isHoled(row: readonly number[], said: Said): boolean {
  const [first] = gapsIn(row, said);
  return first !== undefined && /^\p{L}{2,}$/u.test(first.token.word) && !HOLDS.has(first.token.word);
}

function gapsIn(row: readonly number[], { message }: Said): { token: Token; at: number }[] {
  return message.tokens
    .map((token, at) => ({ token, at }))
    .filter(({ at }) => at > row[0]! && at < row.at(-1)! && !row.includes(at) && !isTime(message, at));
}

const ENDS = /^[,;.!?–-]$/;
const HOLDS = wordSet('name_holds');
