/** "The ironing is done and so are the windows, tick both off": what was told is done, and the order behind it names nothing more. */
import { type Model, wholeOf } from './model.ts';
import { thingNamed, tokensIn } from './things.ts';
import { waysOf } from './words.ts';

const ORDER =
  /^(?:(?:so|and|please|you can|can you|could you)\s+)*(?:tick|check|cross|mark|strike|take)\s+(?:them|both|these|those|all|it)(?:\s+(?:both|all|two|of them|three))?(?:\s+(?:off|as done|as finished|done|complete))*(?:\s+(?:the|my) list)?(?:\s+please)?$/i;

export const bothDone: Model = (text, given) => {
  const cut = /[,.;–-]\s*(?=[^,.;–-]+$)/.exec(text);
  if (cut === null || !ORDER.test(text.slice(cut.index + cut[0].length).trim())) return undefined;
  const told = text.slice(0, cut.index);
  const done = new RegExp(`(?<![\\p{L}'])(?:${waysOf('told_done')})(?![\\p{L}'])`, 'giu');
  if (!done.test(told) || /\b(?:not|n't|isn't|never|nearly|almost|half)\b|n't\b/i.test(told)) return undefined;
  const parts = told
    .replace(done, ' ')
    .split(/\s*,\s*|\s+and\s+|\s+plus\s+/i)
    .map((part) => part.trim())
    .filter(Boolean);
  const names = parts.map((part) => thingNamed(tokensIn(part, given), ['todo'], given)?.name);
  // What is not on any list cannot be ticked off, and half of it is not done.
  if (names.length < 2 || names.some((name) => name === undefined) || new Set(names).size < names.length)
    return undefined;
  const requests = names.map((name) => wholeOf(given.read(`tick off "${name}"`)));
  return requests.every((one) => one?.length === 1 && one[0]!.tool === 'complete_todo')
    ? { kind: 'requests', requests: requests.map((one) => ({ ...one![0]!, text })), rest: [] }
    : undefined;
};
