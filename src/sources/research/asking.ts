/**
 * How research sources are asked: not faster than each allows, the same thing not twice within minutes, and afterwards
 * with "only if it changed". Knows HTTP and nothing of what is asked.
 */
import { type Clock, toConsiliumError, workClock } from '../../kernel/index.ts';
import { addressOf, isWebOn } from '../network.ts';
import { type Env, exchangeWhole, readJson, remote } from '../request.ts';
import type { ResearchSource } from './item.ts';

export interface CachedAnswer {
  readonly body: string;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
  /** When the source last said that this holds. */
  readonly at: number;
}

/** Where answers are kept between questions. */
export interface AnswerCache {
  get(key: string): CachedAnswer | undefined;
  put(key: string, answer: CachedAnswer): void;
}

export interface Surroundings {
  readonly env: Env;
  readonly clock: Clock;
  readonly cache?: AnswerCache | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Asked = 'pubmed' | 'europepmc' | 'clinicaltrials' | 'openfda' | 'crossref' | 'perplexity';

interface ServiceFacts {
  readonly title: string;
  readonly url: string;
  /** How many questions a second it takes. */
  readonly perSecond: number;
  /** A key without which it is not asked. */
  readonly needs?: string;
}

export const SERVICES: Readonly<Record<Asked, ServiceFacts>> = {
  pubmed: { title: 'PubMed', url: 'https://eutils.ncbi.nlm.nih.gov', perSecond: 3 },
  europepmc: { title: 'Europe PMC', url: 'https://www.ebi.ac.uk/europepmc', perSecond: 5 },
  clinicaltrials: { title: 'ClinicalTrials.gov', url: 'https://clinicaltrials.gov', perSecond: 1 },
  openfda: { title: 'openFDA', url: 'https://api.fda.gov', perSecond: 4 },
  crossref: { title: 'Crossref', url: 'https://api.crossref.org', perSecond: 5 },
  perplexity: { title: 'Perplexity', url: 'https://api.perplexity.ai', perSecond: 1, needs: 'PERPLEXITY_API_KEY' },
};

const MOVED = (source: Asked) => `CONSILIUM_SOURCE_${source.toUpperCase()}_URL`;

export interface SourceState {
  readonly source: Asked;
  readonly title: string;
  readonly on: boolean;
  /** Why it is not asked. */
  readonly why?: string;
}

/** A source on this very machine may be asked while the web is off: nothing leaves. */
export function sourceStates(env: Env): SourceState[] {
  return (Object.keys(SERVICES) as Asked[]).map((source) => {
    const { title, needs } = SERVICES[source];
    const moved = env[MOVED(source)];
    if (!isWebOn(env) && !isLoopback(moved))
      return { source, title, on: false, why: 'the web is off (CONSILIUM_WEB=on)' };
    if (needs !== undefined && !env[needs]) return { source, title, on: false, why: `${needs} is not set` };
    return { source, title, on: true };
  });
}

function isLoopback(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

export function baseOf(source: Asked, env: Env): string {
  return addressOf(env, MOVED(source), undefined, SERVICES[source].url);
}

const FRESH_MS = 10 * 60_000;

export interface Question {
  readonly source: Asked;
  /** Below the source's address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What is not there is an answer too: the text is then empty. */
  readonly mayBeMissing?: boolean;
  /** Asked anew, even if it was asked minutes ago. */
  readonly anew?: boolean;
}

export interface Answered {
  readonly text: string;
  /** Where it was asked, without keys. */
  readonly from: string;
  readonly at: number;
}

export async function ask(question: Question, surroundings: Surroundings): Promise<Answered> {
  const { source, path, query = {} } = question;
  const { env, clock, cache, signal } = surroundings;
  const { title } = SERVICES[source];
  const url = new URL(`${baseOf(source, env)}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const from = withoutKeys(url);
  const known = cache?.get(from);
  if (known !== undefined && question.anew !== true && clock.now() - known.at < FRESH_MS)
    return { text: known.body, from, at: known.at };
  await pace(source, env, clock, signal);
  const headers = {
    accept: 'application/json, text/xml;q=0.9',
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.modified !== undefined && { 'if-modified-since': known.modified }),
  };
  try {
    const answer = await exchangeWhole({ service: title, url, headers, signal });
    const at = clock.now();
    const isSame = answer.status === 304 && known !== undefined;
    const body = isSame ? known.body : answer.text;
    const etag = answer.headers.get('etag') ?? (isSame ? known.etag : undefined);
    const modified = answer.headers.get('last-modified') ?? (isSame ? known.modified : undefined);
    cache?.put(from, { body, etag: etag ?? undefined, modified: modified ?? undefined, at });
    return { text: body, from, at };
  } catch (thrown) {
    const error = toConsiliumError(thrown);
    if (question.mayBeMissing && error.details?.['status'] === 404) {
      // That it is not there was asked too, and when.
      cache?.put(from, { body: '', at: clock.now() });
      return { text: '', from, at: clock.now() };
    }
    throw error;
  }
}

export async function askJson(question: Question, surroundings: Surroundings): Promise<Answered & { value: unknown }> {
  const answered = await ask(question, surroundings);
  const { title } = SERVICES[question.source];
  return { ...answered, value: answered.text === '' ? undefined : readJson(title, answered.text) };
}

function withoutKeys(url: URL): string {
  const plain = new URL(url);
  for (const name of ['api_key', 'email', 'mailto']) plain.searchParams.delete(name);
  return plain.href;
}

const nextTurns = new Map<string, number>();

/** Takes its turn: one after another, at the pace that the source allows. */
export async function pace(source: Asked, env: Env, clock: Clock, signal?: AbortSignal): Promise<void> {
  const perSecond = source === 'pubmed' && env['NCBI_API_KEY'] ? 10 : SERVICES[source].perSecond;
  const work = workClock(clock);
  const now = work.now();
  const key = `${source} ${baseOf(source, env)}`;
  const turn = Math.min(Math.max(now, nextTurns.get(key) ?? 0), now + 60_000);
  nextTurns.set(key, turn + 1000 / perSecond);
  if (turn > now) await work.sleep(turn - now, signal);
}

export function otherForm(source: Asked): Error {
  const { title } = SERVICES[source];
  return remote('REMOTE_INVALID', `The answer of ${title} has another form than it promises.`, title);
}

export function titleOf(source: ResearchSource): string {
  return source in SERVICES ? SERVICES[source as Asked].title : source;
}
