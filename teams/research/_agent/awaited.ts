/** "Weekly until the Phase 3 readout": what each trigger of an agent waits for, and what becomes of it when that has come. */
import {
  type AgentRow,
  type Desk,
  readState,
  readTable,
  type Study,
  type Waiting,
  weighAwaited,
} from 'consilium/research';

export interface AwaitedBy extends Waiting {
  readonly trigger: string;
  readonly instruction: string;
}

/** How it stands with each, by what is known now. `isLook`: one of them woke the agent. */
export async function weighTriggers(desk: Desk, agent: AgentRow, study: Study, isLook: boolean): Promise<AwaitedBy[]> {
  const rows = await readTable(study);
  const { changes, last } = await readState(study);
  const pending = await desk.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
  return pending.flatMap(({ id, plan, occasions, instruction }): AwaitedBy[] => {
    const event = plan.kind === 'once' ? undefined : plan.end.event;
    if (event === undefined) return [];
    // Who never looked yet waits for nothing that is there already; who looks by schedule, or is made to, for what is new.
    const hasLooked = occasions > 0 || isLook;
    const all = hasLooked ? changes : rows.map((row) => ({ kind: 'new' as const, row, what: [] }));
    const { question, population } = desk.requirements(agent, instruction);
    const looked = { rows, changes: all, isNews: hasLooked && last !== undefined, population };
    return [{ ...weighAwaited(event, question, looked), trigger: id, instruction }];
  });
}

/** Completes the triggers whose event has happened, and says which. */
export async function endAwaited(desk: Desk, agent: AgentRow, awaited: readonly AwaitedBy[]): Promise<string[]> {
  const ended: string[] = [];
  for (const { trigger, instruction, event, come } of awaited) {
    if (come === undefined) continue;
    await desk.triggers.complete(trigger, come);
    desk.endRhythm(agent, instruction);
    ended.push(`${event}: ${come}`);
  }
  return ended;
}
