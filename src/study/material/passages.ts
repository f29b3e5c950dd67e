import { unknownTopic } from '../explaining.ts';
import { contentStems } from '../facts/terms.ts';
import type { Place } from '../types.ts';
import type { OpenMaterials } from './materials.ts';

/** The passages of the chapters that a place names; where a topic is asked for, those that speak of it. */
export async function passagesAt(place: Place & { topic?: string | undefined }, material: OpenMaterials) {
  const course = await material.course(place.material);
  const chapters = new Set(material.chapters(course, place).map(({ id }) => id));
  const within = course.passages.filter(({ chapter }) => chapters.has(chapter));
  const { topic } = place;
  if (topic === undefined || topic.trim() === '') return { course, passages: within };
  const asked = [...contentStems(topic)];
  const on = within.filter((passage) => {
    const said = contentStems(`${passage.topic} ${passage.text}`);
    return asked.length > 0 && asked.every((word) => said.has(word));
  });
  if (on.length === 0) throw unknownTopic(topic);
  return { course, passages: on };
}
