/** What a text is: its design, its size, what it says, how far along its therapy is. Words from appraisal.yml. */

import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { withoutClaims } from './claims.ts';
import { countInTitle, largestCount } from './counts.ts';
import { designOf } from './design.ts';
import { figuresIn } from './figures.ts';
import { isOrder, withoutOrders } from './orders.ts';
import { rulingOf } from './ruling.ts';
import { withoutUndone } from './undone.ts';
import { appraisal, foldText, hasAny } from './words.ts';

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
  const own = withoutUndone(item.text);
  const titled = designOf(item).id === 'case_report' ? countInTitle(item.title) : undefined;
  if (titled !== undefined) return titled;
  return largestCount(`${item.title}. ${own === '' ? item.text : own}`);
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
  // "The primary endpoint, a gain of 15 letters, was met."
  const sentences = sentencesOf(`${item.title}.\n${item.text}`).map((each) =>
    foldText(each).replace(/(primary (?:efficacy )?(?:end ?point|outcome)), [^,]{3,140}, (?=(?:was|were) )/g, '$1 '),
  );
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
  const isKnown = (known?: readonly string[]) => known === undefined || (known.includes(id) && ruling === undefined);
  const isStanding = (sentence: string) =>
    !hasAny(foldText(sentence), [...withdrawn, ...decisions.refused, ...decisions.pending]);
  const furthest = (text: string) => {
    const plain = foldText(sentencesOf(text).filter(isStanding).join(' '));
    return stages.findLast(({ phrases, known_by }) => isKnown(known_by) && hasAny(plain, phrases));
  };
  // A study is of the phase that its title says; the next one, which it wants or announces, is another's.
  const own = TRIALS.includes(id) ? (furthest(item.title) ?? furthest(withoutUndone(item.text))) : undefined;
  return own ?? (TRIALS.includes(id) ? undefined : furthest(`${item.title}.\n${item.text}`));
}

const TRIALS = ['rct', 'trial', 'cohort', 'subgroup', 'case_report'];

export function stageIn(text: string): Stage | undefined {
  const plain = foldText(text);
  return appraisal().stages.findLast(({ phrases }) => hasAny(plain, phrases));
}

export function stage(id: string): Stage | undefined {
  return appraisal().stages.find((each) => each.id === id);
}

/** "(Grade 1B)", "(2C)": the lowest of the letters with which a guideline grades what it advises. */
export function letterGradeIn(text: string): number | undefined {
  const { before, levels } = appraisal().letters;
  const letter = `[${Object.keys(levels).join('')}]`;
  const pattern = new RegExp(
    `(?<!\\p{L})(?:(?:${before.join('|')})[\\s:,]*(?:[0-4ivx]+[ab]?[\\s:,]*(?:or\\s)?)?(${letter})|\\([12]\\s?(${letter})\\))(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const found = [...foldText(text).matchAll(pattern)].map(([, one, other]) => levels[(one ?? other)!]!);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** How a text grades its own evidence: the lowest that it says. */
export function selfGradeOf({ text }: Pick<SourceItem, 'text'>): number | undefined {
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
