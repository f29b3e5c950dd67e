/** One source of the evidence table, as it was read: what it is, how sure, what it found, advises or decided, and for whom. */
import type { Notice } from '../../sources/research/index.ts';
import type { Illness } from '../illnesses.ts';
import type { Whom } from '../whom.ts';
import type { Statement } from './abstract.ts';
import type { Advice } from './advice.ts';
import type { Alert } from './alerts.ts';
import type { Direction, Setback } from './appraisal.ts';
import type { Contrast } from './contrasts.ts';
import type { Verdict } from './decisions.ts';
import type { Edition } from './editions.ts';
import type { Grade } from './grading.ts';
import type { Neutral } from './neutral.ts';
import type { NoticeTarget } from './notices.ts';
import type { Result } from './outcome-names.ts';
import type { Way } from './ways.ts';

export interface EvidenceRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly source: string;
  readonly who?: string | undefined;
  readonly where?: string | undefined;
  readonly date?: string | undefined;
  readonly design: string;
  readonly design_id: string;
  readonly n?: number | undefined;
  readonly grade: Grade;
  /** How much it weighs beside others: 4 high … 1 very low, 0 no evidence: retracted, or a notice about another. */
  readonly level: number;
  /** The same without what other studies say. */
  readonly own_level: number;
  /** What the grade rests on. */
  readonly because: readonly string[];
  readonly direction: Direction;
  /** Its words and its figures say the opposite of each other. */
  readonly torn?: true | undefined;
  /** Of an authority's or a payer's paper: who decided what. */
  readonly ruling?: { readonly by: string; readonly verdict: Verdict; readonly whom?: Whom | undefined } | undefined;
  /** Outcome by outcome. */
  readonly results?: readonly Result[] | undefined;
  /** Stems of the names of what it is compared with. */
  readonly compared?: readonly string[] | undefined;
  /** What it was held against, as it is written, where that is a treatment too. */
  readonly rival?: string | undefined;
  /** No significant difference, or no worse than allowed: neither is better. */
  readonly relation?: 'same' | 'noninferior' | undefined;
  /** No difference was shown: how far that leaves it open. */
  readonly neutral?: Neutral | undefined;
  /** What it says against itself, in its words. */
  readonly doubts?: readonly string[] | undefined;
  /** Of three arms or more: each comparison that it tells. */
  readonly contrasts?: readonly Contrast[] | undefined;
  /** Of several doses that are asked about as one: which did, and which did not. */
  readonly doses?: { readonly favours: readonly string[]; readonly others: readonly string[] } | undefined;
  /** What it says of some of those who took part. */
  readonly parts?: readonly string[] | undefined;
  /** What it is given to do there: induction, maintenance. */
  readonly purpose?: string | undefined;
  /** What it tells is which way of giving did better: how, how long, or whether to go on. */
  readonly giving?: Way | undefined;
  readonly stage?: string | undefined;
  readonly setback?: Setback | undefined;
  /** Of a guideline: what it says of each therapy, and for whom. */
  readonly advised?: readonly Advice[] | undefined;
  /** With what it treats: what it is about, not what it mentions. */
  readonly therapies: readonly string[];
  /** What it says that these are, or are called elsewhere. */
  readonly called?: readonly string[] | undefined;
  /** What it says of harm, in its words. */
  readonly harms?: readonly string[] | undefined;
  /** The sentences of which its results were read, in its words. */
  readonly read?: readonly string[] | undefined;
  /** All that can be quoted of it, in its words and order, each with its part in the text. */
  readonly said?: readonly Statement[] | undefined;
  /** Sentences with figures of which no verdict could be read, in its words. */
  readonly figures?: readonly string[] | undefined;
  /** What each dose did, in its words. */
  readonly dosed?: readonly string[] | undefined;
  /** What bars a medicine or warns of it, by this source. */
  readonly alerts?: readonly Alert[] | undefined;
  /** A newer edition of it took its place, or it was taken back without one. */
  readonly superseded?:
    | { readonly by?: string | undefined; readonly date?: string | undefined; readonly withdrawn?: true | undefined }
    | undefined;
  /** Of a guideline: who issued it, and what it says that it replaces. */
  readonly edition?: Edition | undefined;
  /** How it was given. */
  readonly routes?: readonly string[] | undefined;
  /** Groups by age of which it speaks. */
  readonly groups?: readonly string[] | undefined;
  /** On whom it was done, and of whom among them it tells apart. */
  readonly whom?: Whom | undefined;
  readonly subgroups?: readonly Whom[] | undefined;
  /** How it was done, in its words: who took part, who was left out, how long, how much. */
  readonly methods?: readonly string[] | undefined;
  /** The illnesses that it is on, by its title. */
  readonly illnesses?: readonly Illness[] | undefined;
  /** Registered trials that it names. */
  readonly trials?: readonly string[] | undefined;
  readonly preprint: boolean;
  /** In which it is written, and quoted, where that is not English. */
  readonly language?: string | undefined;
  /** Its title as it was read in English; never shown. */
  readonly title_read?: string | undefined;
  readonly notices: readonly Notice[];
  /** The sentences of it that say most to the question. */
  readonly excerpt: string;
  /** The asked aspects (safety, children, dose) of which they tell. */
  readonly aspects?: readonly string[] | undefined;
  readonly doi?: string | undefined;
  readonly pmid?: string | undefined;
  /** Where it stands in its journal, by year, volume and page. */
  readonly place?: string | undefined;
  /** It is a notice, and names these. */
  readonly about?: NoticeTarget | undefined;
  /** It holds text that gives orders to software; that was treated as data. */
  readonly orders?: boolean | undefined;
  readonly first_seen: string;
  readonly last_seen: string;
  /** Where it was asked. */
  readonly from: string;
  /** Of its whole text: another one, and it was revised where it stands. */
  readonly print?: string | undefined;
  readonly snapshot: Readonly<Record<string, string>>;
}
