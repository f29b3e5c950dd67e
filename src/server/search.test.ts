import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as answers from './answers.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let allowed: string;
let secret: string;
beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), 'search-http-'));
  allowed = join(dir, 'docs');
  secret = join(dir, 'docs-secret');
  mkdirSync(allowed);
  mkdirSync(secret);
  writeFileSync(join(allowed, 'gout.md'), '# Gout\n\nUric acid forms crystals in the joint, mostly the big toe.\n');
  writeFileSync(join(allowed, 'asthma.md'), '# Asthma\n\nThe airways are inflamed and narrow from time to time.\n');
  writeFileSync(join(secret, 'keys.md'), 'The key lies under the mat.\n');
  symlinkSync(secret, join(allowed, 'way-out'));
  house = openGateway({ indexRoots: [allowed] });
});
afterAll(() => house.close());

describe('search over HTTP', () => {
  test('indexes what the operator allows, and finds it again with its source', async () => {
    const { status, json } = await house.post('/v1/search/index', {
      paths: [allowed],
      scope: 'docs',
      embeddings: false,
    });
    expect(status).toBe(200);
    expect(answers.indexed.parse(json)).toMatchObject({ scope: 'docs', files: 2 });
    const found = await house.get('/v1/search?q=uric%20acid%20crystals&scope=docs&match=keyword&top=1');
    const { hits } = answers.found.parse(found.json);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ scope: 'docs', text: expect.stringContaining('Uric acid') });
    const { scopes } = answers.scopes.parse((await house.get('/v1/search/scopes')).json);
    expect(scopes.map(({ scope }) => scope)).toContain('docs');
  });

  test("indexes in the background: a job with progress that is its owner's alone", async () => {
    const begun = await house.post('/v1/search/index', {
      paths: [allowed],
      scope: 'later',
      embeddings: false,
      background: true,
    });
    expect(begun.status).toBe(202);
    const { id } = answers.indexJob.parse(begun.json);
    let job = answers.indexJob.parse((await house.get(`/v1/search/jobs/${id}`)).json);
    while (job.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 5));
      job = answers.indexJob.parse((await house.get(`/v1/search/jobs/${id}`)).json);
    }
    expect(job).toMatchObject({
      state: 'done',
      progress: { phase: 'reading', done: 2, total: 2 },
      report: { files: 2 },
    });
    expect(JSON.stringify(job)).not.toContain(allowed);
    expect(answers.indexJobs.parse((await house.get('/v1/search/jobs')).json).jobs.map((one) => one.id)).toEqual([id]);
    const again = await house.post(`/v1/search/jobs/${id}/restart`, {});
    expect([again.status, answers.indexJob.parse(again.json).state]).toEqual([202, 'running']);
    while (answers.indexJob.parse((await house.get(`/v1/search/jobs/${id}`)).json).state === 'running')
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await house.delete(`/v1/search/jobs/${id}`)).json).toEqual({ cancelled: false, hidden: true });
    expect((await house.get('/v1/search/jobs')).json).toEqual({ jobs: [] });
    const unknown = await house.get('/v1/search/jobs/nobody');
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'JOB_UNKNOWN']);
  });

  test.each<[string, () => string]>([
    ['a folder beside an allowed one whose name begins alike', () => secret],
    ['a way up', () => join(allowed, '..', 'docs-secret')],
    ['a link that leads out', () => join(allowed, 'way-out')],
    ['a file of the system', () => '/etc/passwd'],
    ['something that is not there', () => '/nowhere/at/all'],
  ])('does not index %s', async (_what, path) => {
    const { status, json } = await house.post('/v1/search/index', { paths: [path()], scope: 'docs' });
    expect([status, json.error.code]).toEqual([403, 'INDEX_FORBIDDEN']);
  });

  test('says that a path below an allowed folder is not there', async () => {
    const { status, json } = await house.post('/v1/search/index', { paths: [join(allowed, 'no.md')], scope: 'docs' });
    expect([status, json.error.code]).toEqual([400, 'PATH_UNKNOWN']);
  });

  test.each<[string, string, number, string]>([
    ['no question', '/v1/search', 400, 'REQUEST_INVALID'],
    ['an unknown scope', '/v1/search?q=gout&scope=nothing', 404, 'SCOPE_UNKNOWN'],
    ['an unknown way to match', '/v1/search?q=gout&match=magic', 400, 'REQUEST_INVALID'],
    ['an unknown kind of source', '/v1/search?q=gout&source_type=rumour', 400, 'REQUEST_INVALID'],
    ['too many hits', '/v1/search?q=gout&top=100000', 400, 'REQUEST_INVALID'],
  ])('refuses %s', async (_what, path, status, code) => {
    const answer = await house.get(path);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });
});
