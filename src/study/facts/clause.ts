/** A sentence as a clause: its subject, its verb, what is said. Only where that is plain; else nothing is asked about it. */
import { grammar } from './grammar.ts';
import { isPlural } from './terms.ts';

export interface Clause {
  /** Of the whole: the sentence without an opening that says nothing. */
  readonly text: string;
  readonly subject: { readonly start: number; readonly end: number };
  /** The verb group: "is", "is secreted by", "inhibits", "may cause". */
  readonly verb: {
    readonly start: number;
    readonly end: number;
    readonly lemma: string;
    readonly open: boolean;
    readonly copula: boolean;
  };
  /** The sentence marks what it says as true of one thing only. */
  readonly unique: boolean;
}

export interface Token {
  readonly word: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[\p{L}\p{N}]+(?:[-–'’+/.][\p{L}\p{N}+]+)*\+?|[^\s\p{L}\p{N}]/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    word: match[0],
    lower: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const FEWEST_WORDS = 5;
const MOST_WORDS = 42;

/** A sentence that can be read alone; undefined where it leans on what stands around it. */
export function standAlone(sentence: string): string | undefined {
  const { opening } = grammar();
  const text = upperFirst(sentence.replace(opening, ''));
  const words = text.split(/\s+/).length;
  if (words < FEWEST_WORDS || words > MOST_WORDS) return undefined;
  if (!/[.]$/.test(text) || !/^[\p{Lu}\p{N}]/u.test(text)) return undefined;
  return leansOutside(text) ? undefined : text;
}

/** It points to what stands elsewhere, or quotes. */
export function leansOutside(text: string): boolean {
  const { pointing, leaning, generic } = grammar();
  return (
    pointing.test(text) ||
    leaning.test(text) ||
    generic.test(text) ||
    /["“”?!]|https?:|\.\.\.|…/.test(text) ||
    // A pronoun behind a comma or a full stop may mean anybody.
    /\b(?:it|they|them|its|their)\b/i.test(text.split(/\s+/).slice(0, 4).join(' ')) ||
    pointsPastSubject(text)
  );
}

/**
 * A pronoun behind the verb is never the subject of that verb: where nothing else was named between the two, it is something that stands
 * elsewhere. "Glucose is checked every 30 minutes during it", "Lipid emulsion is its antidote"; but "The heart has its own vessels".
 */
export function pointsPastSubject(text: string): boolean {
  const clause = readClause(text);
  if (clause === undefined) return false;
  const { end, copula } = clause.verb;
  const said = /^(.*?)\b(?:it|them|(its|their))\b/iu.exec(/^[^,;:]*/u.exec(text.slice(end))?.[0] ?? '');
  if (said === null || (said[2] !== undefined && !copula)) return false;
  const between = tokensOf((said[1] ?? '').replace(copula ? /^ \p{Ll}+ed\b/u : '', ' ').replace(FIGURE, ' '));
  return between.every(({ lower }) => grammar().small.has(lower) || /^[\d.,%]+$/.test(lower));
}

/** "Every 30 minutes", "20%": no thing. */
const FIGURE = /\b(?:every |within |about |after )?\d[\d.,]*(?:\s?%|(?: to [\d.]+)?[\s-]\p{L}+)?/giu;

const NEGATION =
  /\b(?:not|never|no|neither|nor|except|unlike|without|rather than|instead of|contrary|lacks?|absent|rarely|cannot|n't)\b/i;

export function isNegated(text: string): boolean {
  return NEGATION.test(text);
}

export function readClause(text: string): Clause | undefined {
  const { verbs, auxiliaries, small, unique } = grammar();
  const tokens = tokensOf(text);
  const at = tokens.findIndex((_, index) => index > 0 && isVerb(tokens, index));
  if (at <= 0 || at > 14) return undefined;
  const before = tokens.slice(0, at);
  if (before.some(({ lower }) => SUBORDINATE.has(lower))) return undefined;
  const last = (before.at(-1) as Token).lower;
  if (small.has(last)) return undefined;
  let end = at;
  let lemma = verbs.get((tokens[at] as Token).lower)?.lemma ?? (tokens[at] as Token).lower;
  let open = verbs.get((tokens[at] as Token).lower)?.open ?? false;
  let copula = COPULA.has((tokens[at] as Token).lower);
  if (auxiliaries.has((tokens[at] as Token).lower)) {
    for (let next = at + 1; next < Math.min(tokens.length, at + 5); next++) {
      const token = tokens[next] as Token;
      const verb = verbs.get(token.lower);
      if (
        verb !== undefined &&
        (copula ? /ed$|(?:bound|made|found|given|known|drawn|held|seen|taken)$/.test(token.lower) : true)
      ) {
        lemma = verb.lemma;
        open = verb.open;
        copula = false;
        end = next;
        break;
      }
      if (PARTICIPLES.has(token.lower) && copula) {
        lemma = token.lower;
        copula = false;
        end = next;
        break;
      }
      if (!ADVERB.test(token.lower) && !auxiliaries.has(token.lower)) break;
    }
    if (MODAL.has((tokens[at] as Token).lower)) open = true;
  }
  return {
    text,
    subject: { start: 0, end: (before.at(-1) as Token).end },
    verb: { start: (tokens[at] as Token).start, end: (tokens[end] as Token).end, lemma, open, copula },
    unique: unique.test(text),
  };
}

const SUBORDINATE = new Set([
  'that',
  'which',
  'who',
  'where',
  'when',
  'if',
  'because',
  'although',
  'while',
  'whereas',
  'since',
  'how',
  'why',
  ':',
  ';',
]);
const COPULA = new Set(['is', 'are', 'was', 'were']);
const MODAL = new Set(['can', 'may', 'might', 'could', 'should', 'must', 'would']);
const PARTICIPLES = new Set([
  'bound',
  'made',
  'found',
  'given',
  'known',
  'drawn',
  'held',
  'seen',
  'taken',
  'called',
  'named',
  'termed',
  'located',
]);
const ADVERB = /(?:ly|often|also|then|always|mainly|usually|thus|now|still|almost|both|not|most|more|be|been)$/;

/** A word that can be a verb is one where neither an article nor a preposition stands before it, and no verb behind. */
function isVerb(tokens: readonly Token[], index: number): boolean {
  const { verbs, auxiliaries, small } = grammar();
  const token = tokens[index] as Token;
  if (auxiliaries.has(token.lower)) return !PARTICIPLES.has(token.lower);
  if (!verbs.has(token.lower) || /ed$/.test(token.lower)) return false;
  const before = tokens[index - 1] as Token;
  const after = tokens[index + 1];
  if (small.has(before.lower) && !/ly$/.test(before.lower)) return false;
  // A plain form needs a plural before it: "urine test" is no clause, "kidneys filter" is.
  const isPlain = verbs.get(token.lower)?.lemma === token.lower;
  if (isPlain && !isMany(tokens.slice(0, index))) return false;
  if (after !== undefined && (auxiliaries.has(after.lower) || (after.lower === 'of' && !isOfParts(token.lower))))
    return false;
  if (after !== undefined && verbs.has(after.lower) && /s$/.test(token.lower) && !small.has(after.lower)) return false;
  return true;
}

/** "The disease consists of attacks"; but "the results of the test". */
const isOfParts = (verb: string) => grammar().verbs.get(verb)?.lemma === 'consist';

function isMany(before: readonly Token[]): boolean {
  const { lower } = before.at(-1) as Token;
  return isPlural(lower) || before.some((token) => token.lower === 'and') || /ly$/.test(lower);
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
