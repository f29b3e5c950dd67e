/**
 * Triggers: things to be done at a time. Schedules are read from what people say; each occasion fires exactly once,
 * across crashes; one thing at a time happens to an agent. Generic: research, the assistant's reminders and the mentor
 * use the same engine, each with a handler of its own. May touch: the kernel, the database.
 */
export {
  describeTrigger,
  occasionsOf,
  type TriggerEdit,
  Triggers,
  type TriggersOptions,
} from './engine.ts';
export { DEFAULT_TRIGGER_LIMITS, type TriggerLimits } from './limits.ts';
export { describeMoment, describeSchedule } from './schedule/describe.ts';
export { nextOccasion, occasionsUpTo } from './schedule/occasions.ts';
export { type ReadSchedule, readSchedule } from './schedule/read.ts';
export type { Schedule } from './schedule/schedule.ts';
export { scheduleWords } from './schedule/words.ts';
export { checkZone, wallAt } from './schedule/zone.ts';
export type { TriggerStore } from './store.ts';
export type {
  Firing,
  FiringFilter,
  FiringState,
  Handler,
  Missed,
  Occasion,
  OnLost,
  Trigger,
  TriggerFilter,
  TriggerStatus,
  TriggerWish,
} from './trigger.ts';
export { warmSchedules } from './warming.ts';
