/** "Which does not belong here", where the text itself says so: the surest of its kind (facts/outsiders.ts). */
import type { Sentence } from '../facts/corpus.ts';
import { type Excluded, readExcluded } from '../facts/outsiders.ts';
import { termKey } from '../facts/terms.ts';
import { inSentence, plainTitle } from '../material/things.ts';
import type { Passage, QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import type { NamedList } from './named-lists.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const OTHERS = 3;

export interface Closed extends Excluded {
  readonly passage: Passage;
}

const kept = new WeakMap<Passage, readonly Closed[]>();

export function readClosed(passage: Passage): readonly Closed[] {
  let found = kept.get(passage);
  if (found === undefined) {
    const isRead = passage.source?.source_type !== 'knowledge' && /\b(?:not|no|none|never)\b/i.test(passage.text);
    found = isRead ? readExcluded(passage.text).map((each) => ({ ...each, passage })) : [];
    kept.set(passage, found);
  }
  return found;
}

/** Of passages that are asked about. */
export function closedIn(sentences: readonly Sentence[]): Closed[] {
  return [...new Set(sentences.map(({ passage }) => passage))].flatMap((passage) => [...readClosed(passage)]);
}

/** What the text says not to belong to this list. */
export function outsidersOf({ passage, items }: Pick<NamedList, 'passage' | 'items'>): readonly string[] {
  const own = new Set(items.map(termKey));
  return readClosed(passage)
    .filter(({ items: named }) => named.filter((item) => own.has(termKey(item))).length * 2 > named.length)
    .flatMap(({ outsiders }) => outsiders);
}

export function askExcluded(kind: QuestionKind, closed: Closed, chance: Chance): Draft | undefined {
  const { items, outsiders, frame, passage, words } = closed;
  const [outsider] = chance.shuffle(outsiders);
  if (kind !== 'which_not' || outsider === undefined) return undefined;
  const { options, label } = lettered(outsider, chance.shuffle(items).slice(0, OTHERS), chance);
  const place = placeOf(passage);
  return {
    ...{ kind, relation: 'class', options, passage, words },
    stem: `${place}${frame.length > 1 ? `, “${frame}”` : ''}: Which of the following does NOT belong here?`,
    key: { kind: 'option', label, text: upperFirst(outsider) },
    reason: `The material says: “${words}”`,
    text: `${place}\n\n${passage.text}`,
  };
}

/** The heading behind what the whole is about: "Hypercalcaemia, symptoms". */
function placeOf({ source, topic, section }: Passage): string {
  const [whole, part] = [plainTitle(source.title ?? ''), plainTitle(topic)];
  const names = [whole, part, section ?? ''].filter(
    (name, at, all) => name !== '' && !all.slice(0, at).some((before) => termKey(before).includes(termKey(name))),
  );
  return names.map((name, at) => (at === 0 ? upperFirst(name) : inSentence(name))).join(', ');
}
