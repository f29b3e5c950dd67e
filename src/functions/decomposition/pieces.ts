/** A task taken apart into pieces of work, in the order in which they are to be done, with what joins them. */
import { readDocument, unitsOf } from '../../reading/index.ts';
import { wordsIn } from '../../text/index.ts';
import { moodOf } from './mood.ts';
import { vocabulary } from './vocabulary.ts';

export interface Piece {
  readonly text: string;
  /** Whether it waits for the piece before it, stands beside it, or nobody says. */
  readonly joint: 'then' | 'also' | 'open';
  /** It begins a sentence or an item of its own. */
  readonly begins?: boolean | undefined;
  /** It only tells how things stand. */
  readonly tells?: boolean | undefined;
}

const MOST = 20;

export interface Parts {
  readonly pieces: readonly Piece[];
  /** What holds for all of them: "Do not change the schema". */
  readonly rules: readonly string[];
}

export function takeApart(task: string): Parts {
  const units = unitsOf(readDocument(task)).flatMap(({ text, kind }) =>
    (kind === 'sentence' || kind === 'item' ? splitNumbers(text) : [text]).map((part) => ({ text: part, kind })),
  );
  const moods = units.map(({ text, kind }) => (kind === 'sentence' ? moodOf(text, startsWork(text)) : 'work'));
  // A task that only tells or forbids is asked for as it stands.
  const asks = moods.includes('work');
  const rules = units.flatMap(({ text }, at) => (asks && moods[at] === 'rule' ? [flatten(text)] : []));
  const pieces = units.flatMap(({ text, kind }, at): Piece[] => {
    if (asks && moods[at] === 'rule') return [];
    if (asks && moods[at] === 'situation') return [{ text: flatten(text), joint: 'open', begins: true, tells: true }];
    if (kind === 'code' || kind === 'row') return [{ text: text.trim(), joint: 'open', begins: true }];
    return orderParts(flatten(text)).map((piece, index) => ({ ...piece, begins: index === 0 }));
  });
  const kept = withoutLoss(task, foldDetails(putFirst(pieces)), rules);
  if (kept.length > 0) return { pieces: joinLast(kept), rules };
  const whole = task.trim();
  return { pieces: [{ text: flatten(whole) || whole.slice(0, 200), joint: 'open' }], rules: [] };
}

const NUMBER = /(?<=^|[\s:])\(?(\d{1,2})[.)]\s+(?=\S)/g;

/** "1) move it 2) test it": a list in one line. */
function splitNumbers(text: string): string[] {
  const marks = [...text.matchAll(NUMBER)];
  const first = Number(marks[0]?.[1]);
  const before = text.slice(0, marks[0]?.index ?? 0).trim();
  // An item has lost its own number.
  const counts = first === 1 ? marks.length > 1 : first === 2 && before !== '';
  if (!counts || marks.some(([, number], at) => Number(number) !== first + at)) return [text];
  const items = marks.map((mark, at) =>
    text
      .slice(mark.index + mark[0].length, marks[at + 1]?.index)
      .trim()
      .replace(/[,;]$/, ''),
  );
  return before === '' ? items : [before, ...items];
}

/** "Before that, list the modules": it comes before what was said before it. */
function putFirst(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = [];
  for (const piece of pieces) {
    const first = /^(?:but )?(?:before (?:that|this|doing so)|beforehand|prior to (?:that|this))[\s,]+(.+)$/is.exec(
      piece.text,
    )?.[1];
    const last = ordered.pop();
    if (first === undefined || last === undefined) ordered.push(...(last === undefined ? [] : [last]), piece);
    else ordered.push({ text: first, joint: last.joint }, { ...last, joint: 'then' });
  }
  return ordered;
}

/** What asks for nothing by itself belongs to the piece before it, or to the first: nothing of a task is dropped. */
function foldDetails(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  let lead: string[] = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    const works = hasVerb(piece.text) && !piece.tells;
    if (works || (pieces.every(({ text }) => !hasVerb(text)) && last === undefined)) {
      kept.push(lead.length === 0 ? piece : { ...piece, text: `${piece.text} (${lead.join('; ')})` });
      lead = [];
    } else if (last === undefined) lead.push(piece.text);
    else kept[kept.length - 1] = { ...last, text: `${last.text}; ${piece.text}` };
  }
  return lead.length === 0 ? kept : [...kept, { text: lead.join('; '), joint: 'open' }];
}

/** Words that came away where the parts were joined are put back where they stood. */
function withoutLoss(task: string, pieces: readonly Piece[], rules: readonly string[]): Piece[] {
  const kept = [...pieces.map(({ text }) => text), ...rules];
  const said = new Set(kept.flatMap((text) => wordsIn(text).map(({ lower }) => lower)));
  const { later, before, after } = vocabulary().joints;
  const links = new Set([...later, ...before, ...after].flatMap((phrase) => phrase.split(' ')));
  const lost = wordsIn(task).filter(
    ({ lower, start, end }) =>
      !said.has(lower) &&
      !links.has(lower) &&
      !/^(?:and|first|firstly|please|also|as|well|at|the|in|while|meanwhile)$/.test(lower) &&
      // The number of an item is none of its words.
      !(/^\d+$/.test(lower) && /^[.)]\s/.test(task.slice(end)) && /(?:^|\s)\(?$/.test(task.slice(0, start))),
  );
  if (lost.length === 0 || pieces.length === 0) return [...pieces];
  const last = pieces.at(-1)!;
  return [
    ...pieces.slice(0, -1),
    { ...last, text: `${last.text} (${[...new Set(lost.map(({ text }) => text))].join(' ')})` },
  ];
}

/** More than a plan can hold: the last one takes the rest. */
function joinLast(pieces: readonly Piece[]): Piece[] {
  if (pieces.length <= MOST) return [...pieces];
  const rest = pieces.slice(MOST - 1);
  return [...pieces.slice(0, MOST - 1), { text: rest.map(({ text }) => text).join('; then '), joint: rest[0]!.joint }];
}

/** Runs of space would make the patterns below slow, and nobody asks for work in a sentence longer than this. */
function flatten(sentence: string): string {
  return sentence
    .replace(/\s+/g, ' ')
    .slice(0, 4000)
    .replace(/[.!?…]{1,9}$/, '');
}

/** "Before the fair we need to replace it: …": what follows the word is no clause of its own, the sentence goes on. */
const MAIN = /:|\b(?:we|you|i|they)\s+(?:need|have|want|should|must|would|are|will)\b/i;

/** "X before Y" is X, then Y; "X after Y" and "After Y, X" are Y, then X. */
function orderParts(sentence: string): Piece[] {
  const { joints } = vocabulary();
  const leading = new RegExp(`^(?:${alternatives(joints.after)})\\s+([^,]{3,300}),\\s*(.+)$`, 'is').exec(sentence);
  if (leading !== null && isWork(leading[2]!)) return inOrder([leading[1]!, leading[2]!]);
  const early = new RegExp(`^(?:${alternatives(joints.before)})\\s+([^,]{3,300}),\\s*(.+)$`, 'is').exec(sentence);
  if (early !== null && isWork(early[2]!) && !MAIN.test(early[1]!)) return inOrder([early[2]!, early[1]!]);
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
    `^(?:then|also|finally|please|carefully|automatically|thoroughly|to)?\\s*(?:(?:${verbPattern()})\\b|(?:have|get)\\s+(?:[\\w-]+\\s+){1,4}?(?:${verbPattern()})?\\w*ed\\b)`,
    'i',
  );
  return opening.test(text);
}

function isWork(text: string): boolean {
  return hasVerb(text);
}
