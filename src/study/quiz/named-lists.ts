/**
 * What a chapter names as the causes, symptoms or side effects of a thing: asked for whole in own words, or by what is not
 * named among them. Only the passage decides that, so a course of two chapters can be asked about too.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { joined, readCauses, readDenied } from '../facts/causes.ts';
import type { Sentence } from '../facts/corpus.ts';
import { grammar } from '../facts/grammar.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, termKey } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { pointsOf } from '../material/points.ts';
import { inSentence, isThing, plainTitle } from '../material/things.ts';
import type { Passage, QuestionKind, Relation } from '../types.ts';
import { lowerUnlessProper, ofThing } from './causes.ts';
import type { Chance } from './chance.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export interface NamedList {
  readonly of: string;
  readonly section: string;
  /** "causes of", "indications for". */
  readonly joint?: string | undefined;
  readonly items: readonly string[];
  /** Nothing of the list was left out. */
  readonly isWhole: boolean;
  readonly passage: Passage;
  readonly words: string;
  /** What else the course says of the thing: what stands there is tied to it. */
  readonly around?: string | undefined;
  /** What the course says not to belong. */
  readonly denied?: readonly string[] | undefined;
}

const RELATIONS: Readonly<Record<string, Relation>> = {
  ...{
    causes: 'cause',
    symptoms: 'symptom',
    'side effects': 'effect',
    complications: 'effect',
    treatment: 'treatment',
  },
  ...{ signs: 'symptom', features: 'symptom', indications: 'treatment', contraindications: 'effect' },
  ...{ 'risk factors': 'cause', 'adverse effects': 'effect', triggers: 'cause', manifestations: 'symptom' },
  ...{ 'susceptibility factors': 'cause', 'predisposing factors': 'cause', drugs: 'treatment' },
  ...{ precipitants: 'cause', 'precipitating factors': 'cause', stimuli: 'function' },
};
const FEWEST = 3;
const MOST = 6;

/** Of chapters that have such sections. */
export function sectionLists(passages: readonly Passage[]): NamedList[] {
  return passages.flatMap((passage) => {
    const { section = '', topic } = passage;
    if (!(section in RELATIONS) || !isThing(passage)) return [];
    const list = listIn(passage.text);
    if (list === undefined) return [];
    return [{ ...list, of: inSentence(plainTitle(topic)), section, passage }];
  });
}

/** Lists in sentences; `course` are all sentences, by which it is told what else is tied to the thing. */
export function causeLists(sentences: readonly Sentence[], course: readonly Sentence[] = sentences): NamedList[] {
  const texts = new Map<string, string>();
  const denied = new Map<string, string[]>();
  for (const { passage, text, ...rest } of course) {
    const key = `${passage.chapter.split('.')[0]}/${passage.topic}`;
    texts.set(key, `${texts.get(key) ?? ''} ${text}`);
    const items = readDenied({ passage, text, ...rest });
    if (items.length > 0) denied.set(key, [...(denied.get(key) ?? []), ...items]);
  }
  const listed = course.flatMap((sentence) => readCauses(sentence) ?? []);
  return sentences.flatMap((sentence) => {
    const caused = readCauses(sentence);
    if (caused === undefined || caused.items.length < FEWEST) return [];
    const { of, items, what, joint } = caused;
    // What reduces an effect does not increase it.
    const opposed = listed
      .filter((other) => termKey(other.of) === termKey(of) && areOpposed(other.what, what))
      .flatMap((other) => other.items);
    const { passage } = sentence;
    const key = `${passage.chapter.split('.')[0]}/${passage.topic}`;
    const isOfTopic = termKey(of) === termKey(passage.topic);
    return [
      {
        ...{ of: lowerUnlessProper(of), section: what, joint, items, isWhole: false, passage, words: sentence.text },
        around: texts.get(key),
        denied: [...opposed, ...(isOfTopic ? (denied.get(key) ?? []) : [])],
      },
    ];
  });
}

const OPPOSED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:increase|raise|prolong)/, /\b(?:reduce|lower|decrease)/],
  [/\bunsafe\b/, /\bsafe\b/],
];

/** Risk factors, predisposing and susceptibility factors are of one kind. */
function areAlike(a: string, b: string): boolean {
  return a === b || (/factors$/.test(a) && /factors$/.test(b));
}

function areOpposed(a: string, b: string): boolean {
  return OPPOSED.some(([one, other]) => (one.test(a) && other.test(b)) || (other.test(a) && one.test(b)));
}

/** The points of a list, or the first sentence where it is nothing but one. */
function listIn(text: string): Pick<NamedList, 'items' | 'isWhole' | 'words'> | undefined {
  const points = pointsOf(text);
  const [first = ''] = readSentences(text);
  if (points.length < FEWEST && isStatement(first)) return undefined;
  const written = points.length >= FEWEST ? points : partsOf(first.replace(/\.$/, ''));
  const items = written.map((item) => item.replace(/\*\*|\.$|\s*\([^()]*\)/g, '').trim()).filter(isItem);
  if (items.length < FEWEST) return undefined;
  return { items, isWhole: items.length === written.length, words: points.length >= FEWEST ? text : first };
}

/** "Furosemide and torasemide reduce oedema" says something of its list. */
function isStatement(text: string): boolean {
  const { verbs, auxiliaries } = grammar();
  const words = text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  return words.slice(1).some((word) => auxiliaries.has(word) || (verbs.has(word) && !/(?:ing|ed)$/.test(word)));
}

/** "A, B and C"; what an "and" joins within a list stays together. */
function partsOf(list: string): string[] {
  // What stands in brackets is of one of them.
  const parts = list.replace(/\s*\([^()]*\)/g, '').split(/, (?:and |or )?|; /);
  const [, one, two] = /^(\S+(?: \S+){0,2}) (?:and|or) (\S+(?: \S+){0,2})$/.exec(parts.at(-1) ?? '') ?? [];
  const isLast = one !== undefined && two !== undefined && parts.slice(0, -1).every((part) => !JOINED.test(part));
  return isLast ? [...parts.slice(0, -1), one, two] : parts;
}

const JOINED = / (?:and|or) /;
const MOST_WORDS = 6;

function isItem(item: string): boolean {
  const { auxiliaries } = grammar();
  const words = item.toLowerCase().split(/\s+/);
  if (!/^[\p{L}\p{N}'’/ ()+-]{4,60}$/u.test(item) || words.length > MOST_WORDS || JOINED.test(item)) return false;
  if (
    grammar().small.has(words[0] as string) ||
    /^(?:rarely|seldom|often|sometimes|later|mostly|usually)$/.test(words[0] as string)
  )
    return false;
  return contentStems(item).size > 0 && !words.some((word) => auxiliaries.has(word));
}

export function askNamedList(
  kind: QuestionKind,
  list: NamedList,
  lists: readonly NamedList[],
  chance: Chance,
): Draft | undefined {
  const { of, section, joint = 'of', items, isWhole, passage, words } = list;
  const relation = RELATIONS[lastNoun(section)] ?? 'function';
  const settled = { reason: `The material says: “${words.replace(/\s+/g, ' ').trim()}”`, passage, words };
  const what = section === 'treatment' ? 'treatments' : section;
  if (kind === 'short') {
    if (!isWhole || items.length > MOST) return undefined;
    const key = { kind: 'text' as const, text: joined(items), also: [] };
    return { kind, relation, stem: `Which ${ofThing(what, joint, of)} does the material name?`, key, ...settled };
  }
  // Of an entry of the knowledge base its single items are asked (entry-choices.ts).
  if (kind !== 'which_not' || passage.source.source_type === 'knowledge') return undefined;
  const stranger = strangerTo(list, lists, chance);
  if (stranger === undefined) return undefined;
  const { options, label } = lettered(stranger, chance.shuffle(items).slice(0, FEWEST), chance);
  const stem = `Which of the following is NOT named among the ${ofThing(what, joint, of)}?`;
  return { kind, relation, stem, options, key: { kind: 'option', label, text: upperFirst(stranger) }, ...settled };
}

/**
 * What the chapter itself says not to belong; else of another list of this course, of the same kind; else from the knowledge base.
 * Nothing of it stands in what the course says of the thing, and the knowledge base does not tie the two either.
 */
function strangerTo(list: NamedList, lists: readonly NamedList[], chance: Chance): string | undefined {
  const denied = list.denied?.find(
    (item) => kindOfItem(item) === kindOfItems(list.items) || kindOfItem(item) === undefined,
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
  const others = lists.filter(({ section, of }) => areAlike(section, list.section) && termKey(of) !== termKey(list.of));
  const near = wanted === 'drug' ? undefined : chance.shuffle(others.flatMap(({ items }) => items)).find(isStrange);
  if (near !== undefined) return near;
  // Drugs that may do it are many, and of a thing that the knowledge base does not know nobody can say what it never has.
  const isUnsure = wanted === 'drug' ? list.section !== 'treatment' : isOpen(list.section) && known.size === 0;
  return isUnsure ? undefined : chance.shuffle(knownItems(lastNoun(list.section))).find(isStrange);
}

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

/** "drug causes" are causes. */
function lastNoun(what: string): string {
  return Object.keys(RELATIONS).find((noun) => what.endsWith(noun)) ?? what;
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
        return found.some(({ start, end }) => item.includes(' ') || (start === 0 && end === item.length));
      });
    const counts = Map.groupBy(items, termKey);
    items = items.filter((item) => (counts.get(termKey(item))?.length ?? 0) < COMMON && contentStems(item).size > 1);
    known.set(section, items);
  }
  return items;
}

/** Pain, tiredness and the like go with much. */
const COMMON = 3;
