/** What a text is: its design, its size, what it says, how far along its therapy is. Words from appraisal.yml. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { isQualifier } from '../vocabulary.ts';
import type { Arms } from './arms.ts';
import { withoutClaims } from './claims.ts';
import { largestCount } from './counts.ts';
import { designOf, rulingOf } from './design.ts';
import { figuresIn } from './figures.ts';
import { isOrder, withoutOrders } from './orders.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './words.ts';

export interface Stage {
  readonly id: string;
  readonly say: string;
  readonly order: number;
}

export type Direction = 'favours' | 'against' | 'unclear';
/** Its trial failed; or what was applied for or sold was taken back. */
export type Setback = 'failed' | 'withdrawn';

/** The item as it is read: what gives orders is out of it before anything is taken from it. */
export function readItem(item: SourceItem): { item: SourceItem; orders: number } {
  const { text: obeyed, orders } = withoutOrders(item.text);
  const text = withoutClaims(obeyed);
  if (!isOrder(item.title)) return { item: { ...item, text }, orders };
  return { item: { ...item, title: item.id, text }, orders: orders + 1 };
}

/** How many took part, where it says so. */
export function sizeOf(item: SourceItem): number | undefined {
  if (item.trial?.enrollment !== undefined) return item.trial.enrollment;
  if (!STUDIES.includes(designOf(item).id)) return undefined;
  return largestCount(`${item.title}. ${item.text}`);
}

/** They count people of their own. */
const STUDIES = [
  'rct',
  'trial',
  'cohort',
  'meta_analysis',
  'registered',
  'case_report',
  'preclinical',
  'document',
  'review',
];

export interface Effect {
  readonly value: number;
  /** Which side it is on; undefined where its interval leaves both open. */
  readonly direction?: Direction | undefined;
}

/** Ratios that a text gives, and what they speak for: fewer is better, but of good outcomes more. */
export function effectsOf({ text }: SourceItem): Effect[] {
  return effectsIn(text);
}

function effectsIn(text: string): Effect[] {
  return sentencesOf(text).flatMap((sentence) => {
    const { ratio: value, open } = figuresIn(sentence);
    if (value === undefined) return [];
    const isGood = hasAny(foldText(sentence), appraisal().good_outcomes);
    return [{ value, direction: value === 1 || open ? undefined : value < 1 === !isGood ? 'favours' : 'against' }];
  });
}

/** What the result says: its endpoint first, then its main outcome (if any is known), then plain words and figures. */
export function directionOf(item: SourceItem, main?: 'favours' | 'same' | 'against' | 'higher' | 'lower'): Direction {
  const { failed, met, against, same, favours } = appraisal().directions;
  const sentences = sentencesOf(`${item.title}.\n${item.text}`).map(foldText);
  const some = (phrases: readonly string[], isMeant = (_: string) => true) =>
    sentences.some((sentence) => hasAny(sentence, phrases) && isMeant(sentence));
  const { safety, children, pregnancy } = appraisal().aspects;
  const isForAll = (sentence: string) => !hasAny(sentence, [...children!.told, ...pregnancy!.told]);
  if (setbackOf(item) !== undefined || some(failed)) return 'against';
  if (some(met)) return 'favours';
  if (main === 'favours') return 'favours';
  if (main === 'same' || main === 'against') return 'against';
  if (some(against, isForAll)) return 'against';
  const [effect] = effectsOf(item).filter(({ direction }) => direction !== undefined);
  if (effect?.direction !== undefined) return effect.direction;
  if (some(same, (sentence) => !hasAny(sentence, safety!.told))) return 'against';
  return some(favours) ? 'favours' : 'unclear';
}

export function setbackOf(item: SourceItem): Setback | undefined {
  const text = foldText(`${item.title}. ${item.text}`);
  if (hasAny(text, appraisal().withdrawn)) return 'withdrawn';
  const isTrial = ['rct', 'trial', 'registered', 'document', 'news'].includes(designOf(item).id);
  return isTrial && hasAny(text, appraisal().directions.failed) ? 'failed' : undefined;
}

/** The furthest stage that the text speaks of and that it can know; what was taken back was not reached. */
export function stageOf(item: SourceItem): Stage | undefined {
  if (item.approval?.approved !== undefined) return stage('approval');
  const phase = item.trial?.phases.at(-1);
  if (phase !== undefined)
    return stage(
      phase
        .toLowerCase()
        .replace(/^early_?/, '')
        .replace('_', ''),
    );
  const { id } = designOf(item);
  const ruling = rulingOf(item);
  if (ruling?.verdict === 'granted') return stage(id === 'coverage' ? 'reimbursement' : 'approval');
  const { withdrawn, decisions, stages } = appraisal();
  const standing = sentencesOf(`${item.title}.\n${item.text}`).filter(
    (sentence) => !hasAny(foldText(sentence), [...withdrawn, ...decisions.refused, ...decisions.pending]),
  );
  const plain = foldText(standing.join(' '));
  const isKnown = (known?: readonly string[]) => known === undefined || (known.includes(id) && ruling === undefined);
  return stages.findLast(({ phrases, known_by }) => isKnown(known_by) && hasAny(plain, phrases));
}

export function stageIn(text: string): Stage | undefined {
  const plain = foldText(text);
  return appraisal().stages.findLast(({ phrases }) => hasAny(plain, phrases));
}

export function stage(id: string): Stage | undefined {
  return appraisal().stages.find((each) => each.id === id);
}

/** How a text grades its own evidence: the lowest that it says. */
export function selfGradeOf({ text }: SourceItem): number | undefined {
  const plain = foldText(text);
  return appraisal().self_grades.find(({ phrases }) => hasAny(plain, phrases))?.level;
}

/** How much the pooled studies differ, in per cent: I². */
export function heterogeneityOf({ text }: SourceItem): number | undefined {
  const found = [...text.matchAll(/\bI\s?(?:²|\^2|2|-squared)\s*(?:=|:|of|was)?\s*(\d{1,3})(?:\.\d+)?\s*%/g)];
  return found.length > 0 ? Math.max(...found.map(([, percent]) => Number(percent))) : undefined;
}

/** Whether words ask for results ("the Phase 3 readout"). */
export function isReadout(text: string): boolean {
  return hasAny(foldText(text), appraisal().readout);
}

/** What a guideline says of a medicine. */
export function adviceOn(therapy: string, item: SourceItem): 'for' | 'against' | undefined {
  const { advised, directions } = appraisal();
  const sentences = sentencesOf(item.text).map(foldText);
  const own = sentences.filter((sentence) => hasPhrase(sentence, therapy));
  if (own.some((sentence) => hasAny(sentence, [...advised.against, ...directions.against]))) return 'against';
  return own.some((sentence) => hasAny(sentence, advised.for)) ? 'for' : undefined;
}

/** What is treated with: what the source names, what the title names that is known or is the arm under study, and words that end as generic names do. */
export function therapiesOf(
  given: SourceItem,
  arms: Arms['names'] = { studied: [], compared: [] },
  asked: readonly string[] = [],
): string[] {
  const item = designOf(given).id === 'regulatory' ? withoutPartners(given) : given;
  const named = [...(item.trial?.interventions ?? []), item.approval?.generic ?? ''].map((name) => name.toLowerCase());
  const { medicine_endings } = appraisal();
  const ends = (word: string) => word.length >= 7 && medicine_endings.some((ending) => word.endsWith(ending));
  const title = foldText(item.title).match(/[\p{L}\p{N}-]+/gu) ?? [];
  const medicinesIn = (text: string) =>
    openCatalogue()
      .find(text, { kinds: ['drug'] })
      .filter(({ as, start, end }) => as === 'itself' && end - start > 3)
      .map(({ start, end }) => text.slice(start, end).toLowerCase());
  const medicines = medicinesIn(item.title);
  const found = (foldText(item.text).match(/[\p{L}-]+/gu) ?? []).filter(ends);
  // A guideline or a decision speaks of each medicine that it names; a study of those that come up again.
  const isOnAll = ON_ALL.includes(designOf(item).id);
  const whole = foldText(`${item.title}. ${item.text}`);
  if (isOnAll) medicines.push(...medicinesIn(item.text), ...asked.filter((name) => hasPhrase(whole, name)));
  const twice = isOnAll ? found : found.filter((word, i) => found.indexOf(word) !== i);
  const all = new Set([...named, ...title.filter(ends), ...medicines, ...runsOf(title, arms.studied), ...twice]);
  return [...all]
    .filter((name) => name !== '' && name !== 'placebo' && !isQualifier(name) && !arms.compared.includes(name))
    .slice(0, isOnAll ? MOST_ADVISED : MOST_STUDIED);
}

const ON_ALL = ['guideline', 'regulatory', 'communication', 'coverage', 'told_decision'];
const MOST_STUDIED = 6;
const MOST_ADVISED = 16;

/** Words that stand together: "renal denervation". */
function runsOf(words: readonly string[], wanted: readonly string[]): string[] {
  const runs: string[][] = [[]];
  for (const word of words)
    if (wanted.includes(word)) runs.at(-1)!.push(word);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '));
}

/** A decision is on what is let onto the market, not on what it is given with. */
function withoutPartners(item: SourceItem): SourceItem {
  const bare = (text: string) =>
    text.replace(
      /\b(?:in combination with|combined with|together with|with|plus|added to)\b[^.;]*?(?=\bfor\b|[.;]|$)/gim,
      ' ',
    );
  return { ...item, title: bare(item.title), text: bare(item.text) };
}
