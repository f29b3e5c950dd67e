/** "weekly until the Phase 3 readout": whether what a trigger waits for has come, by what a report says is new. */
import {
  type AgentRow,
  type Desk,
  type EvidenceRow,
  fitOf,
  isOnMedicines,
  isReadout,
  medicinesIn,
  meetsCondition,
  readAwaited,
  readTable,
  stageIn,
  topicOf,
  type WrittenReport,
} from 'consilium/research';

/** Completes the triggers whose event has happened, and says which. `isLook`: one of them woke the agent. */
export async function awaitedNow(
  desk: Desk,
  agent: AgentRow,
  { changes, fresh }: Pick<WrittenReport, 'changes' | 'fresh'>,
  isLook: boolean,
): Promise<string[]> {
  const table = await readTable(await desk.study(agent));
  const pending = await desk.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
  const ended: string[] = [];
  for (const { id, plan, occasions, instruction } of pending) {
    const event = plan.kind === 'once' ? undefined : plan.end.event;
    if (event === undefined) continue;
    // Who never looked yet waits for nothing that is there already; who looks by schedule, or is made to, for what is new.
    const hasLooked = occasions > 0 || isLook;
    const all = hasLooked ? changes : table.map((row) => ({ kind: 'new' as const, row, what: [] }));
    const { question } = desk.requirements(agent, instruction);
    const because = whatBrought(event, question, { changes: all, isNews: hasLooked && !fresh });
    if (because === undefined) continue;
    await desk.triggers.complete(id, because);
    desk.endRhythm(agent, instruction);
    ended.push(`${event}: ${because}`);
  }
  return ended;
}

const isStudy = ({ design_id }: EvidenceRow) => ['rct', 'trial', 'meta_analysis', 'cohort'].includes(design_id);
/** An entry of reference is no event. */
const isSource = ({ design_id }: EvidenceRow) => design_id !== 'knowledge';

interface Awaiting {
  readonly changes: WrittenReport['changes'];
  readonly isNews: boolean;
}

/** A new or changed source at that stage, with results where results are awaited, or one that names the event. */
function whatBrought(event: string, question: string, { changes, isNews }: Awaiting): string | undefined {
  const wanted = stageIn(event);
  const trial = /\bNCT\d{8}\b/i.exec(event)?.[0]?.toUpperCase();
  const rows = changes.map(({ row }) => row);
  const named = medicinesIn(event, rows);
  const medicines = named.length > 0 ? named : medicinesIn(question, rows);
  // Of a disease as a whole some readout always is there, and the next is awaited.
  if (!isNews && medicines.length === 0 && trial === undefined) return undefined;
  // "Until the guideline changes" is read as "tell me only if" is: a kind of publication, an event, an outcome.
  const awaited = wanted === undefined && trial === undefined ? readAwaited(event) : undefined;
  for (const change of changes) {
    const { row, what } = change;
    if (row.level === 0 || (medicines.length > 0 && !isOnMedicines(row, medicines))) continue;
    const hasResults = row.design_id !== 'registered' || what.some((change) => change.startsWith('results posted'));
    const told = [row.title, row.date].filter(Boolean).join(', ');
    if (wanted !== undefined && row.stage === wanted.id && (hasResults || !isReadout(event))) return told;
    if (trial !== undefined && row.id === trial && hasResults) return what.join(', ') || told;
    // "The trial is published": what was studied, and nothing that others say of it.
    const isOfKind = awaited?.designs !== undefined || awaited?.events?.includes('results') !== true || isStudy(row);
    if (isNews && awaited !== undefined && isOfKind && isSource(row) && meetsCondition(change, awaited)) return told;
    const isNamed = fitOf(topicOf(event), topicOf(`${row.title}. ${row.excerpt}`)) >= 0.9;
    if (isNews && wanted === undefined && trial === undefined && isNamed) return told;
  }
  return undefined;
}
