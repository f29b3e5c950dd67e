import type { PatientView } from '../patient.ts';

export type Severity = 'critical' | 'important' | 'worth_knowing';

/** What was said now, one thing each. What is denied or is another person's is not told. */
export interface Told {
  /** The catalogue's id. */
  concept: string;
  /** As it was said, where that differs from the concept's name. */
  name?: string;
  act: Act;
  /** A value in the observation's own unit, or the amount of one dose. */
  value?: number;
  unit?: string;
  /** The value as it was said, where that was in another unit. */
  said?: string;
  /** Of a change: how much (in the observation's own unit) over how many days. */
  change?: number;
  days?: number;
  /** How often a day. */
  perDay?: number;
  /** Taken every day. */
  daily?: boolean;
  /** How many tablets, at once or in all. */
  count?: number;
  /** `value` is all that was taken, not one tablet or dose. */
  total?: boolean;
  /** Taken bit by bit, over a day at least. */
  spread?: boolean;
  /** In how many days, where more than one. */
  over?: number;
}

/**
 * has: a condition, symptom or state; takes: regularly; took: once or now; double: twice or too much; missed: forgotten;
 * stopped, stopping: done or meant; offered: another's proposal; plans: one's own (an operation, a child, a fast);
 * measured: a value; changed: a value's change; exposed: another person has it; allergic: an allergy to it.
 */
export type Act =
  | 'has'
  | 'takes'
  | 'took'
  | 'double'
  | 'missed'
  | 'stopped'
  | 'stopping'
  | 'offered'
  | 'plans'
  | 'measured'
  | 'changed'
  | 'exposed'
  | 'allergic';

export interface ConcernInput {
  record: PatientView;
  told?: readonly Told[];
  /** Concepts that were asked about now. */
  asked?: readonly string[];
  /** Keys of concerns that this conversation has heard. */
  alreadyTold?: ReadonlySet<string> | readonly string[];
}

export type By = 'now' | 'today' | 'days' | 'weeks' | 'next_visit';

export interface Concern {
  /** Of the rule. */
  id: string;
  /** Of the rule with what it was found on: what "already told" means. */
  key: string;
  family: string;
  severity: Severity;
  say: string;
  do: { what: string; whom: string; by: By };
  /** Nothing of it has been done: `do` is what to do instead. */
  planned?: true;
  /** Nothing of it has been done, and it is not to be. */
  forbids?: true;
  firstAid?: string;
  source: string;
  evidence: readonly Evidence[];
  /** The concepts that it is about. */
  concepts: readonly string[];
  /** Whether something told or asked about now is part of it; else the record alone says so. */
  fresh: boolean;
}

export interface Evidence {
  /** The entry to cite; absent for what was told or asked about now. */
  uuid?: string;
  label?: string;
  name: string;
  concept?: string;
  value?: number;
  unit?: string;
  time?: string;
  /** The words of a note that set the threshold. */
  note?: string;
}
