/** "Tell me only if …": what alone is worth a clinician's attention, and whether a change is that. */
import { z } from 'zod';
import { stage, stageIn } from './evidence/appraisal.ts';
import { verdictIn } from './evidence/decisions.ts';
import { goodOf, isSameOutcome } from './evidence/outcome-names.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import type { TableChange } from './evidence/table.ts';
import { isFor } from './population.ts';
import { isOn, readText, topicOf } from './topic.ts';
import { conditionsIn, hasAll, plainOf, vocabulary } from './vocabulary.ts';

export const conditionSchema = z.object({
  /** In the clinician's words. */
  wish: z.string(),
  designs: z.array(z.string()).optional(),
  size: z.int().min(1).optional(),
  stage: z.string().optional(),
  grade: z.int().min(1).max(4).optional(),
  events: z.array(z.enum(['retraction', 'results', 'safety'])).optional(),
  population: z.string().optional(),
  /** Of what it must speak, beside the subject. */
  about: z.string().optional(),
  /** Of which outcomes it must tell, and which way where that was said. */
  outcomes: z.array(z.object({ outcome: z.string(), change: z.enum(['favours', 'against']).optional() })).optional(),
  /** Nothing of it was understood: then everything is told. */
  unread: z.boolean().optional(),
});

export type Condition = z.infer<typeof conditionSchema>;

export interface ConditionReaders {
  sizeIn(text: string): number | undefined;
  populationIn(text: string): string | undefined;
}

export function readCondition(message: string, { sizeIn, populationIn }: ConditionReaders): Condition | undefined {
  const [span] = conditionsIn(message);
  if (span === undefined || span.wish === '') return undefined;
  const plain = plainOf(span.wish);
  if (vocabulary().notify.any.includes(plain)) return undefined;
  const { kinds, events, grades } = vocabulary();
  const has = (words: readonly string[]) => hasAll(plain, [words]);
  const designs = Object.keys(kinds).filter((id) => has(kinds[id]!));
  const happenings = (['retraction', 'results', 'safety'] as const).filter((event) => has(events[event]));
  // "A guideline" is a kind of publication, and no more is asked of it.
  const reached = designs.some((id) => id === 'guideline' || id === 'regulatory') ? undefined : stageIn(plain);
  const grade = Math.max(0, ...Object.keys(grades).flatMap((word) => (has([word]) ? grades[word]! : [])));
  const size = sizeIn(span.wish);
  const population = populationIn(`for ${span.wish}`);
  const outcomes = outcomesIn(span.wish);
  const isOutcome = (text: string) => outcomesAsked(text).length > 0;
  const subjects = topicOf(span.wish).subjects.filter(({ text }) => outcomes.length === 0 || !isOutcome(text));
  const read = {
    ...(designs.length > 0 && { designs }),
    ...(happenings.length > 0 && { events: happenings }),
    ...(reached && { stage: reached.id }),
    ...(grade > 0 && { grade }),
    ...(size && { size }),
    ...(population && { population }),
    ...(outcomes.length > 0 && { outcomes }),
    ...(subjects.length > 0 && { about: subjects.map(({ text }) => text).join(', ') }),
  };
  return { wish: span.wish, ...(Object.keys(read).length > 0 ? read : { unread: true }) };
}

/** "If mortality changes", "if survival improves". */
function outcomesIn(wish: string): NonNullable<Condition['outcomes']> {
  const known = outcomesAsked(wish).filter(({ outcome }) => goodOf(outcome) !== undefined);
  return known.map(({ outcome, change }) => ({
    outcome,
    ...((change === 'favours' || change === 'against') && { change }),
  }));
}

function tellsOf({ results = [] }: TableChange['row'], wanted: NonNullable<Condition['outcomes']>): boolean {
  return wanted.some(({ outcome, change }) =>
    results.some(
      (result) => isSameOutcome(outcome, result.outcome) && (change === undefined || result.change === change),
    ),
  );
}

/** A change is what was waited for. */
export function meetsCondition({ kind, row, what }: TableChange, condition: Condition): boolean {
  const { designs, size, stage: id, grade, events, population, outcomes, about, unread } = condition;
  if (unread) return true;
  if (events?.includes('retraction') && kind === 'retracted') return true;
  // "Guidelines or safety": what tells of harm is told beside whatever else is waited for.
  if (events?.includes('safety') && isOnHarm(row)) return true;
  if (kind === 'retracted') return false;
  const order = (of: string | undefined) => (of === undefined ? 0 : (stage(of)?.order ?? 0));
  const hasResults = row.design_id !== 'registered' || what.some((change) => change.startsWith('results posted'));
  const isAll = [
    designs === undefined || designs.includes(row.design_id),
    row.ruling === undefined || row.ruling.verdict === 'granted' || verdictIn(condition.wish) !== 'granted',
    size === undefined || (row.n ?? 0) >= size,
    id === undefined || order(row.stage) >= order(id),
    grade === undefined || row.level >= grade,
    !events?.includes('results') || hasResults,
    population === undefined || isFor(row, population),
    outcomes === undefined || tellsOf(row, outcomes),
    about === undefined || isOn(readText(`${row.title}. ${row.excerpt}`), topicOf(about)),
  ].every(Boolean);
  const { wish: _wish, events: _events, ...more } = condition;
  const isOnlyEvents = events !== undefined && !events.includes('results') && Object.keys(more).length === 0;
  const onlyRetractions = events?.length === 1 && events[0] === 'retraction';
  return isAll && !onlyRetractions && !isOnlyEvents;
}

function isOnHarm({ alerts = [], aspects = [], title, excerpt }: TableChange['row']): boolean {
  if (alerts.length > 0 || aspects.includes('safety')) return true;
  return hasAll(plainOf(`${title}. ${excerpt}`), [vocabulary().events.safety]);
}
