/**
 * Questions from what ordinary prose says of a thing (facts/frames.ts) and why: what stands beside the right one are other things
 * that the same chapter names or gives, other reasons that the course gives. Rather no question than a doubtful one.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntries } from '../../knowledge/index.ts';
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { type Frame, readFrames } from '../facts/frames.ts';
import { grammar } from '../facts/grammar.ts';
import { type Reason, readReasons } from '../facts/reasons.ts';
import { contentStems, isPlural, mentions, termKey } from '../facts/terms.ts';
import {
  areClose,
  areOfOneClass,
  areOne,
  conceptOf,
  conceptsIn,
  isCommon,
  isGrave,
  isOfDeath,
  neighbours,
  type Thing,
  thingOf,
} from '../facts/things.ts';
import { inSentence } from '../material/things.ts';
import { documentOf } from '../material/topics.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export interface FrameGround {
  readonly corpus: Corpus;
  readonly frames: readonly Frame[];
  readonly reasons: readonly Reason[];
  /** Frames that ask the same. */
  readonly byThing: ReadonlyMap<string, readonly Frame[]>;
  readonly byStem: ReadonlyMap<string, readonly Frame[]>;
  /** Things that a chapter on one thing names. */
  namedIn(topic: string): readonly Named[];
  /** Lists that the course gives: what stands in one with a thing is of its kind. */
  listsWith(name: string): readonly (readonly string[])[];
}

interface Named {
  readonly thing: Thing;
  /** Of what kind: a drug, a condition, or what a frame of that relation asks for. */
  readonly kind: string;
}

const grounds = new WeakMap<Corpus, FrameGround>();

export function openFrames(corpus: Corpus, lists: () => readonly (readonly string[])[]): FrameGround {
  const known = grounds.get(corpus);
  if (known !== undefined) return known;
  const frames = corpus.sentences.flatMap(readFrames);
  const named = new Map<string, readonly Named[]>();
  const byItem = new Map<string, (readonly string[])[]>();
  for (const list of lists())
    for (const key of new Set(list.map(termKey)))
      byItem.set(key, [...(byItem.get(key) ?? []).slice(-MOST_LISTS), list]);
  const ground: FrameGround = {
    listsWith: (name) => byItem.get(termKey(name)) ?? [],
    ...{ corpus, frames, reasons: corpus.sentences.flatMap(readReasons) },
    byThing: Map.groupBy(frames, ({ x }) => termKey(x)),
    byStem: Map.groupBy(frames, ({ choice, short }) => choice ?? short ?? ''),
    namedIn(topic) {
      let things = named.get(topic);
      if (things === undefined) {
        things = thingsOf(
          corpus.sentences.filter(({ passage }) => placeOf(passage) === topic),
          frames,
        );
        named.set(topic, things);
      }
      return things;
    },
  };
  grounds.set(corpus, ground);
  return ground;
}

export const placeOf = (passage: Sentence['passage']) => `${documentOf(passage)}/${passage.topic}`;

function thingsOf(sentences: readonly Sentence[], frames: readonly Frame[]): Named[] {
  const within = new Set(sentences);
  const framed = frames
    .filter(({ sentence }) => within.has(sentence))
    .map(({ x, row }) => ({ thing: thingOf(x), kind: kindOf(x, row.relation) }));
  const known = sentences.flatMap(({ text }) =>
    conceptsIn(text)
      // "Thyroxine-binding globulin" is no thyroxine.
      .filter(({ start, end }) => text[end] !== '-' && text[start - 1] !== '-')
      .map(({ start, end }) => text.slice(start, end))
      .map((name) => ({ thing: thingOf(name), kind: kindOf(name) })),
  );
  // A long chapter says the same names again and again: by name first, and of so many at most.
  const all = [...new Map([...framed, ...known].toReversed().map((each) => [termKey(each.thing.name), each])).values()]
    .toReversed()
    .slice(0, MOST_NAMED);
  return all.filter(({ thing }, at) => all.findIndex((other) => areClose(other.thing, thing)) === at);
}

export const MOST_NAMED = 60;
/** Lists that one thing stands in: more of them tell no more. */
const MOST_LISTS = 9;
export const WRONG = 3;

export function askFrame(kind: QuestionKind, frame: Frame, ground: FrameGround, chance: Chance): Draft | undefined {
  const { row, x, sentence, choice, short } = frame;
  const settled = settledBy(sentence);
  if (kind === 'short') {
    if (short === undefined || isTwice(frame, ground)) return undefined;
    return { kind, relation: row.relation, stem: short, key: { kind: 'text', text: x, also: othersOf(x) }, ...settled };
  }
  if (kind !== 'choice' || choice === undefined || isTwice(frame, ground)) return undefined;
  const wrong = rivalsOf(frame, ground, chance);
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(inSentence(x), wrong, chance);
  return {
    kind,
    relation: row.relation,
    stem: choice,
    options,
    key: { kind: 'option', label, text: upperFirst(inSentence(x)) },
    ...settled,
  };
}

const othersOf = (x: string) => thingOf(x).names.filter((name) => name !== x);

/** The course says the same of two things: neither is the answer. */
export function isTwice(frame: Frame, { byStem }: FrameGround): boolean {
  const same = byStem.get(frame.choice ?? frame.short ?? '') ?? [];
  const own = termKey(frame.x);
  return same.some(({ x }) => termKey(x) !== own && !areClose(thingOf(x), thingOf(frame.x)));
}

function rivalsOf(frame: Frame, ground: FrameGround, chance: Chance): string[] {
  const { row, x, sentence, choice = '', c } = frame;
  if (row.rivals === 'none' || (row.rivals === 'used' && c !== undefined)) return [];
  const right = thingOf(x);
  const kind = kindOf(x, row.relation);
  const beside = right.names.flatMap((name) => ground.listsWith(name)).flat();
  const named = ground
    .namedIn(placeOf(sentence.passage))
    .filter((other) => other.kind === kind || (row.relation === 'treatment' && other.kind === 'drug'))
    .map(({ thing }) => thing);
  const concept = right.concept ?? drugIn(x);
  const near =
    concept === undefined
      ? []
      : neighbours(concept)
          .filter(isCommon)
          .map(({ name }) => thingOf(name));
  const both = chance.shuffle(near.filter((thing) => named.some((other) => areClose(thing, other))));
  const pools = {
    used: chance.shuffle(named.filter((thing) => isGiven(thing, ground))),
    named: [...both, ...chance.shuffle(named), ...chance.shuffle(near)],
    kin: [...both, ...chance.shuffle(near), ...chance.shuffle(row.relation === 'treatment' ? named : [])],
  };
  const pool = [...chance.shuffle(beside.map(thingOf)), ...pools[row.rivals]];
  const isFit = fitFor(frame);
  // "The antipyretic of choice": beside others of its class, never beside whatever else is given.
  const isPeer = ({ concept: other }: Thing) =>
    row.rivals !== 'kin' || concept === undefined || other === undefined || areOfOneClass(concept, other);
  const inStem = conceptsIn(choice).map(({ start, end }) => thingOf(choice.slice(start, end)));
  const chosen: Thing[] = [];
  for (const thing of pool)
    if (
      chosen.length < WRONG &&
      !grammar().genericNouns.has(termKey(thing.name)) &&
      (isPlural(thing.name) === isPlural(x) || kind !== 'drug') &&
      isFit(thing) &&
      isPeer(thing) &&
      !(isOfDeath(choice) && thing.concept?.kind === 'condition' && !isGrave(thing.concept)) &&
      !(row.rivals === 'kin' ? areOne(thing, right) : areClose(thing, right)) &&
      !thing.names.some((name) => mentions(termKey(choice), name)) &&
      !inStem.some((other) => areOne(other, thing)) &&
      !isSaidToo(thing, frame, ground) &&
      !chosen.some((other) => areClose(other, thing))
    )
      chosen.push(thing);
  return chosen.map(({ name }) => inSentence(writtenAs(name)));
}

let spellings: ReadonlyMap<string, string> | undefined;

/** As the knowledge base writes it: the catalogue has "doac" and "vitamin k antagonist". */
function writtenAs(name: string): string {
  spellings ??= new Map(
    knowledgeEntries().flatMap(({ title, also }) => [title, ...also].map((each) => [termKey(each), each] as const)),
  );
  const known = name === name.toLowerCase() ? spellings.get(termKey(name)) : undefined;
  return known !== undefined && known.toLowerCase() === name ? known : name;
}

const ANY = /^(?:cause|complication|disease|disorder|condition|illness|form|infection|manifestation|diagnosis)$/i;
const TUMOUR = /^(?:tumou?r|neoplasm|malignancy)$/i;

/** "The tumour that most often …": what stands beside it is a tumour too. */
function fitFor({ x, choice = '' }: Frame): (thing: Thing) => boolean {
  const [, noun = ''] = /\bthe ([\p{L}-]+) (?:that|which|with)\b/u.exec(choice) ?? [];
  const own = conceptOf(x);
  if (noun === '' || own?.kind !== 'condition' || ANY.test(noun)) return () => true;
  const group = openCatalogue().find(TUMOUR.test(noun) ? 'cancer' : noun, { kinds: ['condition'] })[0]?.concept;
  if (group === undefined || !openCatalogue().isA(own.id, group.id)) return () => false;
  return ({ concept }) => concept !== undefined && openCatalogue().isA(concept.id, group.id);
}

/** The course says to give it, and nowhere to leave it. */
function isGiven(thing: Thing, { byThing }: FrameGround): boolean {
  const own = thing.names.flatMap((name) => byThing.get(termKey(name)) ?? []);
  return own.some(({ row }) => row.gives) && !own.some(({ row }) => row.rivals === 'used');
}

const ALSO_SAID = 0.7;

/** Another frame or a sentence says it of that as well. */
export function isSaidToo(thing: Thing, frame: Frame, { corpus, byStem }: FrameGround): boolean {
  const same = byStem.get(frame.choice ?? frame.short ?? '') ?? [];
  const own = termKey(frame.x);
  if (same.some(({ x }) => termKey(x) !== own && areClose(thingOf(x), thing))) return true;
  const asked = contentStems(frame.says);
  return corpus
    .mentioning(thing.names)
    .some((sentence) => sentence !== frame.sentence && shareOf(asked, corpus.stemsOf(sentence)) >= ALSO_SAID);
}

export function shareOf(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : [...asked].filter((stem) => said.has(stem)).length / asked.size;
}

export function settledBy(sentence: Sentence) {
  return { reason: `The material says: “${sentence.text}”`, passage: sentence.passage, words: sentence.text };
}

/** By the catalogue, also behind an adjective ("weekly chloroquine"); else by what is asked of it. The effect of warfarin is no drug. */
export function kindOf(x: string, relation = ''): string {
  const found = conceptOf(x) ?? (/ of /.test(x) ? undefined : drugIn(x));
  return found?.kind === 'drug_class' ? 'drug' : (found?.kind ?? relation);
}

export function drugIn(x: string) {
  return openCatalogue().find(x, { kinds: ['drug', 'drug_class'] })[0]?.concept;
}
