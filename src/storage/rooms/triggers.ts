/** Triggers in the embedded database. */
import type { DatabaseSync } from 'node:sqlite';
import type { ClaimWish, Due, FiringOutcome, TriggerStore } from '../../triggers/store.ts';
import type { Firing, FiringFilter, Trigger, TriggerFilter } from '../../triggers/trigger.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';
import { rewordStored } from './rewording.ts';
import { fromTrigger, type Row, toFiring, toTrigger } from './triggers-rows.ts';

export const TABLES: Tables = {
  room: 'triggers',
  steps: [
    `CREATE TABLE IF NOT EXISTS triggers (
       id TEXT PRIMARY KEY, room TEXT NOT NULL, owner TEXT NOT NULL, agent_id TEXT NOT NULL, schedule TEXT NOT NULL,
       plan TEXT NOT NULL, instruction TEXT NOT NULL, payload TEXT NOT NULL, missed TEXT NOT NULL,
       status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'cancelled')),
       fire_at INTEGER NOT NULL, armed INTEGER NOT NULL, occasions INTEGER NOT NULL, created INTEGER NOT NULL, ended TEXT
     ) STRICT;
     CREATE INDEX IF NOT EXISTS triggers_due ON triggers (fire_at) WHERE status = 'pending' AND armed = 1;
     CREATE INDEX IF NOT EXISTS triggers_agent ON triggers (agent_id, created);
     CREATE INDEX IF NOT EXISTS triggers_owner ON triggers (owner, room, fire_at);
     CREATE TABLE IF NOT EXISTS firings (
       id TEXT PRIMARY KEY, trigger_id TEXT NOT NULL REFERENCES triggers (id) ON DELETE CASCADE,
       room TEXT NOT NULL, agent_id TEXT NOT NULL, due INTEGER NOT NULL, manual INTEGER NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
       tries INTEGER NOT NULL, next_try INTEGER NOT NULL, missed INTEGER NOT NULL,
       holder TEXT, lease INTEGER, started INTEGER, finished INTEGER, error TEXT, report TEXT,
       UNIQUE (trigger_id, due, manual)
     ) STRICT;
     CREATE INDEX IF NOT EXISTS firings_waiting ON firings (next_try, due) WHERE state = 'waiting';
     CREATE UNIQUE INDEX IF NOT EXISTS firings_running ON firings (room, agent_id) WHERE state = 'running';
     CREATE INDEX IF NOT EXISTS firings_dead ON firings (due) WHERE state = 'dead';
     CREATE INDEX IF NOT EXISTS firings_agent ON firings (agent_id, due);`,
  ],
};

const IS_FREE = `NOT EXISTS (SELECT 1 FROM firings r WHERE r.state = 'running' AND r.room = f.room AND r.agent_id = f.agent_id)`;

export function openTriggerStore(db: DatabaseSync, tell: Tell = untold): TriggerStore {
  const guard = <T>(work: () => T) => guardDisk(db.location() ?? 'memory', work);
  migrate(db, TABLES);
  const prepared = guard(() => ({
    insert: db.prepare(
      `INSERT INTO triggers (id, room, owner, agent_id, schedule, plan, instruction, payload, missed, status, fire_at,
         armed, occasions, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    ),
    trigger: db.prepare('SELECT * FROM triggers WHERE id = ?'),
    pending: db.prepare(`SELECT count(*) AS n FROM triggers WHERE agent_id = ? AND room = ? AND status = 'pending'`),
    made: db.prepare('SELECT count(*) AS n FROM triggers WHERE agent_id = ? AND room = ? AND created > ?'),
    change: db.prepare(
      'UPDATE triggers SET schedule = ?, plan = ?, instruction = ?, fire_at = ?, armed = 1 WHERE id = ?',
    ),
    end: db.prepare(`UPDATE triggers SET status = ?, ended = ?, armed = 0 WHERE id = ? AND status = 'pending'`),
    cancelWaiting: db.prepare(`UPDATE firings SET state = 'cancelled' WHERE trigger_id = ? AND state = 'waiting'`),
    drop: db.prepare('DELETE FROM triggers WHERE id = ?'),
    reword: db.prepare('UPDATE triggers SET instruction = ?, ended = ? WHERE id = ?'),
    reports: db.prepare('SELECT id, report FROM firings WHERE trigger_id = ? AND report IS NOT NULL'),
    rewordReport: db.prepare('UPDATE firings SET report = ? WHERE id = ?'),
    dropFirings: db.prepare('DELETE FROM firings WHERE trigger_id = ?'),
    due: db.prepare(
      `SELECT * FROM triggers WHERE status = 'pending' AND armed = 1 AND fire_at <= ? ORDER BY fire_at LIMIT ?`,
    ),
    advance: db.prepare('UPDATE triggers SET fire_at = ?, armed = ?, occasions = ? WHERE id = ?'),
    finishTrigger: db.prepare(
      `UPDATE triggers SET status = 'completed' WHERE id = ? AND status = 'pending' AND armed = 0
         AND NOT EXISTS (SELECT 1 FROM firings WHERE trigger_id = triggers.id AND state IN ('waiting', 'running'))`,
    ),
    addFiring: db.prepare(
      `INSERT OR IGNORE INTO firings (id, trigger_id, room, agent_id, due, manual, state, tries, next_try, missed)
       VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?)`,
    ),
    byHand: db.prepare(
      `SELECT * FROM firings WHERE trigger_id = ? AND manual = 1 AND tries = 0 AND state IN ('waiting', 'running') LIMIT 1`,
    ),
    sameDue: db.prepare('SELECT * FROM firings WHERE trigger_id = ? AND due = ? AND manual = ?'),
    waiting: db.prepare(
      `SELECT * FROM firings f WHERE state = 'waiting' AND next_try <= ? AND room IN (SELECT value FROM json_each(?))
         AND ${IS_FREE} ORDER BY next_try, due LIMIT ?`,
    ),
    firstWaiting: db.prepare(
      `SELECT *, min(due) FROM firings f WHERE state = 'waiting' AND next_try <= ?
         AND room IN (SELECT value FROM json_each(?)) AND ${IS_FREE} GROUP BY room, agent_id ORDER BY next_try, due LIMIT ?`,
    ),
    take: db.prepare(`UPDATE firings SET state = 'running', holder = ?, lease = ?, started = ? WHERE id = ?`),
    renew: db.prepare(`UPDATE firings SET lease = ? WHERE state = 'running' AND holder = ?`),
    running: db.prepare(`SELECT id, holder, lease FROM firings WHERE state = 'running'`),
    putBack: db.prepare(
      `UPDATE firings SET state = 'waiting', holder = NULL, lease = NULL WHERE id = ? AND holder IS ?`,
    ),
    settle: db.prepare(
      `UPDATE firings SET state = ?, tries = tries + ?, next_try = ?, finished = ?, error = ?, report = ?, holder = NULL,
         lease = NULL WHERE id = ? AND state = 'running' AND holder = ? RETURNING trigger_id`,
    ),
    firing: db.prepare('SELECT * FROM firings WHERE id = ?'),
    revive: db.prepare(`UPDATE firings SET state = 'waiting', next_try = ? WHERE id = ? AND state = 'dead'`),
    nextDue: db.prepare(`SELECT min(fire_at) AS at FROM triggers WHERE status = 'pending' AND armed = 1`),
    nextTry: db.prepare(
      `SELECT next_try AS at FROM firings f WHERE state = 'waiting' AND room IN (SELECT value FROM json_each(?))
         AND ${IS_FREE} ORDER BY next_try, due LIMIT 1`,
    ),
  }));

  /** Somebody's, with the row that tells of it. */
  const deed = <T>(work: () => T): T => guard(() => inTransaction(db, work));
  const ownerOf = (id: string) => String(prepared.trigger.get(id)?.['owner']);

  const addFiring = (trigger: Trigger, { id, due, missed }: Due['firings'][number], manual: boolean, at: number) =>
    prepared.addFiring.run(id, trigger.id, trigger.room, trigger.agent, due, manual ? 1 : 0, at, missed);

  const enqueueDue = (now: number, batch: number, plan: (trigger: Trigger) => Due): number =>
    inTransaction(db, () => {
      const due = (prepared.due.all(now, batch) as Row[]).map(toTrigger);
      for (const trigger of due) {
        const { firings, next, occasions } = plan(trigger);
        for (const firing of firings) addFiring(trigger, firing, false, firing.due);
        prepared.advance.run(next ?? trigger.fireAt, next === undefined ? 0 : 1, occasions, trigger.id);
        if (next === undefined) prepared.finishTrigger.run(trigger.id);
      }
      return due.length;
    });

  const claim = ({ now, holder, until, limit, rooms }: ClaimWish): Firing[] => {
    const names = JSON.stringify(rooms);
    const most = Math.max(64, limit * 4);
    const free = prepared.waiting.all(now, names, most) as Row[];
    if (free.length === 0) return [];
    return inTransaction(db, () => {
      let rows = onePerAgent(free);
      // One agent's backlog must not keep the others waiting.
      if (rows.length < limit && free.length === most) rows = prepared.firstWaiting.all(now, names, limit) as Row[];
      return rows.slice(0, limit).map((row) => {
        prepared.take.run(holder, until, now, row['id']!);
        return { ...toFiring(row), state: 'running' as const, started: now };
      });
    });
  };

  const settle = (id: string, holder: string, outcome: FiringOutcome): boolean => {
    const state = outcome.kind === 'retry' ? 'waiting' : outcome.kind;
    const error = outcome.kind === 'done' ? null : JSON.stringify(outcome.error);
    const report = outcome.kind === 'done' ? JSON.stringify(outcome.report) : null;
    const nextTry = outcome.kind === 'retry' ? outcome.nextTry : outcome.at;
    const failed = outcome.kind === 'done' ? 0 : 1;
    return inTransaction(db, () => {
      const [row] = prepared.settle.all(state, failed, nextTry, outcome.at, error, report, id, holder) as Row[];
      if (row !== undefined && outcome.kind !== 'retry') prepared.finishTrigger.run(row['trigger_id']!);
      return row !== undefined;
    });
  };

  const release = (now: number, isGone: (holder: string) => boolean): number =>
    inTransaction(db, () => {
      const lost = (prepared.running.all() as Row[]).filter(
        ({ holder, lease }) => Number(lease) <= now || isGone(String(holder)),
      );
      for (const { id, holder } of lost) prepared.putBack.run(id!, holder!);
      return lost.length;
    });

  return {
    insert: (trigger) =>
      deed(() => {
        prepared.insert.run(...fromTrigger(trigger));
        tell('write:trigger', trigger.owner, trigger.id);
      }),
    trigger: (id) => guard(() => toOptional(prepared.trigger.get(id), toTrigger)),
    triggers: (filter) => guard(() => selectTriggers(db, filter)),
    count: (room, agent, since) =>
      guard(() => ({
        pending: Number(prepared.pending.get(agent, room)?.['n']),
        made: Number(prepared.made.get(agent, room, since)?.['n']),
      })),
    change: (id, change) =>
      deed(() => {
        const before = toTrigger(prepared.trigger.get(id) as Row);
        const { schedule, plan, instruction, fireAt } = { ...before, ...change };
        prepared.change.run(schedule, JSON.stringify(plan), instruction, fireAt, id);
        tell('write:trigger', before.owner, id);
      }),
    end: (id, status, because) =>
      deed(() => {
        const changed = prepared.end.run(status, because, id).changes > 0;
        if (!changed) return false;
        prepared.cancelWaiting.run(id);
        tell(status === 'cancelled' ? 'cancel:trigger' : 'complete:trigger', ownerOf(id), id);
        return true;
      }),
    forget: (id) =>
      deed(() => {
        const row = prepared.trigger.get(id);
        if (row === undefined) return false;
        prepared.dropFirings.run(id);
        prepared.drop.run(id);
        tell('forget:trigger', String(row['owner']), id);
        return true;
      }),
    reword: (room, reword) =>
      deed(() => {
        let changed = 0;
        for (const row of db.prepare('SELECT id, owner, instruction, ended FROM triggers WHERE room = ?').all(room)) {
          const mine = (text: string) => reword(String(row['owner']), text);
          const [instruction, ended] = [mine(String(row['instruction'])), row['ended'] && mine(String(row['ended']))];
          const isOther = instruction !== row['instruction'] || ended !== row['ended'];
          if (isOther) prepared.reword.run(instruction, ended!, row['id']!);
          let told = 0;
          for (const { id, report } of prepared.reports.all(row['id']!)) {
            const next = rewordStored(String(report), mine);
            if (next !== report) told += Number(prepared.rewordReport.run(next, id!).changes);
          }
          if (!isOther && told === 0) continue;
          tell('write:trigger', String(row['owner']), String(row['id']));
          changed++;
        }
        return changed;
      }),
    enqueueDue: (now, batch, plan) => guard(() => enqueueDue(now, batch, plan)),
    addFiring: (firing) =>
      deed(() => {
        const { id, trigger, room, agent, nextTry } = firing;
        const isManual = firing.manual ? 1 : 0;
        const open = firing.manual ? toOptional(prepared.byHand.get(trigger), toFiring) : undefined;
        if (open !== undefined) return open;
        // By hand once more in the same moment is another occasion: what came of the one before is no answer to it.
        let { due } = firing;
        while (firing.manual && prepared.sameDue.get(trigger, due, isManual) !== undefined) due++;
        const { changes } = prepared.addFiring.run(id, trigger, room, agent, due, isManual, nextTry, firing.missed);
        if (changes === 0) return toOptional(prepared.sameDue.get(trigger, due, isManual), toFiring) ?? firing;
        tell('run:trigger', ownerOf(trigger), trigger);
        return { ...firing, due };
      }),
    claim: (wish) => guard(() => claim(wish)),
    renew: (holder, until) => guard(() => void prepared.renew.run(until, holder)),
    release: (now, isGone) => guard(() => release(now, isGone)),
    settle: (id, holder, outcome) => guard(() => settle(id, holder, outcome)),
    firing: (id) => guard(() => toOptional(prepared.firing.get(id), toFiring)),
    firings: (filter) => guard(() => selectFirings(db, filter)),
    revive: (id, now) =>
      deed(() => {
        const isDead = prepared.revive.run(now, id).changes > 0;
        if (isDead) tell('replay:firing', ownerOf(String(prepared.firing.get(id)?.['trigger_id'])), id);
        return isDead;
      }),
    nextAt: (rooms) =>
      guard(() => {
        const [due, tried] = [prepared.nextDue.get()?.['at'], prepared.nextTry.get(JSON.stringify(rooms))?.['at']];
        const times = [due, tried].filter((at) => at !== null && at !== undefined).map(Number);
        return times.length === 0 ? undefined : Math.min(...times);
      }),
  };
}

function onePerAgent(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const who = `${row['room']} ${row['agent_id']}`;
    return seen.has(who) ? false : seen.add(who);
  });
}

/** What ended is history: however much of it there is, it hides nothing that is to come. */
const COMING_FIRST = `status <> 'pending', CASE status WHEN 'pending' THEN 0 ELSE -fire_at END, `;

function selectTriggers(db: DatabaseSync, filter: TriggerFilter): Trigger[] {
  const { sql, values } = whereOf([
    ['room', filter.room],
    ['owner', filter.owner],
    ['agent_id', filter.agent],
    ['status', filter.status],
  ]);
  const rows = db
    .prepare(
      `SELECT * FROM triggers ${sql} ORDER BY ${filter.status === undefined ? COMING_FIRST : ''}fire_at, id LIMIT ?`,
    )
    .all(...values, filter.limit ?? 1000);
  return (rows as Row[]).map(toTrigger);
}

function selectFirings(db: DatabaseSync, filter: FiringFilter): Firing[] {
  const { sql, values } = whereOf([
    ['trigger_id', filter.trigger],
    ['room', filter.room],
    ['agent_id', filter.agent],
    ['state', filter.state],
    ['(SELECT owner FROM triggers t WHERE t.id = trigger_id)', filter.owner],
  ]);
  const rows = db
    .prepare(`SELECT * FROM firings ${sql} ORDER BY due DESC, id LIMIT ?`)
    .all(...values, filter.limit ?? 1000);
  return (rows as Row[]).map(toFiring);
}

function whereOf(wishes: readonly [column: string, value: string | undefined][]): { sql: string; values: string[] } {
  const said = wishes.filter((wish): wish is [string, string] => wish[1] !== undefined);
  const sql = said.length === 0 ? '' : `WHERE ${said.map(([column]) => `${column} = ?`).join(' AND ')}`;
  return { sql, values: said.map(([, value]) => value) };
}

function toOptional<T>(row: unknown, read: (row: Row) => T): T | undefined {
  return row === undefined ? undefined : read(row as Row);
}
