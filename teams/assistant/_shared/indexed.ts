/** What is indexed here on a question: passages that are about it, of what the person may see. */
import { mayUse, type ToolContext } from 'consilium/kernel';
import { KNOWLEDGE, type SearchHit } from 'consilium/search';
import { stem } from 'consilium/text';

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
    .filter((hit) => isAbout(hit, hasMeaning) && (hasMeaning || hasWords(hit, question)))
    .map(({ source, snippet }) => ({
      title: source.title ?? 'Untitled',
      text: snippet.text.replace(/\s+/g, ' ').trim(),
      kind: 'knowledge' as const,
    }));
}

/** By words alone a passage is about a question that has most of its words; a single word must stand in the title. */
function hasWords({ source, snippet }: SearchHit, question: string): boolean {
  const asked = [
    ...new Set((question.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !SMALL.has(word)).map(stem)),
  ];
  const stemsOf = (text: string) => new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem));
  const [title, all] = [stemsOf(source.title ?? ''), stemsOf(`${source.title ?? ''} ${snippet.text}`)];
  if (asked.length < 2) return asked.some((word) => title.has(word));
  // A passage that is called by a telling word of the question is about it, whatever else it lacks.
  const isCalled = asked.some((word) => word.length >= LONG && title.has(word));
  return isCalled || asked.filter((word) => all.has(word)).length * 2 > asked.length;
}

const LONG = 6;

/** Words of asking, which stand anywhere. */
const SMALL = new Set([
  'what',
  'when',
  'where',
  'which',
  'that',
  'this',
  'there',
  'they',
  'with',
  'have',
  'does',
  'often',
  'many',
  'much',
  'long',
  'anything',
  'something',
  'about',
  'from',
  'will',
  'should',
  'would',
  'could',
]);
