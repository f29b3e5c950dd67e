/**
 * Wrong options that are of the kind of the right one and wrong for sure: not the same thing by another name, not a wider
 * or narrower term, not said by the course of the same matter, not right by the catalogue. Rather no question than a doubtful one.
 */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Asked } from '../facts/askable.ts';
import type { Corpus, Sentence } from '../facts/corpus.ts';
import { families } from '../facts/families.ts';
import { contentStems, isPlural, mentions, termKey } from '../facts/terms.ts';
import {
  areClose,
  areOfOneClass,
  areOne,
  classSize,
  isCommon,
  isGrave,
  isOfDeath,
  neighbours,
  type Thing,
  thingOf,
} from '../facts/things.ts';
import type { Chance } from './chance.ts';
import { areOfOneSort } from './chapter-names.ts';
import type { AskedTerm, Ground } from './ground.ts';

export interface Beside {
  readonly text: string;
  readonly thing: Thing;
}

const OPTIONS = 3;

export function besides(asked: AskedTerm, ground: Ground, chance: Chance): Beside[] {
  const { corpus } = ground;
  const rest = asked.text.slice(0, asked.start) + asked.text.slice(asked.end);
  const stated = [...ground.siblings(asked), ...definedBeside(asked, ground)];
  const isStated = (thing: Thing) => stated.some((other) => areOne(other, thing));
  const pool = [...stated, ...poolOf(asked, ground).filter((thing) => !isStated(thing))].filter((thing) =>
    isWrong(thing, asked, rest, ground, isStated(thing) || isOnly(asked) ? areOne : areClose),
  );
  const rated = chance
    .shuffle(pool)
    .map((thing) => ({
      thing,
      rate:
        rate(thing, asked.thing, corpus) + (isInNumber(thing, asked.thing.name) ? 2 : 0) + (isStated(thing) ? 3 : 0),
    }))
    .sort((a, b) => b.rate - a.rate);
  const chosen: Beside[] = [];
  for (const { thing } of rated) {
    if (chosen.length === OPTIONS) break;
    const areSame = thing.concept?.kind === 'drug' ? areOne : areClose;
    if (chosen.some((other) => areSame(other.thing, thing) || isForm(other.thing, thing))) continue;
    chosen.push({ thing, text: writtenLike(thing, asked.thing.name) });
  }
  return chosen.length === OPTIONS ? chosen : [];
}

/** What the chapter defines beside it, of its sort; what differs by its own definition is no other name of it. */
function definedBeside(asked: AskedTerm, ground: Ground): Thing[] {
  const { passage } = asked.sentence;
  if (asked.kind !== 'name' || asked.isRole || passage.source?.source_type === 'knowledge') return [];
  return ground
    .glossary(passage.chapter)
    .filter((other) => !areOne(other.thing, asked.thing) && areOfOneSort(asked, other))
    .map(({ thing }) => thing);
}

/** "Mometasone" and "mometasone cream". */
function isForm(a: Thing, b: Thing): boolean {
  const [[one], [other]] = [termKey(a.name).split(' '), termKey(b.name).split(' ')];
  return a.concept?.kind === 'drug' && b.concept?.kind === 'drug' && one === other;
}

/** "The first-choice vasopressor": of one class only one is it, so that others of the class are wrong. */
function isOnly(asked: AskedTerm): boolean {
  return asked.kind === 'name' && asked.isRole && asked.thing.concept?.kind === 'drug';
}

/** Singular beside singular: what is alone in its number is seen at once. */
function isInNumber(thing: Thing, key: string): boolean {
  return isPlural(writtenLike(thing, key)) === isPlural(key);
}

/** What the course speaks of first, then the family, then what is well known. */
function rate(thing: Thing, right: Thing, corpus: Corpus): number {
  const [own, other] = [right.concept, thing.concept];
  const size = own === undefined || other === undefined || own.kind === 'condition' ? undefined : classSize(own, other);
  const near = size === undefined ? 0 : 4 / Math.log2(size + 2);
  const isKin = thing.member?.families.some((family) => right.member?.families.includes(family)) ?? false;
  const isKnown = thing.concept !== undefined && isCommon(thing.concept);
  return (corpus.mentioning(thing.names.slice(0, 6)).length > 0 ? 2 : 0) + (isKin ? 1.5 : 0) + (isKnown ? 1 : 0) + near;
}

function poolOf(asked: AskedTerm, ground: Ground): Thing[] {
  const { member, concept } = asked.thing;
  const kin = (member?.families ?? []).flatMap((family) => families().members(family)).map(({ name }) => thingOf(name));
  const near =
    concept === undefined
      ? []
      : neighbours(concept)
          .filter(({ name }) => !/ing$/.test(name))
          .map(({ name }) => thingOf(name))
          .filter((thing) => isFamiliar(thing, ground.corpus) && isForTheSame(thing, concept, ground.corpus))
          .filter((_, __, all) => isOfMedicine(concept, asked, all, ground.corpus));
  const defined = kin.length === 0 && near.length === 0 ? definedBeside(asked, ground) : [];
  // A medicine stands beside medicines, also where it is a hormone too.
  const isDrug = concept?.kind === 'drug' && GIVEN.test(asked.text);
  // A habit is no illness, wherever the catalogue keeps it.
  const isHabit = member?.families.includes(HABIT) ?? false;
  const fit = (isDrug ? near : isHabit ? kin : [...kin, ...near, ...defined]).filter(
    (thing) =>
      concept === undefined ||
      thing.concept === undefined ||
      (areOfOneClass(concept, thing.concept) && !maySayToo(asked, concept, thing.concept)),
  );
  const unique = new Map(fit.map((thing) => [thing.member?.id ?? thing.concept?.id ?? termKey(thing.name), thing]));
  return [...unique.values()];
}

/** A class stands beside classes that the course speaks of, or that are given for the same: diuretics tell nothing about heparins. */
function isForTheSame({ concept, names }: Thing, own: Concept, corpus: Corpus): boolean {
  if (own.kind !== 'drug_class' || concept === undefined || corpus.mentioning(names).length > 0) return true;
  const catalogue = openCatalogue();
  const treated = catalogue.closure(own.id).treats;
  return [...catalogue.closure(concept.id).treats].some((id) => treated.has(id));
}

/** Limestone is of calcium carbonate, which is a medicine too: where no other is spoken of, none stands beside it. */
function isOfMedicine(own: Concept, asked: AskedTerm, all: readonly Thing[], corpus: Corpus): boolean {
  if (own.kind !== 'drug' || GIVEN.test(asked.text)) return true;
  return all.some(({ names }) => corpus.mentioning(names).length > 0);
}

const HABIT = 'habit or exposure';
const MIDDLES = /^(?:mean|average|median|mode)$/;

/** In a normal distribution mean, median and mode are one value. */
function isLevelled(right: Thing, other: Thing, text: string): boolean {
  return (
    /\b(?:normal|symmetrical?|gaussian) distribution\b/i.test(text) &&
    [right, other].every(({ name }) => MIDDLES.test(termKey(name)))
  );
}

/** What a medicine binds to is its class's; what comes of it may be true of its kin as well: "controls the symptoms". */
const MECHANISM = /^(?:inhibit|block|antagoni[sz]e|activate|bind|stimulate)$/;
const KIN = 30;

function maySayToo(asked: AskedTerm, own: Concept, other: Concept): boolean {
  if (asked.kind !== 'term' || asked.role !== 'subject' || own.kind === 'condition') return false;
  return !MECHANISM.test(asked.lemma) && (classSize(own, other) ?? 0) <= KIN;
}

/** The sentence speaks of it as of something that is given. */
const GIVEN =
  /\b(?:first-choice|first-line|second-line|drugs?|vasopressors?|inotropes?|agents?|treat(?:s|ed|ment)?|therapy|antidote|given|taken|infusion|dose)\b/i;

/** One may have heard of it: it stands in the knowledge base, or in the course. */
function isFamiliar({ concept, names }: Thing, corpus: Corpus): boolean {
  return concept?.kind !== 'drug' || isCommon(concept) || corpus.mentioning(names).length > 0;
}

const ALSO_SAID = 0.6;

function isWrong(
  thing: Thing,
  asked: AskedTerm,
  rest: string,
  ground: Ground,
  areSame: (a: Thing, b: Thing) => boolean,
): boolean {
  const { corpus } = ground;
  if (isLevelled(asked.thing, thing, asked.text)) return false;
  if (areSame(thing, asked.thing) || /^\p{Ll}{1,4}$/u.test(thing.name)) return false;
  if (thing.names.some((name) => mentions(asked.sentence.key, name))) return false;
  if (leaksInto(thing, rest)) return false;
  if (thing.concept?.kind === 'condition' && isOfDeath(rest) && !isGrave(thing.concept)) return false;
  const said = contentStems(rest);
  const there = corpus.mentioning(thing.names);
  if (there.some((sentence) => shareOf(said, corpus.stemsOf(sentence)) >= ALSO_SAID)) return false;
  if (there.some((sentence) => sentence.at === asked.sentence.at + 1 && ECHO.test(sentence.text))) return false;
  if (!isFalseByCatalogue(thing, asked, rest, areSame === areOne) || mayBeMeant(thing, asked)) return false;
  if (asked.kind !== 'term' || !asked.open) return true;
  const { lemma } = asked;
  const alike = there.filter((sentence) => sentence.key.includes(lemma.slice(0, Math.max(3, lemma.length - 1))));
  return alike.slice(0, MOST_CONTRASTS).some((sentence) => isContrast(sentence, thing, asked, said, ground));
}

/** Sentences that are read for what differs; a course that needs more to show it does not show it. */
const MOST_CONTRASTS = 12;
const ECHO = /\b(?:also|too|same|similar(?:ly)?|likewise|as well|both|share|such)\b/i;

/** A wrong option that repeats the words of the question is guessed to be right, or is. */
function leaksInto(thing: Thing, rest: string): boolean {
  const own = contentStems(thing.name);
  const said = contentStems(rest);
  return own.size > 0 && [...own].every((word) => said.has(word));
}

function shareOf(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  let shared = 0;
  for (const word of asked) if (said.has(word)) shared++;
  return shared / asked.size;
}

/** The course says of the other thing, with the same verb and in the same place, something else. */
function isContrast(
  sentence: Sentence,
  thing: Thing,
  asked: Extract<Asked, { kind: 'term' }>,
  said: ReadonlySet<string>,
  ground: Ground,
): boolean {
  if (shareOf(said, ground.corpus.stemsOf(sentence)) > 0.35) return false;
  return ground
    .askedOf(sentence)
    .some(
      (other) =>
        other.kind === 'term' &&
        other.role === asked.role &&
        other.lemma === asked.lemma &&
        areClose(other.thing, thing),
    );
}

/** What tells a thing from others of its kind. */
const DIFFERENCE =
  /\b(?:that|which|who|whose|where|when|by|due|with|without|from|after|during|because|following|resulting|only|most|main)\b|\d/i;

/** "A chronic inflammatory disease of the airways" is true of all diseases of that group: the description tells none of them apart. */
export function mayBeMeant(thing: Thing, asked: AskedTerm): boolean {
  if (asked.kind !== 'name' || !/^an? /.test(asked.definition) || DIFFERENCE.test(asked.definition)) return false;
  const [own, other] = [asked.thing.concept, thing.concept];
  if (own?.kind !== 'condition' || other?.kind !== 'condition') return false;
  return own.system === other.system || own.parents.some((parent) => openCatalogue().isA(other.id, parent));
}

/** What the catalogue knows: treatments of a condition that is named, members of a class that is named. */
function isFalseByCatalogue(thing: Thing, asked: AskedTerm, rest: string, isApart: boolean): boolean {
  if (thing.concept === undefined) return true;
  const catalogue = openCatalogue();
  const named = catalogue
    .find(rest, { kinds: ['condition', 'symptom', 'drug_class', 'drug'] })
    .map(({ concept }) => concept);
  const { id, kind } = thing.concept;
  if (asked.kind === 'term' && sharesDeed(thing.concept, asked.thing.concept, rest)) return false;
  return named.every((other) => {
    // Of the class that is named, where the course or the role tells one of the class from the others.
    if ((catalogue.isA(id, other.id) && !(isApart && other.kind === 'drug_class')) || catalogue.isA(other.id, id))
      return false;
    if (asked.kind === 'name') return true;
    if (/first-line|of choice/i.test(rest)) return true;
    if (kind === 'drug' || kind === 'drug_class')
      return !catalogue.closure(other.id).treated_by.has(id) && !catalogue.closure(id).treats.has(other.id);
    return !catalogue.closure(id).treated_by.has(other.id);
  });
}

const BEGUN = 5;

/** "Blocks beta receptors" is what all beta blockers do: the name of a class that both are of says it. */
function sharesDeed(other: Concept, own: Concept | undefined, rest: string): boolean {
  if (own === undefined) return false;
  const catalogue = openCatalogue();
  const above = new Set(catalogue.ancestors(own.id));
  const begun = (word: string) => word.toLowerCase().slice(0, BEGUN);
  const said = new Set((rest.match(/\p{L}{3,}/gu) ?? []).map(begun));
  const isSaid = (name: string) => {
    const words = name.match(/\p{L}{3,}/gu) ?? [];
    return words.length > 1 && words.every((word) => said.has(begun(word)));
  };
  return [...catalogue.ancestors(other.id)].some((id) => above.has(id) && catalogue.get(id)?.names.some(isSaid));
}

/** In the number and form of the right one: a plural beside plurals, an abbreviation beside abbreviations. */
function writtenLike(thing: Thing, key: string): string {
  const plurals = thing.names.filter((name) => termKey(name) === termKey(thing.name));
  const names = thing.member?.names ?? [thing.name, ...plurals];
  const isShort = (name: string) => /^[\p{Lu}\p{N}+-]{2,7}s?$/u.test(name);
  const fits = names.filter((name) => isShort(name) === isShort(key));
  return fits.find((name) => isPlural(name) === isPlural(key)) ?? fits[0] ?? names[0] ?? thing.name;
}
