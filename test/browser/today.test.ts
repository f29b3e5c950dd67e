/** Today, and turns that wait for a person: real Chromium, real server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
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

/** A team of one that asks before it acts. */
function writeTeam(): string {
  const dir = tempDir('keeper');
  mkdirSync(join(dir, 'Keeper'));
  writeFileSync(join(dir, 'team.yml'), 'name: keeper\nroot: Keeper\n');
  writeFileSync(join(dir, 'Keeper/config.yml'), 'kind: code\ndescription: Keeps letters.\n');
  writeFileSync(
    join(dir, 'Keeper/agent.ts'),
    `export default async (context) => {
      const reply = await context.ask({
        what: 'Throw the old letters away?',
        why: 'They are ten years old.',
        effect: 'Twelve letters are gone.',
        undo: 'They cannot be brought back.',
      });
      return reply.kind === 'yes' ? 'Thrown away.' : 'Kept.';
    };`,
  );
  return dir;
}

test('a turn that waits is seen on Today and in its chat, and goes on when it is answered', async () => {
  const { runner } = await house.app.teamOrFolder(writeTeam());
  const asked = await runner.ask({ message: 'Tidy up', session: 'tidy' });
  expect(asked.outcome).toBe('waiting');
  page = await house.page();
  await page.goto(`${house.url}/today`);
  const card = page.locator('.approval');
  await card.waitFor();
  expect(await card.textContent()).toContain('Twelve letters are gone.');
  expect(await page.locator('.waiting-count').textContent()).toContain('1');
  await shoot(page, 'today');
  expect(await seriousIssues(page)).toEqual([]);
  await card.getByRole('button', { name: 'Look' }).click();
  await page.locator('.answer .approval').waitFor();
  await shoot(page, 'waiting');
  await page.locator('.answer .approval').getByRole('button', { name: 'No' }).click();
  await page.locator('.prose', { hasText: 'Kept.' }).waitFor();
  expect(await page.locator('.approval').count()).toBe(0);
});

test('what the record holds for today leads to its entry, is put off and is dismissed', async () => {
  page = await house.page();
  await page.goto(`${house.url}/today`);
  const lines = page.locator('.today-line');
  await lines.first().waitFor();
  const before = await lines.count();
  const title = await lines.first().locator('strong').textContent();
  await lines
    .first()
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await page.locator('.today-line strong', { hasText: title! }).waitFor({ state: 'detached' });
  expect(await lines.count()).toBe(before - 1);
  await lines.first().locator('.line').click();
  await page.locator('.entry').waitFor();
});
