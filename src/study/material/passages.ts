import { toConsiliumError } from '../../kernel/errors.ts';
import { openBreath } from '../breath.ts';
import { unknownTopic } from '../explaining.ts';
import { contentStems } from '../facts/terms.ts';
import type { Passage, Place } from '../types.ts';
import type { OpenMaterials } from './materials.ts';

type Asked = Place & { readonly topic?: string | undefined };

/**
 * The passages of the chapters that a place names; where a topic is asked for, those that speak of it. Where no material is
 * named, the learner's own courses come first: what they brought is what they study.
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
  const chapters = new Set(material.chapters(course, place).map(({ id }) => id));
  const inside = course.passages.filter(({ chapter }) => chapters.has(chapter));
  const { topic } = place;
  if (topic === undefined || topic.trim() === '') return { course, passages: inside };
  const asked = [...contentStems(topic)];
  const starts = asked.map((word) => word.slice(0, 3));
  const on: Passage[] = [];
  const breathe = openBreath();
  for (const passage of inside) {
    await breathe();
    const text = `${passage.topic} ${passage.text}`;
    const lower = text.toLowerCase();
    if (asked.length === 0 || !starts.every((start) => lower.includes(start))) continue;
    const said = contentStems(text);
    if (asked.every((word) => said.has(word))) on.push(passage);
  }
  if (on.length === 0) throw unknownTopic(topic);
  return { course, passages: on };
}

/** On a topic first what is headed by it, whole; then what speaks of it; then what the index finds near it. */
export function tiersOf(
  topic: string | undefined,
  passages: readonly Passage[],
  course: readonly Passage[],
  near: readonly string[],
): Passage[][] {
  if (topic === undefined || topic.trim() === '') return [[...passages]];
  const asked = [...contentStems(topic)];
  const chapters = new Set(
    passages
      .filter((passage) => asked.every((word) => contentStems(passage.topic).has(word)))
      .map(({ chapter }) => chapter),
  );
  const ids = new Set(near);
  return [
    course.filter(({ chapter }) => chapters.has(chapter)),
    [...passages],
    course.filter(({ id }) => ids.has(id)),
  ].filter((tier) => tier.length > 0);
}
