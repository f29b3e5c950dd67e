/** The page of agents on other machines, wide and narrow: nothing cut off, what is not set up is told. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answer, openPeer, type Peer } from '../../src/a2a/client/peers.ts';
import { writeTeam } from '../a2a/teams.ts';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let peer: Peer;
let other: Peer;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  peer = await openPeer(answer({ text: 'here' }));
  other = await openPeer(answer({ text: 'there' }));
  const remote = (name: string, endpoint: string) =>
    `kind: remote\ndescription: Is far.\nendpoint: ${endpoint}\nagent: ${name}\nretry: { attempts: 1 }\n`;
  const teams = writeTeam({
    'near/team.yml': 'name: near\nroot: Far\n',
    'near/Far/config.yml': remote('Far', peer.url),
    'other/team.yml': 'name: other\nroot: Far\n',
    'other/Far/config.yml': remote('Far', other.url),
    'unset/team.yml': 'name: unset\nroot: Gone\n',
    'unset/Gone/config.yml': remote('Gone', '${NOT_SET_HERE}'),
  });
  house = await openHouse({ CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_TEAMS: teams });
  page = await house.page({ viewport: { width: 390, height: 844 } });
});
afterAll(async () => {
  await house?.close();
  await peer?.close();
  await other?.close();
});
afterEach(() => expect(page.problems).toEqual([]));

test.each([
  390, 1280,
])('at %i px all of a call is seen, trying one comes first, and problems are told', async (width) => {
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${house.url}/remotes`);
  const one = page.getByRole('region', { name: 'Far of team near', exact: true });
  await one.getByText('is well').waitFor();
  await page.getByText('NOT_SET_HERE is not set').first().waitFor();
  await one.getByText('Try it').click();
  await one.getByRole('button', { name: 'Call' }).click();
  // Of two of the same name the one is called whose button it is.
  await one.getByText('"here"').waitFor();
  const row = one.locator('tbody tr').first();
  await row.waitFor();
  for (const cell of await row.locator('td').all()) {
    const box = (await cell.boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= width).toBe(true);
  }
  const [tried, called] = [await one.locator('details').boundingBox(), await row.boundingBox()];
  expect(tried!.y).toBeLessThan(called!.y);
  expect(other.asked).toEqual([]);
  const ids = await page.locator('[id^="action-"]').evaluateAll((found) => found.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await seriousIssues(page)).toEqual([]);
  await shoot(page, `remotes-${width}`);
});
