/** What is indexed here on a question: passages that are about it, of what the person may see. */
import { mayUse, type ToolContext } from 'consilium/kernel';
import { KNOWLEDGE, type SearchHit } from 'consilium/search';

export interface Cited {
  readonly title: string;
  readonly text: string;
  readonly url?: string | undefined;
  readonly kind: 'knowledge' | 'web';
}

/**
 * What a passage must have to be about the question. The fused score only ranks: its first is high whatever was asked. Of
 * questions on other things than what is indexed, the best passage came to 0.40 by meaning and 0.33 by words; of questions
 * on it, to 0.57 by meaning.
 */
const BY_MEANING = 0.45;
const BY_WORDS = 0.5;
/** Where there is no model of meaning: words of the question that a text has not are no proof that it is about another. */
const BY_WORDS_ALONE = 0.35;

function isAbout({ scores: { keyword = 0, semantic } }: SearchHit, hasMeaning: boolean): boolean {
  return hasMeaning ? (semantic ?? 0) >= BY_MEANING || keyword >= BY_WORDS : keyword >= BY_WORDS_ALONE;
}

/** The house's own documents are for who may work with them; the knowledge base is everybody's. */
export async function fromIndex(
  question: string,
  { services, principal }: Pick<ToolContext, 'services' | 'principal'>,
): Promise<Cited[]> {
  if (services.search === undefined) return [];
  const scopes = mayUse(principal, 'work') ? undefined : [KNOWLEDGE];
  const { hits } = await services.search.search({ query: question, top: 5, scopes });
  const hasMeaning = hits.some(({ scores }) => scores.semantic !== undefined);
  return hits
    .filter((hit) => isAbout(hit, hasMeaning))
    .map(({ source, snippet }) => ({
      title: source.title ?? 'Untitled',
      text: snippet.text.replace(/\s+/g, ' ').trim(),
      kind: 'knowledge' as const,
    }));
}
