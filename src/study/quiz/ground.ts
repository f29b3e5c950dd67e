/** What the course gives for a question: what can be asked of a sentence, what a chapter defines, what stands beside a class. */
import type { Asked } from '../facts/askable.ts';
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { type Listed, readLists } from '../facts/lists.ts';
import { termKey } from '../facts/terms.ts';
import type { Thing } from '../facts/things.ts';
import { type Defined, openNames } from './chapter-names.ts';

export interface Ground {
  readonly corpus: Corpus;
  /** Names that a chapter defines: what a definition of it can be offered. */
  glossary(chapter: string): readonly Defined[];
  askedOf(sentence: Sentence): readonly Asked[];
  /** Where a thing is told as one class ("an osmotic diuretic"), what the course counts among others of that noun ("loop diuretics"). */
  siblings(asked: AskedTerm): readonly Thing[];
}

export type AskedTerm = Extract<Asked, { kind: 'term' | 'name' }>;

/** "An osmotic diuretic that …": its noun, and what tells it from others of that noun. */
function classIn(definition: string): { noun: string; words: ReadonlySet<string> } | undefined {
  const [, phrase = ''] =
    /^an? ((?:[\p{L}-]+ ){1,2}[\p{L}-]+?)(?= (?:that|which|in|of|for|used|with|acting)\b|$)/u.exec(definition) ?? [];
  const words = termKey(phrase).split(' ');
  return words.length < 2 ? undefined : { noun: words.at(-1) as string, words: new Set(words.slice(0, -1)) };
}

export function openGround(corpus: Corpus, read: (sentence: Sentence) => Asked[]): Ground {
  const kept = new Map<Sentence, readonly Asked[]>();
  const askedOf = (sentence: Sentence) => {
    let asked = kept.get(sentence);
    if (asked === undefined) {
      asked = read(sentence);
      kept.set(sentence, asked);
    }
    return asked;
  };
  let lists: readonly Listed[] | undefined;
  return {
    corpus,
    askedOf,
    siblings(asked) {
      const own = asked.kind === 'name' ? classIn(asked.definition) : undefined;
      if (own === undefined) return [];
      lists ??= corpus.sentences.flatMap(readLists);
      const others = lists.filter(({ head }) => {
        const words = termKey(head).split(' ');
        return words.length > 1 && words.at(-1) === own.noun && !words.some((word) => own.words.has(word));
      });
      return others.flatMap(({ items }) => items);
    },
    glossary: openNames(corpus, askedOf),
  };
}
