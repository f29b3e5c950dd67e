/** One search over all sources that are set up: asked side by side, each page once, those of one source between those of the others. */
import { type ConsiliumError, toConsiliumError } from '../kernel/errors.ts';
import { searchGoogle } from './google.ts';
import { withoutIdentifiers } from './identifiers.ts';
import { searchMedlineplus } from './medlineplus.ts';
import { demandWeb } from './network.ts';
import { searchPerplexity } from './perplexity.ts';
import { searchPubmed } from './pubmed.ts';
import { type Env, remote } from './request.ts';
import { type Asked, type BaseUrls, baseUrlOf, type Found, readySources, type SourceName } from './sources.ts';

export interface SearchOptions {
  env: Env;
  signal?: AbortSignal;
  /** Of all sources together; 8 unless told, at most 20. */
  limit?: number;
  baseUrls?: BaseUrls;
  /** Told of a source that failed while others answered. */
  onFailure?: (source: SourceName, error: ConsiliumError) => void;
}

const LIMIT = 8;
const MOST = 20;
const LONGEST_QUERY = 400;

const SEARCHES: Record<SourceName, (asked: Asked) => Promise<Found[]>> = {
  google: searchGoogle,
  perplexity: searchPerplexity,
  medlineplus: searchMedlineplus,
  pubmed: searchPubmed,
};

/** Throws `REMOTE_OFF` unless the web is on, and the first source's error where none answered. */
export async function searchWeb(question: string, options: SearchOptions): Promise<Found[]> {
  const { env, signal, baseUrls = {}, onFailure } = options;
  demandWeb(env);
  const query = toQuery(question);
  const sources = readySources(env);
  if (sources.length === 0) throw remote('REMOTE_CONFIG', 'No source of the web is set up.', 'web');
  const limit = Math.min(Math.max(1, Math.trunc(options.limit ?? LIMIT)), MOST);
  const answers = await Promise.allSettled(
    sources.map(async (name) => SEARCHES[name]({ query, limit, env, signal, baseUrl: baseUrlOf(name, env, baseUrls) })),
  );
  if (signal?.aborted) throw signal.reason;
  const found = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const errors = answers.map((answer) =>
    answer.status === 'rejected' ? toConsiliumError(answer.reason, 'REMOTE_FAILED') : undefined,
  );
  const first = errors.find((error) => error !== undefined);
  if (first !== undefined && errors.every((error) => error !== undefined)) throw first;
  for (const [at, error] of errors.entries()) if (error !== undefined) onFailure?.(sources[at]!, error);
  return eachOnce(inTurn(found)).slice(0, limit);
}

/** What leaves the house of a question. */
export function toQuery(question: string): string {
  const query = withoutIdentifiers(question).slice(0, LONGEST_QUERY).trim();
  if (/[\p{L}\p{N}]{2}/u.test(query)) return query;
  throw remote('REMOTE_QUERY_EMPTY', 'Nothing is left to search for without names and numbers of a person.', 'web');
}

function inTurn(lists: readonly Found[][]): Found[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

function eachOnce(found: readonly Found[]): Found[] {
  const byUrl = new Map<string, Found>();
  for (const page of found) {
    const key = keyOf(page.url);
    const known = byUrl.get(key);
    // The same page from two sources: the one that says more of it.
    if (known === undefined || (known.snippet === '' && page.snippet !== '')) byUrl.set(key, page);
  }
  return [...byUrl.values()];
}

function keyOf(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_|fbclid|gclid)/i.test(name)) url.searchParams.delete(name);
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`.toLowerCase();
}
