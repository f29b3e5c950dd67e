/** For tests: the team on a real database with the demo patients, on a Sunday morning in November, without a model. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, toAnswer } from '../../src/app/answer.ts';
import {
  createRunner,
  type Delta,
  type Env,
  type Event,
  type ModelSource,
  newId,
  type Runner,
} from '../../src/kernel/index.ts';
import { createModels } from '../../src/models/index.ts';
import { listPatients, loadDemoPatients, type Reader, recordKeys } from '../../src/record/index.ts';
import { handleOf } from '../../src/storage/handle.ts';
import { type Home, openHome } from '../../src/storage/index.ts';
import { loadTeam } from '../../src/teams/index.ts';

export const NOW = '2026-11-15T09:14:00Z';

export type Patient = 'Elena' | 'Samuel' | 'Mia';

export interface Clinic {
  home: Home;
  runner: Runner;
  patients: Record<Patient, string>;
  /** A conversation: one session, its messages in turn. */
  open(patient?: Patient, state?: Delta): Conversation;
  /** One message in a conversation of its own. */
  ask(message: string, patient?: Patient, state?: Delta): Promise<Reply>;
  reader(patient: Patient): Reader;
  close(): void;
}

export interface Conversation {
  session: string;
  say(message: string): Promise<Reply>;
  events(): Promise<Event[]>;
}

export interface Reply extends Answer {
  notes: Readonly<Delta>;
}

/** The demo patients are imported once; each clinic gets a copy. Kept in memory: a test file's temp folder goes with it. */
let prepared: Promise<ReadonlyMap<string, Buffer>> | undefined;

async function prepare(): Promise<ReadonlyMap<string, Buffer>> {
  const dir = mkdtempSync(join(tmpdir(), 'health-demo-'));
  const home = openHome(dir);
  await loadDemoPatients(handleOf(home.data));
  home.close();
  const names = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Map(names.map(({ name }) => [name, readFileSync(join(dir, name))]));
  rmSync(dir, { recursive: true });
  return files;
}

export async function openClinic(models: ModelSource = createModels({ env: {} }), env: Env = {}): Promise<Clinic> {
  prepared ??= prepare();
  const dir = mkdtempSync(join(tmpdir(), 'health-'));
  for (const [name, bytes] of await prepared) writeFileSync(join(dir, name), bytes);
  const home = openHome(dir);
  const team = await loadTeam(import.meta.dirname);
  const services = { record: { data: home.data, audit: home.audit.write } };
  const runner = createRunner({
    app: team.name,
    root: team.root,
    limits: team.limits,
    store: home.store,
    models,
    env,
    services,
    stateKeys: recordKeys,
  });
  const patients = Object.fromEntries(
    listPatients(handleOf(home.data)).map(({ id, name }) => [name!.split(' ')[0], id]),
  ) as Clinic['patients'];
  const open: Clinic['open'] = (patient, more = {}) => {
    const session = newId();
    let state: Delta | undefined = {
      ...team.initialState,
      now: NOW,
      ...(patient && { patient_id: patients[patient] }),
      ...more,
    };
    return {
      session,
      say: async (message) => {
        const result = await runner.ask({ session, message, state });
        state = undefined;
        return { ...toAnswer(team.name, result), notes: result.notes };
      },
      events: async () => home.store.events(session),
    };
  };
  return {
    home,
    runner,
    patients,
    open,
    ask: (message, patient, state) => open(patient, state).say(message),
    reader: (patient) => ({ data: home.data, patientId: patients[patient], actor: 'test', audit: () => {}, now: NOW }),
    close: () => {
      home.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
