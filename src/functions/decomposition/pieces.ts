/** A task taken apart into pieces of work, in the order in which they are to be done, with what joins them. */
import { sentences } from '../analysis/prose.ts';
import { vocabulary } from './vocabulary.ts';

export interface Piece {
  readonly text: string;
  /** Whether it waits for the piece before it, stands beside it, or nobody says. */
  readonly joint: 'then' | 'also' | 'open';
}

const MOST = 20;

export function takeApart(task: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { text } of sentences(task)) {
    pieces.push(...orderParts(flatten(text)));
  }
  const meant = pieces.filter(({ text }) => hasVerb(text));
  const kept = meant.length > 0 ? meant : pieces.slice(0, 1);
  if (kept.length > 0) return kept.slice(0, MOST);
  const whole = task.trim();
  return [{ text: flatten(whole) || whole.slice(0, 200), joint: 'open' }];
}

/** Runs of space would make the patterns below slow, and nobody asks for work in a sentence longer than this. */
function flatten(sentence: string): string {
  return sentence
    .replace(/\s+/g, ' ')
    .slice(0, 4000)
    .replace(/[.!?…]{1,9}$/, '');
}

/** "X before Y" is X, then Y; "X after Y" and "After Y, X" are Y, then X. */
function orderParts(sentence: string): Piece[] {
  const { joints } = vocabulary();
  const leading = new RegExp(`^(?:${alternatives(joints.after)})\\s+([^,]{3,300}),\\s*(.+)$`, 'is').exec(sentence);
  if (leading !== null && isWork(leading[2]!)) return inOrder([leading[1]!, leading[2]!]);
  const early = new RegExp(`^(?:${alternatives(joints.before)})\\s+([^,]{3,300}),\\s*(.+)$`, 'is').exec(sentence);
  if (early !== null && isWork(early[2]!)) return inOrder([early[2]!, early[1]!]);
  const after = splitOnce(sentence, joints.after);
  if (after !== undefined && isWork(after[1])) return inOrder([after[1], after[0]]);
  const before = splitOnce(sentence, joints.before);
  if (before !== undefined && isWork(before[1])) return inOrder(before);
  return splitChain(sentence);
}

function inOrder(parts: readonly string[]): Piece[] {
  return parts.flatMap((part, index) =>
    splitChain(part).map((piece, inner) => (index > 0 && inner === 0 ? { ...piece, joint: 'then' as const } : piece)),
  );
}

function splitOnce(sentence: string, joints: readonly string[]): [string, string] | undefined {
  const match = new RegExp(`^(.{3,2000}?)\\s+(?:${alternatives(joints)})\\s+(.{3,})$`, 'is').exec(sentence);
  return match === null ? undefined : [match[1]!, match[2]!];
}

/** A chain of verbs: ", then …", "; …", "and …" where another verb follows. */
function splitChain(sentence: string): Piece[] {
  const { joints } = vocabulary();
  const then = alternatives(joints.later);
  const also = alternatives(joints.also);
  const mark = new RegExp(
    `\\s*(?:[,;]\\s*(?:and\\s+)?|\\s(?:and\\s+)?)(${then}|${also})\\s*,?\\s+|\\s*;\\s+|,?\\s+and\\s+|,\\s+`,
    'gi',
  );
  const pieces: Piece[] = [];
  let from = 0;
  let joint: Piece['joint'] = 'open';
  for (const match of sentence.matchAll(mark)) {
    const rest = sentence.slice(match.index + match[0].length);
    if (match.index < from || !startsWork(rest)) continue;
    push(pieces, sentence.slice(from, match.index), joint);
    from = match.index + match[0].length;
    joint = match[1] === undefined ? 'open' : joints.also.includes(match[1].toLowerCase()) ? 'also' : 'then';
  }
  push(pieces, sentence.slice(from), joint);
  return pieces;
}

function push(pieces: Piece[], raw: string, joint: Piece['joint']): void {
  const { joints } = vocabulary();
  const lead = new RegExp(
    `^(?:(${alternatives(joints.later)})|(${alternatives(joints.also)})|first(?:ly)?|please|also|and)\\b[\\s,]*`,
    'i',
  );
  let text = raw.trim();
  let own = joint;
  for (let match = lead.exec(text); match !== null && text.length > match[0].length; match = lead.exec(text)) {
    if (match[1] !== undefined) own = 'then';
    else if (match[2] !== undefined) own = 'also';
    text = text.slice(match[0].length);
  }
  if (text !== '') pieces.push({ text, joint: own });
}

function alternatives(phrases: readonly string[]): string {
  return [...phrases]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/ /g, '\\s+'))
    .join('|');
}

let verbs: RegExp | undefined;
let opening: RegExp | undefined;

function verbPattern(): string {
  const all = Object.values(vocabulary().functions).flatMap(({ verbs: own }) => own);
  return all
    .sort((a, b) => b.length - a.length)
    .map((verb) => (verb.includes(' ') ? verb.replace(/ /g, '\\s+') : `${verb.replace(/e$/, '')}(?:e|es|s|ing)?`))
    .join('|');
}

function hasVerb(text: string): boolean {
  verbs ??= new RegExp(`\\b(?:${verbPattern()})\\b`, 'i');
  return verbs.test(text);
}

function startsWork(text: string): boolean {
  opening ??= new RegExp(
    `^(?:then|also|finally|please|carefully|automatically|thoroughly)?\\s*(?:${verbPattern()})\\b`,
    'i',
  );
  return opening.test(text);
}

function isWork(text: string): boolean {
  return hasVerb(text);
}
