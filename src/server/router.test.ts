import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { RememberingRouter } from './router.ts';

function house() {
  const house = new Hono({ router: new RememberingRouter() });
  house.use(async (context, next) => {
    await next();
    context.res.headers.set('x-seen', 'yes');
  });
  house.get('/plain', (context) => context.text('plain'));
  house.post('/plain', (context) => context.text('posted'));
  house.get('/of/:name', (context) => context.text(context.req.param('name')));
  house.get('/:any/rest/*', (context) => context.text(`${context.req.param('any')} ${context.req.path}`));
  return house;
}

const text = async (response: Response | Promise<Response>) => (await response).text();

test('a path has the same handlers every time, and what it names is its own', async () => {
  const gateway = house();
  for (let round = 0; round < 3; round++) {
    expect(await text(gateway.request('/plain'))).toBe('plain');
    expect(await text(gateway.request('/plain', { method: 'POST' }))).toBe('posted');
    expect(await text(gateway.request(`/of/${round}`))).toBe(String(round));
    expect(await text(gateway.request(`/a${round}/rest/b`))).toBe(`a${round} /a${round}/rest/b`);
    const nothing = await gateway.request('/nothing');
    expect([nothing.status, nothing.headers.get('x-seen')]).toEqual([404, 'yes']);
  }
});

test('path after path that leads nowhere fills nothing and forgets nobody', async () => {
  const gateway = house();
  for (let at = 0; at < 1200; at++) expect((await gateway.request(`/nowhere-${at}`)).status).toBe(404);
  expect(await text(gateway.request('/plain'))).toBe('plain');
  expect((await gateway.request(`/${'long/'.repeat(1000)}`)).status).toBe(404);
});
