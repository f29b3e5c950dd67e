/** A record that leaves the house, by the hand of who has it: on a phone too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.close());

test('only who writes the name erases a record; the next person is shown', async () => {
  const page = await house.page({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(house.url);
  await page.locator('.examples button').first().waitFor();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Erase this record' }).click();
  const erase = page.getByRole('button', { name: 'Erase for good' });
  expect(await erase.isDisabled()).toBe(true);
  const title = await page.getByRole('heading', { name: /^Erase the record of/ }).innerText();
  const name = title.replace(/^Erase the record of |\?$/g, '');
  await page.getByLabel('Write the name to go on').fill('somebody else');
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel('Write the name to go on').fill(name.toLowerCase());
  await shoot(page, 'phone-erase');
  expect(await seriousIssues(page)).toEqual([]);
  await erase.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => await (await page.request.get(`${house.url}/v1/patients`)).text()).not.toContain(name);
  await expect.poll(() => page.getByText(name).count()).toBe(0);
  expect(page.problems).toEqual([]);
  await page.context().close();
});
