/** What became of it all, read from the data folder itself. */

import type { DatabaseSync } from 'node:sqlite';
import { handleOf } from '../../src/storage/handle.ts';
import type { Home } from '../../src/storage/index.ts';
import { openHome, openTokenFile } from '../../src/storage/index.ts';
import { type Deed, importedId, nameOf, type Town, weightOf } from './work.ts';

export interface Findings {
  lost: number;
  doubled: number;
  orphans: number;
  unaudited: number;
  /** Each in a sentence. */
  readonly told: string[];
}

export async function check(dir: string, town: Town): Promise<Findings> {
  const home = openHome(dir);
  const found: Findings = { lost: 0, doubled: 0, orphans: 0, unaudited: 0, told: [] };
  const note = (what: 'lost' | 'doubled' | 'orphans' | 'unaudited', why: string) => {
    found[what]++;
    if (found.told.length < 50) found.told.push(`${what}: ${why}`);
  };
  const count = (deed: Deed, times: number, least: number, most = 1) => {
    if (times < least) note('lost', nameOf(deed));
    if (times > most) note('doubled', `${nameOf(deed)}, ${times} times`);
  };
  try {
    const trail = readTrail(home);
    const messages = await readMessages(home, note);
    const weights = readWeights(handleOf(home.data), town.patient);
    const tokens = openTokenFile(dir);
    const gone = new Map(town.deeds.flatMap((deed) => (deed.of ? [[deed.of, deed] as const] : [])));
    for (const deed of town.deeds) {
      const done = deed.acknowledged;
      const least = done === undefined ? 0 : 1;
      const after = gone.get(deed);
      const isOver = after?.acknowledged !== undefined;
      if (deed.kind === 'told') {
        const entries = weights.get(weightOf(deed)) ?? [];
        count(deed, entries.length, after === undefined ? least : 0, isOver ? 0 : 1);
        if (after?.kind !== 'delete') count(deed, messages.get(nameOf(deed)) ?? 0, least);
        else if (isOver) count(deed, messages.get(nameOf(deed)) ?? 0, 0, 0);
        for (const turn of entries)
          if (!trail.has(`write:facts turn ${turn}`)) note('unaudited', `${nameOf(deed)}: the entry has no row`);
      }
      if (deed.kind === 'wait') count(deed, messages.get(nameOf(deed)) ?? 0, least);
      if (
        deed.kind === 'wait' &&
        done?.id !== undefined &&
        after === undefined &&
        !isOpen(handleOf(home.data), done.id)
      )
        note('lost', `${nameOf(deed)}: its question`);
      if (deed.kind === 'answer' && done !== undefined && deed.of?.acknowledged?.id !== undefined) {
        if (isOpen(handleOf(home.data), deed.of.acknowledged.id)) note('lost', `${nameOf(deed)}: the question is open`);
        count(deed, (weights.get(weightOf(deed.of)) ?? []).length, 1);
      }
      if (deed.kind === 'import') checkImport(handleOf(home.data), deed, least, count, trail, note);
      if (deed.kind === 'undo' && done !== undefined && deed.of?.acknowledged?.id !== undefined)
        if (!trail.has('undo:fact')) note('unaudited', nameOf(deed));
      if (deed.kind === 'delete' && done !== undefined)
        if (!trail.has(`delete:session ${deed.of?.acknowledged?.session}`)) note('unaudited', nameOf(deed));
      if (deed.kind === 'trigger') count(deed, triggersOf(handleOf(home.data), nameOf(deed)), least);
      if (deed.kind === 'token' && done?.id !== undefined && after === undefined && !tokens.isValid(done.id))
        note('lost', nameOf(deed));
      if (deed.kind === 'revoke' && done !== undefined) {
        const id = deed.of!.acknowledged!.id!;
        if (tokens.isValid(id)) note('lost', `${nameOf(deed)}: the token is good`);
        if (!trail.has(`token:revoke ${id}`)) note('unaudited', nameOf(deed));
      }
      if (deed.kind === 'run' && done?.id !== undefined && (await home.store.session(done.id)) === undefined)
        note('lost', nameOf(deed));
    }
    for (const { id, name } of tokens.list())
      if (name.startsWith('chaos ') && !trail.has(`token:issue ${id}`)) note('unaudited', `the token ${name}`);
    checkGraph(home, note);
    const verdict = home.audit.verify();
    if (!verdict.ok) note('unaudited', `the trail does not hold: ${verdict.why}`);
    return found;
  } finally {
    home.close();
  }
}

/** How many turns are not ended, in a folder that nobody has open. */
export async function openTurns(dir: string): Promise<number> {
  const home = openHome(dir);
  try {
    return (await home.store.unfinished('local')).length;
  } finally {
    home.close();
  }
}

type Note = (what: 'lost' | 'doubled' | 'orphans' | 'unaudited', why: string) => void;

/** What rows say: the action, with its reason and with its patient. */
function readTrail({ audit }: Home): Set<string> {
  const trail = new Set<string>();
  for (const { action, why, object, patientId: patient } of audit.all())
    for (const words of [action, `${action} ${why}`, `${action} ${object}`, `${action} ${patient}`])
      trail.add(String(words));
  return trail;
}

/** How often each deed's message is on a log; turns that never ended are orphans. */
async function readMessages({ store }: Home, note: Note): Promise<Map<string, number>> {
  const messages = new Map<string, number>();
  for (const { id } of await store.sessions({ limit: 1_000_000 })) {
    const events = await store.events(id);
    const open = new Set<string>();
    for (const event of events) {
      const text = event.type === 'invocation_started' ? String((event as { message?: string }).message ?? '') : '';
      const name = /\((chaos \w+ \d+)\)/.exec(text)?.[1];
      if (name !== undefined) messages.set(name, (messages.get(name) ?? 0) + 1);
      if (event.type === 'invocation_started' || event.type === 'answered') open.add(event.invocation);
      if (event.type === 'invocation_finished' || event.type === 'invocation_waiting') open.delete(event.invocation);
    }
    for (const turn of open) note('orphans', `the turn ${turn} never ended`);
  }
  return messages;
}

/** By weight, the turns that told it. */
function readWeights(db: DatabaseSync, patient: string): Map<number, string[]> {
  const rows = db
    .prepare(
      `SELECT n.props ->> '$.value' AS value, n.props ->> '$.source_message' AS turn
         FROM graph_node n JOIN graph_tenant t ON t.id = n.tenant
        WHERE t.uuid = ? AND n.label = 'Observation' AND n.origin = 'conversation' AND n.props ->> '$.unit' = 'kg'`,
    )
    .all(patient) as { value: number; turn: string }[];
  const weights = new Map<number, string[]>();
  for (const { value, turn } of rows) weights.set(Number(value), [...(weights.get(Number(value)) ?? []), turn]);
  return weights;
}

function isOpen(db: DatabaseSync, question: string): boolean {
  return db.prepare("SELECT 1 FROM pending WHERE id = ? AND status = 'open'").get(question) !== undefined;
}

function triggersOf(db: DatabaseSync, instruction: string): number {
  return Number(db.prepare('SELECT count(*) AS n FROM triggers WHERE instruction = ?').get(instruction)!['n']);
}

function checkImport(
  db: DatabaseSync,
  deed: Deed,
  least: number,
  count: (deed: Deed, times: number, least: number, most?: number) => void,
  trail: ReadonlySet<string>,
  note: Note,
): void {
  const id = importedId(deed);
  const people = Number(db.prepare('SELECT count(*) AS n FROM graph_tenant WHERE uuid = ?').get(id)!['n']);
  count(deed, people, least);
  if (people === 0) return;
  const entries = db
    .prepare(
      `SELECT count(*) AS n FROM graph_node n JOIN graph_tenant t ON t.id = n.tenant
        WHERE t.uuid = ? AND n.label = 'Observation'`,
    )
    .get(id)!['n'] as number;
  count(deed, entries, 3, 3);
  if (![...trail].some((words) => words.startsWith('import') && words.endsWith(` ${id}`)))
    note('unaudited', `${nameOf(deed)}: the import has no row`);
}

/** Edges that lead nowhere, entries that no turn told. */
function checkGraph({ data }: Home, note: Note): void {
  const db = handleOf(data);
  const loose = db.prepare(
    `SELECT count(*) AS n FROM graph_edge e
      WHERE NOT EXISTS (SELECT 1 FROM graph_node WHERE id = e.src) OR NOT EXISTS (SELECT 1 FROM graph_node WHERE id = e.dst)`,
  );
  for (let left = Number(loose.get()!['n']); left > 0; left--) note('orphans', 'an edge that leads nowhere');
  const alone = db.prepare(
    `SELECT count(*) AS n FROM graph_node n WHERE n.origin = 'conversation' AND n.tenant <> 0
        AND NOT EXISTS (SELECT 1 FROM graph_edge e WHERE e.src = n.id OR e.dst = n.id)`,
  );
  for (let left = Number(alone.get()!['n']); left > 0; left--) note('orphans', 'an entry that belongs to nobody');
}
