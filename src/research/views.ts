/** The desk as the world outside sees it: names and fields are a contract. */

import { openBreath } from '../kernel/breath.ts';
import type { FileEntry, FileVersion } from '../memory/index.ts';
import { describeTrigger, type Firing, occasionsOf, type Trigger } from '../triggers/index.ts';
import type { Maturity } from './evidence/maturity.ts';
import type { EvidenceRow } from './evidence/table.ts';
import type { AgentRow, FeedRow } from './records.ts';
import { sayMilestone } from './telling.ts';

const iso = (at: number) => new Date(at).toISOString();

export function viewAgent(agent: AgentRow) {
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    workspace_path: agent.workspacePath,
    created_at: iso(agent.created),
    last_active: iso(agent.lastActive),
    status: agent.status,
    ...(agent.lastFinding !== undefined && { last_finding: agent.lastFinding }),
    requirements: agent.requirements as { notify?: { wish: string } },
    session_id: `research-${agent.id}`,
  };
}

export function viewTrigger(trigger: Trigger) {
  return {
    id: trigger.id,
    room: trigger.room,
    agent_id: trigger.agent,
    schedule: trigger.schedule,
    understood: describeTrigger(trigger),
    instruction: trigger.instruction,
    status: trigger.status,
    /** UTC. */
    fire_at: iso(trigger.fireAt),
    zone: trigger.plan.zone,
    missed: trigger.missed,
    occasions: trigger.occasions,
    created_at: iso(trigger.created),
    ...(trigger.ended !== undefined && { ended: trigger.ended }),
  };
}

/** An hour for each hour of a month; where there are more the last one says so. */
const MOST_OCCASIONS = 800;

/** For a calendar: when each comes round in a span. Others have their turn in between. */
export async function viewOccasions(triggers: readonly Trigger[], range: { from: number; to: number }) {
  const found: { trigger_id: string; at: string; more?: boolean }[] = [];
  const breathe = openBreath();
  for (const trigger of triggers) {
    const all = occasionsOf(trigger, { ...range, limit: MOST_OCCASIONS + 1 });
    const isCut = all.length > MOST_OCCASIONS;
    for (const [i, at] of all.slice(0, MOST_OCCASIONS).entries())
      found.push({ trigger_id: trigger.id, at: iso(at), ...(isCut && i === MOST_OCCASIONS - 1 && { more: true }) });
    await breathe();
  }
  return found;
}

export function viewFiring(firing: Firing) {
  return {
    id: firing.id,
    trigger_id: firing.trigger,
    agent_id: firing.agent,
    due: iso(firing.due),
    state: firing.state,
    tries: firing.tries,
    missed: firing.missed,
    manual: firing.manual,
    ...(firing.state === 'waiting' && { next_try: iso(firing.nextTry) }),
    ...(firing.finished !== undefined && { finished: iso(firing.finished) }),
    ...(firing.error !== undefined && { error: firing.error }),
  };
}

/** What `triggers run` says: how it ended, and what the agent reported. */
export function viewRun(firing: Firing) {
  const report = firing.report as { text?: string } | null | undefined;
  return {
    trigger_id: firing.trigger,
    agent_id: firing.agent,
    status:
      firing.state === 'done' ? 'completed' : firing.state === 'dead' || firing.tries > 0 ? 'failed' : firing.state,
    ...(typeof report?.text === 'string' && { report: report.text }),
    ...(firing.error !== undefined && { error: firing.error }),
  };
}

export function viewFile({ path, size, version, modified }: FileEntry) {
  return { path, size, version, modified: iso(modified) };
}

export function viewVersion({ version, size, at, actor, action }: FileVersion) {
  return { version, size, at: iso(at), by: actor, action };
}

/** A row as it is read outside: names as sources write them, and nothing of how they are compared here. */
export function viewEvidence({ results = [], compared: _stems, snapshot: _snapshot, ...row }: EvidenceRow) {
  return {
    ...row,
    results: results.map(({ said, change, main }) => ({ outcome: said, change, ...(main && { main }) })),
  };
}

/** How far a therapy is, with the names of the stages. */
export function viewMaturity({ milestones, ...maturity }: Maturity) {
  return {
    ...maturity,
    stage_name: sayMilestone({ stage: maturity.stage }),
    milestones: milestones.map((milestone) => ({ ...milestone, stage_name: sayMilestone(milestone) })),
  };
}

/** What agents reported by themselves and what became of it; and what was answered to whoever asked. */
export function viewFeed(rows: readonly FeedRow[], answers: readonly (FeedRow & { readonly session: string })[] = []) {
  const of = (kind: FeedRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    surfaced: of('surfaced').map(({ at, agent, text, reason }) => ({
      at: iso(at),
      agent_id: agent,
      text,
      because: reason,
    })),
    suppressed: of('suppressed').map(({ at, agent, text, reason }) => ({
      at: iso(at),
      agent_id: agent,
      summary: text,
      reason,
    })),
    answered: answers.map(({ at, agent, text, reason, session }) => ({
      at: iso(at),
      agent_id: agent,
      text,
      because: reason,
      session_id: session,
    })),
  };
}
