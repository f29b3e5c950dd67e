/** What is told, the event that tells it and the audit row are there together or not at all, wherever the process dies. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunner, type Event, machineUser, newId, type Store } from '../../src/kernel/index.ts';
import { createModels } from '../../src/models/index.ts';
import { recordKeys, undoFact } from '../../src/record/index.ts';
import { handleOf } from '../../src/storage/handle.ts';
import { loadTeam } from '../../src/teams/index.ts';
import { dyingAfter } from '../../test/house.ts';
import { type Clinic, NOW, openClinic } from './fixture.ts';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.close());

async function runnerWith(store: Store) {
  const { name: app, root, limits } = await loadTeam(import.meta.dirname);
  const services = { record: { data: clinic.home.data, audit: clinic.home.audit.write } };
  return createRunner({ app, root, limits, store, models: createModels({ env: {} }), services, stateKeys: recordKeys });
}

const stateFor = () => ({ patient_id: clinic.patients.Elena, now: NOW });

/** The entries that this turn told, its events that tell of writing, and its audit rows. */
async function traces(session: string) {
  const events = await clinic.home.store.events(session);
  const invocation = events.at(-1)?.invocation ?? '';
  const entries = handleOf(clinic.home.data)
    .prepare("SELECT uuid FROM graph_node WHERE origin = 'conversation' AND props ->> '$.source_message' = ?")
    .all(invocation)
    .map(({ uuid }) => String(uuid));
  const writes = clinic.home.audit
    .list({ limit: 1000 })
    .filter(({ action, why }) => action === 'write:facts' && why === `turn ${invocation}`);
  const stored = events.filter((event) => event.invocation === invocation).flatMap(storedIn);
  return { entries: entries.toSorted(), stored: [...new Set(stored)].toSorted(), writes: writes.length };
}

function storedIn(event: Event): string[] {
  if (event.type !== 'committed' || event.name !== 'facts') return [];
  const results = event.value as { status: string; uuid: string }[];
  return results.filter(({ status }) => status === 'stored').map(({ uuid }) => uuid);
}

test('a turn that dies after any of its writes has all of a fact or nothing of it, and then finishes once', async () => {
  const message = 'My weight is 81 kg and I am allergic to peanuts, hives. I started losartan 50 mg once a day.';
  let deaths = 0;
  for (let batches = 1; ; batches++) {
    const session = newId();
    const dying = await runnerWith(dyingAfter(batches, clinic.home.store));
    const given = { session, message, state: stateFor() };
    const result = await dying.ask(given).catch(() => undefined);
    const { entries, stored, writes } = await traces(session);
    expect(entries.filter((uuid) => stored.includes(uuid))).toEqual(stored);
    expect(writes > 0).toBe(stored.length > 0);
    expect(entries.length > 0).toBe(stored.length > 0);
    if (result?.outcome === 'completed') break;
    deaths++;
    clinic.runner.forget(session);
    const [again] = await clinic.runner.resumeAll();
    expect(again).toMatchObject({ outcome: 'completed', session });
    expect(again!.text).toContain('Noted: ');
    expect((await traces(session)).stored).toHaveLength(3);
    for (const { uuid } of again!.notes.facts as { uuid: string }[])
      undoFact(handleOf(clinic.home.data), clinic.patients.Elena, uuid);
  }
  expect(deaths).toBeGreaterThan(3);
});

test('a correction takes the wrong entry back and stores the right one in one piece', async () => {
  const tell = async (session: string, given: string, store: Store) =>
    (await runnerWith(store)).ask({ session, message: given, state: stateFor() }).catch(() => undefined);
  for (let batches = 1; ; batches++) {
    const session = newId();
    const first = await tell(session, 'My blood pressure was 148/92 today', clinic.home.store);
    const [wrong] = first!.notes.facts as { uuid: string }[];
    const second = await tell(session, 'no, it was 138/82', dyingAfter(batches, clinic.home.store));
    const isThere =
      handleOf(clinic.home.data).prepare('SELECT 1 FROM graph_node WHERE uuid = ?').get(wrong!.uuid) !== undefined;
    const { stored, entries, writes } = await traces(session);
    const isCorrected = entries.some((uuid) => stored.includes(uuid)) && stored[0] !== wrong!.uuid;
    expect(isThere).toBe(!isCorrected);
    expect(writes > 0).toBe(entries.length > 0);
    if (second?.outcome === 'completed') {
      expect(second.text).toContain('Corrected: blood pressure 138/82');
      break;
    }
    clinic.runner.forget(session);
    const [again] = await clinic.runner.resumeAll();
    expect(again!.text).toContain('Corrected: blood pressure 138/82');
    for (const uuid of (await traces(session)).stored)
      undoFact(handleOf(clinic.home.data), clinic.patients.Elena, uuid);
  }
});

test.each([
  1, 4,
])('an answered question is acted on once, wherever the process dies and dies again after %i writes', async (later) => {
  const { home, runner, patients } = clinic;
  const resume = async (session: string, store: Store) =>
    (await runnerWith(store)).resume(session).result.catch(() => undefined);
  let deaths = 0;
  for (let batches = 1; ; batches++) {
    const session = newId();
    const message = `My weight was ${79 + batches / 1000} kg on 1 January 2090.`;
    await runner.ask({ session, message, state: { patient_id: patients.Elena, now: NOW } });
    const [question] = await home.store.pending({ session, status: 'open' });
    const dying = await runnerWith(dyingAfter(batches, home.store));
    const turn = await dying.answer(question!.id, { kind: 'yes' }, machineUser());
    let result = await turn.result.catch(() => undefined);
    const isWhole = result?.outcome === 'completed';
    if (!isWhole) {
      deaths++;
      result = await resume(session, dyingAfter(later, home.store));
      if (result?.outcome !== 'completed') result = await resume(session, home.store);
    }
    expect(result).toMatchObject({ outcome: 'completed', session });
    expect((await traces(session)).entries).toHaveLength(1);
    runner.forget(session);
    if (isWhole) break;
  }
  expect(deaths).toBeGreaterThan(3);
});
