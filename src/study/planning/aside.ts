/** Making a plan where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../../threads/index.ts';
import type { StudyPlan } from '../types.ts';
import { writePlan } from './calendar.ts';
import { makeStudyPlan } from './plan.ts';

export const works = { makeStudyPlan, writePlan };

/** `makeStudyPlan` for code that can wait. */
export function planAside(...given: Parameters<typeof makeStudyPlan>): Promise<StudyPlan> {
  return callAside(import.meta.url, works, 'makeStudyPlan', given, { long: true });
}

/** `writePlan` for code that can wait. */
export function writePlanAside(...given: Parameters<typeof writePlan>): Promise<string> {
  return callAside(import.meta.url, works, 'writePlan', given, { long: true });
}
