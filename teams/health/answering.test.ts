/** A question that was answered is acted on, wherever the process dies meanwhile, and however often. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunner, newId, type Store, type TurnResult } from '../../src/kernel/index.ts';
import { createModels } from '../../src/models/index.ts';
import { recordKeys } from '../../src/record/index.ts';
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

const USER = { user: 'local', how: 'machine', scopes: [], patients: [] } as never;

function weights(): number[] {
  return handleOf(clinic.home.data)
    .prepare("SELECT props ->> '$.value' AS value FROM graph_node WHERE origin = 'conversation' AND label = 'Observation'")
    .all()
    .map(({ value }) => Number(value));
}

test('an answered question is acted on once, wherever the process dies and dies again', async () => {
  const { home, runner } = clinic;
  let weight = 79_000;
  for (let first = 1; ; first++) {
    let ended: TurnResult | undefined;
    for (let second = 1; ; second++) {
      weight++;
      const session = newId();
      const message = `My weight was ${weight / 1000} kg on 1 January 2090.`;
      const asked = await runner.ask({ session, message, state: { patient_id: clinic.patients.Elena, now: NOW } });
      expect(asked.pending).toBeDefined();
      const [pending] = await home.store.pending({ session, status: 'open' });
      const dying = await runnerWith(dyingAfter(first, home.store));
      ended = await (await dying.answer(pending!.id, { kind: 'yes' }, USER)).result.catch(() => undefined);
      if (ended?.outcome === 'completed') {
        expect(weights().filter((each) => each === weight / 1000)).toHaveLength(1);
        break;
      }
      const again = await (await runnerWith(dyingAfter(second, home.store))).resume(session).result.catch(() => undefined);
      runner.forget(session);
      const last = again?.outcome === 'completed' ? [] : await runner.resumeAll();
      console.log(first, second, ended?.outcome, ended?.error?.code, again?.outcome, again?.error?.code, last[0]?.outcome, weights().filter((each) => each === weight / 1000).length);
      expect([first, second, weights().filter((each) => each === weight / 1000)]).toEqual([first, second, [weight / 1000]]);
      if (again?.outcome === 'completed') break;
    }
    if (ended?.outcome === 'completed') break;
  }
});
