import { toConsiliumError } from '../../kernel/errors.ts';
import { unknownTopic } from '../explaining.ts';
import type { Passage, Place } from '../types.ts';
import type { OpenMaterials } from './materials.ts';
import { findTopic, type OnTopic } from './topics.ts';

type Asked = Place & { readonly topic?: string | undefined };

/**
 * The passages of the chapters that a place names; where a topic is asked for, those on it. Where no material is named, the
 * learner's own courses come first: what they brought is what they study.
 */
export async function passagesAt(place: Asked, material: OpenMaterials) {
  if (place.material !== undefined || (place.topic ?? '').trim() === '') return within(place, material);
  for (const own of await material.own()) {
    const found = await within({ ...place, material: own }, material).catch(unlessUnknown);
    if (found !== undefined) return found;
  }
  return within(place, material);
}

export function unlessUnknown(thrown: unknown): undefined {
  if (['TOPIC_UNKNOWN', 'CHAPTER_UNKNOWN'].includes(toConsiliumError(thrown).code)) return undefined;
  throw thrown;
}

async function within(place: Asked, material: OpenMaterials) {
  const course = await material.course(place.material);
  const all = material.chapters(course, place);
  const chapters = new Set(all.map(({ id }) => id));
  const isWhole = course.documents.reduce((sum, document) => sum + document.chapters.length, 0) === all.length;
  const inside = isWhole ? course.passages : course.passages.filter(({ chapter }) => chapters.has(chapter));
  const { topic } = place;
  if (topic === undefined || topic.trim() === '') return { course, passages: inside, on: undefined };
  const on = await findTopic(topic, inside);
  if (on === undefined) throw unknownTopic(topic);
  return { course, passages: [...on.headed.flatMap((group) => group.passages), ...on.named], on };
}

/** Where to look, the nearest first; `about`: only sentences that say one of these names count. */
export interface Tier {
  readonly passages: readonly Passage[];
  readonly about?: readonly string[] | undefined;
}

/**
 * On a topic what is headed by it, whole, and then the sentences elsewhere that name it. An entry of the knowledge base is
 * all that it has on a thing: what others say of it in passing is theirs.
 */
export function tiersOf(passages: readonly Passage[], on: OnTopic | undefined): Tier[] {
  if (on === undefined) return [{ passages }];
  const isEntry = on.headed[0]?.passages[0]?.source.source_type === 'knowledge';
  const byRank = [[4, 3], [2], [1]].map((ranks) => ({
    passages: on.headed.filter(({ rank }) => ranks.includes(rank)).flatMap((group) => group.passages),
  }));
  return [
    ...byRank.filter((tier) => tier.passages.length > 0),
    ...(on.named.length > 0 && !(isEntry && on.headed.length > 0) ? [{ passages: on.named, about: on.names }] : []),
  ];
}
