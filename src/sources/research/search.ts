/** One search over the research sources that are on. A source that fails costs its own answers only, and is named. */
import { type ErrorShape, toConsiliumError } from '../../kernel/index.ts';
import { searchPerplexity } from '../perplexity.ts';
import { baseOf, pace, type Surroundings, sourceStates } from './asking.ts';
import { searchEuropePmc } from './europepmc.ts';
import { isoDate, type SourceItem } from './item.ts';
import { searchApprovals } from './openfda.ts';
import { searchArticles, type Wish } from './pubmed.ts';
import { toTerm } from './term.ts';
import { searchTrials } from './trials.ts';

export interface ResearchAnswer {
  readonly items: readonly SourceItem[];
  readonly asked: readonly { readonly source: string; readonly found: number }[];
  /** What could not be looked at, and why. */
  readonly missing: readonly { readonly source: string; readonly reason: string; readonly error?: ErrorShape }[];
}

const SEARCHES = {
  pubmed: searchArticles,
  europepmc: searchEuropePmc,
  clinicaltrials: searchTrials,
  openfda: searchApprovals,
  perplexity: searchPages,
} as const;

/** `skip`: titles of sources that failed a moment ago and are left in peace. */
export async function searchResearch(
  wish: Wish,
  surroundings: Surroundings,
  skip: ReadonlySet<string> = new Set(),
): Promise<ResearchAnswer> {
  const states = sourceStates(surroundings.env).filter(
    ({ source, title }) => source !== 'crossref' && !skip.has(title),
  );
  const missing: { source: string; reason: string; error?: ErrorShape }[] = states
    .filter(({ on }) => !on)
    .map(({ title, why }) => ({ source: title, reason: why ?? 'off' }));
  const asked: { source: string; found: number }[] = [];
  const lists = await Promise.all(
    states
      .filter(({ on }) => on)
      .map(async ({ source, title }) => {
        try {
          const found = await SEARCHES[source as keyof typeof SEARCHES](wish, surroundings);
          asked.push({ source: title, found: found.length });
          return found;
        } catch (thrown) {
          if (surroundings.signal?.aborted) throw surroundings.signal.reason;
          const error = toConsiliumError(thrown).toJSON();
          missing.push({ source: title, reason: error.message, error });
          return [];
        }
      }),
  );
  return { items: eachOnce(lists.flat()), asked, missing };
}

async function searchPages(wish: Wish, { env, clock, signal }: Surroundings): Promise<SourceItem[]> {
  const query = toTerm(wish.query);
  if (query === '') return [];
  await pace('perplexity', env, clock, signal);
  const baseUrl = baseOf('perplexity', env);
  const pages = await searchPerplexity({ query, limit: wish.limit, env, baseUrl, signal });
  return pages.map(({ title, url, snippet, date }) => ({
    source: 'perplexity' as const,
    id: url,
    title,
    url,
    text: snippet,
    date: isoDate(date),
    kinds: ['Web Page'],
    where: new URL(url).hostname,
    notices: [],
    seen: clock.now(),
    from: `${baseUrl}/chat/completions`,
  }));
}

/** A paper that two sources have is one paper; what each knows of it is kept. */
function eachOnce(items: readonly SourceItem[]): SourceItem[] {
  const known = new Map<string, SourceItem>();
  for (const item of items) {
    const key = item.pmid ?? item.doi ?? item.id;
    const before = known.get(key);
    known.set(key, before === undefined ? item : merge(before, item));
  }
  return [...known.values()];
}

function merge(a: SourceItem, b: SourceItem): SourceItem {
  return {
    ...a,
    text: a.text.length >= b.text.length ? a.text : b.text,
    doi: a.doi ?? b.doi,
    date: a.date ?? b.date,
    kinds: [...new Set([...a.kinds, ...b.kinds])],
    notices: [...a.notices, ...b.notices.filter(({ kind }) => !a.notices.some((notice) => notice.kind === kind))],
  };
}
