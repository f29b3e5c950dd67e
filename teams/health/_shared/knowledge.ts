/** The knowledge base as the team asks it, and its words ready to be cited. */
import { currentAgent, toConsiliumError } from 'consilium/kernel';
import { type KnowledgeResult, type SearchOptions, searchKnowledge } from 'consilium/knowledge';

export type { KnowledgeResult } from 'consilium/knowledge';

/** A base that cannot be read is no reason to withhold what the record says. */
export function lookUp(question: string, options: SearchOptions = {}): KnowledgeResult[] {
  try {
    return searchKnowledge(question, options);
  } catch (thrown) {
    currentAgent().log.warn({ code: toConsiliumError(thrown).code }, 'the knowledge base cannot be read');
    return [];
  }
}

/** The sentences of a text, whole. */
export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u).map((sentence) => sentence.trim());
}
