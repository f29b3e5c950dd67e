/** Triggers and firings as rows, and back. */
import type { SQLInputValue } from 'node:sqlite';
import type { ErrorShape, Json } from '../../kernel/index.ts';
import type { Firing, Trigger } from '../../triggers/trigger.ts';

export type Row = Record<string, SQLInputValue>;

export function fromTrigger(t: Trigger): SQLInputValue[] {
  return [
    ...[t.id, t.room, t.owner, t.agent, t.schedule, JSON.stringify(t.plan), t.instruction, JSON.stringify(t.payload)],
    ...[t.missed, t.status, t.fireAt, t.occasions, t.created],
  ];
}

export function toTrigger(row: Row): Trigger {
  return {
    id: String(row['id']),
    room: String(row['room']),
    owner: String(row['owner']),
    agent: String(row['agent_id']),
    schedule: String(row['schedule']),
    plan: JSON.parse(String(row['plan'])) as Trigger['plan'],
    instruction: String(row['instruction']),
    payload: JSON.parse(String(row['payload'])) as Json,
    missed: String(row['missed']) as Trigger['missed'],
    status: String(row['status']) as Trigger['status'],
    fireAt: Number(row['fire_at']),
    occasions: Number(row['occasions']),
    created: Number(row['created']),
    ...(row['ended'] !== null && { ended: String(row['ended']) }),
  };
}

export function toFiring(row: Row): Firing {
  const moment = (name: string) => (row[name] === null ? undefined : Number(row[name]));
  const json = <T>(name: string) => (row[name] === null ? undefined : (JSON.parse(String(row[name])) as T));
  return {
    id: String(row['id']),
    trigger: String(row['trigger_id']),
    room: String(row['room']),
    agent: String(row['agent_id']),
    due: Number(row['due']),
    manual: row['manual'] === 1,
    state: String(row['state']) as Firing['state'],
    tries: Number(row['tries']),
    nextTry: Number(row['next_try']),
    missed: Number(row['missed']),
    started: moment('started'),
    finished: moment('finished'),
    error: json<ErrorShape>('error'),
    report: json<Json>('report'),
  };
}
