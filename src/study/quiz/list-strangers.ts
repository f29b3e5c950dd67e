/** What does not belong to a list, for sure: by the chapter itself, by another list of the course, by the families, by the knowledge base. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { families } from '../facts/families.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, mentions, termKey } from '../facts/terms.ts';
import { areClose, classSize, thingOf } from '../facts/things.ts';
import { documentOf } from '../material/topics.ts';
import { WIDE_KINDS } from './causes.ts';
import type { Chance } from './chance.ts';
import { lastNoun, listIn, type NamedList, RELATIONS } from './named-lists.ts';

/** Risk factors, predisposing and susceptibility factors are of one kind; signs, symptoms and findings are what is found. */
function areAlike(a: string, b: string): boolean {
  return a === b || [/factors$/, FOUND].some((kind) => kind.test(a) && kind.test(b));
}

const FOUND = /(?:symptoms|signs|features|findings|manifestations)$/;

let entryKeys: readonly string[] | undefined;
const WIDESPREAD = 6;

/** Vomiting, fever, weight loss: so much has them that nobody can say what has not. */
function isWidespread(item: string): boolean {
  entryKeys ??= knowledgeEntries().map(({ sections }) => termKey(sections.map(({ text }) => text).join(' ')));
  return entryKeys.filter((key) => mentions(key, item)).length >= WIDESPREAD;
}

/**
 * What the chapter itself says not to belong; else of another list of this course, of the same kind; else from the knowledge base.
 * Nothing of it stands in what the course says of the thing, and the knowledge base does not tie the two either.
 */
export function strangerTo(list: NamedList, lists: readonly NamedList[], chance: Chance): string | undefined {
  const denied = list.denied?.find(
    (item) =>
      kindOfItems(list.items) === undefined ||
      kindOfItem(item) === kindOfItems(list.items) ||
      kindOfItem(item) === undefined,
  );
  if (denied !== undefined) return denied;
  const contrast = contrastTo(list, lists, chance);
  if (contrast !== undefined) return contrast;
  const said = contentStems(`${list.of} ${list.passage.text} ${list.around ?? ''}`);
  const wanted = kindOfItems(list.items);
  const known = saidOf(list.of);
  const isStrange = (item: string) =>
    [...contentStems(item)].every((word) => !said.has(word)) &&
    (wanted === undefined || kindOfItem(item) === wanted) &&
    !isTold(item, known) &&
    !isTold(list.of, saidOf(item)) &&
    !list.items.some((own) => areClose(thingOf(own), thingOf(item)) || areTied(own, item));
  const others = lists.filter(
    ({ section, of }) =>
      areAlike(section, list.section) && termKey(of) !== termKey(list.of) && !areSiblings(of, list.of),
  );
  // Of causes, signs and effects nobody has named all: the thing must be known, and the other one no neighbour of it in the same text.
  const isUncertain = isOpen(list.section) || lastNoun(list.section) === 'risk factors';
  // Beside visits of the family any medicine is told at a glance, and nobody says that it is never given.
  if ((isUncertain && known.size === 0) || (list.section === 'treatment' && wanted === undefined)) return undefined;
  const apart = others.filter(({ passage }) => !isUncertain || documentOf(passage) !== documentOf(list.passage));
  const near =
    wanted === 'drug'
      ? undefined
      : chance
          .shuffle(apart.flatMap(({ items }) => items))
          .find((item) => isStrange(item) && !(isUncertain && isWidespread(item)));
  if (near !== undefined) return near;
  const sibling = siblingOf(list, chance, isStrange);
  if (sibling !== undefined) return sibling;
  // Drugs that may do it are many, and of a thing that the knowledge base does not know nobody can say what it never has.
  if (wanted === undefined || known.size === 0 || !['causes', 'treatment'].includes(list.section)) return undefined;
  if (wanted === 'drug' && list.section !== 'treatment') return undefined;
  return chance
    .shuffle(knownItems(lastNoun(list.section)))
    .find((item) => isStrange(item) && !(isUncertain && isWidespread(item)));
}

/** So few belong to a narrow class of illnesses. */
const NARROW = 40;

/** Two of one narrow class, or of one name: what is found in the one may be found in the other, though nobody says so. */
function areSiblings(one: string, other: string): boolean {
  const own = contentStems(one);
  const head = [...own].at(-1);
  if (head !== undefined && [...contentStems(other)].at(-1) === head && own.size > 1) return !WIDE_KINDS.has(head);
  const [a, b] = [thingOf(one).concept, thingOf(other).concept];
  if (a?.kind !== 'condition' || b?.kind !== 'condition') return false;
  return (classSize(a, b) ?? Number.POSITIVE_INFINITY) <= NARROW;
}

/** Of what is closed ("contains", "consists of") another one of the family that most of its parts are of: factor IX beside factors VIII and XIII. */
function siblingOf(list: NamedList, chance: Chance, isStrange: (item: string) => boolean): string | undefined {
  if (!CLOSED.has(list.section)) return undefined;
  const members = list.items.flatMap((item) => thingOf(item).member ?? []);
  const counts = Map.groupBy(
    members.flatMap((member) => member.families),
    (family) => family,
  );
  const [family] =
    [...counts].filter(([, each]) => each.length > 1).toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (family === undefined) return undefined;
  const own = new Set(members.map(({ id }) => id));
  return chance
    .shuffle(families().members(family))
    .filter(({ id }) => !own.has(id))
    .map(({ name }) => name)
    .find(isStrange);
}

const CLOSED = new Set(['components']);

/**
 * What the same chapter counts for another thing in its place: "risk factors for angle closure" beside those "for open-angle glaucoma".
 * Nowhere does it name both, and nothing of its words stands in the list.
 */
function contrastTo(list: NamedList, lists: readonly NamedList[], chance: Chance): string | undefined {
  const [own, key] = [contentStems(list.items.join(' ')), termKey(list.of)];
  const said = readSentences(list.around ?? '').map(termKey);
  const isTied = (item: string) =>
    said.some((sentence) => sentence.includes(termKey(item)) && sentence.includes(key)) ||
    isTold(item, saidOf(list.of));
  const beside = lists.filter(
    ({ section, of, passage }) =>
      section === list.section &&
      passage.topic === list.passage.topic &&
      !termKey(of).includes(key) &&
      !key.includes(termKey(of)),
  );
  return chance
    .shuffle(beside.flatMap(({ items }) => items))
    .find(
      (item) =>
        [...contentStems(item)].every((word) => !own.has(word)) &&
        !isTied(item) &&
        !list.items.some((each) => areClose(thingOf(each), thingOf(item)) || areTied(each, item)),
    );
}

/** Causes and findings: of these a thing has more than any book names. */
function isOpen(section: string): boolean {
  return ['symptom', 'cause'].includes(RELATIONS[lastNoun(section)] ?? '');
}

type ItemKind = 'drug' | 'finding' | undefined;

/** A drug or something found in a person; a place, a habit or a turn of phrase is neither. */
function kindOfItem(item: string): ItemKind {
  const [found] = openCatalogue().find(item, { kinds: ['drug', 'drug_class', 'condition', 'symptom'] });
  if (found === undefined) return undefined;
  return found.concept.kind === 'drug' || found.concept.kind === 'drug_class' ? 'drug' : 'finding';
}

/** Of what kind most of them are. */
function kindOfItems(items: readonly string[]): ItemKind {
  const kinds = items.map(kindOfItem);
  return (['drug', 'finding'] as const).find((kind) => kinds.filter((each) => each === kind).length * 2 > kinds.length);
}

const told = new Map<string, ReadonlySet<string>>();
const MOST_TOLD = 500;

/** All that the knowledge base says of a thing, as stems. */
export function saidOf(name: string): ReadonlySet<string> {
  const key = termKey(name);
  let stems = told.get(key);
  if (stems === undefined) {
    const names = new Set(thingOf(name).names.map(termKey));
    const entries = knowledgeEntries().filter(({ title, also }) =>
      [title, ...also].some((each) => names.has(termKey(each))),
    );
    stems = contentStems(entries.flatMap(({ sections }) => sections.map(({ text }) => text)).join(' '));
    if (told.size >= MOST_TOLD) told.clear();
    told.set(key, stems);
  }
  return stems;
}

function isTold(item: string, stems: ReadonlySet<string>): boolean {
  const own = [...contentStems(item)];
  return stems.size > 0 && own.length > 0 && own.every((stem) => stems.has(stem));
}

/** "Pain relief" is what paracetamol is for: by the catalogue one is a kind of the other, or treats it. */
function areTied(own: string, item: string): boolean {
  const catalogue = openCatalogue();
  const conceptsIn = (text: string) => catalogue.find(text).map(({ concept }) => concept.id);
  const others = conceptsIn(item);
  return conceptsIn(own).some((a) =>
    others.some((b) => {
      if (catalogue.isA(a, b) || catalogue.isA(b, a)) return true;
      const [of, from] = [catalogue.closure(a), catalogue.closure(b)];
      return of.treats.has(b) || of.treated_by.has(b) || from.treats.has(a) || from.treated_by.has(a);
    }),
  );
}

/** What stands there must be a thing of that kind, not a turn of phrase. */
const KINDS: Readonly<Record<string, readonly ('symptom' | 'condition' | 'drug' | 'drug_class')[]>> = {
  treatment: ['drug', 'drug_class'],
  complications: ['condition'],
};

const known = new Map<string, string[]>();

/** Where the knowledge base has such things under another name. */
const KEPT_AS: Readonly<Record<string, string>> = {
  ...{ signs: 'symptoms', features: 'symptoms', indications: 'complications', contraindications: 'complications' },
  ...{ 'risk factors': 'causes', 'adverse effects': 'side effects' },
};

function knownItems(asked: string): string[] {
  const section = KEPT_AS[asked] ?? asked;
  let items = known.get(section);
  if (items === undefined) {
    items = knowledgeEntries()
      .filter(({ kind }) => kind === 'condition' || kind === 'drug')
      .flatMap(({ sections }) => sections.filter(({ name }) => name === section))
      .flatMap(({ text }) => listIn(text)?.items ?? [])
      .filter((item) => {
        const found = openCatalogue().find(item, { kinds: KINDS[section] ?? ['symptom', 'condition'] });
        return found.some(({ start, end }) => start === 0 && end === item.length);
      });
    const counts = Map.groupBy(items, termKey);
    items = items.filter((item) => (counts.get(termKey(item))?.length ?? 0) < COMMON && contentStems(item).size > 0);
    known.set(section, items);
  }
  return items;
}

/** Pain, tiredness and the like go with much. */
const COMMON = 3;
