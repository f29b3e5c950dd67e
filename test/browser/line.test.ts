/** The line between the app and the server: it may be slow, break or be closed; no word is lost or comes twice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSlowModel, type SlowModel } from '../slow-model.ts';
import { type House, openHouse, shoot } from './house.ts';

let model: SlowModel;
let house: House;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  model = await openSlowModel();
  house = await openHouse(model.env);
});
afterAll(async () => {
  await house?.close();
  model?.close();
});
afterEach(() => page.context().close());

async function begin(text: string): Promise<void> {
  page = await house.page();
  await page.addInitScript(() => localStorage.setItem('consilium.team', '"front-desk"'));
  await page.goto(house.url);
  await page.locator('.examples button').first().waitFor();
  await page.locator('#message').fill(text);
  await page.keyboard.press('Enter');
  await model.asked();
}

const words = () => page.locator('.prose').textContent();

test('words appear as they come, and nothing above them moves', async () => {
  await begin('Good morning');
  model.say('**Good morning');
  await page.locator('.prose strong', { hasText: 'Good morning' }).waitFor();
  const place = () => page.locator('.said-text').boundingBox();
  const before = await place();
  for (let line = 0; line < 30; line++) model.say(`${line === 0 ? '.**' : ''}\n\nLine ${line} of an answer`);
  await page.locator('.prose', { hasText: 'Line 29' }).waitFor();
  expect(await place()).toEqual(before);
  await shoot(page, 'streaming');
  model.finish();
  await page.locator('.footer').waitFor();
  expect(await place()).toEqual(before);
});

test('Esc stops; what was said stays, also after a reload', async () => {
  await begin('Tell me everything');
  model.say('This is the beginning of');
  await page.locator('.prose', { hasText: 'beginning' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Stopped.').waitFor();
  await expect.poll(() => model.isLeft()).toBe(true);
  expect(await words()).toBe('This is the beginning of');
  await page.reload();
  await page.getByText('Stopped.').waitFor();
  expect(await words()).toBe('This is the beginning of');
});

test('a reload in the middle goes on where it was, each word once', async () => {
  await begin('Hello there');
  model.say('One, two, ');
  await page.locator('.prose', { hasText: 'One, two,' }).waitFor();
  await page.reload();
  await page.locator('.prose', { hasText: 'One, two,' }).waitFor();
  model.say('three.');
  await page.locator('.prose', { hasText: 'three.' }).waitFor();
  model.finish();
  await page.locator('.footer').waitFor();
  expect(await words()).toBe('One, two, three.');
  expect(await page.locator('.turn').count()).toBe(1);
});

test('a connection that breaks is taken up again, each word once', async () => {
  await begin('Hello again');
  model.say('Alpha, ');
  await page.locator('.prose', { hasText: 'Alpha,' }).waitFor();
  await page.context().setOffline(true);
  house.cut();
  await page.getByText('The connection is lost.').waitFor();
  model.say('beta, ');
  await page.context().setOffline(false);
  await page.locator('.prose', { hasText: 'beta,' }).waitFor();
  model.say('gamma.');
  model.finish();
  await page.locator('.footer').waitFor();
  expect(await words()).toBe('Alpha, beta, gamma.');
  expect(await page.locator('.turn').count()).toBe(1);
});

test('a message that could not be sent is back in the field', async () => {
  await begin('First');
  model.say('Yes.');
  model.finish();
  await page.locator('.footer').waitFor();
  await page.context().setOffline(true);
  await page.locator('#message').fill('Second');
  await page.keyboard.press('Enter');
  await page.getByText('The connection is lost.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('It is back in the field.').waitFor();
  expect(await page.locator('#message').inputValue()).toBe('Second');
  expect(await page.locator('.turn').count()).toBe(1);
});
