/** Questions from a section that says something of each of several things (facts/told.ts): whose it is. What one does others may do as well: it is not matched. */
import type { Sentence } from '../facts/corpus.ts';
import { contentStems, isPlural, mentions, termKey } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { readTold, type Told } from '../facts/told.ts';
import { inSentence } from '../material/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { settledBy } from './framed.ts';
import { fitsToo, type Pair } from './matching.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const FEWEST = 3;
const WRONG = 3;
const MOST = 12;

export interface SideBySide {
  readonly told: readonly Told[];
}

/** Sections that are looked at for one quiz: they tell enough, however long the course is. */
const MOST_SECTIONS = 150;

export function readSideBySide(sentences: readonly Sentence[], chance: Chance): SideBySide[] {
  const sections = Map.groupBy(sentences, ({ passage }) => passage.id);
  const telling = [...sections.values()]
    .map((section) => ({ section, all: section.flatMap(readTold) }))
    .filter(({ all }) => all.length >= FEWEST);
  return chance
    .shuffle(telling)
    .slice(0, MOST_SECTIONS)
    .map(({ section, all }) => ({ told: apart(all, section) }))
    .filter(({ told }) => told.length >= FEWEST);
}

/** Each of another thing, no wider or narrower one, and nothing that the section says of another as well. */
function apart(all: readonly Told[], sentences: readonly Sentence[]): Told[] {
  const first = all
    .filter(
      (each, at) => all.findIndex((other) => other === each || areClose(thingOf(other.of), thingOf(each.of))) === at,
    )
    .slice(0, MOST);
  const isNested = (a: string, b: string) => [...contentStems(a)].every((word) => contentStems(b).has(word));
  return first.filter(
    (each) =>
      !first.some((other) => {
        if (other === each) return false;
        if (isNested(each.of, other.of) || isNested(other.of, each.of)) return true;
        if (mentions(termKey(each.says), other.of) || mentions(termKey(other.says), each.of)) return true;
        return isTwiceSaid(each, other, sentences) || fitsToo(pairOf(each), pairOf(other));
      }),
  );
}

const MOST_OF_IT = 0.6;

/** Another sentence of the section names the other one and says as much. */
function isTwiceSaid({ says, sentence }: Told, { of }: Told, sentences: readonly Sentence[]): boolean {
  const own = [...contentStems(says)];
  return sentences.some((said) => {
    if (said === sentence || !mentions(said.key, of)) return false;
    const words = contentStems(said.text);
    return own.filter((word) => words.has(word)).length >= own.length * MOST_OF_IT;
  });
}

function pairOf({ of, says, sentence }: Told): Pair {
  const right = upperFirst(says);
  return { left: upperFirst(inSentence(of)), right, passage: sentence.passage, words: sentence.text };
}

/** Of one number, where there are enough of it, so that no verb tells whose it is. */
export function byNumber<T extends { readonly of: string }>(told: readonly T[]): (readonly T[])[] {
  const [many, one] = [told.filter(({ of }) => isPlural(of)), told.filter(({ of }) => !isPlural(of))];
  const apart = [one, many].filter(({ length }) => length >= FEWEST);
  return apart.length > 0 ? apart : [told];
}

export function askTold(kind: QuestionKind, told: Told, { told: all }: SideBySide, chance: Chance): Draft | undefined {
  if (kind !== 'choice') return undefined;
  const others = all.filter((other) => other !== told && isPlural(other.of) === isPlural(told.of));
  if (others.length < WRONG) return undefined;
  const wrong = chance.shuffle(others).slice(0, WRONG);
  const { options, label } = lettered(
    told.of,
    wrong.map(({ of }) => inSentence(of)),
    chance,
  );
  return {
    ...{ kind, relation: 'function', options, stem: `Of which of the following is this so: “${told.says}”?` },
    key: { kind: 'option', label, text: upperFirst(told.of) },
    ...settledBy(told.sentence),
  };
}
