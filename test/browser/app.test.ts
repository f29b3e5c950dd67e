/** The app as a person uses it: real Chromium, real server, the demo patients, the offline engine. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type House, openHouse, seriousIssues, shoot } from './house.ts';

let house: House;
let page: Awaited<ReturnType<House['page']>>;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.close());
afterEach(async () => {
  expect(page.problems).toEqual([]);
  await page.context().close();
});

async function open(options: Parameters<House['page']>[0] = {}): Promise<void> {
  page = await house.page(options);
  await page.goto(house.url);
  await page.locator('.examples button').first().waitFor();
}

async function ask(text: string): Promise<void> {
  const before = await page.locator('.footer').count();
  await page.locator('#message').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.footer').nth(before).waitFor();
}

describe('asking', () => {
  test('an example about this person is answered with sources that open in the record', async () => {
    await open();
    await shoot(page, 'welcome');
    const example = page.locator('.examples button').first();
    const measure = /^Is my .*?(\S+) getting better/.exec((await example.textContent())!)![1]!;
    await example.click();
    await page.locator('.footer').waitFor();
    expect(await page.locator('.prose strong').first().textContent()).toContain(measure);
    expect(await page.locator('.footer').textContent()).toMatch(/Sources \d+.*Offline engine.*\d m?s.*How it went/);
    await page.locator('.cite').first().click();
    await page.locator('.entry .values tr.lit').waitFor();
    expect(await page.locator('.entry .chart').getAttribute('aria-label')).toContain(measure);
    await shoot(page, 'answer');
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('finds its team where that is plain; the person may choose another, and that holds', async () => {
    await open();
    const team = page.getByLabel('Team', { exact: true });
    await page.locator('#message').fill('Remind me to call the dentist tomorrow');
    await page.locator('.composer-team.guessed').waitFor();
    expect(await team.inputValue()).toBe('assistant');
    await page.locator('#message').fill('Summarise this text: the dentist is open on Monday.');
    await expect.poll(() => team.inputValue()).toBe('kitchen');
    await team.selectOption('health');
    await page.locator('#message').fill('Remind me to take my blood pressure');
    await page.keyboard.press('Enter');
    await page.locator('.footer').waitFor();
    expect(await team.inputValue()).toBe('health');
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.locator('#message').fill('Remind me to call the dentist tomorrow');
    await page.keyboard.press('Enter');
    await page.locator('.turn').waitFor();
    expect(await team.inputValue()).toBe('assistant');
  });

  test('an edited message takes the place of the old one, and of what that had told', async () => {
    await open();
    await ask('My temperature was 37.9 C this morning.');
    await page.locator('.fact').first().waitFor();
    await page.locator('#message').press('ArrowUp');
    expect(await page.locator('.composer-note').textContent()).toContain('takes its place');
    await page.locator('#message').fill('My temperature was 37.4 C this morning.');
    await page.keyboard.press('Enter');
    await page.locator('.fact', { hasText: '37.4' }).waitFor();
    await page.locator('.footer').waitFor();
    const saidTexts = () => page.locator('.said-text').allTextContents();
    expect(await saidTexts()).toEqual(['My temperature was 37.4 C this morning.']);
    await page.reload();
    await page.locator('.footer').waitFor();
    expect(await saidTexts()).toEqual(['My temperature was 37.4 C this morning.']);
    await page.getByRole('button', { name: /Labs & vitals/ }).click();
    const row = page.locator('.measure', { hasText: 'Body temperature' });
    await row.waitFor();
    expect(await row.textContent()).toContain('37.4');
    expect(await page.locator('.panel').textContent()).not.toContain('37.9');
  });

  test('facts in a message are kept, shown under it, and taken back', async () => {
    await open();
    await ask('My weight was 83.2 kg this morning.');
    const fact = page.locator('.fact').first();
    await fact.waitFor();
    expect(await fact.textContent()).toMatch(/weight 83.2 kg/i);
    await page.getByRole('button', { name: /Labs & vitals/ }).click();
    const row = page.locator('.measure', { hasText: 'Body weight' });
    await row.filter({ hasText: '83.2' }).waitFor();
    await fact.getByRole('button', { name: /Undo/ }).click();
    await fact.getByText('taken back').waitFor();
    await row.filter({ hasNotText: '83.2' }).waitFor();
    await page.reload();
    await page.locator('.fact').getByText('taken back').waitFor();
  });

  test('an emergency is a card of its own, the action first', async () => {
    await open();
    await ask('crushing chest pain for 20 min and my left arm is numb');
    const card = page.locator('.answer.emergency');
    expect(await card.getAttribute('role')).toBe('alert');
    expect(await card.locator('strong').first().textContent()).toMatch(/call/i);
    expect(await card.locator('.turn-chart').count()).toBe(0);
    await shoot(page, 'emergency');
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('a list is shown where it is: the section opens', async () => {
    await open();
    await ask('Show me all my medications');
    await page.locator('.section.lit', { hasText: 'Metformin' }).waitFor();
  });

  test('↑ takes the last message back, changed it is asked instead; Esc leaves it', async () => {
    await open();
    await ask('What does eGFR mean?');
    await page.locator('#message').press('ArrowUp');
    expect(await page.locator('#message').inputValue()).toBe('What does eGFR mean?');
    await page.keyboard.press('Escape');
    expect(await page.locator('#message').inputValue()).toBe('');
    expect(await page.locator('.said-text').allTextContents()).toEqual(['What does eGFR mean?']);
    await page.locator('#message').press('ArrowUp');
    await page.locator('#message').fill('What does HbA1c mean?');
    await page.keyboard.press('Enter');
    await page.locator('.prose', { hasText: 'HbA1c' }).waitFor();
    expect(await page.locator('.said-text').allTextContents()).toEqual(['What does HbA1c mean?']);
  });
});

describe('the record', () => {
  test('is searched, an entry is read whole and asked about', async () => {
    await open();
    await page.getByLabel('Search the record').fill('retinopathy');
    await page.locator('.hits .row', { hasText: 'Condition' }).first().click();
    await page.locator('.entry h3').waitFor();
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await page.locator('.footer').waitFor();
    expect(await page.locator('.said-text').textContent()).toContain('retinopathy');
  });

  test('a value is shown in the other unit of its kind', async () => {
    await open();
    await page.getByRole('button', { name: /Labs & vitals/ }).click();
    await page.locator('.measure', { hasText: 'HbA1c' }).click();
    await page.getByRole('button', { name: 'Show in mmol/mol' }).click();
    expect(await page.locator('.values tbody tr').first().textContent()).toContain('51.9');
    await page.getByRole('button', { name: 'Show in %' }).click();
    expect(await page.locator('.values tbody tr').first().textContent()).toContain('6.9');
  });

  test('every section has something to show for the demo patient', async () => {
    await open();
    for (const title of [
      'Labs & vitals',
      'Medications',
      'Conditions',
      'Encounters',
      'Allergies',
      'Symptoms',
      'Documents',
      'Timeline',
    ]) {
      const section = page.locator('.section', { has: page.getByRole('button', { name: new RegExp(`^${title}`) }) });
      await section.getByRole('button').first().click();
      await section.locator('.row').first().waitFor();
    }
    await shoot(page, 'record');
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('another person is chosen, and the chat begins anew', async () => {
    await open();
    await ask('What does eGFR mean?');
    await page.getByLabel('Search the record').fill('retinopathy');
    await page.locator('.hits .row').first().click();
    await page.locator('.entry h3').waitFor();
    await page.getByRole('button', { name: /^Person/ }).click();
    await page.getByRole('button', { name: /Samuel Okoro/ }).click();
    await page.getByRole('heading', { name: /Samuel/ }).waitFor();
    expect(await page.locator('.turn').count()).toBe(0);
    expect(await page.locator('.session').count()).toBe(0);
    await page.getByRole('button', { name: /^Summary/ }).waitFor();
    expect(await page.getByLabel('Search the record').inputValue()).toBe('');
  });

  test('a FHIR file is imported, and a broken one leaves everything as it was', async () => {
    await open();
    const bundle = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { resource: { resourceType: 'Patient', id: 'p1', name: [{ text: 'Nora Field' }], birthDate: '1980-02-01' } },
      ],
    };
    const drop = (text: string) =>
      page.locator('.panel').evaluate((panel, body) => {
        const data = new DataTransfer();
        data.items.add(new File([body], 'nora.json', { type: 'application/json' }));
        for (const type of ['dragenter', 'dragover', 'drop'])
          panel.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }, text);
    await drop('{"resourceType": "Bundle", "entry": [');
    await page.locator('.import-failed').waitFor();
    page.problems.length = 0; // the browser notes the refused request
    await drop(JSON.stringify(bundle));
    await page.getByText(/Nora Field: \d+ new entr/).waitFor();
    await page.getByRole('button', { name: 'Person: Nora Field, 46' }).waitFor();
  });
});

describe('finding one’s way', () => {
  test('chats are listed, searched, opened by their address and deleted', async () => {
    await open();
    await ask('What is levothyroxine for?');
    const address = page.url();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.examples button').first().waitFor();
    await page.getByLabel('Search chats').fill('levothyroxine');
    await page.locator('.session-open').first().click();
    await page.locator('.footer').waitFor();
    expect(page.url()).toBe(address);
    await page
      .getByRole('button', { name: /^Delete What is levothyroxine/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Really delete/ }).click();
    await page.getByText('No chat has these words.').waitFor();
  });

  /** Tells a temperature, and deletes the chat; what is then asked. */
  async function tellAndDelete(degrees: string, options?: Parameters<House['page']>[0]) {
    await open(options);
    await ask(`My temperature was ${degrees} C this morning.`);
    await page.locator('.fact', { hasText: degrees }).waitFor();
    const chats = page.getByRole('button', { name: 'Chats' });
    if (await chats.isVisible()) await chats.click();
    const bin = page.getByRole('button', { name: new RegExp(`^Delete My temperature was ${degrees}`) });
    await bin.first().click();
    await page.getByRole('button', { name: /^Really delete/ }).click();
    return page.getByRole('region', { name: new RegExp(`^Delete My temperature was ${degrees}`) });
  }
  const isTold = async (degrees: string) => {
    const { patients } = (await (await fetch(`${house.url}/v1/patients`)).json()) as { patients: { id: string }[] };
    const query = 'MATCH (p:Patient)-[]->(o:Observation) WHERE o.value = $value RETURN o.value';
    const found = patients.map(async ({ id }) => {
      const body = JSON.stringify({ patient_id: id, query, params: { value: Number(degrees) } });
      const answer = await fetch(`${house.url}/v1/graph/query`, { method: 'POST', body });
      return ((await answer.json()) as { rows: unknown[] }).rows.length;
    });
    return (await Promise.all(found)).some((count) => count > 0);
  };

  test.each([
    ['38.11', 'Keep it', { chat: true, fact: true }, { width: 1280, height: 800 }],
    ['38.12', 'Delete the chat only', { chat: false, fact: true }, { width: 390, height: 844 }],
    ['38.13', 'Delete both', { chat: false, fact: false }, { width: 1280, height: 800 }],
  ])('whoever deletes a chat is asked what becomes of what was told in it: %s, %s', async (degrees, choice, left, viewport) => {
    const question = await tellAndDelete(degrees, { viewport });
    await question.getByText('1 fact of the record was told in').waitFor();
    expect(await isTold(degrees)).toBe(true);
    await shoot(page, `delete-told-${viewport.width}`);
    expect(await seriousIssues(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await question.getByRole('button', { name: choice }).click();
    await question.waitFor({ state: 'detached' });
    const listed = page.locator('.session-open', { hasText: degrees });
    await expect.poll(() => listed.count()).toBe(left.chat ? 1 : 0);
    expect(await isTold(degrees)).toBe(left.fact);
  });

  test('Ctrl K finds an entry and opens it by keyboard alone', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('penicillin');
    await page.locator('.palette-item', { hasText: 'Allergy' }).waitFor();
    await shoot(page, 'palette');
    await page.keyboard.press('Enter');
    await page.locator('.entry h3', { hasText: 'Penicillin' }).waitFor();
  });

  test('how it went: the tree of the turn, its Cypher, and all of it as JSON', async () => {
    await open();
    await ask('Is my LDL getting better?');
    await page.getByRole('button', { name: /How it went/ }).click();
    await page.locator('.step.agent', { hasText: 'Triage' }).first().waitFor();
    await page.locator('.step.transfer').first().waitFor();
    await page.locator('.step.tool .step-line').first().click();
    await page.locator('.detail pre', { hasText: 'MATCH' }).first().waitFor();
    await shoot(page, 'trace');
    expect(await seriousIssues(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON' }).click(),
    ]);
    const events = JSON.parse(readFileSync(await download.path(), 'utf8')) as { type: string }[];
    expect(events[0]!.type).toBe('invocation_started');
    expect(events.at(-1)!.type).toBe('invocation_finished');
    await page.keyboard.press('Escape');
    await page.locator('.trace').waitFor({ state: 'detached' });
  });
});

describe('every screen', () => {
  test('a phone: one column, the record as a sheet, no sideways scrolling', async () => {
    await open({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await ask('Is my HbA1c getting better?');
    await shoot(page, 'phone');
    await page.locator('.cite').first().click();
    await page.locator('.panel .entry h3').waitFor();
    await page.waitForTimeout(300); // the sheet comes up
    await shoot(page, 'phone-record');
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the record' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('dark: as readable as light', async () => {
    await open({ viewport: { width: 1024, height: 768 }, colorScheme: 'dark' });
    await ask('Is my HbA1c getting better?');
    await shoot(page, 'dark');
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  });

  test('the first load is light: under 300 kB gzipped, and nothing from elsewhere', async () => {
    page = await house.page();
    const sizes: Promise<{ responseBodySize: number }>[] = [];
    const strangers: string[] = [];
    page.on('request', (request) => !request.url().startsWith(house.url) && strangers.push(request.url()));
    page.on('requestfinished', (request) => sizes.push(request.sizes()));
    await page.goto(house.url);
    await page.locator('.examples button').first().waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(300_000);
    expect(strangers).toEqual([]);
  });
});
