/** "In notes.txt change milk to oat milk", "remove eggs from list.md": what stands in a file and what shall stand there. */
import type { Plain } from './clause.ts';
import { wordSet } from './words.ts';

export interface Edit {
  readonly find: string;
  /** Empty: it is taken out. */
  readonly replace: string;
}

const LEADS = wordSet('path_leads');
const FILLS = wordSet('edit_small');
const JOINTS = wordSet('edit_joints');

interface Range {
  readonly from: number;
  readonly to: number;
}

export function editIn(clause: Plain): Edit | undefined {
  const opened = openedFile(clause);
  const verb = clause.signs.find(
    ({ sign, plain, from }) =>
      plain && (sign === 'verb.replace' || sign === 'verb.delete') && from >= (opened?.to ?? clause.from),
  );
  const file = opened ?? fileRange(clause);
  if (verb === undefined || file === undefined) return undefined;
  const isCut = verb.sign === 'verb.delete' && !clause.signs.some(({ sign }) => sign === 'verb.replace');
  const rest = between({ from: Math.max(...verb.at) + 1, to: clause.to }, file);
  if (rest === undefined) return undefined;
  const quoted = quotes(clause, rest);
  if (isCut) {
    const find = quoted[0] ?? wordsIn(clause, rest);
    return find === '' ? undefined : { find, replace: '' };
  }
  if (quoted.length === 2) return { find: quoted[0]!, replace: quoted[1]! };
  const joint = clause.message.tokens.findIndex(
    ({ word }, at) => at > rest.from && at < rest.to - 1 && JOINTS.has(word) && !inQuote(clause, at),
  );
  if (joint < 0) return undefined;
  const find = wordsIn(clause, { from: rest.from, to: joint });
  const replace = wordsIn(clause, { from: joint + 1, to: rest.to });
  return find === '' || replace === '' ? undefined : { find, replace };
}

/** "Edit notes.txt: replace …": the file first, and then what is done in it. */
function openedFile({ message: { tokens }, from, to, paths, signs }: Plain): Range | undefined {
  const at = paths[0]?.at ?? 0;
  let verb = at - 1;
  while (verb > from && ['the', 'my', 'file'].includes(tokens[verb]!.word)) verb--;
  let end = at + 1;
  while (end < to && /^(?:[:,]|and|then|by|to)$/.test(tokens[end]!.word)) end++;
  const isOpened = at > from && ['edit', 'open', 'change', 'update', 'modify'].includes(tokens[verb]!.word);
  const isDone = signs.some(
    ({ sign, plain, from: start }) => plain && start === end && (sign === 'verb.replace' || sign === 'verb.delete'),
  );
  return isOpened && isDone && end > at + 1 ? { from: verb, to: end } : undefined;
}

/** The file with the words that lead to it; of one that was spoken of, "in it". */
function fileRange({ message, from, to, paths, signs }: Plain): Range | undefined {
  const into = signs.find(({ sign }) => sign === 'say.into_it');
  const at = paths[0]?.at;
  if (at === undefined) return into && { from: into.from, to: into.to };
  let start = at;
  while (start > from && LEADS.has(message.tokens[start - 1]!.word)) start--;
  // "Delete notes.txt" is about the file itself.
  const isLed = message.tokens
    .slice(start, at)
    .some(({ word }) => ['in', 'from', 'of', 'inside', 'within'].includes(word));
  let end = at + 1;
  while (end < to && [',', ':'].includes(message.tokens[end]!.word)) end++;
  return isLed ? { from: start, to: end } : undefined;
}

/** What stands behind the verb, on the side of the file where words are. */
function between({ from, to }: Range, file: Range): Range | undefined {
  const range = file.from >= from ? { from, to: file.from } : { from: Math.max(from, file.to), to };
  return range.to > range.from ? range : undefined;
}

function wordsIn({ message: { tokens, text }, paths }: Plain, { from, to }: Range): string {
  const isCode = CODE.test(paths[0]?.path ?? '');
  let [first, end] = [from, to];
  // In code "a" is a name.
  const isName = (at: number) => isCode && tokens[at]!.word === 'a';
  while (first < end && FILLS.has(tokens[first]!.word) && !isName(first)) first++;
  while (end > first && /^[^\p{L}\p{N}%)]$/u.test(tokens[end - 1]!.word)) end--;
  return first === end ? '' : text.slice(tokens[first]!.start, tokens[end - 1]!.end).replace(/^["“']|["”']$/g, '');
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|sh|sql|c|h|cpp|css|html)$/i;
const QUOTED = /["“]([^"”]{1,2000})["”]/g;

function quotes({ message: { tokens, text } }: Plain, { from, to }: Range): string[] {
  return [...text.slice(tokens[from]!.start, tokens[to - 1]!.end).matchAll(QUOTED)].map(([, said]) => said!);
}

function inQuote({ message: { tokens, text } }: Plain, at: number): boolean {
  return (text.slice(0, tokens[at]!.start).match(/["“”]/g) ?? []).length % 2 === 1;
}
