/** The pages beside the chat, as a person uses them: real Chromium, real server, the offline engine. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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

async function open(path: string, options: Parameters<House['page']>[0] = {}): Promise<void> {
  page = await house.page(options);
  await page.goto(`${house.url}${path}`);
  await page.locator('.workshop-page h1').waitFor();
}

const CHAPTER = [
  '# Gout',
  'Gout is a form of inflammatory arthritis. It is caused by crystals of uric acid in the joints.',
  'Attacks often begin at night with severe pain in the big toe. The joint is red, hot and swollen.',
  '# Treatment',
  'Colchicine and anti-inflammatory drugs shorten an attack. Allopurinol lowers uric acid in the long run.',
  'Drinking enough water helps the kidneys to remove uric acid.',
].join('\n\n');

test('a search lights the words that matched and says where the passage stands', async () => {
  await open('/search');
  await page.getByRole('searchbox', { name: 'Search what is indexed' }).fill('uric acid in the big toe');
  await page.keyboard.press('Enter');
  await page.locator('.hits li').first().waitFor();
  expect(await page.locator('.hits').textContent()).toContain('Gout');
  expect((await page.locator('.hits mark').allTextContents()).join(' ').toLowerCase()).toContain('uric');
  await shoot(page, 'search');
  expect(await seriousIssues(page)).toEqual([]);
});

test('a function is run from a form made of its schema; what is wrong with it is said at the field', async () => {
  await open('/functions');
  await page.getByRole('button', { name: 'Summarize content' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  expect(await page.locator('.field-wrong').textContent()).toBe('Content is needed.');
  await page.getByLabel('Content', { exact: true }).fill(CHAPTER);
  await page.getByLabel('Target tokens').fill('60');
  await page.getByLabel(/^Preserve/).fill('uric acid');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.result').waitFor();
  expect(await page.locator('.result').textContent()).toMatch(/Summary.*uric acid.*Compression ratio/s);
  expect(await page.locator('.beside .meta').textContent()).toMatch(/Offline engine · preset \w+ .* of \d+ tokens in/);
  await shoot(page, 'function');
  expect(await seriousIssues(page)).toEqual([]);
  await page.getByLabel('Target tokens').fill('999999');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.problem').waitFor();
  // The browser itself notes the refused request.
  page.problems.length = 0;
});

test('a pipeline is drawn, run and watched; its result is an artifact with versions, and stays after a reload', async () => {
  await open('/pipelines');
  await page.getByRole('button', { name: /Chapter summari[sz]ation/i }).click();
  await page.locator('.stage').nth(3).waitFor();
  await page.getByLabel(/^Chapter text/).fill(CHAPTER);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/completed, \d of \d stages/).waitFor();
  expect(await page.locator('.stage.done, .stage.cached').count()).toBe(await page.locator('.stage').count());
  await page.locator('.stage').first().click();
  await page.locator('.stage-about').waitFor();
  expect(await page.locator('.result').textContent()).toContain('uric acid');
  expect(await page.locator('.result .footnotes li').first().textContent()).toContain('Gout');
  await shoot(page, 'pipeline');
  expect(await seriousIssues(page)).toEqual([]);
  await page.reload();
  await page.getByText(/completed, \d of \d stages/).waitFor();
  await page.getByRole('button', { name: 'Artifacts' }).click();
  await page.getByRole('button', { name: 'v1' }).first().click();
  await page.locator('.code').waitFor();
  await shoot(page, 'artifacts');
  expect(await seriousIssues(page)).toEqual([]);
});

test('each answer leaves an audit record that leads back to its chat; runs are no chats', async () => {
  await open('/audit');
  expect(await page.locator('.empty').first().isVisible()).toBe(true);
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.locator('#message').fill('Which medicines do I take?');
  await page.keyboard.press('Enter');
  await page.locator('.footer').waitFor();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'Audit trail' }).click();
  await page.locator('.audit-sources li').first().waitFor();
  expect(await page.locator('.hits li').first().textContent()).toMatch(/health · Offline engine · \d+ sources/);
  await shoot(page, 'audit');
  expect(await seriousIssues(page)).toEqual([]);
  expect(await page.locator('.session').allTextContents()).toEqual(['Which medicines do I take?']);
  await page.getByRole('button', { name: 'Open the chat' }).first().click();
  await page.locator('.footer').waitFor();
  await page.goBack();
  await page.locator('.workshop-page h1', { hasText: 'Audit trail' }).waitFor();
});

test('on a phone the pages are one column, and ⌘K leads to them', async () => {
  await open('/functions/extract-structure', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Content', { exact: true }).fill(CHAPTER);
  await page.getByLabel('Extraction type').selectOption('keywords');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.result').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  await shoot(page, 'function-phone');
  expect(await seriousIssues(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find/ }).fill('Audit');
  await page.keyboard.press('Enter');
  await page.locator('.workshop-page h1', { hasText: 'Audit trail' }).waitFor();
});

test('a server that wants a token asks for it, and shows nothing before', async () => {
  const locked = await openHouse({}, true);
  try {
    page = await locked.page();
    await page.goto(locked.url);
    await page.getByLabel('Token').fill('consilium_wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('That token was not accepted.').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Elena');
    await shoot(page, 'door');
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel('Token').fill(locked.token);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Elena Marsh').first().waitFor();
    // The browser itself notes the refused requests.
    page.problems.length = 0;
  } finally {
    await locked.close();
  }
});

test('a team is drawn, and over a chat what really happened in it', async () => {
  await open('/teams/front-desk');
  await page.locator('.team-agent').first().waitFor();
  const names = await page.locator('.team-agent strong').allTextContents();
  expect(names.length).toBeGreaterThan(2);
  await shoot(page, 'team');
  expect(await seriousIssues(page)).toEqual([]);
});

test('the pieces of pages stand on one page, each usable', async () => {
  await open('/pieces');
  await page.getByRole('button', { name: 'People' }).click();
  expect(await page.locator('.table tbody tr').first().textContent()).toContain('Case series');
  await page.getByRole('button', { name: 'The month after' }).click();
  await page.getByRole('heading', { name: 'December 2026' }).waitFor();
  expect(await page.locator('.difference-line.added').first().textContent()).toContain('13 studies');
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByText('Answered.').waitFor();
  await shoot(page, 'pieces');
  expect(await seriousIssues(page)).toEqual([]);
});
