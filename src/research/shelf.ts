/** What an agent keeps of a study: its table of evidence and where it stands, in files that a person can read. */
import { z } from 'zod';
import type { Workspace } from '../memory/index.ts';
import type { Advance, Maturity } from './evidence/maturity.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import type { Missing } from './gather.ts';
import { unseenSchema } from './unseen.ts';

const TABLE = 'evidence/table.json';
const STATE = 'tracking/state.json';
export interface Shelf {
  readonly workspace: Workspace;
  readonly actor: string;
  readonly order?: string | undefined;
}

const lastReport = z.object({ at: z.number(), path: z.string(), question: z.string().optional() });

/** How far one standing order is: what it has still to report. */
const progress = {
  /** When the last report was written, and where. */
  last: lastReport.optional(),
  /** What was found and not reported yet. */
  changes: z.array(z.custom<TableChange>()).default([]),
  advances: z.array(z.custom<Advance>()).default([]),
  /**
   * What the newest report told and nobody has been handed yet, with what was before it. Where the work ends before that (the
   * process died, a try failed), it is new once more for whoever takes it up.
   */
  handing: z
    .object({
      last: lastReport.optional(),
      changes: z.array(z.custom<TableChange>()),
      advances: z.array(z.custom<Advance>()),
      untold: z.array(z.custom<TableChange>()),
      told: z.number().optional(),
      path: z.string().optional(),
    })
    .optional(),
  /** The report that was written and not handed over: the next one takes its place. */
  draft: z.string().optional(),
  unseen: unseenSchema.optional(),
};
const orderState = z.object(progress);

/** Under which the agent's own is kept with those of the others. */
export const OWN = 'own';

const stateSchema = z.object({
  ...progress,
  maturity: z.array(z.custom<Maturity>()).default([]),
  /** What was found and nobody was told in a conversation; when somebody was told last. */
  untold: z.array(z.custom<TableChange>()).default([]),
  told: z.number().optional(),
  looked: z.array(z.custom<{ source: string; found: number }>()).default([]),
  missing: z.array(z.custom<Missing>()).default([]),
  met: z.boolean().default(false),
  /** Of the standing orders that are not read just now, by id. */
  orders: z.record(z.string(), orderState).default({}),
});

export type StudyState = z.infer<typeof stateSchema>;

/** Written where something changed: that it was seen again is no change. */
export async function writeTable(shelf: Shelf, rows: readonly EvidenceRow[]): Promise<void> {
  const { workspace, actor } = shelf;
  const bare = (some: readonly EvidenceRow[]) => JSON.stringify(some.map(({ last_seen: _, ...row }) => row));
  if ((await workspace.exists(TABLE)) && bare(await readTable(shelf)) === bare(rows)) return;
  await workspace.write(TABLE, `${JSON.stringify(rows, null, 1)}\n`, actor);
  await workspace.write('evidence/table.md', tableToMarkdown(rows), actor);
}

export async function freePath(workspace: Workspace, date: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = `reports/${date}${n === 1 ? '' : `-${n}`}.md`;
    if (!(await workspace.exists(path))) return path;
  }
}

export async function readTable({ workspace, actor }: Shelf): Promise<EvidenceRow[]> {
  if (!(await workspace.exists(TABLE))) return [];
  return (JSON.parse((await workspace.read(TABLE, { actor })).content) as OldRow[]).map(toRow);
}

/** Tables of before did not say for whom a guideline advises. */
type OldRow = EvidenceRow & { readonly advice?: Readonly<Record<string, 'for' | 'against'>> };

function toRow({ advice, ...row }: OldRow): EvidenceRow {
  if (advice === undefined) return row;
  return { ...row, advised: Object.entries(advice).map(([therapy, side]) => ({ therapy, side, told: row.excerpt })) };
}

export async function readMaturity(study: Shelf): Promise<readonly Maturity[]> {
  return (await readState(study)).maturity;
}

/** As the order sees it whose turn it is: its own last report, and what it has still to tell, what was not handed over with it. */
export async function readState(shelf: Shelf): Promise<StudyState> {
  return withUnhanded(await readKept(shelf));
}

async function readKept({ workspace, actor, order = OWN }: Shelf): Promise<StudyState> {
  if (!(await workspace.exists(STATE))) return stateSchema.parse({});
  const state = stateSchema.parse(JSON.parse((await workspace.read(STATE, { actor })).content));
  if (order === OWN) return state;
  const { own, rest } = apart(state);
  const { [order]: mine, ...others } = state.orders;
  return { ...rest, ...(mine ?? { changes: [], advances: [] }), orders: { ...others, [OWN]: own } };
}

function withUnhanded({ handing, ...state }: StudyState): StudyState {
  if (handing === undefined) return state;
  const { last, changes, advances, untold, told, path } = handing;
  const { last: _written, told: _told, ...rest } = state;
  return {
    ...rest,
    ...(last && { last }),
    ...(told !== undefined && { told }),
    changes: joinChanges(changes, state.changes),
    advances: [...advances, ...state.advances],
    untold: joinChanges(untold, state.untold),
    ...(path && { draft: path }),
  };
}

/** What a report takes as told, should it not come to who is to hear it. */
export function handingOf(before: StudyState, path: string | undefined): StudyState['handing'] {
  const { last, changes, advances, untold, told } = before;
  const kept = { ...(last && { last }), ...(told !== undefined && { told }), ...(path && { path }) };
  return { ...kept, changes, advances, untold };
}

/** Whoever is to hear of the report has it. */
export async function noteHanded(shelf: Shelf): Promise<void> {
  const { handing, draft, ...state } = await readKept(shelf);
  if (handing !== undefined || draft !== undefined) await writeState(shelf, state);
}

/** Each order's part goes back to where it was: the agent's own stands at the top of the file. */
export async function writeState({ workspace, actor, order = OWN }: Shelf, state: StudyState): Promise<void> {
  await workspace.write(STATE, `${JSON.stringify(order === OWN ? state : inPlace(state, order), null, 1)}\n`, actor);
}

function inPlace(state: StudyState, order: string): StudyState {
  const { own: mine, rest } = apart(state);
  const { [OWN]: own = { changes: [], advances: [] }, ...others } = state.orders;
  return { ...rest, ...own, orders: { ...others, [order]: mine } };
}

/** What is one order's, and what they share. */
function apart({ last, changes, advances, handing, draft, unseen, ...rest }: StudyState) {
  const kept = { ...(handing && { handing }), ...(draft && { draft }), ...(unseen && { unseen }) };
  return { own: { ...(last && { last }), changes, advances, ...kept }, rest };
}

/** Each row once, as it is now; a retraction says more than that it was new. */
export function joinChanges(known: readonly TableChange[], more: readonly TableChange[]): TableChange[] {
  const byRow = new Map(known.map((change) => [change.row.id, change]));
  for (const change of more) {
    const earlier = byRow.get(change.row.id);
    const isJoined = earlier !== undefined && change.kind !== 'retracted';
    byRow.set(
      change.row.id,
      isJoined ? { ...earlier, row: change.row, what: [...new Set([...earlier.what, ...change.what])] } : change,
    );
  }
  return [...byRow.values()];
}

function tableToMarkdown(rows: readonly EvidenceRow[]): string {
  const cell = (text: unknown) =>
    String(text ?? '')
      .replaceAll('|', '\\|')
      .replace(/\s+/g, ' ')
      .slice(0, 160);
  const lines = rows.map((row) => {
    const cells = [
      row.grade,
      row.title,
      row.design,
      row.n,
      row.date,
      row.therapies.join(', '),
      row.because.join(', '),
      row.url,
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const head =
    '| certainty | title | design | n | date | therapies | because | where |\n| --- | --- | --- | --- | --- | --- | --- | --- |';
  return `# Evidence\n\n${[head, ...lines].join('\n')}\n`;
}
