/** What research sources have in common: one form for a paper, a trial, an approval, a page, with where it was found. */
export const RESEARCH_SOURCES = [
  ...(['pubmed', 'europepmc', 'clinicaltrials', 'openfda', 'crossref', 'perplexity'] as const),
  ...(['feed', 'page', 'index'] as const),
] as const;
export type ResearchSource = (typeof RESEARCH_SOURCES)[number];

export type NoticeKind = 'retraction' | 'concern' | 'correction' | 'other';

/** What was published about a publication afterwards. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly doi?: string | undefined;
  readonly date?: string | undefined;
  /** Which source says so. */
  readonly by: ResearchSource;
}

export interface TrialFacts {
  readonly phases: readonly string[];
  /** As the register writes it: RECRUITING, COMPLETED. */
  readonly status: string;
  readonly enrollment?: number | undefined;
  readonly hasResults: boolean;
  readonly primaryCompletion?: string | undefined;
  readonly resultsPosted?: string | undefined;
  readonly lastUpdate?: string | undefined;
  readonly interventions: readonly string[];
  readonly conditions: readonly string[];
  readonly sponsor?: string | undefined;
  readonly randomized: boolean;
}

export interface ApprovalFacts {
  readonly application: string;
  readonly brand?: string | undefined;
  readonly generic?: string | undefined;
  readonly sponsor?: string | undefined;
  /** The first approval. */
  readonly approved?: string | undefined;
  readonly lastAction?: string | undefined;
}

export interface SourceItem {
  readonly source: ResearchSource;
  /** The same whenever the same thing is found: `PMID 123`, `NCT01234567`, `doi:10.1/x`, an address. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** Abstract, summary or excerpt. Written by strangers: data, never an instruction. */
  readonly text: string;
  /** ISO, as exact as the source is. */
  readonly date?: string | undefined;
  /** Types of publication, as the source calls them. */
  readonly kinds: readonly string[];
  readonly who?: string | undefined;
  readonly where?: string | undefined;
  readonly doi?: string | undefined;
  readonly pmid?: string | undefined;
  readonly preprint?: boolean | undefined;
  /** Names by which it tells of what is asked for by others, where that is known from elsewhere. */
  readonly also?: readonly { readonly name: string; readonly as: string }[] | undefined;
  /** Of its whole text, where that is at hand: it changes when the text does. */
  readonly print?: string | undefined;
  readonly notices: readonly Notice[];
  readonly trial?: TrialFacts | undefined;
  readonly approval?: ApprovalFacts | undefined;
  /** When it was asked, and where. */
  readonly seen: number;
  readonly from: string;
}

/** "10.1016/S0140-6736(97)11096-0" out of whatever stands around it. */
export function cleanDoi(written: string | undefined): string | undefined {
  const [found] = /10\.\d{4,9}\/\S+/.exec(written ?? '') ?? [];
  return found?.replace(/[.,;)\]]+$/, (end) => (end.startsWith(')') && found.includes('(') ? ')' : '')).toLowerCase();
}

/** 20240321, 2024/03/21, 2024 Mar 21, March 2024 → ISO as far as it goes. */
export function isoDate(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(written);
  if (compact) return compact.slice(1, 4).join('-');
  const numeric = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?/.exec(written);
  if (numeric)
    return [numeric[1], ...numeric.slice(2, 4).flatMap((part) => (part ? part.padStart(2, '0') : []))].join('-');
  const [year] = /\b(?:19|20)\d{2}\b/.exec(written) ?? [];
  if (year === undefined) return undefined;
  const named =
    /(?:\b(\d{1,2})\s+)?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+(\d{1,2})\b)?/i.exec(written);
  const month = named && 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(named[2]!.toLowerCase()) / 3 + 1;
  const day = named?.[3] ?? named?.[1];
  return [year, ...(month ? [String(month).padStart(2, '0')] : []), ...(day ? [day.padStart(2, '0')] : [])].join('-');
}
