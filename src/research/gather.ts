/** Looking: in the index and in the sources that are on, with what could not be looked at. */
import { type Clock, toConsiliumError } from '../kernel/index.ts';
import type { Search, SearchHit } from '../search/index.ts';
import {
  type AnswerCache,
  cleanDoi,
  isoDate,
  type ResearchAnswer,
  readAddress,
  readNotices,
  readTrial,
  type SourceItem,
  type Surroundings,
  searchResearch,
  sourceStates,
} from '../sources/research/index.ts';
import { designOf, labelsOf } from './evidence/design.ts';
import { noticeTargetOf } from './evidence/notices.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { isEntryOn, isOnMedicine } from './fit.ts';
import { readPaper } from './paper.ts';
import { isOn, readText, type Topic } from './topic.ts';
import { medicinesOf, treatsWith } from './treating.ts';

export interface Gathering {
  /** What the index is asked, in words. */
  readonly query: string;
  /** What the sources are asked: names only. */
  readonly terms: string;
  /** Sources that failed a moment ago, by title. */
  readonly skip?: ReadonlySet<string> | undefined;
  readonly topic: Topic;
  /** Scopes beside `research` and `knowledge`. */
  readonly scopes: readonly string[];
  /** Trials to be read by their number. */
  readonly watches: readonly string[];
  /** Pages and feeds that were named. */
  readonly addresses: readonly string[];
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Gathered {
  readonly items: readonly SourceItem[];
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

const SCOPES = ['research', 'knowledge'];
const DOI_CHECKS = 8;

export async function gather(wish: Gathering, libraries: Libraries): Promise<Gathered> {
  const surroundings: Surroundings = { ...libraries, signal: wish.signal };
  const limit = wish.limit ?? 12;
  const [local, remote, watched, named] = await Promise.all([
    searchIndex(wish, libraries, limit),
    searchResearch({ query: wish.terms, limit }, surroundings, wish.skip),
    readWatched(wish.watches, surroundings),
    readNamed(wish, surroundings),
  ]);
  const found = remote.items.filter((item) => mayConcern(item, wish.topic));
  const items = await checkNotices(
    eachOnce([...watched.items, ...named.items, ...found, ...local.items]),
    surroundings,
  );
  return {
    items,
    looked: [...local.looked, ...remote.asked, ...watched.asked, ...named.asked],
    missing: [
      ...watched.missing,
      ...[...local.missing, ...named.missing].map(({ source, reason }) => ({ source, reason })),
      ...remote.missing.map(({ source, reason, error }) => ({ source, reason, ...(error && { code: error.code }) })),
    ],
  };
}

async function searchIndex({ query, topic, scopes, signal }: Gathering, { search, clock }: Libraries, limit: number) {
  const there = new Set((await search.scopes()).map(({ scope }) => scope)).add('knowledge');
  const wanted = [...new Set([...SCOPES, ...scopes])];
  const asked = wanted.filter((scope) => there.has(scope));
  const missing = wanted
    .filter((scope) => !there.has(scope))
    .map((scope) => ({
      source: `scope ${scope}`,
      reason:
        scope === 'research'
          ? 'nothing is indexed there (consilium index PATH --scope research)'
          : 'there is no such scope',
    }));
  const looked: Looked[] = [];
  const items: SourceItem[] = [];
  for (const scope of asked) {
    const { hits } = await search.search({ query, scopes: [scope], top: limit * 3, signal });
    const concerned = documentsIn(hits)
      .filter(([id, passages]) => mayName(toPaper(id, passages, textOf(passages), clock.now()), topic))
      .slice(0, limit);
    const papers: SourceItem[] = [];
    for (const [id, passages] of concerned) {
      const paper = toPaper(id, passages, await readPaper(passages, search), clock.now());
      if (mayConcern(paper, topic)) papers.push(paper);
    }
    looked.push({ source: `scope ${scope}`, found: papers.length, ids: papers.map(({ id: paper }) => paper) });
    items.push(...papers);
  }
  return { items, looked, missing };
}

/** Passages of one document are one paper. */
function documentsIn(hits: readonly SearchHit[]): [string, SearchHit[]][] {
  return [...Map.groupBy(hits, documentOf)];
}

function textOf(passages: readonly SearchHit[]): string {
  const inOrder = passages.toSorted((a, b) => a.position.start - b.position.start);
  return inOrder.map(({ text }) => text).join('\n');
}

function documentOf({ scope, source }: SearchHit): string {
  if ('entry_id' in source) return `${scope}/${source.entry_id}`;
  if ('file_path' in source && source.file_path) return `${scope}/${source.file_path}`;
  return `${scope}/${source.title ?? source.id}`;
}

function toPaper(id: string, passages: readonly SearchHit[], text: string, now: number): SourceItem {
  const { source, scope } = passages[0]!;
  const written =
    'date' in source && source.date ? source.date : 'year' in source && source.year ? String(source.year) : undefined;
  const path = 'file_path' in source ? source.file_path : undefined;
  const title = titleOf(text, source.title) ?? path ?? id;
  return {
    source: 'index',
    id,
    title,
    url: `index:${id}`,
    text,
    // When a file was written says little; what it says of itself comes first.
    date:
      dateIn(`${path ?? ''}\n${title}\n${text}`) ??
      (source.source_type === 'internal_doc' ? undefined : isoDate(written)),
    kinds: source.source_type === 'knowledge' ? ['Reference Entry'] : [],
    where: 'sources' in source && source.sources?.length ? source.sources.join('; ') : `scope ${scope}`,
    doi: ownDoi(`${title}\n${text}`),
    pmid: /^\W*PMID\b\W{0,3}(\d{4,9})/im.exec(text)?.[1],
    preprint: isPreprint(title, text),
    notices: /^\W*retracted\b/im.test(`${title}\n${text}`) ? [{ kind: 'retraction', by: 'index' }] : [],
    seen: now,
    from: `index:${scope}`,
  };
}

/** It says so of itself, under its title; one that it cites is another. */
function isPreprint(title: string, text: string): boolean {
  return hasAny(foldText([title, ...labelsOf(text)].join('. ')), appraisal().preprints);
}

/** The number that a document gives as its own, in a heading or with a label; one in running text belongs to another. */
function ownDoi(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('#') || line.length < LONGEST_LABEL);
  const found = lines.flatMap((line) => {
    const pattern = line.startsWith('#') ? ANY_DOI : LABELLED_DOI;
    return cleanDoi(pattern.exec(line)?.[1]?.replace(/[)\].]+$/, '')) ?? [];
  });
  return found[0];
}

const LONGEST_LABEL = 200;
const ANY_DOI = /\b(10\.\d{4,9}\/[^\s"<>,;]+)/;
const LABELLED_DOI =
  /(?:^|[\s.;])(?<!see |of )(?:doi\s*[:=]?\s*|https?:\/\/(?:dx\.)?doi\.org\/)(10\.\d{4,9}\/[^\s"<>,;]+)/i;

/** A section's title says less than the document's own heading. */
function titleOf(text: string, title: string | undefined): string | undefined {
  return title ?? /^#\s+(.+)$/m.exec(text)?.[1];
}

const DATED = /\b(?:published|date|updated|posted|accepted|year)\b[^\n\d]{0,20}([^\n]{4,30})/i;

function dateIn(text: string): string | undefined {
  const [, labelled] = DATED.exec(text) ?? [];
  const [iso] = /\b(?:19|20)\d{2}-\d{2}(?:-\d{2})?\b/.exec(text) ?? [];
  const [, inBrackets] = /\(((?:19|20)\d{2})\)/.exec(text) ?? [];
  const [, worded] =
    /\b((?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:\d{1,2}, )?(?:19|20)\d{2})\b/.exec(
      text,
    ) ?? [];
  return isoDate(labelled) ?? iso ?? isoDate(worded) ?? isoDate(inBrackets);
}

/** It names what is asked about, and treats with the medicine that is; an entry of reference is about its title. */
export function isAbout(item: SourceItem, topic: Topic): boolean {
  const medicines = medicinesOf(topic);
  return isNaming(item, topic) && (medicines.length === 0 || topic.trials.length > 0 || treatsWith(item, medicines));
}

function isNaming(item: SourceItem, topic: Topic): boolean {
  const text = `${item.title}. ${item.text} ${item.trial?.conditions.join(' ') ?? ''}`;
  if (item.kinds.includes('Reference Entry')) return isOn(readText(text), topic) && isEntryOn(item.title, topic);
  return isOn(readText(text), topic) || isOnMedicine(item.title, topic, WARNING.includes(designOf(item).id));
}

/** What a regulator tells of a medicine concerns all who give it. */
const WARNING = ['communication', 'regulatory'];

/** A notice that gives a number may be about a paper of the table without a word on the subject. */
function mayConcern(item: SourceItem, topic: Topic): boolean {
  return isNumberedNotice(item) || isAbout(item, topic);
}

/** Of what was found of it so far: what its other parts say is not known yet. */
function mayName(item: SourceItem, topic: Topic): boolean {
  return isNumberedNotice(item) || isNaming(item, topic);
}

function isNumberedNotice(item: SourceItem): boolean {
  const target = noticeTargetOf(item);
  return target !== undefined && target.dois.length + target.pmids.length > 0;
}

async function readWatched(
  watches: readonly string[],
  surroundings: Surroundings,
): Promise<Pick<ResearchAnswer, 'items' | 'asked'> & { missing: readonly Missing[] }> {
  const register = sourceStates(surroundings.env).find(({ source }) => source === 'clinicaltrials');
  if (watches.length === 0 || register?.on !== true) return { items: [], asked: [], missing: [] };
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
      const found = (await readAddress(address, surroundings)).filter(
        (item) => item.source === 'page' || isAbout(item, topic),
      );
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
