/** When an agent looks again: its triggers, with what they are to look for. */
import {
  describeTrigger,
  type Trigger,
  type TriggerStatus,
  type Triggers,
  type TriggerWish,
} from '../triggers/index.ts';
import { sayExclusions } from './exclusions.ts';
import { meantBy } from './meant.ts';
import type { AgentRow } from './records.ts';
import { type Requirements, type Wish, withoutDeskTalk } from './request.ts';
import { sayStage } from './telling.ts';
import { dayIn } from './wording.ts';

/** How the instruction begins of who looks again for what was asked: such a one is rewritten when more is asked. */
export const LOOK_AGAIN = 'Look again: ';

const LIMITS = ' Limits: ';
const TRIALS = ' See what changed in ';

/** What was asked, with every limit that holds now: who is woken by it knows no more. */
export function instructionOf(requirements: Wish): string {
  const { question, watches } = requirements;
  const trials = watches.length > 0 ? `${TRIALS}${watches.join(', ')}.` : '';
  const limits = limitsOf(requirements);
  const told = limits === '' ? '' : `${LIMITS}${limits}.`;
  const asked = (withoutDeskTalk(question) || question)
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*,)?\s+(?=[.;?!])|,(?=[.;?!])/g, '')
    .trim();
  return `${LOOK_AGAIN}${asked.slice(0, 600)}${told}${trials}`;
}

type Limits = Pick<Wish, 'population' | 'without' | 'threshold' | 'notify'>;

/** For whom, of what kind and how much, in words; nothing where nothing was asked for. */
export function limitsOf({ population, without, threshold, notify }: Limits): string {
  const { designs, size, stage, grade, count, agree } = threshold;
  const limits = [
    population && `for ${population}`,
    designs && `only ${designs.map((id) => KINDS[id] ?? id.replaceAll('_', ' ')).join(', ')}`,
    size && `at least ${size} people`,
    stage && `from ${sayStage(stage)} on`,
    grade > 3 && 'high certainty only',
    count !== 2 && `${count} sources wanted${agree ? ' that agree' : ''}`,
    sayExclusions(without) !== '' && `without ${sayExclusions(without)}`,
    notify && !notify.unread && `told only if ${notify.wish}`,
  ];
  return limits.filter(Boolean).join('; ');
}

const KINDS: Readonly<Record<string, string>> = {
  rct: 'randomised trials',
  meta_analysis: 'meta-analyses',
  guideline: 'guidelines',
  regulatory: 'decisions of regulators',
  cohort: 'observational studies',
};

export type NewTrigger = Pick<TriggerWish, 'schedule' | 'instruction' | 'zone' | 'missed' | 'key'>;

export class Looks {
  readonly #triggers: Triggers;
  readonly #bare: (text: string) => Promise<string>;

  /** `bare`: without who a patient is. */
  constructor(triggers: Triggers, bare: (text: string) => Promise<string>) {
    this.#triggers = triggers;
    this.#bare = bare;
  }

  pending(agent: AgentRow): Promise<Trigger[]> {
    return this.list(agent, 'pending');
  }

  /** A letter that goes once more, or a reply that is to be read, carries what it is for and is no look. */
  async list(agent: AgentRow, status: TriggerStatus): Promise<Trigger[]> {
    const all = await this.#triggers.list({ room: 'research', agent: agent.id, status });
    return all.filter(({ payload }) => payload === null);
  }

  /** Makes a trigger of an agent, unless it has the same one already. */
  async schedule(agent: AgentRow, given: { schedule: string; instruction: string; zone: string }): Promise<Trigger> {
    const wish = { ...given, instruction: await this.#bare(given.instruction) };
    const same = (await this.pending(agent)).find(
      ({ schedule, instruction }) => schedule === wish.schedule.trim() && instruction === wish.instruction.trim(),
    );
    return same ?? this.add(agent, wish);
  }

  /** Makes a trigger of an agent by hand, whatever it has already. */
  async add(agent: AgentRow, given: NewTrigger): Promise<Trigger> {
    const instruction = await this.#bare(given.instruction);
    return this.#triggers.create({ room: 'research', owner: agent.owner, agent: agent.id, ...given, instruction });
  }

  /** What is looked for changed: those that look for it say so, each for its own order. */
  async rewrite(agent: AgentRow, before: Requirements, after: Requirements): Promise<void> {
    const wishes = ({ orders, ...own }: Requirements) =>
      new Map([['', own as Wish], ...orders.map((order) => [order.id, order] as const)]);
    const now = wishes(after);
    const pending = await this.pending(agent);
    for (const [id, wish] of wishes(before)) {
      const [old, next] = [instructionOf(wish), now.get(id)];
      const instruction = next === undefined ? old : instructionOf(next);
      for (const trigger of instruction === old ? [] : pending)
        if (trigger.instruction === old) await this.#triggers.edit(trigger.id, { instruction });
    }
  }

  /** Who of these has an order on what a message names. */
  async following(agents: readonly AgentRow[], message: string): Promise<AgentRow[]> {
    const found: AgentRow[] = [];
    for (const agent of agents)
      if (meantBy(message, await this.pending(agent), ({ instruction }) => instruction).length > 0) found.push(agent);
    return found;
  }

  async describe(agent: AgentRow): Promise<string[]> {
    return (await this.pending(agent)).map(
      (trigger) => `${trigger.instruction.replace(/\s+/g, ' ').slice(0, 300)} (${describeLook(trigger)})`,
    );
  }

  /** How often and when next, or nothing. */
  async next(agent: AgentRow): Promise<string | undefined> {
    const [first] = (await this.pending(agent)).toSorted((a, b) => a.fireAt - b.fireAt);
    return first === undefined ? undefined : describeLook(first);
  }
}

/** "Every Monday at 08:00 (Asia/Tokyo), next on 23 Nov 2026": the day as it is there. */
export function describeLook(trigger: Trigger): string {
  const { plan, fireAt } = trigger;
  const described = describeTrigger(trigger);
  return plan.kind === 'once' ? described : `${described}, next on ${dayIn(fireAt, plan.zone)}`;
}
