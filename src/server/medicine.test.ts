/** A medicine that comes over HTTP, as from the app's forms, is weighed as a spoken one is. */
import { expect, test } from 'vitest';
import { loadDemoPatients } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';
import { openGateway } from './fixture.ts';

const ELENA = 'dce5aef8-407d-5852-a049-7c48e7086f1f';

test('what the record forbids is set only by who agreed to it; what nothing speaks against, at once', async () => {
  const house = openGateway({ env: { AI_PROVIDER: 'offline', CONSILIUM_EMBEDDINGS: 'off' } });
  await loadDemoPatients(handleOf(house.app.home.data));
  const post = (path: string, body: object) => house.post(`/v1/assistant/${path}`, { patient_id: ELENA, ...body });
  const times = { start: '2031-03-04T10:00', end: '2031-03-04T11:00', zone: 'UTC' };
  const refused = {
    status: 409,
    json: { error: { code: 'MEDICINE_CAUTION', hint: expect.stringContaining('agree') } },
  };
  expect(await post('todos', { title: 'take amoxicillin' })).toMatchObject(refused);
  expect(await post('events', { title: 'start amoxicillin', ...times })).toMatchObject(refused);
  expect(await post('reminders', { what: 'take amoxicillin', when: 'every day at 8', zone: 'UTC' })).toMatchObject(
    refused,
  );
  const { json: kept } = await post('todos', { title: 'evening tablet' });
  expect(await post(`todos/${kept.id}`, { title: 'take amoxicillin' })).toMatchObject(refused);
  expect((await house.get('/v1/assistant/todos')).json.todos).toMatchObject([{ title: 'evening tablet' }]);
  expect(await post('todos', { title: 'take amoxicillin', agreed: true })).toMatchObject({
    status: 200,
    json: { title: 'take amoxicillin', caution: expect.any(String) },
  });
  expect((await post('todos', { title: 'buy ibuprofen' })).json.caution).toContain('losartan');
  expect((await post('todos', { title: 'buy milk' })).json).not.toHaveProperty('caution');
}, 120_000);
