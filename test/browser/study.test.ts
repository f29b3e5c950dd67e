/** The study page: real Chromium, real server, a small course; read and mark, quiz, cards, progress, plan; also on a phone. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeCourse } from '../study/course.ts';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  house = await openHouse({ CONSILIUM_EMBEDDINGS: 'off' });
  const study = await house.app.service('study');
  await study.material.add({ paths: [writeCourse()], title: 'Renal physiology' });
});
afterAll(() => house?.close());
afterEach(async () => {
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('a learner reads and marks, takes a quiz by keyboard, reviews a card, and sees progress and plan', async () => {
  page = await house.page();
  await page.goto(`${house.url}/study`);
  await page.getByLabel('Material').selectOption({ label: 'Renal physiology' });
  await page.locator('.chapter-choice select').selectOption({ index: 2 });
  const passage = page.locator('[data-passage] p').first();
  await passage.waitFor();
  await passage.click({ clickCount: 3 });
  await page.keyboard.press('h');
  await page.locator('mark').first().waitFor();
  await page.getByRole('button', { name: /Remove the highlight/ }).waitFor();
  const [choice, text] = [page.locator('.chapter-choice'), page.locator('.chapter-text')];
  expect((await text.boundingBox())!.x).toBe((await choice.boundingBox())!.x);
  await shoot(page, 'study-read');
  expect(await seriousIssues(page)).toEqual([]);

  await page.getByRole('button', { name: 'Quiz', exact: true }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.stem').waitFor();
  await shoot(page, 'study-question');
  for (let answered = 0; answered < 5; answered++) {
    await page.locator('.stem').waitFor();
    await answerShown();
    await page.locator('.verdict').waitFor();
    if (answered === 0) {
      await shoot(page, 'study-verdict');
      expect(await seriousIssues(page)).toEqual([]);
    }
    await page.locator('.verdict .button').click();
    if ((await page.getByText(/of \d+ questions? right/).count()) > 0) break;
  }
  await page.getByText(/of \d+ questions? right/).waitFor();

  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await page.getByRole('button', { name: 'Make cards' }).click();
  await page.getByText(/cards? made/).waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.locator('.card-front').waitFor();
  await page.keyboard.press('Space');
  await page.locator('.card-back').waitFor();
  await shoot(page, 'study-card');
  expect(await seriousIssues(page)).toEqual([]);
  const front = await page.locator('.card-front').textContent();
  await page.keyboard.press('3');
  await page.locator('.face', { hasNotText: front! }).or(page.getByText('Done.')).first().waitFor();

  await page.getByRole('button', { name: 'Progress', exact: true }).click();
  await page.locator('.figures').waitFor();
  await page.getByRole('heading', { name: 'Right, by topic' }).waitFor();
  expect(await page.locator('.columns .scale').first().textContent()).toMatch(/^[1-9]\d*$/);
  await shoot(page, 'study-progress');
  expect(await seriousIssues(page)).toEqual([]);

  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  const exam = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day of the exam').fill(exam);
  await page.getByRole('button', { name: 'Sun', exact: true }).click();
  await page.getByRole('button', { name: 'Make a plan' }).click();
  await page.locator('.calendar').waitFor();
  await shoot(page, 'study-plan');
  expect(await seriousIssues(page)).toEqual([]);
});

/** By keyboard where there are letters, else in words or by choosing. */
async function answerShown(): Promise<void> {
  if ((await page.locator('.option').count()) > 0) return page.keyboard.press('a');
  if ((await page.locator('.matching').count()) > 0) {
    for (const select of await page.locator('.matching select').all()) await select.selectOption({ index: 1 });
    return page.getByRole('button', { name: 'Answer' }).click();
  }
  await page.getByLabel('Your answer').fill('sodium');
  await page.keyboard.press('Enter');
}

test('the same on a phone: nothing is wider than the screen, ratings are in reach', async () => {
  const study = await house.app.service('study');
  await study.cards.make(
    { user: 'local', how: 'machine', scopes: null, patients: null },
    { material: 'Renal physiology' },
  );
  page = await house.page({ viewport: { width: 390, height: 844 }, hasTouch: true });
  for (const part of ['read', 'cards', 'quiz', 'progress', 'plan']) {
    await page.goto(`${house.url}/study/${part}`);
    await page.locator('.study').waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(page, `study-phone-${part}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.goto(`${house.url}/study/cards`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /Show/ }).tap();
  await page.getByRole('button', { name: /Good/ }).waitFor();
  await shoot(page, 'study-phone-card');
  const box = await page.getByRole('button', { name: /Easy/ }).boundingBox();
  expect(box!.y + box!.height).toBeLessThanOrEqual(844);
});

test('a course is taken away by who may, after a second look', async () => {
  page = await house.page();
  await page.goto(`${house.url}/study`);
  await page.getByLabel('Material').selectOption({ label: 'Renal physiology' });
  await page.getByRole('button', { name: 'Delete this course' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete this course' }).click();
  await shoot(page, 'study-delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('option', { hasText: 'Renal physiology' }).waitFor({ state: 'detached' });
  const study = await house.app.service('study');
  expect((await study.material.list()).map(({ title }) => title)).not.toContain('Renal physiology');
});
