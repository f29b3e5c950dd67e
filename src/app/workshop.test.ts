import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp, RUN_APPS } from './index.ts';

let app: App;
beforeAll(() => {
  app = openApp({ home: tempDir('workshop'), env: { CONSILIUM_EMBEDDINGS: 'off' } });
});
afterAll(() => app.close());

test('the workshop is one, however often it is asked for, and its runs are kept as no chats', async () => {
  const [one, two] = await Promise.all([app.workshop(), app.workshop()]);
  expect(Object.values(one).map((part, at) => part === Object.values(two)[at])).toEqual([true, true, true]);
  const { run } = await one.functions.run('extract_structure', {
    content: '# Gout\n\nA crystal.',
    extraction_type: 'outline',
  });
  expect((await app.home.store.session(run))?.app).toBe('functions');
  expect(await app.home.store.sessions({ notApps: RUN_APPS })).toEqual([]);
});

test('what cites leaves an audit record: functions, pipelines and answers in a chat', async () => {
  const { functions, pipelines } = await app.workshop();
  const found = await functions.run('cross_reference', {
    query_artifact: 'gout and uric acid',
    search_scope: ['knowledge'],
  });
  expect(app.citations.list({ message: found.run }).records).toMatchObject([
    { team: 'cross_reference', engine: 'offline', citations_used: expect.arrayContaining([expect.anything()]) },
  ]);
  const chapter_text = '# Gout\n\nGout is caused by crystals of uric acid in the joints. Allopurinol lowers uric acid.';
  const report = await pipelines.start('chapter-summarization', { chapter_text }).result;
  expect(report.state).toBe('completed');
  expect(app.citations.list({ message: report.run_id }).records).toMatchObject([{ team: 'chapter-summarization' }]);

  const { send } = await app.team('kitchen');
  const turn = await send({ message: 'Find what we have on gout.' }).result;
  const [record] = app.citations.list({ message: turn.invocation }).records;
  expect(record).toMatchObject({ conversation_id: turn.session, team: 'kitchen' });
  expect(record!.citations_used.length).toBeGreaterThan(0);
});

test('a search index that is to be shared is named by the URL of a Postgres database', async () => {
  const env = { CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_SEARCH_URL: 'sqlite:///secret' };
  const other = openApp({ home: tempDir('workshop'), env });
  try {
    await expect(other.workshop()).rejects.toMatchObject({ code: 'SEARCH_URL_INVALID' });
  } finally {
    await other.close();
  }
});
