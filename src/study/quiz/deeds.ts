/** Questions from what is done to a thing or by it (facts/deeds.ts): in own words, or among what is said of others by the same verb. */
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { type Deed, readDeeds } from '../facts/deeds.ts';
import { isPlural, mentions, termKey } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { documentOf } from '../material/topics.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { kindOf } from './framed.ts';
import { isTiedTo } from './matching.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export interface DeedGround {
  readonly corpus: Corpus;
  readonly deeds: readonly Deed[];
  readonly byStem: ReadonlyMap<string, readonly Deed[]>;
  readonly byVerb: ReadonlyMap<string, readonly Deed[]>;
}

/** Of a course of thousands of pages so many sentences beside those that are asked about. */
const MOST_OTHERS = 2000;

/** What the sentences say that are asked about, and others of the course: each is read once (facts/deeds.ts). */
export function openDeeds(corpus: Corpus, asked: ReadonlySet<Sentence>): DeedGround {
  const others = corpus.sentences.filter((sentence) => !asked.has(sentence)).slice(0, MOST_OTHERS);
  const deeds = [...asked, ...others].flatMap(readDeeds);
  return {
    ...{ corpus, deeds },
    byStem: Map.groupBy(deeds, ({ stem }) => termKey(stem)),
    byVerb: Map.groupBy(deeds, ({ verb }) => verb),
  };
}

const WRONG = 3;

export function askDeed(kind: QuestionKind, deed: Deed, ground: DeedGround, chance: Chance): Draft | undefined {
  const { sentence, stem, answer, relation } = deed;
  // The course says two things to the same question: neither is the answer.
  const same = ground.byStem.get(termKey(stem)) ?? [];
  if (same.some((other) => termKey(other.answer) !== termKey(answer))) return undefined;
  const settled = { reason: `The material says: “${sentence.text}”`, passage: sentence.passage, words: sentence.text };
  if (kind === 'short') {
    const also = thingOf(answer).names.filter((name) => name !== answer);
    return { kind, relation, stem, key: { kind: 'text', text: answer, also }, ...settled };
  }
  if (kind !== 'choice') return undefined;
  const wrong = rivalsOf(deed, ground, chance);
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(answer, wrong, chance);
  return { kind, relation, stem, options, key: { kind: 'option', label, text: upperFirst(answer) }, ...settled };
}

/** What the course says of other things by the same verb, of one kind, and nowhere together with this one. */
function rivalsOf(deed: Deed, { corpus, byVerb }: DeedGround, chance: Chance): string[] {
  const right = thingOf(deed.answer);
  const kind = kindOf(deed.answer);
  if (deed.open || kind === '') return [];
  const home = documentOf(deed.sentence.passage);
  const isNear = (other: Deed) => Number(documentOf(other.sentence.passage) === home);
  const others = chance.shuffle(byVerb.get(deed.verb) ?? []).toSorted((a, b) => isNear(b) - isNear(a));
  const chosen: string[] = [];
  for (const other of others) {
    const thing = thingOf(other.answer);
    if (
      chosen.length < WRONG &&
      termKey(other.of) !== termKey(deed.of) &&
      kindOf(other.answer) === kind &&
      isPlural(other.answer) === isPlural(deed.answer) &&
      !areClose(thing, right) &&
      !areClose(thingOf(other.of), thingOf(deed.of)) &&
      !isTiedTo(other.answer, deed.of) &&
      !mentions(termKey(deed.stem), other.answer) &&
      !corpus.mentioning(thing.names).some(({ key }) => mentions(key, deed.of)) &&
      !chosen.some((text) => areClose(thingOf(text), thing))
    )
      chosen.push(other.answer);
  }
  return chosen;
}
