/** Looking: in the index and in the sources that are on, with what could not be looked at. */
import { type Clock, toConsiliumError } from '../kernel/index.ts';
import type { Search } from '../search/index.ts';
import {
  type AnswerCache,
  type ResearchAnswer,
  readAddress,
  readNotices,
  readTrial,
  type SourceItem,
  type Surroundings,
  searchResearch,
  sourceStates,
} from '../sources/research/index.ts';
import { searchIndex } from './indexed.ts';
import { thoseAbout, thoseConcerning } from './papers-aside.ts';
import type { Topic } from './topic.ts';

export interface Gathering {
  /** What the index is asked, in words. */
  readonly query: string;
  /** What the sources are asked: names only. */
  readonly terms: string;
  /** Sources that failed a moment ago, by title. */
  readonly skip?: ReadonlySet<string> | undefined;
  readonly topic: Topic;
  /** What is called otherwise elsewhere, by its other name: what one round learns of that holds for the next. */
  readonly aliases?: Map<string, string> | undefined;
  /** Scopes beside `research` and `knowledge`. */
  readonly scopes: readonly string[];
  /** Trials to be read by their number. */
  readonly watches: readonly string[];
  /** Pages and feeds that were named. */
  readonly addresses: readonly string[];
  /** Nothing is searched for: only what is named is looked at. */
  readonly isOnlyNamed?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Gathered {
  readonly items: readonly SourceItem[];
  /** Indexed papers that rank high for the words and do not name the subject: no part of the evidence on it. */
  readonly near: readonly SourceItem[];
  readonly looked: readonly Looked[];
  readonly missing: readonly Missing[];
}

export interface Looked {
  readonly source: string;
  readonly found: number;
  /** What was found, where it is known by id. */
  readonly ids?: readonly string[] | undefined;
}

/** What could not be looked at. */
export interface Missing {
  readonly source: string;
  readonly reason: string;
  /** Of the error, where it was one. */
  readonly code?: string | undefined;
}

export interface Libraries {
  readonly search: Search;
  readonly env: Surroundings['env'];
  readonly clock: Clock;
  readonly cache: AnswerCache;
}

const DOI_CHECKS = 8;
/** Whoever fills a folder with papers on one disease wants them read, not the first dozen. */
const MOST_INDEXED = 40;

const NOTHING = { items: [], near: [], looked: [], missing: [] };
const NOTHING_ASKED: ResearchAnswer = { items: [], asked: [], missing: [] };

export async function gather(wish: Gathering, libraries: Libraries): Promise<Gathered> {
  const surroundings: Surroundings = { ...libraries, signal: wish.signal };
  const limit = wish.limit ?? 12;
  const [local, remote, watched, named] = await Promise.all([
    wish.isOnlyNamed ? NOTHING : searchIndex(wish, libraries, wish.limit ?? MOST_INDEXED),
    wish.isOnlyNamed ? NOTHING_ASKED : searchResearch({ query: wish.terms, limit }, surroundings, wish.skip),
    readWatched(wish.watches, surroundings),
    readNamed(wish, surroundings),
  ]);
  const found = await thoseConcerning(remote.items, wish.topic);
  const items = await checkNotices(
    eachOnce([...watched.items, ...named.items, ...found, ...local.items]),
    surroundings,
  );
  return {
    items,
    near: local.near,
    looked: [...local.looked, ...remote.asked, ...watched.asked, ...named.asked],
    missing: [
      ...watched.missing,
      ...[...local.missing, ...named.missing].map(({ source, reason }) => ({ source, reason })),
      ...remote.missing.map(({ source, reason, error }) => ({ source, reason, ...(error && { code: error.code }) })),
    ],
  };
}

async function readWatched(
  watches: readonly string[],
  surroundings: Surroundings,
): Promise<Pick<ResearchAnswer, 'items' | 'asked'> & { missing: readonly Missing[] }> {
  const register = sourceStates(surroundings.env).find(({ source }) => source === 'clinicaltrials');
  if (register?.on !== true)
    return {
      items: [],
      asked: [],
      missing: watches.map((id) => ({ source: id, reason: `ClinicalTrials.gov: ${register?.why ?? 'off'}` })),
    };
  const items: SourceItem[] = [];
  const missing: Missing[] = [];
  for (const id of watches)
    try {
      items.push(await readTrial(id, surroundings, true));
    } catch (thrown) {
      if (surroundings.signal?.aborted) throw thrown;
      const { message, code } = toConsiliumError(thrown);
      missing.push({ source: id, reason: message, code });
    }
  return { items, asked: [], missing };
}

/** What stands at addresses that were named: a page counts as it is, of a feed what is on the subject. */
async function readNamed({ addresses, topic }: Gathering, surroundings: Surroundings): Promise<ResearchAnswer> {
  const items: SourceItem[] = [];
  const asked: { source: string; found: number }[] = [];
  const missing: { source: string; reason: string }[] = [];
  for (const address of addresses)
    try {
      const read = await readAddress(address, surroundings);
      const entries = read.filter(({ source }) => source !== 'page');
      const about = new Set(await thoseAbout(entries, topic));
      const found = read.filter((item) => item.source === 'page' || about.has(item));
      items.push(...found);
      asked.push({ source: address, found: found.length });
    } catch (thrown) {
      if (surroundings.signal?.aborted) throw thrown;
      missing.push({ source: address, reason: toConsiliumError(thrown).message });
    }
  return { items, asked, missing };
}

/** Retractions, concerns and corrections, for the publications that have a DOI. */
async function checkNotices(items: readonly SourceItem[], surroundings: Surroundings): Promise<SourceItem[]> {
  const crossref = sourceStates(surroundings.env).find(({ source }) => source === 'crossref');
  if (crossref?.on !== true) return [...items];
  const checked = new Set(items.filter(({ doi }) => doi !== undefined).slice(0, DOI_CHECKS));
  return Promise.all(
    items.map(async (item) => {
      if (!checked.has(item)) return item;
      try {
        const { notices } = await readNotices(item.doi!, surroundings);
        const more = notices.filter(
          ({ kind }) => kind !== 'other' && !item.notices.some((known) => known.kind === kind),
        );
        return more.length === 0 ? item : { ...item, notices: [...item.notices, ...more] };
      } catch (thrown) {
        if (surroundings.signal?.aborted) throw thrown;
        return item;
      }
    }),
  );
}

function eachOnce(items: readonly SourceItem[]): SourceItem[] {
  const known = new Map<string, SourceItem>();
  for (const item of items) if (!known.has(item.id)) known.set(item.id, item);
  return [...known.values()];
}
