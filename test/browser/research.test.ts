/** The research desk's page: real Chromium, real server, what is indexed here. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { machineUser } from '../../src/kernel/index.ts';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  house = await openHouse({ CONSILIUM_EMBEDDINGS: 'off' });
});
afterAll(() => house?.close());
afterEach(async () => {
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('an agent is seen with what it found, its evidence, its files and its triggers', async () => {
  const desk = await house.app.service('research');
  const { user } = machineUser();
  const agent = await desk.createAgent({ name: 'Metformin and B12', description: 'Metformin and vitamin B12' }, user);
  await desk.message(agent.id, 'What is known about metformin and vitamin B12?', { principal: machineUser() });
  page = await house.page();
  await page.goto(`${house.url}/research`);
  await page.locator('.line', { hasText: 'Metformin and B12' }).click();
  await page.getByRole('heading', { name: /Metformin and B12/ }).waitFor();
  const files = page.locator('.things .link');
  await files.first().waitFor();
  await shoot(page, 'research-agent');
  expect(await seriousIssues(page)).toEqual([]);
  await files.filter({ hasText: 'reports/' }).first().click();
  await page.locator('.beside .prose, .beside .code').first().waitFor();
  await page.reload();
  await page.locator('.beside .prose, .beside .code').first().waitFor();
  await page.goto(`${house.url}/research/triggers`);
  await page.locator('.table, .empty').first().waitFor();
  await page.goto(`${house.url}/research/feed`);
  await page.getByRole('heading', { name: 'Kept back' }).waitFor();
  await shoot(page, 'research-feed');
});

test('remote agents have a page, which says what it is for where there are none', async () => {
  page = await house.page();
  await page.goto(`${house.url}/remotes`);
  await page.getByText('No team here calls an agent on another machine').waitFor();
  expect(await seriousIssues(page)).toEqual([]);
});
