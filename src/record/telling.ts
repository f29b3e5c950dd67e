/**
 * How an agent writes into the record of the session's patient: what is told or taken back, the audit row and the event
 * on the turn's log are one transaction, done once whatever the process does meanwhile.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { AgentContext } from '../kernel/context.ts';
import type { Json } from '../kernel/event.ts';
import type { Transaction } from '../kernel/store.ts';
import { handleOf, inTransaction } from '../storage/handle.ts';
import { type Looked, lookAlike } from './facts/looking.ts';
import { type StoredFact, storeFacts, undoFact, undoMessages } from './facts/store.ts';
import { demandRecord, servedBy } from './service.ts';

export interface RecordWriter {
  /** Stores in the name of `agent`, who read it; the same fact of the same message is stored once. */
  tell(facts: readonly unknown[], agent: string, looked?: Looked): StoredFact[];
  /** Takes a told fact back. */
  undo(uuid: string): void;
}

/** Facts told, with what a vast record says of them looked for beforehand, in pieces. */
export async function tellRecord(
  context: AgentContext,
  of: { name: string; now: string },
  facts: readonly unknown[],
  agent: string,
): Promise<StoredFact[]> {
  const { service, patientId } = demandRecord(context);
  const looked = await lookAlike(handleOf(service.data), patientId, facts, of.now);
  try {
    return await writeRecord(context, of, ({ tell }) => tell(facts, agent, looked));
  } finally {
    looked?.close();
  }
}

/** `name` says what is written, for the log. `now` is the instant of the message. */
export function writeRecord<T>(
  context: AgentContext,
  { name, now }: { name: string; now: string },
  work: (writer: RecordWriter) => T,
): Promise<T> {
  const { service, patientId } = demandRecord(context);
  const db = handleOf(service.data);
  const { principal, invocation } = context;
  const provenance = { session: context.session.id, message: invocation };
  const tellOf = (action: string, actor: string, object: string) =>
    service.audit({ patientId, action, actor, principal: servedBy(principal), why: `turn ${invocation}`, object });
  const writer: RecordWriter = {
    tell: (facts, agent, looked) => {
      const results = storeFacts(db, patientId, facts, { ...provenance, agent }, { now, looked });
      const stored = results.filter(({ status }) => status === 'stored').length;
      if (stored > 0) tellOf('write:facts', agent, `${stored} facts`);
      return results;
    },
    undo: (uuid) => {
      undoFact(db, patientId, uuid);
      tellOf('undo:fact', context.agent.name, uuid);
    },
  };
  // The log holds JSON, and so do what is stored and what is told of it.
  return context.commit(name, () => inTransaction(db, () => work(writer)) as Json) as Promise<T>;
}

/** In the transaction of a message that stands in for others: takes back what those had told, and says how many facts. */
export function takeBackTold({ handle }: Transaction, patientId: string, messages: readonly string[]): number {
  return undoMessages(handle as DatabaseSync, patientId, messages);
}
