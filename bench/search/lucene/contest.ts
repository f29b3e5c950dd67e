/** Both engines on one set: the same texts, the same queries, the same measures. */
import { type Figures, measure } from '../../../src/search/eval/measures.ts';
import type { RetrievalSet } from '../../../src/search/eval/sets.ts';
import { BM25 } from '../../../src/search/keyword/postings.ts';
import { loadSynonyms } from '../../../src/search/keyword/synonyms.ts';
import { knowledgeVolumes } from '../../../src/search/knowledge.ts';
import type { Answer, Lucene } from './lucene.ts';
import { indexKeywords, noSynonyms } from './ours.ts';

/** Anserini's, with which BEIR's tables were made, and Lucene's own. */
const SETTINGS = ['0.9/0.4', '1.2/0.75'];
/** So many passages are looked at: more than a hundred, as several may be of one knowledge entry. */
const DEPTH = 400;

export interface Contender {
  readonly name: string;
  readonly figures: readonly Figures[];
  readonly indexMs: number;
  readonly times: readonly number[];
}

export interface Contest {
  readonly name: string;
  readonly texts: number;
  readonly peers: readonly Contender[];
  readonly ours: readonly Contender[];
}

export async function contest(set: RetrievalSet, lucene: Lucene): Promise<Contest> {
  const documents = await readDocuments(set);
  const queries = set.queries.map(({ text }) => text);
  const theirs = lucene.rank(
    documents.map(({ title, text }) => `${title} ${text}`),
    queries,
    DEPTH,
    SETTINGS,
  );
  const index = indexKeywords(documents, BM25);
  const ids = documents.map(({ id }) => id);
  const toContender = (name: string, answers: readonly Answer[], indexMs: number): Contender => ({
    name,
    figures: set.queries.map((query, i) => judge((answers[i] as Answer).docs, ids, query)),
    indexMs,
    times: answers.map(({ ms }) => ms),
  });
  const ours = [['consilium', noSynonyms] as const, ['consilium, synonyms', loadSynonyms()] as const].map(
    ([name, synonyms]) => {
      const ask = () => queries.map((query) => index.ask(query, DEPTH, synonyms));
      ask();
      return toContender(name, ask(), index.indexMs);
    },
  );
  const peers = [...theirs.settings].map(([name, answers]) => toContender(`lucene ${name}`, answers, theirs.indexMs));
  return { name: `${set.name} (Lucene ${lucene.version})`, texts: documents.length, peers, ours };
}

interface Text {
  /** What counts as found: the document, or the entry that the passage is of. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

async function readDocuments({ documents }: RetrievalSet): Promise<Text[]> {
  if (documents !== undefined) {
    const read: Text[] = [];
    for await (const document of documents) read.push(document);
    return read;
  }
  return knowledgeVolumes().flatMap(({ passages }) =>
    passages.map(({ title, text, source }) => ({
      id: source.source_type === 'knowledge' ? source.entry_id : title,
      title,
      text,
    })),
  );
}

function judge(docs: readonly number[], ids: readonly string[], query: RetrievalSet['queries'][number]): Figures {
  const ranking = new Set(docs.map((doc) => ids[doc] as string));
  ranking.delete(query.id);
  return measure([...ranking], query.judged);
}
