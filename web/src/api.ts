/** The gateway, typed. Shapes are those of the rooms that make them; an error is a sentence a person can read. */
import type { Answer, PastAnswer } from '../../src/app/answer.ts';
import type { Event, Signal } from '../../src/kernel/event.ts';
import type { ModelsDescription } from '../../src/models/source.ts';
import type {
  AllergyEntry,
  ConditionEntry,
  DocumentEntry,
  EncounterEntry,
  FullEntry,
  Hit,
  LatestObservation,
  MedicationEntry,
  ObservationEntry,
  PatientEntry,
  ProcedureEntry,
  Summary,
  SymptomEntry,
  TimedEntry,
  TimelinePage,
} from '../../src/record/reads/index.ts';
import { credentials, otherToken, readToken } from './lock.ts';

export type {
  AllergyEntry,
  Answer,
  ConditionEntry,
  DocumentEntry,
  EncounterEntry,
  Event,
  FullEntry,
  Hit,
  LatestObservation,
  MedicationEntry,
  ModelsDescription,
  ObservationEntry,
  PastAnswer,
  PatientEntry,
  Signal,
  Summary,
  SymptomEntry,
};

export interface SessionEntry {
  id: string;
  team: string;
  title: string;
  created: number;
  updated: number;
  running: boolean;
  patient_id?: string;
  /** Of one that was asked for by its id: facts of the record that were told in it. */
  told_facts?: number;
}

export interface TeamEntry {
  name: string;
  description: string;
  welcome?: string;
  examples: string[];
  /** What a token needs for it. */
  scopes: string[];
  default: boolean;
  error?: { code: string; message: string };
}

export interface ImportResult {
  patients: { id: string; name: string | null }[];
  resources: Record<string, number>;
  skipped: Record<string, number>;
  added: { nodes: number; edges: number };
}

/** What a section of the record holds. */
export interface Sections {
  summary: Summary;
  conditions: { items: ConditionEntry[] };
  medications: { items: MedicationEntry[] };
  observations: { items: LatestObservation[] };
  encounters: { items: EncounterEntry[] };
  allergies: { items: AllergyEntry[] };
  symptoms: { items: SymptomEntry[] };
  procedures: { items: ProcedureEntry[] };
  immunizations: { items: TimedEntry[] };
  documents: { items: DocumentEntry[] };
}

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export const UNREACHABLE = 'UNREACHABLE';

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const token = readToken();
    const response = await reach(path, { ...init, headers: { ...init.headers, ...credentials(token) } });
    if (response.ok) return response;
    const error = toError(await response.text(), response.status);
    if (response.status !== 401) throw error;
    await otherToken(token, error.code, init.signal);
  }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (thrown) {
    if ((thrown as Error).name === 'AbortError') throw thrown;
    throw unreachable();
  }
}

function unreachable(): ApiError {
  return new ApiError(
    UNREACHABLE,
    'The server cannot be reached.',
    'Nothing is lost. Is it still running in its terminal?',
  );
}

function toError(body: string, status: number): ApiError {
  try {
    const { error } = JSON.parse(body) as { error: { code: string; message: string; hint?: string } };
    return new ApiError(error.code, error.message, error.hint);
  } catch {
    return new ApiError(`HTTP_${status}`, `The server answered with status ${status}.`);
  }
}

export async function get<T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return (await request(search === '' ? path : `${path}?${search}`)).json() as Promise<T>;
}

export async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return (await request(path, { method, ...json })).json() as Promise<T>;
}

const patientPath = (patient: string, rest: string) => `/v1/patients/${encodeURIComponent(patient)}/${rest}`;

export const api = {
  teams: async () => (await get<{ teams: TeamEntry[] }>('/v1/teams')).teams,
  /** Whose question it is, where that is plain. */
  guess: async (message: string) => (await send<{ team: string | null }>('POST', '/v1/guess', { message })).team,
  status: async () => (await get<{ models: ModelsDescription }>('/v1/status')).models,
  sessions: async (query: { patient_id?: string; q?: string }) =>
    (await get<{ sessions: SessionEntry[] }>('/v1/sessions', query)).sessions,
  session: (id: string) => get<SessionEntry>(`/v1/sessions/${id}`),
  log: (id: string) => get<{ events: Event[]; answers: PastAnswer[] }>(`/v1/sessions/${id}/events`),
  stop: (id: string) => send<{ stopped: number }>('POST', `/v1/sessions/${id}/stop`),
  deleteSession: (id: string, withFacts: boolean) =>
    send<{ deleted: string; undone: number; left: number }>('DELETE', `/v1/sessions/${id}?facts=${withFacts}`),
  patients: async () => (await get<{ patients: PatientEntry[] }>('/v1/patients')).patients,
  section: <Name extends keyof Sections>(patient: string, name: Name) =>
    get<Sections[Name]>(patientPath(patient, name)),
  /** The histories of every measurement at once: an empty type is part of every name. */
  histories: async (patient: string) =>
    (await get<{ items: ObservationEntry[] }>(patientPath(patient, 'observations'), { type: '' })).items,
  timeline: (patient: string, query: { labels?: string | undefined; cursor?: string | undefined }) =>
    get<TimelinePage>(patientPath(patient, 'timeline'), { limit: '60', ...query }),
  search: async (patient: string, q: string) =>
    (await get<{ items: Hit[] }>(patientPath(patient, 'search'), { q, limit: '30' })).items,
  entry: (patient: string, uuid: string) => get<FullEntry>(patientPath(patient, 'entry'), { uuid }),
  knownFacts: async (patient: string, uuids: string[]) =>
    (await get<{ uuids: string[] }>(patientPath(patient, 'facts'), { uuids: uuids.join(',') })).uuids,
  undoFact: (patient: string, uuid: string) =>
    send<{ undone: string }>('POST', patientPath(patient, 'facts/undo'), { uuid }),
};

/** Sends a file and tells how much of it has gone. fetch cannot tell that, so this is the older way. */
export function importFile(file: Blob, onProgress: (sent: number) => void): Promise<ImportResult> {
  return new Promise((done, fail) => {
    const upload = new XMLHttpRequest();
    upload.open('POST', '/v1/patients/import');
    upload.setRequestHeader('content-type', 'application/fhir+json');
    const token = readToken();
    for (const [name, value] of Object.entries(credentials(token))) upload.setRequestHeader(name, value);
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    upload.onload = () => {
      if (upload.status < 300) return done(JSON.parse(upload.responseText) as ImportResult);
      const error = toError(upload.responseText, upload.status);
      if (upload.status !== 401) return fail(error);
      const again = otherToken(token, error.code).then(() => importFile(file, onProgress));
      return again.then(done, fail);
    };
    upload.onerror = () => fail(unreachable());
    upload.send(file);
  });
}
