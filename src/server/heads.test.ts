/** What no answer may be without: health data is nobody's to keep on the way. Routes come from their table. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openGateway } from './fixture.ts';
import { RULES } from './routes.ts';

let house: Fixture;
beforeAll(() => {
  house = openGateway();
});
afterAll(async () => {
  await house.close();
  rmSync(house.dir, { recursive: true, force: true });
});

test('no answer of any route may be stored on its way, but the cards of agents', async () => {
  const kept: string[] = [];
  for (const { method, path, scope } of RULES) {
    if (path === '/v1/research/example') continue; // plays for a minute
    const filled = path.replace(/:\w+/g, 'nobody').replace('*', 'x');
    const isRead = method === 'get';
    const answer = isRead ? await house.get(filled) : await house.post(filled, {});
    if (answer.headers.get('cache-control') !== 'no-store') kept.push(`${scope} ${path}`);
  }
  expect(kept).toEqual(kept.filter((route) => /^open .*well-known/.test(route)));
});

test('nor an artifact, nor an answer of CDS Hooks, whatever came of it', async () => {
  const hook = { hook: 'patient-view', hookInstance: crypto.randomUUID(), context: { patientId: 'x', userId: 'y' } };
  const asked = await house.post('/cds-services/consilium-patient-view', hook);
  expect(asked.headers.get('cache-control')).toBe('no-store');
});
