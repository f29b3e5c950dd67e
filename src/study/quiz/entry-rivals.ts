/**
 * What can be the answer to a question on an entry, and what stands beside it as wrong: marks of neighbours that it does not have,
 * things of the same kind that nothing connects with it. Of one kind, about as long, and none that names its own home.
 */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeParts } from '../../knowledge/index.ts';
import { leaks } from '../facts/described.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, isPlural, termKey } from '../facts/terms.ts';
import { areOfOneClass, isCommon, neighbours } from '../facts/things.ts';
import { plainTitle } from '../material/things.ts';
import type { Chance } from './chance.ts';
import { type Entry, type EntryGround, isOneThing } from './entry.ts';
import { choiceWords } from './entry-choice-rows.ts';
import { itemsOf } from './entry-items.ts';
import { ownConcepts } from './entry-links.ts';
import { isTold, type Mark, type MarkList, marks } from './marks.ts';

export interface Candidate {
  readonly text: string;
  readonly concept?: Concept | undefined;
  /** The sentence that says it, where it is the entry's own. */
  readonly words?: string | undefined;
}

/** Marks that the section tells of the entry. */
export function markedIn(entry: Entry, list: MarkList, section: string): Mark[] {
  const text = entry.sections.get(section)?.text ?? '';
  return marks(list).filter((mark) => mark.entries.has(entry.id) && isTold(mark, text) && !isGivenAway(mark, entry));
}

export function isGivenAway({ text }: { text: string }, { names }: Entry): boolean {
  return names.some((name) => leaks(text, name) || leaks(name, text));
}

/** Marks of neighbours that are not true of the entry; effects of medicines stand beside those of any other. */
export function besideMarks(right: Candidate, entry: Entry, list: MarkList, ground: EntryGround, chance: Chance) {
  const byId = new Map(ground.entries.map((other) => [other.id, other]));
  const said = contentStems([...entry.sections.values()].map(({ text }) => text).join(' '));
  const isWrong = (mark: Mark) =>
    !mark.entries.has(entry.id) &&
    !isGivenAway(mark, entry) &&
    ![...contentStems(mark.text)].every((word) => said.has(word)) &&
    !(mark.entries.size === 1 && [...mark.entries].some((id) => isHome(mark, byId.get(id))));
  const isOfNeighbour = ({ entries }: Mark) => [...entries].some((id) => areNear(entry, byId.get(id)));
  const wrong = chance.shuffle(marks(list)).filter(isWrong);
  const near = wrong.filter(isOfNeighbour);
  return apart(right, list === 'effects' ? [...near, ...wrong] : near);
}

/** The name of the thing stands in it. */
function isHome({ text }: Mark, home: Entry | undefined): boolean {
  return home?.names.some((name) => leaks(name, text)) ?? false;
}

/** Things of the kind of the right one, as its neighbours are named with them; the most akin first. */
export function besideItem(
  right: Candidate,
  entry: Entry,
  section: string,
  ground: EntryGround,
  chance: Chance,
): Candidate[] {
  const { concept } = right;
  if (concept === undefined) return [];
  const pool =
    concept.kind === 'condition' ? illnesses(concept, entry, ground) : medicines(concept, entry, section, ground);
  const wrong = chance
    .shuffle(pool)
    .filter((other) => other.concept?.kind === concept.kind && !isGivenAway(other, entry))
    .filter((other) => !ground.links.connects(other.concept as Concept, other.text, entry));
  return apart(right, wrong);
}

/** Illnesses that are told together with the right one; of what a medicine against germs is for, infections that no such medicine is told of. */
function illnesses(concept: Concept, entry: Entry, { entries, links }: EntryGround): Candidate[] {
  const homes = links.homes(concept);
  const germs = ownConcepts(entry).flatMap(groupAgainstGerms);
  return entries
    .filter((other) => other.kind === 'condition' && isOneThing(other) && !homes.includes(other))
    .filter((other) => !choiceWords().vague.has(termKey(bareName(other))))
    .filter((other) =>
      germs.length > 0
        ? isOfOtherGerms(other, germs) && !germs.some((group) => links.names(other, group))
        : homes.some((home) => areNear(home, other)),
    )
    .map((other) => ({ text: bareName(other), concept: ownConcepts(other).find(({ kind }) => kind === 'condition') }));
}

/** "Overactive thyroid (hyperthyroidism)" among others without brackets. */
export function bareName({ title }: Entry): string {
  return plainTitle(title).replace(/\s*\([^()]*\)$/, '');
}

/** What neighbours are treated with, and others of its group that one may have heard of. */
function medicines(concept: Concept, entry: Entry, section: string, { entries }: EntryGround): Candidate[] {
  const given = entries
    .filter((other) => other !== entry && other.kind === entry.kind && areNear(entry, other))
    .flatMap((other) => itemsOf(other, section));
  const kin = [...neighbours(concept).filter(isCommon), ...commonIn(entry.system)].map((other) => ({
    ...{ text: properName(other), concept: other },
  }));
  return [...given, ...kin].filter(
    (other) =>
      isSurelyOther(other.text, other.concept) &&
      isAgainstGerms(other.concept) === isAgainstGerms(concept) &&
      (areOfOneClass(concept, other.concept) || treatsIn(other.concept, entry.system)),
  );
}

const bySystem = new Map<string, readonly Concept[]>();

/** Medicines that one may have heard of, by the part of the body that they are given for. */
function commonIn(system: string | undefined): readonly Concept[] {
  if (system === undefined) return [];
  const known = bySystem.get(system);
  if (known !== undefined) return known;
  const found = [...openCatalogue().all()].filter((one) => isMedicine(one) && isCommon(one) && treatsIn(one, system));
  bySystem.set(system, found);
  return found;
}

/** "JAK inhibitor", where the catalogue files it in small letters. */
function properName({ name, names }: Concept): string {
  const proper = names.find((other) => other !== name && other.toLowerCase() === name.toLowerCase()) ?? name;
  return proper.replace(/\b\p{L}+\d\b/gu, (word) => word.toUpperCase());
}

/** Alone in its tablet. */
function isMedicine({ kind, drug }: Concept): boolean {
  return kind === 'drug_class' || (kind === 'drug' && (drug?.ingredients.length ?? 1) === 1);
}

/** Given for one thing or another of this part of the body: it may well be thought of. */
function treatsIn({ id }: Concept, system: string | undefined): boolean {
  return (
    system !== undefined &&
    openCatalogue()
      .treats(id)
      .some((treated) => treated.system === system)
  );
}

const MOST_SYSTEMS = 2;

/** What is given in illnesses of many kinds may be given here too. */
function isSurelyOther(text: string, { id }: Concept): boolean {
  const { broad, vague } = choiceWords();
  const catalogue = openCatalogue();
  if (vague.has(termKey(text)) || broad.some((group) => catalogue.isA(id, group))) return false;
  return new Set(catalogue.treats(id).map(({ system }) => system)).size <= MOST_SYSTEMS;
}

function groupAgainstGerms({ id }: Concept): string[] {
  return [...choiceWords().germs.keys()].filter((group) => openCatalogue().isA(id, group));
}

function isAgainstGerms(concept: Concept): boolean {
  return groupAgainstGerms(concept).length > 0;
}

/** An infection, and by no word of its entry one of the germs that these medicines act on. */
function isOfOtherGerms({ sections }: Entry, groups: readonly string[]): boolean {
  const { germs } = choiceWords();
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first = ''] = readSentences(sections.get('what it is')?.text ?? '');
  const told = new Set([...sections.values()].flatMap(({ text }) => wordsOf(text)));
  const isSaid = (words: ReadonlySet<string>) => [...words].some((word) => told.has(word));
  const isInfection = [...germs.values()].some((words) => wordsOf(first).some((word) => words.has(word)));
  return isInfection && !groups.some((group) => isSaid(germs.get(group) ?? new Set()));
}

/** Alike in size, and none of them twice. */
function apart(right: Candidate, pool: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const other of pool)
    if (areAlike(other, right) && ![right, ...chosen].some((each) => areOneThing(each, other))) chosen.push(other);
  return chosen;
}

const HALF = 0.5;

function areOneThing(a: Candidate, b: Candidate): boolean {
  if (a.concept !== undefined && b.concept !== undefined) {
    const catalogue = openCatalogue();
    if (catalogue.isA(a.concept.id, b.concept.id) || catalogue.isA(b.concept.id, a.concept.id)) return true;
  }
  const [own, other] = [contentStems(a.text), contentStems(b.text)];
  return [...own].filter((word) => other.has(word)).length > Math.min(own.size, other.size) * HALF;
}

const MOST_TIMES = 2.2;
const SHORT = 12;
const MORE_WORDS = 3;

/** About as long: none is known by its length. */
export function areAlike(a: Candidate, b: Candidate): boolean {
  const [x, y] = [a.text.length, b.text.length];
  const words = Math.abs(a.text.split(' ').length - b.text.split(' ').length);
  const isClose = Math.max(x, y) <= SHORT || Math.max(x, y) / Math.min(x, y) <= MOST_TIMES;
  return isClose && words <= MORE_WORDS;
}

let parts: ReadonlyMap<string, string> | undefined;

function partOf(id: string): string | undefined {
  parts ??= new Map([...knowledgeParts()].flatMap(([part, ids]) => ids.map((each) => [each, part] as const)));
  return parts.get(id);
}

/** Illnesses of women and of men are one system and no neighbours. */
const OF_BOTH_SEXES = 'reproductive';

/** Of one part of medicine: told together, or of the same body system. */
export function areNear(a: Entry, b: Entry | undefined): boolean {
  if (b === undefined) return false;
  const [own, other] = [partOf(a.id), partOf(b.id)];
  const isSystem = a.system !== undefined && a.system === b.system && a.system !== OF_BOTH_SEXES;
  return isSystem || (own !== undefined && own === other);
}

/** A class stands in the plural, as one speaks of it. */
export function written({ text, concept }: Candidate): string {
  const isOne =
    concept?.kind === 'drug_class' &&
    !isPlural(text) &&
    /(?:or|er|ic|in|ant|ist|ide?|gen|oid|ate|ine|ive|let|al)$/.test(text);
  return isOne ? `${text}s` : text;
}
