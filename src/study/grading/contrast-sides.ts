/**
 * The two sides of a contrast. In a key each begins with its name, and both names stand in the question: "type 1 is …; type 2 is …". An
 * answer names them in its own way, in front or behind, by a word that only one of them has, by its number or by its first letters.
 */
import { fold, stem } from '../../text/index.ts';
import { areKin } from '../../text/lexicon.ts';
import { areOneRoot } from './sound.ts';
import { unitsIn } from './state-words.ts';

export interface Side {
  /** The words that only this side is named by. */
  readonly names: readonly string[];
  readonly said: string;
}

export interface Contrast {
  readonly sides: readonly [Side, Side];
}

const CONTRAST =
  /\b(?:differ|difference|differs|compare|distinguish|distinguishes|contrast|versus|vs|tell apart|set apart|sets apart)\b/i;
const STRONG = /\s*(?:;|,|\.(?=\s)|\bwhile\b|\bwhereas\b|\bwhilst\b|\bbut\b)\s*/i;
const ANY = /\s*(?:;|,|\.(?=\s)|\bwhile\b|\bwhereas\b|\bwhilst\b|\bbut\b|\band\b|\+(?=\s))\s*/i;

export function readContrast(key: string, question: string): Contrast | undefined {
  if (!CONTRAST.test(question)) return undefined;
  return sidesOfKey(key, question, STRONG) ?? sidesOfKey(key, question, ANY);
}

/** Each clause that begins with another name opens a side; what follows without one belongs to it. */
function sidesOfKey(key: string, question: string, joint: RegExp): Contrast | undefined {
  const asked = new Set(wordsOf(question).map(stem));
  const sides: { name: string[]; said: string }[] = [];
  for (const clause of key.split(joint)) {
    const [name, rest] = nameOf(clause, asked);
    const isKnown = name.length === 0 || sides.some((side) => side.name.join(' ') === name.join(' '));
    if (isKnown && sides.length === 0) return undefined;
    if (isKnown || sides.length === 2) sides.at(-1)!.said += `, ${clause}`;
    else sides.push({ name, said: rest });
  }
  const [one, other] = sides;
  if (one === undefined || other === undefined) return undefined;
  const apart = (own: readonly string[], others: readonly string[]) => own.filter((word) => !others.includes(word));
  const [mine, theirs] = [apart(one.name, other.name), apart(other.name, one.name)];
  if (mine.length === 0 || theirs.length === 0) return undefined;
  return {
    sides: [
      { names: mine, said: one.said },
      { names: theirs, said: other.said },
    ],
  };
}

/** Words that may stand before a name and around it. */
const AROUND = /^(?:an?|the|in|of|with|that|those|for|on|to|at|by|is|are|has|have)$/;

/** The words at its beginning that the question has too. */
function nameOf(clause: string, asked: ReadonlySet<string>): readonly [name: string[], rest: string] {
  const tokens = [...clause.matchAll(WORD)];
  const name: string[] = [];
  let end = 0;
  for (const token of tokens) {
    const word = fold(token[0]);
    if (!AROUND.test(word) || (word === 'a' && name.length > 0)) {
      if (!asked.has(stem(word))) break;
      name.push(stem(word));
    }
    end = token.index + token[0].length;
  }
  return [name, clause.slice(end).replace(/^[\s:=,-]+/, '')];
}

const WORD = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => fold(word));
}

const CLAUSES =
  /\s*(?:;|,|\.(?=\s)|:(?=\s)|=|\bwhile\b|\bwhereas\b|\bwhilst\b|\bbut\b|\band\b|\bvs\.?|\bversus\b|\n)\s*/i;

/** What the answer says of either side, '' where it says nothing; undefined where it is not plain of which it speaks. */
export function readSidesBy({ sides }: Contrast, question: string, said: string): [string, string] | undefined {
  const initials = sides.map((side) => initialsOf(side, question));
  const found: [string[], string[]] = [[], []];
  let [current, waiting]: [number | undefined, string[]] = [undefined, []];
  for (const clause of said.split(CLAUSES)) {
    const named = [0, 1].filter((of) => wordsIn(clause).some((word) => isNamedBy(word, sides[of]!, initials[of]!)));
    if (named.length > 1) return undefined;
    if (named.length === 1) current = named[0];
    const rest = withoutName(clause, current === undefined ? undefined : sides[current], initials[current ?? 0]!);
    if (current === undefined) waiting.push(rest);
    else {
      found[current]!.push(...waiting, rest);
      waiting = [];
    }
  }
  if (current === undefined) return undefined;
  return [joined(found[0]), joined(found[1])];
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

function withoutName(clause: string, side: Side | undefined, initials: string): string {
  const rest = clause.replace(WORD, (word) => (side !== undefined && isNamedBy(word, side, initials) ? '' : word));
  return rest
    .replace(/^(?:\W|\b(?:in|with|of|the|an?|for|on)\b)+|(?:\W|\b(?:in|with|of|the|an?|for|on)\b)+$/gi, '')
    .trim();
}

const LONG = 4;

function isNamedBy(word: string, { names }: Side, initials: string): boolean {
  const plain = fold(word);
  if (/^\p{Lu}{2,5}s?$/u.test(word) && initials.startsWith(plain.replace(/s$/, ''))) return true;
  return names.some((name) => {
    if (/^\d+$/.test(name)) return new RegExp(`^[a-z]{0,2}${name}[a-z]{0,2}$`).test(plain);
    if (stem(plain) === name || areOneRoot(stem(plain), name)) return true;
    if (areKin(plain, name) || areOfOneKind(plain, name)) return true;
    return Math.min(name.length, plain.length) >= LONG && commonStart(plain, name) >= Math.max(LONG, name.length - 2);
  });
}

/** "Venous" of a vein. */
function areOfOneKind(a: string, b: string): boolean {
  const [one, other] = [unitsIn(a)[0], unitsIn(b)[0]];
  return one?.kind === 'thing' && other?.kind === 'thing' && one.axis !== undefined && one.word === other.word;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The first letters of its name and of what both share behind it: "UMN" of "upper and lower motor neurone lesions". */
function initialsOf({ names }: Side, question: string): string {
  const words = wordsOf(question).map(stem);
  const at = words.indexOf(names[0] as string);
  if (at === -1) return '';
  const isJoint = (word: string | undefined) => word !== undefined && /^(?:and|from|with|to|versus|vs|or)$/.test(word);
  const behind = isJoint(words[at + names.length])
    ? words.slice(at + names.length + 2)
    : words.slice(at + names.length);
  return [...words.slice(at, at + names.length), ...behind].map((word) => word[0]).join('');
}
