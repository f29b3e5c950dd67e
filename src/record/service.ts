/**
 * The record as agents get it: through their context, for the patient that the session is about and no other. The app
 * lends it to every team (`services.record`).
 */
import { describeSchema, type GraphQuery, type GraphResult, queryGraph } from '../graph/index.ts';
import { type AgentContext, currentAgent } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import { type DataFile, handleOf } from '../storage/handle.ts';
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
  readonly data: DataFile;
  readonly audit: (entry: AuditEntry) => void;
  /** Where Cypher runs; without it, at once on this database. */
  readonly query?: ((request: GraphQuery) => Promise<GraphResult>) | undefined;
}

/** The record of the session's patient, read in the name of the acting agent. Throws where the session has none. */
export function patientRecord(context: AgentContext = currentAgent()): Reader {
  const { service, patientId } = demandRecord(context);
  const { principal, invocation } = context;
  const who = { principal: servedBy(principal), why: `turn ${invocation}`, object: context.session.id };
  const audit = (event: AuditEvent) => service.audit({ ...event, ...who });
  const now = instantOf(context.clock.now());
  return { data: service.data, audit, patientId, actor: context.agent.name, now, assess: assessByRange };
}

/** For the trail: an agent acts for whoever talks with it. */
export function servedBy(principal: Principal): Principal {
  return { ...principal, onBehalfOf: principal.onBehalfOf ?? principal.user };
}

export function demandRecord({ services, state }: AgentContext): { service: RecordService; patientId: string } {
  const { record: service } = services;
  const patientId = patientOf(state);
  if (service !== undefined && patientId !== undefined) return { service, patientId };
  throw new ConsiliumError('NO_PATIENT', 'This session is not about a patient.', {
    hint: 'Choose one with --patient (consilium patients lists them).',
  });
}

/** Asks the patient's graph in Cypher; the question stands on the trail. */
export async function queryRecord(
  asked: Omit<GraphQuery, 'patientId'>,
  context: AgentContext = currentAgent(),
): Promise<GraphResult> {
  const { service, patientId } = demandRecord(context);
  const reader = patientRecord(context);
  if (service.query === undefined) return queryNow(reader, asked);
  reader.audit({ patientId, action: 'query:graph', actor: reader.actor });
  return service.query({ now: context.clock.now(), ...asked, patientId });
}

/** The same on the embedded graph and at once, where nothing may be waited for. */
export function queryNow(reader: Reader, asked: Omit<GraphQuery, 'patientId'>): GraphResult {
  const { data, patientId, actor } = reader;
  reader.audit({ patientId, action: 'query:graph', actor });
  return queryGraph(handleOf(data), { ...asked, patientId });
}

/** Labels, properties and relationships of the patient's graph, for who writes Cypher. */
export function describeRecord(context: AgentContext = currentAgent()) {
  const { data, patientId, audit, actor } = patientRecord(context);
  audit({ patientId, action: 'read:schema', actor });
  return describeSchema(handleOf(data), patientId);
}
