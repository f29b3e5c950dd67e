/** The sources behind one search, and which of them are set up here. */
import { addressOf, isWebOn } from './network.ts';
import type { Env } from './request.ts';
import { remote } from './request.ts';

export const SOURCES = ['google', 'perplexity', 'medlineplus', 'pubmed'] as const;
export type SourceName = (typeof SOURCES)[number];

export interface Found {
  title: string;
  url: string;
  snippet: string;
  source: SourceName;
  date?: string;
}

/** What a source is asked: the question has been through `withoutIdentifiers` by then. */
export interface Asked {
  query: string;
  limit: number;
  env: Env;
  baseUrl: string;
  signal?: AbortSignal | undefined;
}

export type BaseUrls = Partial<Record<SourceName, string>>;

interface SourceFacts {
  title: string;
  baseUrl: string;
  baseUrlKey: string;
  /** Any one of these variables is enough. */
  needs?: readonly string[];
}

/** The names under which a key for Gemini is known; the model catalogue has the same. */
export const GOOGLE_KEYS = ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

const FACTS: Record<SourceName, SourceFacts> = {
  google: {
    title: 'Google Search',
    baseUrl: 'https://generativelanguage.googleapis.com',
    baseUrlKey: 'GOOGLE_SEARCH_BASE_URL',
    needs: GOOGLE_KEYS,
  },
  perplexity: {
    title: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    baseUrlKey: 'PERPLEXITY_BASE_URL',
    needs: ['PERPLEXITY_API_KEY'],
  },
  medlineplus: {
    title: 'MedlinePlus',
    baseUrl: 'https://wsearch.nlm.nih.gov',
    baseUrlKey: 'MEDLINEPLUS_BASE_URL',
  },
  pubmed: {
    title: 'PubMed',
    baseUrl: 'https://eutils.ncbi.nlm.nih.gov',
    baseUrlKey: 'PUBMED_BASE_URL',
  },
};

export interface SourceDescription {
  name: SourceName;
  title: string;
  state: 'ready' | 'web off' | 'key missing' | 'not chosen';
  /** What to set so that it is asked. */
  set?: string;
}

/** Each source and why it is asked or not; for a status page or the command line. */
export function describeSources(env: Env): SourceDescription[] {
  const chosen = chosenSources(env);
  return SOURCES.map((name) => {
    const { title, needs } = FACTS[name];
    if (!isWebOn(env)) return { name, title, state: 'web off', set: 'CONSILIUM_WEB=on' };
    if (!chosen.includes(name)) return { name, title, state: 'not chosen', set: 'CONSILIUM_WEB_SOURCES' };
    if (needs !== undefined && !needs.some((key) => env[key]))
      return { name, title, state: 'key missing', set: needs[0]! };
    return { name, title, state: 'ready' };
  });
}

export function readySources(env: Env): SourceName[] {
  return describeSources(env).flatMap(({ name, state }) => (state === 'ready' ? [name] : []));
}

export function baseUrlOf(name: SourceName, env: Env, given: BaseUrls): string {
  const { baseUrl, baseUrlKey } = FACTS[name];
  return addressOf(env, baseUrlKey, given[name] ?? env[`CONSILIUM_SOURCE_${name.toUpperCase()}_URL`], baseUrl);
}

/** `CONSILIUM_WEB_SOURCES=pubmed,medlineplus` narrows them; all, where it is not set. */
function chosenSources(env: Env): readonly SourceName[] {
  const written = env.CONSILIUM_WEB_SOURCES?.trim();
  if (!written) return SOURCES;
  const names = written.toLowerCase().split(/[\s,]+/);
  const unknown = names.find((name) => !SOURCES.some((source) => source === name));
  if (unknown !== undefined)
    throw remote(
      'REMOTE_CONFIG',
      `CONSILIUM_WEB_SOURCES names "${unknown}", which is no source.`,
      'web',
      {},
      `There are: ${SOURCES.join(', ')}.`,
    );
  return SOURCES.filter((source) => names.includes(source));
}
