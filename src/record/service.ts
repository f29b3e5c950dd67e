/**
 * The record as agents get it: through their context, for the patient that the session is about and no other. The app
 * lends it to every team (`services.record`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { type AgentContext, currentAgent } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { AuditEntry } from '../storage/index.ts';
import { assessByRange } from './assess.ts';
import type { AuditEvent, Reader } from './reads/index.ts';
import { instantOf } from './reads/reader.ts';
import { patientOf } from './state.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly record?: RecordService;
  }
}

export interface RecordService {
  readonly db: DatabaseSync;
  readonly audit: (entry: AuditEntry) => void;
}

/** The record of the session's patient, read in the name of the acting agent. Throws where the session has none. */
export function patientRecord(context: AgentContext = currentAgent()): Reader {
  const { service, patientId } = demandRecord(context);
  const { principal, invocation } = context;
  const audit = (event: AuditEvent) => service.audit({ ...event, principal, why: `turn ${invocation}` });
  const now = instantOf(context.clock.now());
  return { db: service.db, audit, patientId, actor: context.agent.name, now, assess: assessByRange };
}

export function demandRecord({ services, state }: AgentContext): { service: RecordService; patientId: string } {
  const { record: service } = services;
  const patientId = patientOf(state);
  if (service !== undefined && patientId !== undefined) return { service, patientId };
  throw new ConsiliumError('NO_PATIENT', 'This session is not about a patient.', {
    hint: 'Choose one with --patient (consilium patients lists them).',
  });
}
