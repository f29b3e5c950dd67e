/** When triggers come round, for a calendar: one month at a time, and where it is cut. */
import { addDays, daysOf } from '../pieces/days.ts';
import type { Agent, Trigger } from './calls.ts';
import { dayIn, hourIn, timeIn } from './times.ts';

export interface Occasion {
  readonly trigger_id: string;
  readonly at: string;
  /** This trigger comes round more often than is told: this is the last one that is. */
  readonly more?: boolean;
}

/** As the calendar shows it. */
export interface ShownOccasion {
  readonly id: string;
  readonly title: string;
  readonly day: string;
  readonly time: string;
}

type Named = Pick<Trigger, 'id' | 'agent_id' | 'instruction' | 'zone'>;

/** The moments that the days of a month can hold, whatever zone a trigger is in; nothing that is past. */
export function spanOf(month: string, now: number): { from: string; to: string } {
  const days = daysOf(month);
  const from = Math.max(now, Date.parse(`${addDays(days[0]!, -1)}T00:00:00Z`));
  const to = Date.parse(`${addDays(days.at(-1)!, 2)}T00:00:00Z`);
  return { from: new Date(from).toISOString(), to: new Date(Math.max(from, to)).toISOString() };
}

export function eventsOf(
  occasions: readonly Occasion[],
  triggers: readonly Named[],
  agents: readonly Pick<Agent, 'id' | 'name'>[],
): ShownOccasion[] {
  const named = new Map(triggers.map((trigger) => [trigger.id, trigger]));
  return occasions.flatMap(({ trigger_id, at }) => {
    const trigger = named.get(trigger_id);
    if (trigger === undefined) return [];
    const title = titleOf(trigger, agents);
    return [{ id: `${trigger_id} ${at}`, title, day: dayIn(at, trigger.zone), time: hourIn(at, trigger.zone) }];
  });
}

/** What of it is not shown, in words. */
export function cutsIn(
  occasions: readonly Occasion[],
  triggers: readonly Named[],
  agents: readonly Pick<Agent, 'id' | 'name'>[],
): string[] {
  return occasions
    .filter(({ more }) => more)
    .flatMap(({ trigger_id, at }) => {
      const trigger = triggers.find(({ id }) => id === trigger_id);
      if (trigger === undefined) return [];
      return [`${titleOf(trigger, agents)}: shown up to ${timeIn(at, trigger.zone)}; it goes on as often after that.`];
    });
}

function titleOf({ agent_id, instruction }: Named, agents: readonly Pick<Agent, 'id' | 'name'>[]): string {
  return agents.find(({ id }) => id === agent_id)?.name ?? instruction.slice(0, 80);
}
