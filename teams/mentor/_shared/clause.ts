/** A clause of a message with what it shows: its words, their signs, and what of the session it may be about. */
import { type FoundSign, type Token, tokensOf } from 'consilium/text';
import { answersIn } from './answers.ts';
import { readDate } from './dates.ts';
import { signFinder } from './words.ts';

/** What a message may lean on: the material it names, what waits in the session, when and where it is said. */
export interface Setting {
  readonly now: number;
  readonly zone: string;
  readonly material?: string | undefined;
  readonly chapter?: string | undefined;
  /** The place is named only by a heading that stands in the message. */
  readonly by?: 'heading' | undefined;
  /** What the material is called that the message names, to be told from its subject; and what its chapter is. */
  readonly titles: readonly string[];
  readonly headings?: readonly string[] | undefined;
  readonly quiz: boolean;
  /** The options of the question that is open next; none where it is answered in words. */
  readonly options?: readonly string[] | undefined;
  readonly card: boolean;
  /** A plan was wished for, and its date asked back. */
  readonly plan: boolean;
}

export interface Clause {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly found: readonly FoundSign[];
  readonly signs: ReadonlySet<string>;
}

const SHORT = 5;

export function readClause(text: string, setting: Setting): Clause {
  const tokens = tokensOf(text);
  const found = signFinder()(tokens);
  const words = tokens.filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  const first = firstTelling(tokens, found);
  const signs = new Set([
    ...found.map(({ sign }) => sign),
    ...found.filter(({ from }) => from === first).map(({ sign }) => `start.${sign}`),
    ...shown(
      'form.question',
      text.trimEnd().endsWith('?') || found.some(({ sign, from }) => from === first && sign.startsWith('ask.')),
    ),
    ...shown('form.short', words.length <= SHORT),
    ...shown('form.answers', answersIn(text).length > 0),
    ...shown('open.quiz', setting.quiz),
    ...shown('open.card', setting.card),
    ...shown('open.plan', setting.plan),
    ...shown('named.material', setting.material !== undefined),
    ...shown('named.chapter', setting.chapter !== undefined),
    ...shown('has.hours', found.some(({ sign }) => sign === 'thing.hours') || /\b\d+(?:\.\d+)?\s?h\b/i.test(text)),
    ...shown('has.date', readDate(text, setting) !== undefined),
  ]);
  return { text, tokens, found, signs };
}

function shown(sign: string, is: boolean): string[] {
  return is ? [sign] : [];
}

/** The first word that is more than politeness. */
function firstTelling(tokens: readonly Token[], found: readonly FoundSign[]): number {
  let at = 0;
  for (;;) {
    const lead = found.find(({ sign, from }) => from === at && (sign === 'small.lead' || sign === 'small.greet'));
    const isMark = !/[\p{L}\p{N}]/u.test(tokens[at]?.word ?? 'x');
    if (lead === undefined && !isMark) return at;
    // "Show me" begins with showing, "me" alone with nothing.
    if (found.some(({ sign, from }) => from === at && sign.startsWith('act.'))) return at;
    at = lead?.to ?? at + 1;
  }
}
