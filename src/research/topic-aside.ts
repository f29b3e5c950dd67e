/** What a longer message is about, found in a thread, where some are kept, before it is asked for here. */
import { callAside } from '../threads/index.ts';
import { findTopic, isTopicKept, keepTopic, topicTextOf } from './topic.ts';

export const works = { findTopic };

/** What is shorter is read sooner than a thread is asked; forty readings of dates fit into little more. */
const LONG = 120;

export async function readTopic(message: string): Promise<void> {
  const text = topicTextOf(message);
  if (text.length < LONG || isTopicKept(text)) return;
  keepTopic(text, await callAside(import.meta.url, works, 'findTopic', [text]));
}
