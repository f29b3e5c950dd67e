/** "weekly until the Phase 3 readout": whether what a trigger waits for has come, by what a report says is new. */
import { type AgentRow, type Desk, fitOf, isReadout, stageIn, topicOf, type WrittenReport } from 'consilium/research';

/** Completes the triggers whose event has happened, and says which. */
export async function awaitedNow(desk: Desk, agent: AgentRow, report: WrittenReport): Promise<string[]> {
  const pending = await desk.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
  const ended: string[] = [];
  for (const { id, plan } of pending) {
    const event = plan.kind === 'once' ? undefined : plan.end.event;
    if (event === undefined || report.fresh) continue;
    const because = whatBrought(event, report);
    if (because === undefined) continue;
    await desk.triggers.complete(id, because);
    desk.endRhythm(agent);
    ended.push(`${event}: ${because}`);
  }
  return ended;
}

/** A new or changed source at that stage, with results where results are awaited, or one that names the event. */
function whatBrought(event: string, { changes }: WrittenReport): string | undefined {
  const wanted = stageIn(event);
  for (const { row, what } of changes) {
    if (row.level === 0) continue;
    const hasResults = row.design_id !== 'registered' || what.some((change) => change.startsWith('results posted'));
    if (wanted !== undefined && row.stage === wanted.id && (hasResults || !isReadout(event))) return row.title;
    const trial = /\bNCT\d{8}\b/i.exec(event)?.[0]?.toUpperCase();
    if (trial !== undefined && row.id === trial && hasResults) return what.join(', ') || row.title;
    if (
      wanted === undefined &&
      trial === undefined &&
      fitOf(topicOf(event), topicOf(`${row.title}. ${row.excerpt}`)) >= 0.9
    )
      return row.title;
  }
  return undefined;
}
