/** Where a schedule begins and ends, and what goes with its days: each keyword's words go up to the next keyword. */
import { readRecurrence } from './recurrence.ts';
import { Cursor, type Token, tokenize } from './tokens.ts';
import { scheduleWords } from './words.ts';

export interface Clauses {
  readonly body: string;
  readonly tokens: readonly Token[];
  readonly starting?: string;
  readonly until?: string;
}

/** "every day starting 1 May until the readout": each keyword's words go up to the next keyword. */
export function splitClauses(text: string): Clauses {
  const words = scheduleWords();
  const tokens = tokenize(text);
  const marks = tokens.flatMap((token, index): { index: number; kind: 'until' | 'starting' }[] => {
    if (isInRow(tokens, index)) return [];
    if (words.is('until', token.word)) return [{ index, kind: 'until' }];
    // "weekly from Monday": a start; in "3 weeks from now" it is not.
    return words.is('starting', token.word) && !NO_START.includes(tokens[index + 1]?.word ?? '')
      ? [{ index, kind: 'starting' }]
      : [];
  });
  const clauses: { starting?: string; until?: string } = {};
  const tail = tailOf(tokens, marks);
  for (const [i, { index, kind }] of marks.entries()) {
    // An event may be told in any words: whatever follows "until" is its name, keywords too.
    if (kind === 'starting' && clauses.until !== undefined) continue;
    const stop = kind === 'until' ? tail : (marks[i + 1]?.index ?? tail);
    const last = (stop === undefined ? tokens.at(-1) : tokens[stop - 1])!;
    const said = text.slice(tokens[index]!.end, Math.max(tokens[index]!.end, last.end)).trim();
    clauses[kind] ??= kind === 'starting' ? withoutJoints(said) : said;
  }
  const cut = marks[0]?.index ?? tokens.length;
  const body = cut === 0 ? '' : text.slice(0, tokens[cut - 1]?.end ?? 0);
  const rest = tail === undefined ? [] : tokens.slice(tail);
  return { body, tokens: [...tokens.slice(0, cut), ...rest], ...clauses };
}

/** "3 weeks from now", "the beginning of next month". */
const NO_START = ['now', 'of'];

/** "From 1 December on, check every Monday", "starting with next Monday": what leads from the one to the other is of neither. */
function withoutJoints(said: string): string {
  const words = scheduleWords();
  const isJoint = ({ word }: Token) => words.is('and', word) || words.is('fillers', word) || words.is('onwards', word);
  const tokens = tokenize(said);
  const from = tokens.findIndex((token) => !isJoint(token));
  const to = tokens.findLastIndex((token) => !isJoint(token));
  return from < 0 ? said : said.slice(tokens[from]!.start, tokens[to]!.end);
}

/** "Until 20 December except Fridays", "starting tomorrow for 10 days", "from 1 May every Monday": where that begins which goes with the days again. */
function tailOf(tokens: readonly Token[], marks: readonly { index: number; kind: string }[]): number | undefined {
  const words = scheduleWords();
  const last = marks.at(-1);
  if (last === undefined) return undefined;
  const roles = last.kind === 'until' ? (['except'] as const) : (['except', 'lasting', 'every'] as const);
  const opens = (word: string) =>
    roles.some((role) => words.is(role, word)) || (last.kind !== 'until' && words.adverb(word) !== undefined);
  const at = tokens.findIndex(({ word }, index) => index > last.index && opens(word));
  if (at < 0) return undefined;
  const { except, lasting, count, recurs, unread } = readRecurrence(new Cursor(tokens.slice(at)), words);
  const isWhole = (except ?? lasting ?? count) !== undefined || recurs;
  return isWhole && unread.length === 0 ? at : undefined;
}

/** "From Monday to Friday": neither a start nor an end. */
function isInRow(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const isDay = (index: number) => words.weekdays(tokens[index]?.word ?? '') !== undefined;
  const isJoint = (index: number) =>
    words.is('to', tokens[index]?.word) || words.is('until', tokens[index]?.word) ? isDay(index + 1) : false;
  return (isDay(at - 1) && isJoint(at)) || (isDay(at + 1) && isJoint(at + 2));
}
