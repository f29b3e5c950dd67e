/** What a course counts as the causes, signs or indications of something: "is caused by A, B and C", "indications for it are A, B and C". */
import { isNegated } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { itemsOf } from './lists.ts';

export interface Caused {
  readonly sentence: Sentence;
  /** As it stands there, without an article. */
  readonly of: string;
  /** "causes", "indications", with what joins it: "for". */
  readonly what: string;
  readonly joint: string;
  readonly items: readonly string[];
}

const BEHIND =
  /^(?:An? |The )?(.{3,80}?) (?:is|are) (?:most often |most commonly |commonly |usually |often |typically |mainly )?caused by (.+)$/;
const BEFORE =
  /^(?:The )?(?:(?:most )?(?:common|important|main|usual|frequent|typical|leading|urgent|absolute|classic) )*(causes|symptoms|signs|features|complications|side effects|adverse effects|indications|contraindications|risk factors) (of|for|to) (?:an? |the )?(.{3,80}?) (?:are|include|includes)[: ]+(.+)$/i;
const FEWEST = 2;
const MOST_WORDS = 6;
/** "This is caused by": by what stands before it. */
const POINTS = /^(?:it|this|that|these|those|they|such|both|each|one|others?|some|many)\b|[,;:]/i;

export function readCauses(sentence: Sentence): Caused | undefined {
  if (!sentence.stands || isNegated(sentence.text)) return undefined;
  const named = BEFORE.exec(sentence.text);
  const [what = 'causes', joint = 'of'] = named === null ? [] : [named[1]?.toLowerCase(), named[2]];
  const [of = '', list = ''] = named?.slice(3) ?? BEHIND.exec(sentence.text)?.slice(1) ?? [];
  if (of === '' || POINTS.test(of) || of.split(' ').length > MOST_WORDS || /\bor\b|[;:]/.test(list)) return undefined;
  const items = itemsOf(list);
  // All that is listed must have been understood: a list that is cut off is no key.
  const isWhole = items.length >= FEWEST && list.replace(/\.$/, '').endsWith(items.at(-1) as string);
  return isWhole ? { sentence, of, what, joint, items } : undefined;
}

export interface Cause {
  readonly sentence: Sentence;
  readonly of: string;
  readonly by: string;
}

const ONE = /^(?:An? |The )?(.{3,60}?) (?:is|are) caused by (?:an? |the )?(.{4,80})\.$/;
const MOST_OF_CAUSE = 9;

/** "Postrenal injury is caused by obstruction of the urinary tract": one thing by one. */
export function readCause(sentence: Sentence): Cause | undefined {
  if (!sentence.stands || isNegated(sentence.text)) return undefined;
  const [, of = '', by = ''] = ONE.exec(sentence.text) ?? [];
  if (of === '' || POINTS.test(of) || of.split(' ').length > MOST_WORDS) return undefined;
  if (
    by.split(' ').length > MOST_OF_CAUSE ||
    /[,;:()]|\b(?:and|or|it|its|their|this|these|which|that|such)\b/i.test(by)
  )
    return undefined;
  return { sentence, of, by };
}

/** "A, B and C". */
export function joined(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
