/**
 * What a chapter counts among a class, said outright: "Brass instruments are the trumpet, the horn, the trombone and the tuba." Asked for
 * what is not named among them: what the chapter says not to be one, else what it counts among another of its classes. Classes of which
 * there is always more ("causes", "foods") are asked only for what the chapter denies.
 */
import { isCommonWord } from '../../text/lexicon.ts';
import { readClause, tokensOf } from '../facts/clause.ts';
import type { Sentence } from '../facts/corpus.ts';
import { grammar } from '../facts/grammar.ts';
import { isOpenHead } from '../facts/lists.ts';
import { OF_SOMETHING } from '../facts/subject.ts';
import { contentStems, isPlural, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { inSentence } from '../material/things.ts';
import { documentOf } from '../material/topics.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { settledBy } from './framed.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export interface Category {
  readonly head: string;
  readonly items: readonly string[];
  readonly isOpen: boolean;
  readonly sentence: Sentence;
}

const COUNTS =
  /^(?:the )?(?<head>[\p{L}][\p{L}\p{N} ’'-]{2,50}?) (?:are|is|include|includes|comprise|comprises|consist of|consists of|are divided into) (?<list>(?:the |an? )?[^:;]+, [^:;]+ and [^:;,]+)\.$/iu;
const FEWEST = 3;
const LONGEST_HEAD = 6;
const LONGEST_ITEM = 4;

export function readCategory(sentence: Sentence): Category | undefined {
  const { head = '', list = '' } = COUNTS.exec(sentence.text)?.groups ?? {};
  if (head === '' || sentence.passage.source?.source_type === 'knowledge') return undefined;
  const items = list.split(/,\s+(?:and\s+)?|\s+and\s+/).map((item) => withoutArticle(item.trim()));
  const isWhole = items.every(isItem);
  const noun = head.replace(/ (?:of|in|on|for|with) .+$/, '');
  const isGroup = /\b(?:family|group|class|section)$/i.test(noun);
  const words = tokensOf(head);
  const isName =
    words.length <= LONGEST_HEAD &&
    !words.some(({ lower }) => /^(?:and|or|its|their|these|those|this|such|other|some|we|you)$/.test(lower));
  if (!isWhole || items.length < FEWEST || !isName || !(isPlural(noun) || isGroup)) return undefined;
  const isOpen =
    isOpenHead(noun) || OF_SOMETHING.test(noun) || /^(?:common|typical|usual|frequent|important|main)\b/i.test(noun);
  return { head: isPlainWord(head) ? lowerFirst(head) : inSentence(head), items, isOpen, sentence };
}

/** "Brass instruments": what begins a sentence and is no name. */
function isPlainWord(head: string): boolean {
  return /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(head) && isCommonWord(head.split(' ')[0]!.toLowerCase());
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function isItem(item: string): boolean {
  const words = item.toLowerCase().split(' ');
  const { small, auxiliaries } = grammar();
  const isPlain = /^[\p{L}][\p{L}\p{N}'’ +-]+$/u.test(item) && words.length <= LONGEST_ITEM;
  return isPlain && !small.has(words[0] as string) && !words.some((word) => auxiliaries.has(word));
}

const DENIED =
  /^(?:the |an? )?(?<thing>[\p{L}][\p{L} -]{1,40}?)(?:, [^,]+,)? (?:is|are) (?:not|no) (?:an? |one of the |among the )?(?<head>[\p{L}][\p{L} -]{2,40}?)(?:, .+|\.)$/iu;

/** What the chapter says not to be one of them. */
function deniedIn(category: Category, sentences: readonly Sentence[]): string[] {
  const noun = [...contentStems(category.head.replace(/ (?:of|in|on|for|with) .+$/, ''))].filter(
    (stem) => stem !== 'common',
  );
  return sentences
    .filter(({ passage }) => documentOf(passage) === documentOf(category.sentence.passage))
    .flatMap(({ text }) => {
      const { thing = '', head = '' } = DENIED.exec(text)?.groups ?? {};
      const denied = contentStems(head);
      return thing !== '' && denied.size > 0 && noun.every((stem) => denied.has(stem)) ? [thing] : [];
    });
}

export function askCategory(
  kind: QuestionKind,
  category: Category,
  categories: readonly Category[],
  sentences: readonly Sentence[],
  chance: Chance,
): Draft | undefined {
  if (kind !== 'which_not') return undefined;
  const stranger = strangerTo(category, categories, sentences, chance);
  if (stranger === undefined) return undefined;
  const { options, label } = lettered(stranger, chance.shuffle(category.items).slice(0, FEWEST), chance);
  return {
    ...{ kind, relation: 'class', options, stem: `Which of the following is NOT named among the ${category.head}?` },
    key: { kind: 'option', label, text: upperFirst(stranger) },
    ...settledBy(category.sentence),
    reason: reasonFor(category, stranger, sentences),
  };
}

/** Where the chapter says that it is none, that is said too. */
function reasonFor(category: Category, stranger: string, sentences: readonly Sentence[]): string {
  const denied = sentences.find(
    ({ text }) => text !== category.sentence.text && DENIED.exec(text)?.groups?.['thing'] === stranger,
  );
  return [category.sentence, denied]
    .flatMap((said) => (said === undefined ? [] : [`The material says: “${said.text}”`]))
    .join(' ');
}

function strangerTo(
  category: Category,
  categories: readonly Category[],
  sentences: readonly Sentence[],
  chance: Chance,
): string | undefined {
  const [denied] = deniedIn(category, sentences);
  if (denied !== undefined) return denied;
  if (category.isOpen) return undefined;
  const home = documentOf(category.sentence.passage);
  const beside = categories.filter(
    (other) =>
      other !== category && !other.isOpen && documentOf(other.sentence.passage) === home && areApart(other, category),
  );
  const own = contentStems(category.items.join(' '));
  const isStrange = (item: string) =>
    [...contentStems(item)].every((stem) => !own.has(stem)) &&
    !sentences.some(({ key }) => mentions(key, item) && mentions(key, category.head));
  return chance.shuffle(beside.flatMap(({ items }) => items)).find(isStrange);
}

/** No wider or narrower class, and nothing that both have. */
function areApart(a: Category, b: Category): boolean {
  const [mine, theirs] = [contentStems(a.head), contentStems(b.head)];
  const isNested = [...mine].every((stem) => theirs.has(stem)) || [...theirs].every((stem) => mine.has(stem));
  const keys = new Set(a.items.map(termKey));
  return !isNested && !b.items.some((item) => keys.has(termKey(item))) && isClauseFree(a) && isClauseFree(b);
}

function isClauseFree({ items }: Category): boolean {
  return items.every((item) => readClause(`${item}.`) === undefined);
}
