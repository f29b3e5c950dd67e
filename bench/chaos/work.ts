/**
 * What people and programs ask of a server at the same time, each thing known by a number of its own. What is answered
 * is acknowledged and may never be lost; what was asked when the server died is asked again under the same key, and may
 * not be done twice.
 */
import { randomInt } from 'node:crypto';

export type Kind =
  | 'told'
  | 'import'
  | 'undo'
  | 'token'
  | 'revoke'
  | 'agent'
  | 'trigger'
  | 'wait'
  | 'answer'
  | 'run'
  | 'delete';

export interface Deed {
  readonly kind: Kind;
  readonly number: number;
  /** What it is about: a deed before it. */
  readonly of?: Deed;
  acknowledged?: Acknowledged;
}

export interface Acknowledged {
  readonly id?: string;
  readonly session?: string;
  readonly invocation?: string;
  readonly token?: string;
}

export interface Town {
  readonly deeds: Deed[];
  readonly patient: string;
  /** An admin's. */
  readonly token: string;
}

type Body = Record<string, unknown>;
type Ask = (method: string, path: string, body?: Body, key?: string) => Promise<Body>;

const LIKELY: readonly Kind[] = [
  ...([
    'told',
    'told',
    'told',
    'import',
    'undo',
    'token',
    'revoke',
    'trigger',
    'wait',
    'answer',
    'run',
    'delete',
  ] as const),
];

/** A weight that nobody else tells, near what the record has: of one that is far from it, the house asks first. */
export function weightOf({ number }: Deed): number {
  return (79_000 + (number % 10_000)) / 1000;
}

export const importedId = ({ number }: Deed) => `chaos-${number}`;
export const nameOf = ({ kind, number }: Deed) => `chaos ${kind} ${number}`;

/** The next deed: one that the last life left open, or a new one. */
export function nextDeed(town: Town, busy: ReadonlySet<Deed>): Deed | undefined {
  const left = town.deeds.find((deed) => deed.acknowledged === undefined && !busy.has(deed));
  if (left !== undefined) return left;
  const kind = LIKELY[randomInt(LIKELY.length)]!;
  const from = { undo: 'told', revoke: 'token', answer: 'wait', delete: 'told' }[kind as string] as Kind | undefined;
  const of = from && subjectOf(town, from);
  if (from !== undefined && of === undefined) return undefined;
  const deed: Deed = { kind, number: town.deeds.length + 1, ...(of && { of }) };
  town.deeds.push(deed);
  return deed;
}

/** One that was done and that nothing was done about yet. */
function subjectOf({ deeds }: Town, kind: Kind): Deed | undefined {
  const taken = new Set(deeds.flatMap(({ of }) => of ?? []));
  return deeds.find((deed) => deed.kind === kind && deed.acknowledged !== undefined && !taken.has(deed));
}

export async function doDeed(deed: Deed, town: Town, ask: Ask): Promise<Acknowledged> {
  const key = `chaos-${deed.number}`;
  const { id, session } = deed.of?.acknowledged ?? {};
  switch (deed.kind) {
    case 'told':
    case 'wait': {
      const when = deed.kind === 'told' ? 'today' : 'on 1 January 2090';
      const message = `My weight was ${weightOf(deed)} kg ${when}. (${nameOf(deed)})`;
      const said = await ask('POST', '/v1/chat', { message, patient_id: town.patient }, key);
      const fact = (said['facts'] as { uuid: string }[] | undefined)?.[0]?.uuid;
      const asked = (said['pending'] as { id: string } | undefined)?.id;
      return {
        ...{ session: String(said['session_id']), invocation: String(said['invocation_id']) },
        ...(deed.kind === 'told' ? fact && { id: fact } : asked && { id: asked }),
      };
    }
    case 'answer':
      if (id === undefined) return {};
      await ask('POST', `/v1/pending/${id}`, { answer: 'yes' }).catch(ifAnswered);
      return {};
    case 'import':
      await ask('POST', '/v1/patients/import', bundleOf(deed));
      return {};
    case 'undo':
      if (id !== undefined)
        await ask('POST', `/v1/patients/${town.patient}/facts/undo`, { uuid: id }).catch(ifCode('FACT_NOT_FOUND'));
      return {};
    case 'delete':
      await ask('DELETE', `/v1/sessions/${session}?facts=true`).catch(ifCode('SESSION_UNKNOWN'));
      return {};
    case 'token': {
      const issued = await ask('POST', '/v1/tokens', { name: nameOf(deed) });
      return { id: String(issued['id']), token: String(issued['token']) };
    }
    case 'revoke':
      await ask('DELETE', `/v1/tokens/${id}`);
      return {};
    case 'agent':
      return { id: String((await ask('POST', '/v1/agents', { name: nameOf(deed), description: 'Waits.' }))['id']) };
    case 'trigger': {
      const agent = town.deeds.find(({ kind, acknowledged }) => kind === 'agent' && acknowledged)?.acknowledged?.id;
      const about = { agent_id: agent, schedule: 'every day at 8', instruction: nameOf(deed) };
      return { id: String((await ask('POST', '/v1/triggers', about, key))['id']) };
    }
    case 'run': {
      const about = { content: `# ${nameOf(deed)}\n\nSome words.`, extraction_type: 'keywords' };
      const { meta } = await ask('POST', '/v1/functions/extract-structure/run', about, key);
      return { id: String((meta as { run: string }).run) };
    }
  }
}

function bundleOf(deed: Deed): Body {
  const id = importedId(deed);
  const subject = { reference: `Patient/${id}` };
  const code = { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] };
  const observations = [1, 2, 3].map((n) => ({
    ...{ resourceType: 'Observation', id: `${id}-${n}`, status: 'final', subject, code },
    ...{ effectiveDateTime: `2026-0${n}-01T08:00:00Z`, valueQuantity: { value: 60 + n, unit: '/min', code: '/min' } },
  }));
  const patient = { resourceType: 'Patient', id, name: [{ text: nameOf(deed) }] };
  const entry = [patient, ...observations].map((resource) => ({ resource }));
  return { resourceType: 'Bundle', type: 'collection', entry };
}

/** The server died after it was done and before it was said: asked again, it is there already. */
function ifCode(code: string): (thrown: Refusal) => Body {
  return (thrown) => {
    if (thrown.code === code) return {};
    throw thrown;
  };
}

const ifAnswered = (thrown: Refusal): Body => {
  if (/^(?:ANSWERED_ALREADY|PENDING_UNKNOWN)$/.test(thrown.code ?? '')) return {};
  throw thrown;
};

export class Refusal extends Error {
  readonly code: string | undefined;
  readonly status: number;

  constructor(status: number, error: { code?: string; message?: string } | undefined) {
    super(`${status} ${error?.code}: ${error?.message}`);
    this.status = status;
    this.code = error?.code;
  }
}

export function askerOf(url: string, token: string): Ask {
  return async (method, path, body, key) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    if (response.ok) return answer;
    throw new Refusal(response.status, answer['error'] as { code?: string; message?: string });
  };
}
