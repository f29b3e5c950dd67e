/**
 * What the material says of a thing, among what it says of other things of its kind: the right one is said of it, the others of others, and
 * nowhere of it. Made of the statements that are matched (stated.ts), so that a chapter with few of them has a choice too.
 */
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { type Predicate, readPredicates } from '../facts/predicates.ts';
import { isPlural, mentions, termKey } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import { inSentence } from '../material/things.ts';
import { documentOf } from '../material/topics.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { kindOf, settledBy, WRONG } from './framed.ts';
import { fitsToo } from './matching.ts';
import { type Draft, lettered, upperFirst } from './question.ts';
import { isOfBoth } from './stated.ts';

export interface ToldGround {
  readonly corpus: Corpus;
  /** Of the sentences that are asked about. */
  readonly told: readonly Predicate[];
  /** By document and kind: what may stand beside each other. */
  readonly beside: ReadonlyMap<string, readonly Predicate[]>;
}

/** Of a course of thousands of pages so many sentences beside those that are asked about. */
const MOST_OTHERS = 2000;

export function openTold(corpus: Corpus, asked: ReadonlySet<Sentence>): ToldGround {
  const read = (sentences: readonly Sentence[]) =>
    sentences.flatMap(readPredicates).filter(({ says }) => readQuantities(says).length === 0);
  const others = corpus.sentences.filter((sentence) => !asked.has(sentence)).slice(0, MOST_OTHERS);
  const told = read([...asked]);
  return { corpus, told, beside: Map.groupBy([...told, ...read(others)], groupOf) };
}

const groupOf = ({ of, sentence }: Predicate) => `${documentOf(sentence.passage)} ${kindOf(of)}`;

export function askTold(kind: QuestionKind, told: Predicate, ground: ToldGround, chance: Chance): Draft | undefined {
  if (kind !== 'choice' || kindOf(told.of) === '' || !standsThere(told)) return undefined;
  const wrong: Predicate[] = [];
  for (const other of chance.shuffle(ground.beside.get(groupOf(told)) ?? []))
    if (
      wrong.length < WRONG &&
      isApart(other, told, ground.corpus) &&
      wrong.every(
        (each) => !areClose(thingOf(each.of), thingOf(other.of)) && termKey(each.says) !== termKey(other.says),
      )
    )
      wrong.push(other);
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(
    told.says,
    wrong.map(({ says }) => says),
    chance,
  );
  return {
    ...{ kind, relation: 'function', options },
    stem: `Which of the following does the material say of ${inSentence(told.of, told.sentence.passage.text)}?`,
    key: { kind: 'option', label, text: upperFirst(told.says) },
    ...settledBy(told.sentence),
  };
}

/** In the words of the material: who looks it up must find it there. */
function standsThere({ says, sentence }: Predicate): boolean {
  return sentence.text.toLowerCase().includes(says.toLowerCase());
}

/** Said of another thing, of as many, and by nothing that is known of this one as well. */
function isApart(other: Predicate, told: Predicate, corpus: Corpus): boolean {
  const pairOf = ({ of, says, sentence }: Predicate) => ({
    ...{ left: of, right: says, passage: sentence.passage, words: sentence.text },
  });
  return (
    !areClose(thingOf(other.of), thingOf(told.of)) &&
    isPlural(other.of) === isPlural(told.of) &&
    !mentions(termKey(other.says), told.of) &&
    !isOfBoth(other, told, corpus) &&
    !fitsToo(pairOf(other), pairOf(told)) &&
    !fitsToo(pairOf(told), pairOf(other))
  );
}
