/** The research desk's page: real Chromium, real server, what is indexed here. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  house = await openHouse({ CONSILIUM_EMBEDDINGS: 'off' });
  page = await house.page({ viewport: { width: 1280, height: 900 } });
});
afterAll(() => house?.close());
afterEach(() => expect(page.problems).toEqual([]));

test('at first run one button plays an example that shows all of it, offline; its approval tidies up', async () => {
  await page.goto(`${house.url}/research`);
  await page.getByRole('button', { name: 'Play the example' }).click();
  await page.getByRole('heading', { name: 'The example was played' }).waitFor();
  const approval = page.locator('.approval', { hasText: 'Delete Halden myopathy Research' });
  await approval.waitFor();
  await shoot(page, 'research-example');

  await page.getByRole('button', { name: 'The feed' }).click();
  await page.getByText('velorasen went from Phase 2 to Phase 3').waitFor();
  await page.getByRole('heading', { name: 'Kept back' }).waitFor();
  await page
    .getByText(/\d{4}, \d\d:\d\d (?:[A-Z]{3,4}|GMT|UTC)[+\d:-]* · because/)
    .first()
    .waitFor();
  await page.getByText('nothing new since the last report').waitFor();
  await shoot(page, 'research-feed');

  await page.getByRole('button', { name: 'Halden myopathy Research' }).first().click();
  await page.getByRole('cell', { name: 'retracted', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Phase 2 2025-06-12 → Phase 3 2026-10-30' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^halden-myopathy-\d{4}-\d\d-\d\d(?:-\d+)?\.pdf$/);
  await page.locator('.things .link', { hasText: 'reports/' }).first().click();
  await page.locator('.beside .prose, .beside .code').first().waitFor();
  await shoot(page, 'research-agent');
  expect(await seriousIssues(page)).toEqual([]);
  await page.reload();
  await page.locator('.beside .prose, .beside .code').first().waitFor();

  await page.goto(`${house.url}/research/triggers`);
  await page.locator('.calendar-entry', { hasText: 'Halden myopathy' }).first().waitFor();
  await page.getByRole('button', { name: 'New trigger' }).click();
  const when = page.getByRole('textbox', { name: 'When' });
  await when.fill('every Monday at 7');
  await page.getByText('Understood: every Monday at 07:00').waitFor();
  await page.getByRole('button', { name: 'Make the trigger' }).click();
  const made = page.locator('.triggers li', { hasText: 'every Monday at 07:00' });
  await made.getByRole('button', { name: 'Change' }).click();
  await when.fill('every Friday at 7');
  await page.getByRole('button', { name: 'Save' }).click();
  const changed = page.locator('.triggers li', { hasText: 'every Friday at 07:00' });
  await changed.getByRole('button', { name: 'Run now' }).click();
  await changed.getByText('It ran: ').waitFor();
  expect(await seriousIssues(page)).toEqual([]);
  await changed.getByRole('button', { name: 'Cancel' }).click();
  await changed.waitFor({ state: 'hidden' });

  await approval.getByRole('button', { name: 'Yes' }).click();
  await approval.waitFor({ state: 'hidden' });
  await page.getByText('Nothing is planned').waitFor();
  await page.getByRole('button', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'Play the example' }).waitFor();
});

test('a report that is surfaced in the background comes into the open chat', async () => {
  const desk = await house.app.service('research');
  const team = await house.app.team('research');
  await team.send({ message: 'Research allopurinol in gout', session: 'gout-chat', stream: false }).result;
  await page.goto(`${house.url}/c/gout-chat`);
  await page.getByText('worked on this').waitFor();
  const agent = desk.findFitting('gout', 'local')!;
  const report = { key: 'news', owner: 'local', agent: agent.id, facts: {} };
  await desk.feed.relay({ ...report, message: 'Allopurinol in gout: a guideline changed.' });
  await page.getByText(`News from ${agent.name}.`).waitFor();
  await page.goto(`${house.url}/research`);
  await page.locator('.line', { hasText: agent.name }).waitFor();
  await desk.removeAgent(agent.id, 'local');
});

test('a dead letter is seen with its reason and tried again', async () => {
  const desk = await house.app.service('research');
  const agent = await desk.createAgent({ name: 'Asthma', description: 'Follows asthma.' }, 'local');
  const trigger = await desk.schedule(agent, 'every Monday at 8', 'Look again at asthma.');
  const store = house.app.home.stores.triggers();
  const now = Date.now();
  const firing = { id: 'dead-1', trigger: trigger.id, room: 'research', agent: agent.id, due: now, manual: true };
  await store.addFiring({ ...firing, state: 'waiting', tries: 0, nextTry: now, missed: 0 });
  await store.claim({ now, holder: 'test', until: now + 60_000, limit: 1, rooms: ['research'] });
  const error = { code: 'SOURCE_DOWN', message: 'The source was down.', retryable: true };
  await store.settle('dead-1', 'test', { kind: 'dead', at: now, error });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/research`);
  // On a phone what an agent does, and when it looks again, stays inside its card.
  await page.getByText('looks again').first().waitFor();
  const cut = await page
    .locator('.research .line.about')
    .evaluateAll((cards) =>
      cards.flatMap((card) =>
        [...card.querySelectorAll('.state *')]
          .filter((each) => each.getBoundingClientRect().right > card.getBoundingClientRect().right)
          .map((each) => each.textContent),
      ),
    );
  expect(cut).toEqual([]);
  await page.goto(`${house.url}/research/dead-letters`);
  await page.getByText('The source was down.').waitFor();
  // In the zone of its trigger, which is said.
  await page.getByText(/due \d+ \w+ \d{4}, \d\d:\d\d \([\w/+-]+\)/).waitFor();
  expect(await seriousIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('whatever was due has been done').waitFor();
  await desk.removeAgent(agent.id, 'local');
});

test('remote agents have a page, which says what it is for where there are none', async () => {
  await page.goto(`${house.url}/remotes`);
  await page.getByText('No team here calls an agent on another machine').waitFor();
  expect(await seriousIssues(page)).toEqual([]);
});
