/** What a term names: a member of a family, a concept of the catalogue, both or neither; and what stands beside it. */
import { type Catalogue, type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { families, type Member } from './families.ts';
import { namesOf } from './names.ts';
import { termKey, withoutArticle } from './terms.ts';

export interface Thing {
  /** As it is shown. */
  readonly name: string;
  /** All its names. */
  readonly names: readonly string[];
  readonly member?: Member | undefined;
  readonly concept?: Concept | undefined;
  /** It has a line of names of its own. */
  readonly listed: boolean;
}

const KINDS = ['drug', 'drug_class', 'condition'] as const;
/** Words that are names of many things, of which the catalogue knows one. */
const VAGUE = new Set(
  'disease disorder syndrome infection injury illness pain inflammation cancer drug medicine tablet surgery shock stress'.split(
    ' ',
  ),
);

export function thingOf(text: string): Thing {
  const name = withoutArticle(text.trim());
  const others = namesOf(name);
  const member = [name, ...others].map((each) => families().byName(each)).find((found) => found !== undefined);
  const concept = conceptOf(name);
  const listed = others.length > 0 ? others : (member?.names ?? []).flatMap(namesOf);
  const kin = member === undefined ? [] : member.families.flatMap((family) => families().members(family));
  const isOfKin = (other: string) =>
    member !== undefined && endsIn(member, other) && kin.some((each) => each !== member && endsIn(each, other));
  const names = [
    name,
    ...listed,
    ...(member?.names ?? []),
    ...(concept === undefined ? [] : [concept.name, ...concept.names.map(unquote)].filter((each) => !isOfKin(each))),
  ];
  return { name, names: [...new Set(names)], member, concept, listed: listed.length > 0 };
}

/** "Alkalosis" is what the metabolic and the respiratory one have in common: the name of neither. */
function endsIn({ names }: Member, head: string): boolean {
  return names.some((each) => termKey(each).endsWith(` ${termKey(head)}`));
}

function unquote(name: string): string {
  return name.replace(/^"|"$/g, '');
}

const concepts = new Map<string, Concept | undefined>();
const REMEMBERED = 5000;

export function conceptOf(name: string): Concept | undefined {
  const key = termKey(name);
  if (concepts.has(key)) return concepts.get(key);
  const found = name.length > 60 || VAGUE.has(key) ? undefined : findConcept(name);
  if (concepts.size >= REMEMBERED) concepts.clear();
  concepts.set(key, found);
  return found;
}

/** Concepts that a text names, each by its whole name. */
export function conceptsIn(text: string): { start: number; end: number; concept: Concept }[] {
  return openCatalogue()
    .find(text, { kinds: KINDS })
    .filter(
      (match) => !match.guessed && match.as === 'itself' && match.text.length > 3 && !VAGUE.has(termKey(match.text)),
    );
}

function findConcept(name: string): Concept | undefined {
  const whole = openCatalogue()
    .find(name, { kinds: KINDS })
    .find(({ start, end, guessed, as }) => start === 0 && end === name.length && !guessed && as === 'itself');
  return whole?.concept;
}

/** The same thing, a kind of it or a part of it: never offered against each other. */
export function areClose(a: Thing, b: Thing): boolean {
  const keys = new Set(a.names.map(termKey));
  if (b.names.some((name) => keys.has(termKey(name)))) return true;
  if (
    a.member !== undefined &&
    b.member !== undefined &&
    (a.member.id === b.member.id || families().areNested(a.member, b.member))
  )
    return true;
  if (isWithin(termKey(a.name), termKey(b.name)) || isWithin(termKey(b.name), termKey(a.name))) return true;
  if (a.concept === undefined || b.concept === undefined) return false;
  return areRelated(openCatalogue(), a.concept, b.concept);
}

/** "diuretic" in "loop diuretic": the wider term is right as well. A first word alone is no kind: "renal artery". */
function isWithin(part: string, whole: string): boolean {
  return part !== whole && (whole.endsWith(` ${part}`) || (whole.startsWith(`${part} `) && part.includes(' ')));
}

export function areRelated(catalogue: Catalogue, a: Concept, b: Concept): boolean {
  if (catalogue.isA(a.id, b.id) || catalogue.isA(b.id, a.id)) return true;
  if (a.kind !== 'drug' || b.kind !== 'drug') return false;
  // Of one class, or one filed under a wider class of the other without a class of its own: too near to be sure.
  const over = (of: Concept, other: Concept) => of.parents.some((parent) => catalogue.isA(other.id, parent));
  return over(a, b) || over(b, a);
}

let common: ReadonlySet<string> | undefined;

/** Names that a learner may well have heard: those of the knowledge base. */
export function isCommon(concept: Concept): boolean {
  common ??= new Set(
    knowledgeEntries()
      .flatMap(({ title, also }) => [title, ...also])
      .map(termKey),
  );
  return [concept.name, ...concept.names].some((name) => common?.has(termKey(unquote(name))));
}

const DEADLY = /\b(?:fatal|deadly|deaths?|die[sd]?|kills?|mortality|life-threatening|threatens? life)\b/i;
let grave: ReadonlySet<string> | undefined;

/** Whether the knowledge base tells of a condition that people die of it. */
export function isGrave(concept: Concept): boolean {
  grave ??= new Set(
    knowledgeEntries()
      .filter(({ sections }) => sections.some(({ text }) => DEADLY.test(text)))
      .flatMap(({ title, also }) => [title, ...also])
      .map(termKey),
  );
  return [concept.name, ...concept.names].some((name) => grave?.has(termKey(unquote(name))));
}

/** What is said of dying can be said of what people die of. */
export function isOfDeath(text: string): boolean {
  return DEADLY.test(text);
}

const FEW = 5;

/** Concepts that an examiner would put beside this one: other classes of the same group, other conditions of the system. */
export function neighbours(concept: Concept): Concept[] {
  const catalogue = openCatalogue();
  const of = (ids: Iterable<string>) => [...ids].map((id) => catalogue.get(id)).filter((found) => found !== undefined);
  if (concept.kind === 'condition') {
    const under = (parents: readonly string[]) =>
      of(new Set(parents.flatMap((parent) => [...catalogue.descendants(parent)]))).filter(
        (found) => found.kind === 'condition' && found.system === concept.system && isCommon(found),
      );
    const near = under(concept.parents);
    // Of a small group the next wider one: three others are needed, and some fall out.
    return near.length >= FEW ? near : under(of(concept.parents).flatMap(({ parents }) => parents));
  }
  // Of medicines those of the narrowest class first.
  const above = of(concept.parents);
  const wider = above.flatMap((parent) => (parent.parents.length > 0 ? parent.parents : [parent.id]));
  const around = of(new Set([...wider, ...concept.parents].flatMap((id) => [...catalogue.descendants(id)])));
  return around
    .filter(
      (found) => found.kind === concept.kind && found !== concept && !isMixed(found) && areOfOneClass(found, concept),
    )
    .sort((a, b) => (classSize(a, concept) ?? 0) - (classSize(b, concept) ?? 0));
}

/** Two medicines in one tablet: no answer that stands beside one. */
function isMixed({ drug }: Concept): boolean {
  return (drug?.ingredients.length ?? 1) > 1;
}

/** Groups by what they are for: an antidote has nothing in common with the next. */
const USES: ReadonlySet<string> = new Set(['class:antidote']);
/** Of more medicines than these a group is a use ("for blood pressure") and no class. */
const MOST_OF_CLASS = 120;

/** How many medicines the narrowest class has that two of them share; undefined where they share none. */
export function classSize(a: Concept, b: Concept): number | undefined {
  const catalogue = openCatalogue();
  const above = ({ id, kind }: Concept) => [...(kind === 'drug_class' ? [id] : []), ...catalogue.ancestors(id)];
  const shared = new Set(above(b));
  const sizes = above(a)
    .filter((id) => shared.has(id) && !USES.has(id))
    .map((id) => catalogue.descendants(id).size);
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** Whether one may stand beside the other: medicines of one class; of other things nothing is known. */
export function areOfOneClass(a: Concept, b: Concept): boolean {
  const isMedicine = ({ kind }: Concept) => kind === 'drug' || kind === 'drug_class';
  if (!isMedicine(a) || !isMedicine(b)) return true;
  return (classSize(a, b) ?? Number.POSITIVE_INFINITY) <= MOST_OF_CLASS;
}

/** The same by another name, or one a kind of the other; two of one class are two. */
export function areOne(a: Thing, b: Thing): boolean {
  const keys = new Set(a.names.map(termKey));
  if (b.names.some((name) => keys.has(termKey(name)))) return true;
  if (a.concept === undefined || b.concept === undefined) return areClose(a, b);
  return openCatalogue().isA(a.concept.id, b.concept.id) || openCatalogue().isA(b.concept.id, a.concept.id);
}
