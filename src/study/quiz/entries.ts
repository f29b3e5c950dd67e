/**
 * Questions from entries with named sections (the knowledge base): what is described, which value belongs, which symptom is
 * typical. A section says what its sentences are about, so they need not stand alone.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { knowledgeEntry } from '../../knowledge/index.ts';
import { joined } from '../facts/causes.ts';
import { isNegated } from '../facts/clause.ts';
import { leaks } from '../facts/described.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, termKey } from '../facts/terms.ts';
import { type Quantity, readQuantities } from '../facts/values.ts';
import { inSentence, membersOf, plainTitle } from '../material/things.ts';
import type { Passage, QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import type { Entry, EntryGround } from './entry.ts';
import { itemRows } from './entry-choice-rows.ts';
import { askItem } from './entry-choices.ts';
import { openLinks } from './entry-links.ts';
import { areNear, bareName } from './entry-rivals.ts';
import type { Pair } from './matching.ts';
import { thresholdStem, wrongValues } from './numbers.ts';
import { type Draft, GAP, lettered, upperFirst } from './question.ts';

export function readEntries(passages: readonly Passage[]): Entry[] {
  const entries = new Map<string, { passages: Passage[] }>();
  for (const passage of passages) {
    if (passage.source.source_type !== 'knowledge') continue;
    const held = entries.get(passage.source.entry_id);
    if (held === undefined) entries.set(passage.source.entry_id, { passages: [passage] });
    else held.passages.push(passage);
  }
  return [...entries].map(([id, held]) => toEntry(id, held.passages));
}

function toEntry(id: string, passages: readonly Passage[]): Entry {
  const entry = knowledgeEntry(id);
  const title = entry?.title ?? (passages[0] as Passage).topic;
  const concept = openCatalogue().link({ name: title });
  return {
    id,
    title,
    kind: entry?.kind ?? 'topic',
    names: [title, ...(entry?.also ?? [])],
    system: concept?.system,
    sections: new Map(passages.map((passage) => [sectionOf(passage), passage])),
  };
}

function sectionOf({ source }: Passage): string {
  return source.source_type === 'knowledge' ? (source.section ?? '') : '';
}

const grounds = new WeakMap<readonly Passage[], EntryGround>();

/** All entries of a course, read once for as long as it stays the same. */
export function openEntries(course: readonly Passage[]): EntryGround {
  let ground = grounds.get(course);
  if (ground === undefined) {
    const entries = readEntries(course);
    ground = { entries, links: openLinks(entries) };
    grounds.set(course, ground);
  }
  return ground;
}

export type Asker = (kind: QuestionKind) => Draft | undefined;

/** Everything that an entry can be asked about, each once; of its sections those that are wanted. */
export function askersOf(entry: Entry, ground: EntryGround, chance: Chance, wanted: ReadonlySet<string>): Asker[] {
  const sectionOf = (name: string) => {
    const passage = entry.sections.get(name);
    return passage !== undefined && wanted.has(passage.id) ? passage : undefined;
  };
  const figures = FIGURES.flatMap((name) => {
    const passage = sectionOf(name);
    if (passage === undefined) return [];
    return readSentences(passage.text).map(
      (text): Asker =>
        (kind) =>
          askValue(kind, entry, name, passage, text, chance),
    );
  });
  const about: Asker[] = sectionOf('what it is') === undefined ? [] : [(kind) => describe(kind, entry, ground, chance)];
  const items = itemRows()
    .filter(({ section }) => sectionOf(section) !== undefined)
    .map(
      (row): Asker =>
        (kind) =>
          askItem(kind, entry, row, ground, chance),
    );
  const members: Asker = (kind) => askMembers(kind, entry);
  return [...about, ...figures, ...items, members];
}

/** "Statins (atorvastatin, rosuvastatin, simvastatin)": what the material counts among them. */
function askMembers(kind: QuestionKind, { title, sections }: Entry): Draft | undefined {
  const members = membersOf(title);
  const [passage] = sections.values();
  if (kind !== 'short' || members === undefined || passage === undefined) return undefined;
  return {
    ...{ kind, relation: 'class', stem: `Which ${inSentence(members.name)} does the material name?` },
    key: { kind: 'text', text: joined(members.items), also: [] },
    ...{ reason: `“${title}”`, passage, words: title, text: `${title}\n${passage.text}` },
  };
}

/** Its first sentences, where they say what it is without naming it. */
export function description(entry: Entry): { text: string; passage: Passage } | undefined {
  if (entry.kind !== 'condition' && entry.kind !== 'test') return undefined;
  // "Blood clots (DVT and pulmonary embolism)" is two things.
  if (/\band\b|,|:|\bor\b|\?/.test(entry.title)) return undefined;
  const passage = entry.sections.get('what it is');
  const text = passage === undefined ? undefined : readSentences(passage.text)[0];
  if (passage === undefined || text === undefined || contentStems(text).size < 5) return undefined;
  if (/\b(?:you|your)\b/i.test(text) || entry.names.some((name) => leaks(name, text))) return undefined;
  return { text: text.replace(/\.$/, ''), passage };
}

const TOO_ALIKE = 0.34;

function describe(kind: QuestionKind, entry: Entry, ground: EntryGround, chance: Chance): Draft | undefined {
  if (kind !== 'choice' && kind !== 'short') return undefined;
  const told = description(entry);
  if (told === undefined) return undefined;
  const what = entry.kind === 'test' ? 'test' : 'condition';
  const shared = {
    relation: 'definition' as const,
    reason: `“${told.text}.”`,
    passage: told.passage,
    words: `${told.text}.`,
  };
  if (kind === 'short')
    return {
      kind,
      stem: `Which ${what} is this? “${told.text}.”`,
      key: { kind: 'text', text: entry.title, also: entry.names.slice(1) },
      ...shared,
    };
  const own = contentStems(told.text);
  const others = ground.entries.filter(
    (other) =>
      other !== entry && other.kind === entry.kind && !/\band\b|,|:/.test(other.title) && isApart(entry, other, own),
  );
  // Of another part of medicine it would be seen at once.
  const wrong = chance.shuffle(others.filter((other) => areNear(entry, other))).slice(0, 3);
  if (wrong.length < 3) return undefined;
  const { options, label } = lettered(bareName(entry), wrong.map(bareName), chance);
  return {
    kind,
    stem: `Which ${what} is this? “${told.text}.”`,
    options,
    key: { kind: 'option', label, text: upperFirst(bareName(entry)) },
    ...shared,
  };
}

/** Another name, a kind of it, or something described in the same words is no wrong answer. */
function isApart(entry: Entry, other: Entry, own: ReadonlySet<string>): boolean {
  const names = new Set(entry.names.map(termKey));
  if (other.names.some((name) => names.has(termKey(name)))) return false;
  if (entry.names.some((name) => other.names.some((each) => areParts(termKey(name), termKey(each))))) return false;
  const passage = other.sections.get('what it is');
  if (passage === undefined) return false;
  const said = contentStems(`${other.title} ${passage.text}`);
  const shared = [...own].filter((word) => said.has(word)).length;
  if (shared / own.size >= TOO_ALIKE) return false;
  const [a, b] = [openCatalogue().link({ name: entry.title }), openCatalogue().link({ name: other.title })];
  return a === undefined || b === undefined || !(openCatalogue().isA(a.id, b.id) || openCatalogue().isA(b.id, a.id));
}

function areParts(a: string, b: string): boolean {
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `);
}

/** Sections whose figures are for learning, not for acting at once. */
const FIGURES = [
  'what it is',
  'normal values',
  'high values',
  'low values',
  'diagnosis',
  'treatment',
  'how it is taken',
  'monitoring',
  'symptoms',
  'causes',
];

function askValue(
  kind: QuestionKind,
  entry: Entry,
  name: string,
  passage: Passage,
  text: string,
  chance: Chance,
): Draft | undefined {
  if (kind !== 'choice' && kind !== 'cloze' && kind !== 'short') return undefined;
  const gap = gapValue(plainTitle(entry.title), name, text);
  if (gap === undefined) return undefined;
  const { stem, quantity } = gap;
  const shared = { stem, relation: 'value' as const, reason: `“${text}”`, passage, words: text };
  if (kind !== 'choice') return { kind, key: { kind: 'text', text: quantity.text, also: [] }, ...shared };
  const wrong = wrongValues(quantity, passage.text, chance, text);
  if (wrong.length < 3) return undefined;
  const { options, label } = lettered(quantity.text, wrong, chance, true);
  const key = { kind: 'option' as const, label, text: upperFirst(quantity.text) };
  return { kind, options, key, ...shared, stem: thresholdStem(quantity, stem) };
}

/** A sentence of a section with its figure left out, where that can be only one. */
export function gapValue(title: string, name: string, text: string): { stem: string; quantity: Quantity } | undefined {
  const quantities = readQuantities(text);
  const [quantity] = quantities;
  if (quantity === undefined || quantities.length > 2 || quantity.unit === '' || isNegated(text) || text.length > 220)
    return undefined;
  if (quantity.low === 1 && quantity.high === 1) return undefined;
  // A second figure in brackets behind the first is the same in another unit: it would give it away.
  const rest = text.slice(quantity.end).replace(/^ \([^()]{1,40}\)/, '');
  if (contentStems(`${text.slice(0, quantity.start)} ${rest}`).size < 4) return undefined;
  const head = name === 'what it is' ? title : `${title}, ${name}`;
  return { stem: `${head}: ${text.slice(0, quantity.start)}${GAP}${rest}`, quantity };
}

export function entryPairs(entries: readonly Entry[]): Pair[] {
  return entries.flatMap((entry) => {
    const told = entry.kind === 'condition' ? description(entry) : undefined;
    if (told === undefined || told.text.length > 150) return [];
    return [{ left: entry.title, right: upperFirst(told.text), passage: told.passage, words: told.text }];
  });
}
