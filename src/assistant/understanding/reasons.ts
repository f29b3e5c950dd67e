/**
 * "Scrap the dentist, toothache's gone", "no swimming on the 5th, pool's shut": why somebody wants it is told behind what they
 * want, and asks for nothing. It is left out where it is a plain statement about something else, with no time and no order of
 * its own, and where what stands before it changes or ends what is there.
 */
import { type Message, readClause } from './clause.ts';
import { matchKnown } from './known.ts';
import type { Request } from './request.ts';

const JOINT = /(?:\s*,|\s+-|\s+–|;)\s+(?=\S)/g;
const MOST = 9;
const CHANGES = /^(?:move_|cancel_|change_|remove_|complete_|forget$|undo$)/;

/** What is asked, without why; nothing where that is no reason. */
export function withoutReason(
  text: string,
  read: (part: string) => Message,
): { head: string; reason: string } | undefined {
  const joints = [...text.matchAll(JOINT)];
  const last = joints.at(-1);
  if (last?.index === undefined) return undefined;
  const reason = text.slice(last.index + last[0].length);
  return isReason(read(reason)) ? { head: text.slice(0, last.index), reason } : undefined;
}

/** Whether what was read of the head may stand without what was told behind it. */
export function isExplained(requests: readonly Request[]): boolean {
  return requests.length > 0 && requests.every(({ tool }) => CHANGES.test(tool));
}

function isReason(message: Message): boolean {
  const { tokens, known, health } = message;
  const words = tokens.filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  if (words.length < 2 || words.length > MOST || health.danger) return false;
  const { mood, shows, whens, list } = readClause(message, 0, tokens.length);
  const isTold =
    mood === 'statement' ||
    words.slice(0, 3).some(({ word }, at) => at < words.length - 1 && /'s$|n't$/.test(word)) ||
    FINITE.some((verb) => words.slice(1, 4).some(({ word }) => word === verb));
  const isOrder = [...shows].some((sign) => sign.startsWith('head.') && ORDERS.has(sign));
  const isOther = matchKnown(tokens, 0, tokens.length, { ...known, notes: [], files: [] }).size > 0;
  const isTime = whens.some(({ timed, dated, recurs }) => timed || dated || recurs);
  return (
    isTold && !isOrder && !isOther && !isTime && list === undefined && mood !== 'question' && !ASIDE.has(words[0]!.word)
  );
}

const FINITE = [
  'is',
  'are',
  'was',
  'does',
  'do',
  'has',
  'have',
  'got',
  'can',
  "can't",
  'cant',
  'will',
  "won't",
  'wont',
  'needs',
  'did',
  'said',
  'says',
  'wants',
  'told',
  'made',
  'bought',
  'broke',
  'rang',
  'called',
  'cancelled',
];
const ORDERS = new Set([
  'head.add',
  'head.cancel',
  'head.delete',
  'head.move',
  'head.set',
  'head.remind',
  'head.schedule',
  'head.complete',
  'head.show',
  'head.find',
  'head.remember',
  'head.forget',
  'head.turn_on',
  'head.turn_off',
  'head.keep',
  'head.none',
  'head.chore',
]);
/** "It's at 5", "and …", "but keep …": of the thing itself. */
const ASIDE = new Set([
  'it',
  "it's",
  'its',
  'and',
  'but',
  'or',
  'then',
  'not',
  'no',
  'except',
  'only',
  'just',
  'with',
  'that',
  "that's",
  'thats',
  'both',
  'keep',
  'if',
  'unless',
  'so',
  'please',
]);
