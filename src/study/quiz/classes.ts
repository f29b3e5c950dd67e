/** Questions about classes: which one belongs, which one does not. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Corpus } from '../facts/corpus.ts';
import type { Listed } from '../facts/lists.ts';
import { isPlural, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import {
  areClose,
  areOfOneClass,
  areOne,
  conceptOf,
  isCommon,
  neighbours,
  type Thing,
  thingOf,
} from '../facts/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { type Draft, lettered, lowerFirst, upperFirst } from './question.ts';

export function askAboutList(
  kind: QuestionKind,
  listed: Listed,
  lists: readonly Listed[],
  corpus: Corpus,
  chance: Chance,
): Draft | undefined {
  if (kind === 'choice') return whichBelongs(listed, lists, corpus, chance);
  return kind === 'which_not' ? whichDoesNot(listed, lists, corpus, chance) : undefined;
}

function whichBelongs(listed: Listed, lists: readonly Listed[], corpus: Corpus, chance: Chance): Draft | undefined {
  const [right] = chance.shuffle(listed.items.filter((item) => isGoodItem(item, listed)));
  const wrong = strangers(listed, lists, corpus, chance).slice(0, 3);
  if (right === undefined || wrong.length < 3) return undefined;
  const { options, label } = lettered(
    right.name,
    wrong.map(({ name }) => name),
    chance,
  );
  return {
    ...{ kind: 'choice', relation: 'class', stem: `Which of the following is one of the ${headIn(listed)}?`, options },
    ...{ key: { kind: 'option', label, text: upperFirst(right.name) }, ...settledBy(listed) },
  };
}

function whichDoesNot(listed: Listed, lists: readonly Listed[], corpus: Corpus, chance: Chance): Draft | undefined {
  const members = chance.shuffle(listed.items.filter((item) => isGoodItem(item, listed))).slice(0, 3);
  const [stranger] = strangers(listed, lists, corpus, chance);
  if (stranger === undefined || members.length < 3) return undefined;
  const { options, label } = lettered(
    stranger.name,
    members.map(({ name }) => name),
    chance,
  );
  return {
    ...{
      kind: 'which_not',
      relation: 'class',
      stem: `Which of the following is NOT one of the ${headIn(listed)}?`,
      options,
    },
    ...{ key: { kind: 'option', label, text: upperFirst(stranger.name) }, ...settledBy(listed) },
  };
}

function headIn({ head }: Listed): string {
  const plain = withoutArticle(head);
  return /^\p{Lu}\p{Ll}/u.test(plain) && conceptOf(plain.toLowerCase()) !== undefined
    ? plain.slice(0, 1).toLowerCase() + plain.slice(1)
    : lowerFirst(plain);
}

function settledBy({ sentence }: Listed) {
  return { reason: `The material says: “${sentence.text}”`, passage: sentence.passage, words: sentence.text };
}

/** Its name does not give the class away, and the catalogue does not know better. */
function isGoodItem(item: Thing, { head, isStated = false }: Listed): boolean {
  if (mentions(termKey(item.name), head) || mentions(termKey(head), item.name)) return false;
  const group = conceptOf(withoutArticle(head));
  if (group?.kind !== 'drug_class' || isStated) return true;
  return item.concept !== undefined && openCatalogue().isA(item.concept.id, group.id);
}

/** Things of the same kind that are surely not of the class. */
export function strangers(listed: Listed, lists: readonly Listed[], corpus: Corpus, chance: Chance): Thing[] {
  const others = uniqueThings(
    lists.filter((other) => termKey(other.head) !== termKey(listed.head)).flatMap(({ items }) => items),
  );
  const near = listed.items
    .flatMap(({ concept }) => (concept === undefined ? [] : neighbours(concept)))
    .map(({ name }) => thingOf(name));
  const isNear = (thing: Thing) => thing.concept !== undefined && near.some((other) => other.concept === thing.concept);
  // Of the course and of the neighbourhood before either alone.
  const known = near.filter(({ concept }) => concept?.kind === 'drug_class' || (concept && isCommon(concept)));
  const pool = [...chance.shuffle(others.filter(isNear)), ...known, ...chance.shuffle(others)];
  const chosen: Thing[] = [];
  for (const thing of pool)
    if (chosen.length < 6 && isStranger(thing, listed, corpus) && !chosen.some((other) => areOne(other, thing)))
      chosen.push(thing);
  return chosen;
}

function uniqueThings(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [termKey(thing.name), thing])).values()];
}

function isStranger(thing: Thing, listed: Listed, corpus: Corpus): boolean {
  const { head, items } = listed;
  if (items.some((item) => areClose(item, thing))) return false;
  const sample = items[0] as Thing;
  // Of one kind by the catalogue, or of the form of the others where it knows neither.
  if (sample.concept !== undefined && thing.concept !== undefined && !areOfOneClass(sample.concept, thing.concept))
    return false;
  if (sample.concept?.kind !== thing.concept?.kind || isPlural(sample.name) !== isPlural(thing.name)) return false;
  if (
    sample.concept === undefined &&
    !sample.member?.families.some((family) => thing.member?.families.includes(family))
  )
    return false;
  if (corpus.mentioning(thing.names).some((sentence) => mentions(sentence.key, head))) return false;
  const group = conceptOf(withoutArticle(head));
  if (thing.concept === undefined || group === undefined) return true;
  return !openCatalogue().isA(thing.concept.id, group.id);
}
