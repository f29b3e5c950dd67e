/** The door of a server that asks for tokens, as a person meets it: real Chromium, real server, the offline engine. */
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handleOf, openTokens } from '../../src/storage/handle.ts';
import type { Tokens } from '../../src/storage/index.ts';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let tokens: Tokens;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  house = await openHouse({ CONSILIUM_EMBEDDINGS: 'off' }, true);
  tokens = openTokens(handleOf(house.app.home.data));
});
afterAll(() => house?.close());
afterEach(async () => {
  // The browser itself notes the refused requests.
  expect(page.problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  await page.context().close();
});

async function offer(token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Offers a token that is accepted. The page behind the door takes no text before it is gone. */
async function enter(token: string): Promise<void> {
  await offer(token);
  await page.locator('.door').waitFor({ state: 'detached' });
}

/** Happens just before the page's first request of this kind is made, whatever else is on its way. */
async function before(path: string, happens: () => void): Promise<void> {
  const once = (route: Route) => {
    happens();
    return route.continue();
  };
  await page.route(`**${path}`, once, { times: 1 });
}

async function say(message: string): Promise<void> {
  await page.locator('#message').fill(message);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** As if its time had come. */
function expire(id: string): void {
  handleOf(house.app.home.data).prepare('UPDATE token SET expires = 1 WHERE id = ?').run(id);
}

test('a token that has expired or may not read is told so before anything is shown', async () => {
  page = await house.page();
  await page.goto(house.url);
  const old = tokens.issue('old');
  expire(old.id);
  await offer(old.token);
  await page.getByText('That token has expired.').waitFor();
  await offer(tokens.issue('counts', { scopes: ['work', 'metrics'] }).token);
  await page.getByText('It has: work, metrics.').waitFor();
  expect(await page.locator('body').textContent()).not.toContain('Elena');
  await enter(house.token);
  await page.getByText('Elena Marsh').first().waitFor();
});

test('when it expires under an open page, what was sent and what was typed goes on with the next one', async () => {
  page = await house.page();
  const [first, second] = [tokens.issue('first', { user: 'ward' }), tokens.issue('second', { user: 'ward' })];
  await before('/v1/chat', () => expire(first.id));
  await before('/v1/patients/*/search?*', () => tokens.revoke(second.id));
  await page.goto(house.url);
  await enter(first.token);
  await say('What was my last HbA1c?');
  await page.getByRole('heading', { name: 'Your token has expired' }).waitFor();
  await page.getByText('Nothing is lost').waitFor();
  await shoot(page, 'door-expired');
  expect(await seriousIssues(page)).toEqual([]);
  await enter(second.token);
  await page.locator('.turn', { hasText: '6.9 %' }).waitFor();

  await page.locator('#message').fill('half a thought');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find/ }).fill('penicillin');
  await page.getByRole('heading', { name: 'Your token is no longer valid' }).waitFor();
  await enter(house.token);
  await page.locator('.palette-item', { hasText: 'Allergy' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.locator('#message').inputValue()).toBe('half a thought');
  await page.locator('.turn', { hasText: '6.9 %' }).waitFor();
});

test('a token for other patients begins with an empty screen', async () => {
  page = await house.page();
  const ward = tokens.issue('ward');
  await before('/v1/chat', () => tokens.revoke(ward.id));
  await page.goto(house.url);
  await enter(ward.token);
  await say('What was my last HbA1c?');
  await page.getByRole('heading', { name: 'Your token is no longer valid' }).waitFor();
  const { patients } = (await (
    await fetch(`${house.url}/v1/patients`, { headers: { authorization: `Bearer ${house.token}` } })
  ).json()) as { patients: { id: string; name: string }[] };
  const other = patients.find(({ name }) => name.startsWith('Mia'))!;
  await enter(tokens.issue("Mia's phone", { scopes: ['read', 'chat'], patients: [other.id] }).token);
  await page.getByText('Mia Lindqvist').first().waitFor();
  expect(await page.locator('body').textContent()).not.toContain('Elena');
  expect(await page.locator('#message').inputValue()).toBe('');
});
