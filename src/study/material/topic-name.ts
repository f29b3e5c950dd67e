/** What a topic is called where it stands by itself: "Others" says nothing without what it is of: "Immune deficiency: Others". */
import { conceptOf } from '../facts/things.ts';
import type { Passage } from '../types.ts';

const STEP = ' › ';

/** A heading of one word that names no known thing is told with the heading above it. */
export function topicName(topic: string, source: Passage['source']): string {
  if (/\s/.test(topic.trim()) || conceptOf(topic) !== undefined || source.source_type !== 'internal_doc') return topic;
  const path = (source.section ?? '').split(STEP).map((part) => part.trim());
  const above = path[path.lastIndexOf(topic) - 1];
  return above === undefined || above === '' ? topic : `${above}: ${topic}`;
}
