/** Research sources: literature, trials, approvals, retractions, feeds, and watches over them. */
export { readAddress } from './address.ts';
export { type AnswerCache, type CachedAnswer, SERVICES, type Surroundings, sourceStates } from './asking.ts';
export { lastNoticed, readNotices, type WorkNotices } from './crossref.ts';
export { readFeed } from './feed.ts';
export {
  type ApprovalFacts,
  cleanDoi,
  isoDate,
  type Notice,
  type NoticeKind,
  type ResearchSource,
  type SourceItem,
  type TrialFacts,
} from './item.ts';
export { readArticles, type Wish } from './pubmed.ts';
export { type ResearchAnswer, searchResearch } from './search.ts';
export { termWords, toTerm } from './term.ts';
export { readTrial } from './trials.ts';
export {
  type Change,
  compareSnapshots,
  describeChange,
  noticesToWords,
  type Snapshot,
  snapshotOf,
} from './watch.ts';
