import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as answers from './answers.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
const save = (namespace: string, name: string, mimeType: string, text: string) =>
  house.app.home.store.saveArtifact('local', { namespace, name, mimeType, data: new TextEncoder().encode(text) });
beforeAll(async () => {
  house = openGateway();
  await save('digest', 'summary', 'text/markdown', 'One.');
  await save('digest', 'summary', 'text/markdown', 'Two.');
  await save('other', 'pages/index.html', 'text/html', '<script>alert(1)</script>');
  await save('other', 'picture', 'image/svg+xml', '<svg onload="x"/>');
});
afterAll(() => house.close());

describe('artifacts over HTTP', () => {
  test('are listed with every version', async () => {
    const { artifacts, total } = answers.artifacts.parse((await house.get('/v1/artifacts?namespace=digest')).json);
    expect(total).toBe(2);
    expect(artifacts.map(({ name, version, bytes }) => [name, version, bytes])).toEqual([
      ['summary', 2, 4],
      ['summary', 1, 4],
    ]);
    expect((await house.get('/v1/artifacts?limit=1')).json.artifacts).toHaveLength(1);
  });

  test('are downloads, the newest or the version that is named', async () => {
    const newest = await house.get('/v1/artifacts/digest/summary');
    expect([newest.text, newest.headers.get('x-artifact-version')]).toEqual(['Two.', '2']);
    expect(newest.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''summary");
    expect((await house.get('/v1/artifacts/digest/summary?version=1')).text).toBe('One.');
    const etag = newest.headers.get('etag')!;
    expect((await house.get('/v1/artifacts/digest/summary', { 'if-none-match': etag })).status).toBe(304);
  });

  test('never run as a page of ours', async () => {
    const page = await house.get('/v1/artifacts/other/pages%2Findex.html');
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''index.html");
    const picture = await house.get('/v1/artifacts/other/picture');
    expect(picture.headers.get('content-type')).toBe('application/octet-stream');
    for (const { headers } of [page, picture]) expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('that are not there are not found', async () => {
    for (const path of ['digest/nothing', 'nobody/summary', 'digest/summary?version=9'])
      expect((await house.get(`/v1/artifacts/${path}`)).json.error.code).toBe('ARTIFACT_UNKNOWN');
    expect((await house.get('/v1/artifacts/digest/summary?version=x')).status).toBe(400);
  });
});
