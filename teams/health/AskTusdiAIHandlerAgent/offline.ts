import type { OfflinePolicy } from 'consilium/models';
import { readAsked } from '../_shared/rules.ts';

const policy: OfflinePolicy = ({ message, results }) => {
  const { topic, question } = readAsked(message);
  const last = results.at(-1);
  if (last?.error) return { say: `The topic could not be set: ${last.error.message}` };
  if (last !== undefined) return { say: `The topic is now ${(last.output as { topic: string }).topic}. ${question}` };
  if (topic === undefined) return { say: `No entry was named. ${question}` };
  return { call: 'set_topic', input: topic };
};

export default policy;
