/** Pairs to be matched: names and what they are, members and their classes. Each left side fits one right side only. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Asked } from '../facts/askable.ts';
import type { Corpus } from '../facts/corpus.ts';
import { leaks } from '../facts/described.ts';
import { withoutGlosses } from '../facts/glosses.ts';
import type { Listed } from '../facts/lists.ts';
import { mayBeBoth } from '../facts/overlaps.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { areClose, conceptOf, conceptsIn, type Thing } from '../facts/things.ts';
import { documentOf } from '../material/topics.ts';
import type { Passage } from '../types.ts';
import { mayBeMeant } from './beside.ts';
import type { Chance } from './chance.ts';
import { saidOf } from './list-strangers.ts';
import { type Draft, upperFirst } from './question.ts';

export interface Pair {
  readonly left: string;
  readonly right: string;
  readonly passage: Passage;
  readonly words: string;
  /** What is asked, where it is not what the text says: "Match each drug with the mechanism that the table gives." */
  readonly asks?: string | undefined;
}

const PAIRS = 4;
const FEWEST_PAIRS = 3;
const LONGEST_DEFINITION = 160;

type Named = Extract<Asked, { kind: 'name' }>;

/** Groups of one chapter and kind: a drug among terms of statistics would be found at a glance. */
export function namePairs(asked: readonly Asked[]): Pair[][] {
  const named = asked.filter(
    (each): each is Named => each.kind === 'name' && each.definition.length <= LONGEST_DEFINITION,
  );
  const kindOf = ({ thing }: Named) => thing.concept?.kind ?? 'term';
  const groups = [...Map.groupBy(named, (each) => `${each.sentence.passage.chapter} ${kindOf(each)}`).values()];
  // What a chapter has too few of stands with the other chapters of its document.
  const [whole, few] = [(size: number) => size >= FEWEST_PAIRS, (size: number) => size < FEWEST_PAIRS].map((is) =>
    groups.filter(({ length }) => is(length)),
  );
  const rest = Map.groupBy((few ?? []).flat(), (each) => `${documentOf(each.sentence.passage)} ${kindOf(each)}`);
  return [...(whole ?? []), ...rest.values()].map(toPairs);
}

function toPairs(named: readonly Named[]): Pair[] {
  const apart = named.filter(
    (each, index) => !named.slice(0, index).some((other) => areClose(other.thing, each.thing)),
  );
  // "A chronic disease of the airways" is two of them.
  const chosen = apart.filter((each) => !apart.some((other) => other !== each && mayBeMeant(other.thing, each)));
  return chosen.map((each) => ({
    left: upperFirst(withoutArticle(each.thing.name)),
    right: upperFirst(each.definition),
    passage: each.sentence.passage,
    words: each.sentence.text,
  }));
}

/** What a list may only suggest ("tablets such as …", "dusts such as …") the catalogue has to know: a member, and of which class. */
function isMember(item: Thing, head: string): boolean {
  const group = conceptOf(withoutArticle(head));
  return (
    group !== undefined &&
    item.concept !== undefined &&
    item.concept.id !== group.id &&
    openCatalogue().isA(item.concept.id, group.id)
  );
}

/** Of each class one member that belongs to no other, as the catalogue knows them both. */
export function classPairs(lists: readonly Listed[], corpus: Corpus, chance: Chance): Pair[][] {
  // Classes of two fields are told apart at a glance.
  return [...Map.groupBy(lists, ({ sentence }) => documentOf(sentence.passage)).values()].map((of) =>
    pairsOf(of, lists, corpus, chance),
  );
}

function pairsOf(own: readonly Listed[], lists: readonly Listed[], corpus: Corpus, chance: Chance): Pair[] {
  const pairs: Pair[] = [];
  for (const listed of chance.shuffle(own)) {
    const fits = listed.items.filter(
      (item) =>
        (listed.isStated === true || isMember(item, listed.head)) &&
        !leaks(item.name, listed.head) &&
        pairs.every(
          (pair) =>
            isOutside(item.concept?.id, pair.right) &&
            isOutside(conceptOf(pair.left)?.id, withoutArticle(listed.head)) &&
            !corpus.mentioning(item.names).some((sentence) => mentions(sentence.key, pair.right)),
        ) &&
        lists.every((other) => other.head === listed.head || !other.items.some((each) => areClose(each, item))),
    );
    const [item] = chance.shuffle(fits);
    if (item === undefined || pairs.some(({ right }) => mentions(right.toLowerCase(), listed.head))) continue;
    pairs.push({
      left: upperFirst(item.name),
      right: upperFirst(withoutArticle(listed.head)),
      passage: listed.sentence.passage,
      words: listed.sentence.text,
    });
  }
  return pairs;
}

/** Parts of at most four, so that no pair is asked twice. */
export function partition(pairs: readonly Pair[], chance: Chance): Pair[][] {
  const shuffled = chance.shuffle(pairs);
  const parts = Math.floor(shuffled.length / FEWEST_PAIRS);
  return Array.from({ length: parts }, (_, part) =>
    shuffled.filter((_pair, index) => index % parts === part).slice(0, PAIRS),
  );
}

function isOutside(concept: string | undefined, head: string): boolean {
  const group = conceptOf(head);
  return concept === undefined || group === undefined || !openCatalogue().isA(concept, group.id);
}

/** What is said of one holds of the other as well: all its words are said of that too, or it names it, or it is known of it. */
export function fitsToo(pair: Pair, other: Pair): boolean {
  const { right } = pair;
  const [own, said] = [contentStems(right), contentStems(`${other.right} ${other.left}`)];
  if ([...own].every((word) => said.has(word)) || mentions(termKey(right), other.left)) return true;
  if (mayBeBoth(right, other.right) || isKindOf(pair.left, other.left)) return true;
  // What the table or the list gives of one may be true of the other all the same: such a row is left out.
  return isSaidOf(pair, other) || isTiedTo(right, other.left) || isKnownOf(own, other.left);
}

/** What is said of beta-blockers is said of propranolol. */
export function isKindOf(a: string, b: string): boolean {
  const [one, other] = [conceptOf(withoutArticle(a)), conceptOf(withoutArticle(b))];
  const catalogue = openCatalogue();
  return (
    one !== undefined && other !== undefined && (catalogue.isA(one.id, other.id) || catalogue.isA(other.id, one.id))
  );
}

const MOST_OF_IT = 0.6;

/** Somewhere in these passages as much is said of the other, beside what is matched with it. */
function isSaidOf({ right, passage, words }: Pair, { left, passage: there }: Pair): boolean {
  const own = [...contentStems(right)];
  return [...new Set([passage.text, there.text].map(withoutGlosses))].flatMap(readSentences).some((sentence) => {
    if (words.includes(sentence) || !mentions(termKey(sentence), left)) return false;
    const said = contentStems(sentence);
    return own.filter((word) => said.has(word)).length >= own.length * MOST_OF_IT;
  });
}

/** By the catalogue the other is given for what is named, is it, or is treated with it. */
export function isTiedTo(right: string, left: string): boolean {
  const concept = conceptOf(left);
  if (concept === undefined) return false;
  const catalogue = openCatalogue();
  const { treats, treated_by } = catalogue.closure(concept.id);
  return conceptsIn(right).some(
    ({ concept: { id } }) =>
      catalogue.isA(concept.id, id) ||
      [id, ...catalogue.ancestors(id)].some((wider) => treats.has(wider) || treated_by.has(wider)),
  );
}

const FEWEST_KNOWN = 3;

/** The knowledge base says all of it of the other. */
function isKnownOf(own: ReadonlySet<string>, left: string): boolean {
  if (own.size < FEWEST_KNOWN) return false;
  const known = saidOf(left);
  return known.size > 0 && [...own].every((word) => known.has(word));
}

export function makeMatch(pairs: readonly Pair[], chance: Chance): Draft | undefined {
  const chosen = pairs
    .filter((pair, index, all) => all.findIndex(({ right }) => right === pair.right) === index)
    .filter((pair, _, all) => all.every((other) => other === pair || !fitsToo(pair, other)))
    .slice(0, PAIRS);
  const [first] = chosen;
  if (first === undefined || chosen.length < FEWEST_PAIRS) return undefined;
  const rights = chance.shuffle(chosen.map(({ right }) => right));
  const letter = (text: string) => 'ABCDEFGH'[rights.indexOf(text)] as string;
  return {
    kind: 'match',
    relation: 'class',
    // What the material gives, not all that may be true in the world.
    stem: first.asks ?? 'Match each item on the left with what the material says of it on the right.',
    items: chosen.map(({ left }, index) => ({ label: String(index + 1), text: left })),
    options: rights.map((text) => ({ label: letter(text), text })),
    key: {
      kind: 'pairs',
      pairs: Object.fromEntries(chosen.map(({ right }, index) => [String(index + 1), letter(right)])),
    },
    reason: chosen.map(({ left, right }) => `${left}: ${right}`).join('; '),
    passage: first.passage,
    words: chosen.map(({ words }) => words).join(' '),
    text: [...new Set(chosen.map(({ passage }) => passage.text))].join('\n\n'),
  };
}
