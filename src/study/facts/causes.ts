/** What a course counts as the causes of something: "is caused by A, B and C", "causes of it include A, B and C". */
import { isNegated } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { itemsOf } from './lists.ts';

export interface Caused {
  readonly sentence: Sentence;
  /** As it stands there, without an article. */
  readonly of: string;
  readonly items: readonly string[];
}

const BEHIND =
  /^(?:An? |The )?(.{3,80}?) (?:is|are) (?:most often |most commonly |commonly |usually |often |typically |mainly )?caused by (.+)$/;
const BEFORE =
  /^(?:The )?(?:(?:most )?(?:common|important|main|usual|frequent|typical|leading) )?causes of (?:an? |the )?(.{3,80}?) (?:are|include|includes)[: ]+(.+)$/i;
const FEWEST = 2;
const MOST_WORDS = 6;
/** "This is caused by": by what stands before it. */
const POINTS = /^(?:it|this|that|these|those|they|such|both|each|one|others?|some|many)\b|[,;:]/i;

export function readCauses(sentence: Sentence): Caused | undefined {
  if (!sentence.stands || isNegated(sentence.text)) return undefined;
  const [, of = '', list = ''] = BEFORE.exec(sentence.text) ?? BEHIND.exec(sentence.text) ?? [];
  if (of === '' || POINTS.test(of) || of.split(' ').length > MOST_WORDS || /\bor\b|[;:]/.test(list)) return undefined;
  const items = itemsOf(list);
  // All that is listed must have been understood: a list that is cut off is no key.
  const isWhole = items.length >= FEWEST && list.replace(/\.$/, '').endsWith(items.at(-1) as string);
  return isWhole ? { sentence, of, items } : undefined;
}

/** "A, B and C". */
export function joined(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
