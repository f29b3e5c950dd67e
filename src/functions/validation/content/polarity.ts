/**
 * Whether a sentence says what is claimed or its contrary, clause by clause: words of the claim are matched with words of the
 * clause as the same or as opposites (sides.yml, the lexicon), denials on both sides are counted, and an odd number of turns is a
 * contradiction. What only the clauses beside it say counts a little less, so that "electricity is not" is read with what it leaves out.
 */
import { z } from 'zod';
import { wordsIn } from '../../../text/index.ts';
import { areKin, areOpposites } from '../../../text/lexicon.ts';
import { sheet } from '../../analysis/sheet.ts';
import { readWording, root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

const list = z.array(z.string()).min(1);
const readSides = sheet('./sides.yml', import.meta.url, z.array(z.tuple([list, list])));

interface Token {
  readonly lower: string;
  readonly root: string;
  /** Row of sides.yml → which side. */
  readonly sides: ReadonlyMap<number, 0 | 1>;
  readonly carries: boolean;
  /** "may", "must", "before": a word that anything may have, and still takes a side. */
  readonly modal: boolean;
}

interface Clause {
  readonly tokens: readonly Token[];
  readonly denials: number;
  /** What it leaves out, of the clause before. */
  readonly borrowed?: readonly Token[] | undefined;
}

export interface Polarity {
  /** How much of the claim the clause bears that bears most of it. */
  readonly cover: number;
  /** The most that a clause bears which says so, and which says the contrary. */
  readonly same: number;
  readonly contrary: number;
  /** What the clause that bears most says: 1 so, -1 the contrary. */
  readonly way: 1 | -1;
  /** It does so by an opposite, or by a denial. */
  readonly opposite: boolean;
  readonly denied: boolean;
  /** How much of what is said last, which is mostly the news, is borne. */
  readonly last: number;
}

export type Alike = (a: string, b: string) => number;

/** Below this two words have nothing to do with each other. */
const FAR = 0.45;
const KIN = 0.95;
const ON_ONE_SIDE = 0.75;
const TURNED = 0.9;
/** What stands beside the clause counts so much. */
const BESIDE = 0.8;

export function polarityOf(claim: string, sentence: string, context: ReadonlySet<string>, alike: Alike): Polarity {
  const asked = readClause(claim);
  const wanted = asked.tokens.filter(({ carries }) => carries);
  const clauses = borrowing(clausesOf(sentence).map(readClause));
  const whole = clauses.flatMap(({ tokens }) => tokens);
  // What is said last weighs more than what it is said of.
  const weights = wanted.map(({ modal }, at) => (modal ? MODAL : 1 + at / Math.max(1, wanted.length - 1)));
  const sum = weights.reduce((all, one) => all + one, 0) || 1;
  const beside = wanted.map((token) =>
    Math.max(context.has(token.root) ? BESIDE : 0, BESIDE * matchOf(token, whole, alike).worth),
  );
  const read = clauses.map((clause) => {
    const matches = matchAll(wanted, clause, alike);
    const borne = matches.map(({ worth }, at) => Math.max(worth, beside[at]!));
    const own = matches.reduce((all, { worth }, at) => all + weights[at]! * worth, 0) / sum;
    const cover = borne.reduce((all, worth, at) => all + weights[at]! * worth, 0) / sum;
    const turns = matches.filter((one) => one.turned && one.worth >= TURNED).length;
    const denials = clause.denials + asked.denials;
    return { cover: (cover + own) / 2, last: borne.at(-1) ?? 0, odd: (turns + denials) % 2 === 1, turns, denials };
  });
  const best = read.reduce<(typeof read)[number] | undefined>(
    (most, one) => (most === undefined || one.cover > most.cover ? one : most),
    undefined,
  );
  const most = (odd: boolean) => Math.max(0, ...read.map((one) => (one.odd === odd ? one.cover : 0)));
  return {
    cover: best?.cover ?? 0,
    same: most(false),
    contrary: most(true),
    way: best?.odd ? -1 : 1,
    opposite: best !== undefined && best.turns % 2 === 1,
    denied: best !== undefined && best.denials % 2 === 1,
    last: best?.last ?? 0,
  };
}

/** "… Windows is not", "…, which I declined": what a short clause leaves out stands in the one before. */
function borrowing(clauses: readonly Clause[]): Clause[] {
  return clauses.map((clause, at) => {
    const before = clauses[at - 1];
    const isShort = clause.tokens.filter(({ carries, modal }) => carries && !modal).length <= SHORT;
    return before === undefined || !isShort ? clause : { ...clause, borrowed: before.tokens };
  });
}

const SHORT = 2;
/** What "may" and "must" weigh beside a word of its own. */
const MODAL = 0.5;

/** A short clause that speaks of something else ("…, the loft is not") takes nothing over from the one before. */
function matchAll(wanted: readonly Token[], { tokens, borrowed }: Clause, alike: Alike): Match[] {
  const own = wanted.map((token) => matchOf(token, tokens, alike));
  const isForeign = (one: Token) => one.carries && !one.modal && matchOf(one, wanted, alike).worth === 0;
  if (borrowed === undefined || tokens.some(isForeign)) return own;
  return wanted.map((token, at) => {
    const taken = matchOf(token, borrowed, alike);
    return taken.worth > own[at]!.worth && !own[at]!.turned ? taken : own[at]!;
  });
}

interface Match {
  readonly worth: number;
  readonly turned: boolean;
}

function matchOf(token: Token, tokens: readonly Token[], alike: Alike): Match {
  let best: Match = { worth: 0, turned: false };
  for (const other of tokens) {
    if (!other.carries && other.sides.size === 0) continue;
    const own = compare(token, other, alike);
    // The same word settles it, whatever opposites stand beside.
    if (own.worth === 1 && !own.turned) return own;
    if (own.worth > best.worth) best = own;
  }
  return best;
}

function compare(a: Token, b: Token, alike: Alike): Match {
  if (a.root === b.root) return { worth: 1, turned: false };
  if (areKin(a.lower, b.lower)) return { worth: KIN, turned: false };
  let shared = false;
  for (const [row, side] of a.sides) {
    const there = b.sides.get(row);
    if (there !== undefined && there !== side) return { worth: TURNED, turned: true };
    if (there === side) shared = true;
  }
  if (isTurn(a, b) || isTurn(b, a) || areOpposites(a.lower, b.lower)) return { worth: TURNED, turned: true };
  const near = alike(a.lower, b.lower);
  return { worth: Math.max(shared ? ON_ONE_SIDE : 0, near < FAR ? 0 : near), turned: false };
}

const PREFIX = /^(?:un|in|im|ir|non-?|dis)(?=\p{L}{4})/u;

/** "signed" and "unsigned". */
function isTurn(a: Token, b: Token): boolean {
  return PREFIX.test(a.lower) && root(a.lower.replace(PREFIX, '')) === b.root;
}

const AUXILIARY =
  'is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|should|must|may|might|need|shall|am';
const BORDER = new RegExp(
  String.raw`[;:(]\s?|[)–—]|,\s|\s(?:and|but|nor|whereas|while|although|though|unless|except|because|since|so that|which|who|if|when|until|rather than|instead of)\s|(?<!\b(?:${AUXILIARY}))\s(?=not\s(?!only|later|more|less|fewer|until))`,
  'giu',
);

/** Finer than sentences: what is denied in one of them is not denied in the next. The word that opens one stays with it. */
function clausesOf(sentence: string): string[] {
  const starts = [0, ...[...sentence.matchAll(BORDER)].map(({ index }) => index), sentence.length];
  const parts = starts.slice(1).map((end, at) => sentence.slice(starts[at], end));
  const full = parts.filter((part) => wordsIn(part).some(({ lower }) => !isStopword(lower)));
  return full.length > 1 ? full : [sentence];
}

const DENIES = new Set(
  'not no never none nobody nothing nowhere neither nor without cannot hardly nicht kein keine keinen keiner aucun aucune ningún ninguna'.split(
    ' ',
  ),
);
const LEAVES = /^[\s,]*(?:rather than|instead of|except)\b/i;

function readClause(text: string): Clause {
  const plain = text.replace(/(\w)n['’]t\b/gi, '$1 not').replace(/\bcan ?not\b/gi, 'can not');
  let folded = ` ${wordsIn(plain)
    .map(({ lower }) => lower)
    .join(' ')} `;
  for (const phrase of readWording().harmless) folded = folded.replaceAll(` ${phrase} `, ' ');
  const words = folded
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  const tokens: Token[] = [];
  let denials = LEAVES.test(text) ? 1 : 0;
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at);
    const length = phrase?.length ?? 1;
    if (phrase === undefined && DENIES.has(words[at]!)) denials++;
    const lower = words.slice(at, at + length).join(' ');
    const sides = phrase?.sides ?? new Map<number, 0 | 1>();
    const modal = length === 1 && sides.size > 0 && isStopword(lower);
    const isNumber = /^\d/.test(lower) || Object.hasOwn(readWording().numbers, lower);
    tokens.push({
      lower,
      root: length > 1 ? lower : root(lower),
      ...{ sides, modal },
      carries:
        !isNumber &&
        !DENIES.has(lower) &&
        (length > 1 || modal || (!isStopword(lower) && lower.length > 1 && !readWording().thin.has(lower))),
    });
    at += length;
  }
  return { tokens, denials };
}

interface Phrase {
  readonly length: number;
  readonly sides: ReadonlyMap<number, 0 | 1>;
}

let kept: Map<string, Map<number, 0 | 1>> | undefined;
const LONGEST = 4;

function phraseAt(words: readonly string[], at: number): Phrase | undefined {
  kept ??= index();
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const sides = kept.get(
      words
        .slice(at, at + length)
        .map(root)
        .join(' '),
    );
    if (sides !== undefined) return { length, sides };
  }
  return undefined;
}

function index(): Map<string, Map<number, 0 | 1>> {
  const all = new Map<string, Map<number, 0 | 1>>();
  for (const [row, sides] of readSides().entries())
    for (const [side, phrases] of sides.entries())
      for (const phrase of phrases) {
        const key = wordsIn(phrase)
          .map(({ lower }) => root(lower))
          .join(' ');
        const own = all.get(key) ?? new Map<number, 0 | 1>();
        own.set(row, side as 0 | 1);
        all.set(key, own);
      }
  return all;
}
