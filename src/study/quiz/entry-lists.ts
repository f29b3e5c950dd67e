/** What stands in the lists of entries (symptoms, causes, side effects), and questions about one among others. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { leaks } from '../facts/described.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, termKey } from '../facts/terms.ts';
import { inSentence, plainTitle } from '../material/things.ts';
import type { QuestionKind, Relation } from '../types.ts';
import type { Chance } from './chance.ts';
import type { Entry, EntryGround } from './entry.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const RARE = 2;

interface ListSection {
  readonly section: string;
  readonly relation: Relation;
  readonly of: string;
}

export const LISTS: readonly ListSection[] = [
  { section: 'symptoms', relation: 'symptom', of: 'symptoms' },
  { section: 'causes', relation: 'cause', of: 'causes' },
  { section: 'side effects', relation: 'effect', of: 'side effects' },
];

/** One of a list among things that stand in the lists of others: of another system, rare, and nowhere in this entry. */
export function askList(
  kind: QuestionKind,
  entry: Entry,
  list: ListSection,
  ground: EntryGround,
  chance: Chance,
): Draft | undefined {
  const passage = entry.sections.get(list.section);
  if ((kind !== 'choice' && kind !== 'which_not') || /\band\b|:/.test(entry.title)) return undefined;
  if (passage === undefined || (entry.kind === 'condition' && entry.system === undefined)) return undefined;
  const items = itemsOf(entry, list.section);
  const isRare = (item: string) => (ground.counts.get(`${list.section}/${termKey(item)}`) ?? 9) <= RARE;
  const everything = contentStems([entry.title, ...[...entry.sections.values()].map(({ text }) => text)].join(' '));
  const strange = ground.entries
    .filter(
      (other) =>
        other.kind === entry.kind && other !== entry && (entry.system === undefined || other.system !== entry.system),
    )
    .flatMap((other) => itemsOf(other, list.section))
    .filter((item) => isRare(item) && [...contentStems(item)].every((word) => !everything.has(word)));
  const foreign = [...new Map(chance.shuffle(strange).map((item) => [termKey(item), item])).values()];
  const shared = { relation: list.relation, reason: `“${passage.text}”`, passage, words: passage.text };
  const name = nameIn(entry);
  if (kind === 'which_not') {
    const own = chance.shuffle(items).slice(0, 3);
    const [stranger] = foreign;
    if (stranger === undefined || own.length < 3) return undefined;
    const { options, label } = lettered(stranger, own, chance);
    const stem =
      name === undefined
        ? `${entry.title}: which of the following is NOT named among the ${list.of}?`
        : `Which of the following is NOT named among the ${list.of} of ${name}?`;
    return { kind, stem, options, key: { kind: 'option', label, text: upperFirst(stranger) }, ...shared };
  }
  // Three things that no book may count among the causes are too many to be sure of.
  if (list.relation !== 'symptom' || name === undefined) return undefined;
  const [right] = chance.shuffle(items.filter((item) => isRare(item) && !leaks(item, entry.title)));
  const wrong = foreign.slice(0, 3);
  if (right === undefined || wrong.length < 3) return undefined;
  const { options, label } = lettered(right, wrong, chance);
  return {
    kind,
    stem: `Which of the following is a typical symptom of ${name}?`,
    options,
    key: { kind: 'option', label, text: upperFirst(right) },
    ...shared,
  };
}

/** "How blood thinners work" has no side effects: only of a thing can it be said. */
function nameIn({ title, kind }: Entry): string | undefined {
  return kind === 'topic' ? undefined : inSentence(plainTitle(title));
}

const UNFIT =
  /\b(?:and|or|with|than|if|may|can|are|is|some|many|none|more|other|no|for|usually|most|over|one|two|three|days|weeks)\b/i;

const lists = new WeakMap<Entry, Map<string, string[]>>();

export function itemsOf(entry: Entry, section: string): string[] {
  let held = lists.get(entry);
  if (held === undefined) {
    held = new Map();
    lists.set(entry, held);
  }
  let items = held.get(section);
  if (items === undefined) {
    items = readItems(entry, section);
    held.set(section, items);
  }
  return items;
}

/** What stands in a list by itself: one to five words that name something, no sentence, no group before a colon. */
function readItems({ sections }: Entry, section: string): string[] {
  const passage = sections.get(section);
  const first = passage === undefined ? '' : (readSentences(passage.text)[0] ?? '');
  if (/:/.test(first)) return [];
  return first
    .replace(/\.$/, '')
    .split(/,|;/)
    .map((item) => item.trim().replace(/^(?:and|or|often|sometimes|later|then|also) /, ''))
    .filter((item) => /^[\p{L}' -]{5,45}$/u.test(item) && item.split(' ').length <= 5)
    .filter((item) => (section !== 'symptoms' || item.includes(' ')) && !UNFIT.test(item) && isKnownItem(item));
}

function isKnownItem(item: string): boolean {
  const found = openCatalogue().find(item, { kinds: ['symptom', 'condition'] });
  // A single word is the name of the whole or a piece of one: "bowel" is no symptom.
  return item.includes(' ') ? found.length > 0 : found.some(({ start, end }) => start === 0 && end === item.length);
}
