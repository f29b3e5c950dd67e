import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as answers from './answers.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
beforeAll(() => {
  house = openGateway();
  const { audit } = house.app.home;
  for (const action of ['read:conditions', 'query:graph', 'export'])
    audit.write({ patientId: 'p1', action, actor: 'cli' });
  audit.write({ patientId: 'p2', action: 'export', actor: 'cli' });
});
afterAll(() => house.close());
const pages = async (path: string) => {
  const found: Record<string, unknown>[] = [];
  for (let after = ''; ; ) {
    const page = answers.audit.parse((await house.get(`${path}${after}`)).json);
    found.push(...('audit' in page ? page.audit : page.records));
    if (page.next === undefined) return found;
    after = `&after=${page.next}`;
  }
};

describe('the audit trail over HTTP', () => {
  test('tells who looked at whose record, page by page', async () => {
    const all = await pages('/v1/audit?limit=1');
    expect(all.map((look) => look['action'])).toEqual(['export', 'export', 'query:graph', 'read:conditions']);
    expect(await pages('/v1/audit?action=read:audit')).toHaveLength(all.length);
    expect(await pages('/v1/audit?kind=record&patient_id=p1&action=export')).toHaveLength(1);
    expect(await pages('/v1/audit?since=2999-01-01')).toEqual([]);
    expect(await pages('/v1/audit?until=2999-01-01T00:00:00Z&patient_id=p1')).toHaveLength(4);
  });

  test('tells what each answer rested on', async () => {
    const write = (message: string, ...sources: string[]) =>
      house.app.citations.write({
        conversation_id: 'c1',
        message_id: message,
        citations_used: sources.map((id, i) => ({ id, source_type: 'knowledge', marker: i + 1 })),
        retrieval_scores: sources.map(() => null),
        warnings: 0,
        unsupported: 0,
      });
    for (const message of ['m1', 'm2', 'm3']) write(message, 'gout', message);
    const messages = async (query: string) =>
      (await pages(`/v1/audit?kind=citations&limit=2${query}`)).map((each) => each['message_id']);
    expect(await messages('')).toEqual(['m3', 'm2', 'm1']);
    expect(await messages('&conversation=c1&source=m2')).toEqual(['m2']);
    expect(await messages('&message=m1')).toEqual(['m1']);
  });

  test('every chat answer leaves a record', async () => {
    const { json } = await house.post('/v1/chat', { team: 'front-desk', message: 'When are you open on Monday?' });
    const [record] = await pages(`/v1/audit?kind=citations&message=${json.invocation_id}`);
    expect(record).toMatchObject({ conversation_id: json.session_id, team: 'front-desk', citations_used: [] });
    expect(JSON.stringify(record)).not.toContain('Monday');
  });

  test.each([
    'kind=rumours',
    'since=soon',
    'limit=0',
    'after=x',
    'kind=citations&after=x',
  ])('refuses ?%s', async (query) => {
    expect((await house.get(`/v1/audit?${query}`)).status).toBe(400);
  });
});
