/** The record beside the chat, the people it is about, and the ways through the app, as they break in real use. */
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

/** Whoever comes into the record meanwhile, each test begins with Elena Marsh. */
const ELENA = 'dce5aef8-407d-5852-a049-7c48e7086f1f';

async function come(options: Parameters<House['page']>[0] = {}): Promise<void> {
  page = await house.page(options);
  await page.addInitScript((id) => {
    if (localStorage.getItem('consilium.patient') === null) localStorage.setItem('consilium.patient', `"${id}"`);
  }, ELENA);
}

async function open(options: Parameters<House['page']>[0] = {}): Promise<void> {
  await come(options);
  await page.goto(house.url);
  await page.locator('.examples button').first().waitFor();
}

async function ask(text: string): Promise<void> {
  const before = await page.locator('.footer').count();
  await page.locator('#message').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.footer').nth(before).waitFor();
}

const section = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const back = () => page.locator('.back');
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Lets files fall on a place of the page. */
function drop(onto: string, files: { name: string; text: string }[]): Promise<void> {
  return page.locator(onto).evaluate((place, dropped) => {
    const data = new DataTransfer();
    for (const { name, text } of dropped) data.items.add(new File([text], name, { type: 'application/json' }));
    for (const type of ['dragenter', 'dragover', 'drop'])
      place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

function bundle(id: string, name: string, ...resources: object[]): string {
  const patient = { resourceType: 'Patient', id, name: [{ text: name }], birthDate: '1960-05-01' };
  const entry = [patient, ...resources].map((resource) => ({ resource }));
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry });
}

const loinc = (code: string, display: string) => ({ coding: [{ system: 'http://loinc.org', code, display }] });

describe('somebody new', () => {
  test('is told that who is here is invented, begins a record with a name, and learns how it fills', async () => {
    await open();
    await page.getByText('Elena Marsh is invented').waitFor();
    await page.getByRole('button', { name: 'Begin your own record' }).click();
    await page.getByRole('dialog', { name: 'A new record' }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.type('Ada Winter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Ada/ }).waitFor();
    await page.getByRole('button', { name: 'Person: Ada Winter' }).waitFor();
    await page.locator('.first-steps', { hasText: 'Write in the chat' }).waitFor();
    expect(await page.getByText('is invented').count()).toBe(0);
    await shoot(page, 'new-person');
    await ask('I take metformin 500 mg twice a day');
    await page.locator('.summary-words', { hasText: 'Metformin' }).waitFor();
  });

  test('is found among the people by name, with the keys alone', async () => {
    await open();
    await page.getByRole('button', { name: /^Person/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New person' }).waitFor();
    await expect.poll(focused).toContain('Elena Marsh');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toContain('Mia Lindqvist');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Mia/ }).waitFor();
  });
});

describe('the record', () => {
  test('back from an entry, the list is as it was left, and the focus on its line', async () => {
    await open();
    await section('Labs & vitals').click();
    const line = page.locator('.measure', { hasText: 'Potassium' });
    await line.click();
    await page.locator('.entry h3', { hasText: 'Potassium' }).waitFor();
    await expect.poll(focused).toBe('Potassium');
    await page.locator('.entry .rows .row').first().click();
    await back().getByText('Back').waitFor();
    await back().click();
    await page.locator('.entry h3', { hasText: 'Potassium' }).waitFor();
    await back().click();
    await line.waitFor();
    expect(await section('Labs & vitals').getAttribute('aria-expanded')).toBe('true');
    await expect.poll(focused).toContain('Potassium');
    expect(await line.evaluate((row) => row.getBoundingClientRect().top > 0)).toBe(true);
  });

  test('a question about an entry is asked once, and not again in the next chat', async () => {
    await open();
    await section('Allergies').click();
    await page.locator('.row', { hasText: 'Penicillin' }).click();
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await page.locator('.footer').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.examples button').first().waitFor();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'Audit trail' }).click();
    await page.locator('.workshop h1').waitFor();
    await page.goBack();
    await page.locator('.examples button').first().waitFor();
    expect(await page.locator('.turn').count()).toBe(0);
  });

  test('what was told says so in its entry, and can be taken back there', async () => {
    await open();
    await ask('My weight was 82.7 kg this morning.');
    await page.locator('.fact-open', { hasText: '82.7' }).click();
    await page.getByText('Told in a chat.').waitFor();
    await page.getByRole('button', { name: 'Take back Body weight' }).click();
    await page.getByRole('button', { name: 'Really take back Body weight' }).click();
    await page.locator('.fact').getByText('taken back').waitFor();
    await section('Labs & vitals').click();
    await page.locator('.measure', { hasText: 'Body weight' }).filter({ hasNotText: '82.7' }).waitFor();
  });

  test('the timeline reads on as it is scrolled, and shows one kind alone', async () => {
    await open();
    await section('Timeline').click();
    const rows = page.locator('.month .row');
    await rows.nth(59).waitFor();
    await page.locator('.panel-body').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await rows.nth(60).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Vaccinations');
    await page.locator('.month .row-detail', { hasText: 'Immunization' }).first().waitFor();
    await expect.poll(() => page.locator('.month .row-detail', { hasText: 'Measurement' }).count()).toBe(0);
  });

  test('values in two units, a pressure written the other way round, a medicine without a unit: all as they are', async () => {
    await open();
    const about = { status: 'final', subject: { reference: 'Patient/p-units' } };
    const part = (code: string, value: number) => ({
      code: loinc(code, code),
      valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
    });
    const glucose = (value: number, unit: string, time: string) => ({
      resourceType: 'Observation',
      id: `glucose-${time}`,
      ...about,
      code: loinc('2339-0', 'Glucose'),
      effectiveDateTime: time,
      valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    });
    const file = bundle(
      'p-units',
      'Uma Grey',
      glucose(90.08, 'mg/dL', '2024-02-01'),
      glucose(6, 'mmol/L', '2026-02-01'),
      {
        resourceType: 'Observation',
        id: 'pressure',
        ...about,
        code: loinc('85354-9', 'Blood pressure'),
        effectiveDateTime: '2026-02-01',
        component: [part('8462-4', 107), part('8480-6', 187)],
      },
      {
        resourceType: 'MedicationRequest',
        id: 'simvastatin',
        status: 'stopped',
        intent: 'order',
        subject: about.subject,
        authoredOn: '2017-08-08',
        medicationCodeableConcept: { text: 'Simvastatin 10 MG' },
        dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 1 } }] }],
      },
    );
    await drop('.chat', [{ name: 'uma.json', text: file }]);
    await page.getByRole('heading', { name: /Uma/ }).waitFor();
    await section('Labs & vitals').click();
    await page.locator('.measure', { hasText: 'Blood pressure' }).click();
    const values = page.locator('.values tbody tr');
    await values.first().waitFor();
    expect(await values.first().textContent()).toContain('187/107');
    expect(await values.first().textContent()).toContain('critical');
    await back().click();
    await page.locator('.measure', { hasText: 'Glucose' }).click();
    await values.nth(1).waitFor();
    expect(await values.locator('.value').allTextContents()).toEqual(['6', '5']);
    await page.locator('.chart').waitFor();
    await back().click();
    await section('Medications').click();
    const medicine = page.locator('.row', { hasText: 'Simvastatin' });
    expect(await medicine.locator('.row-aside').textContent()).toBe('10 mg');
    expect(await medicine.locator('.row-detail').textContent()).toBe('take 1 · from 8 Aug 2017 · stopped');
  });

  test('files may fall anywhere, several at once; what cannot be kept is named and holds up nothing', async () => {
    await open();
    await drop('.chat', [
      { name: 'letter.json', text: 'Dear colleague' },
      {
        name: 'lonely.json',
        text: JSON.stringify({ resourceType: 'Observation', status: 'final', code: { text: 'x' } }),
      },
      { name: 'ida.json', text: bundle('p-ida', 'Ida Stone') },
    ]);
    await page.getByText('Ida Stone: 1 new entry.').waitFor();
    const failed = page.locator('.import-failed');
    expect(await failed.nth(0).textContent()).toMatch(/letter\.json This is not FHIR.*The record is as it was/);
    expect(await failed.nth(1).textContent()).toMatch(/lonely\.json There is no patient in it/);
    await page.getByRole('button', { name: 'Person: Ida Stone' }).waitFor();
    page.problems.length = 0; // the browser notes the refused request
  });
});

describe('a server that is away', () => {
  test('says so, shows no empty record in its place, and all is there again when it is back', async () => {
    await come();
    await page.route('**/v1/**', (route) => route.abort());
    await page.route('**/readyz', (route) => route.abort());
    await page.goto(house.url);
    await page.locator('.outage', { hasText: 'cannot be reached' }).waitFor();
    await page.locator('.panel .problem', { hasText: 'Nothing is lost' }).waitFor();
    expect(await page.locator('.nobody').count()).toBe(0);
    await page.unroute('**/v1/**');
    await page.unroute('**/readyz');
    await page.locator('.examples button').first().waitFor();
    await page.getByText('Elena Marsh is invented').waitFor();
    await page.locator('.outage p').waitFor({ state: 'detached' });
    page.problems.length = 0; // the browser notes what did not arrive
  });

  test('a chat that could not be deleted is still there, with the reason', async () => {
    await open();
    await ask('What does eGFR mean?');
    await page.route('**/v1/sessions/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: /^Delete What does eGFR/ }).click();
    await page.getByRole('button', { name: /^Really delete/ }).click();
    await page.locator('.sessions .problem', { hasText: 'cannot be reached' }).waitFor();
    expect(await page.locator('.session').count()).toBeGreaterThan(0);
    page.problems.length = 0; // the browser notes what did not arrive
  });
});

test('the keys reach every line that ⌘K offers, and the line they are on is seen', async () => {
  await open({ viewport: { width: 1280, height: 560 } });
  await page.locator('.sessions-list').locator('.session, .empty').first().waitFor();
  await page.keyboard.press('Control+k');
  const lines = page.locator('.palette-item');
  await lines.nth(12).waitFor();
  await page.keyboard.press('ArrowUp');
  const last = lines.last();
  expect(await last.getAttribute('aria-selected')).toBe('true');
  const isSeen = () =>
    last.evaluate((line) => {
      const list = line.parentElement!.getBoundingClientRect();
      return line.getBoundingClientRect().bottom <= list.bottom + 1;
    });
  expect(await isSeen()).toBe(true);
});

describe('two tabs', () => {
  test('what was told in one is in the record of the other when it is looked at', async () => {
    await open();
    await section('Labs & vitals').click();
    await page.locator('.measure').first().waitFor();
    const other = await page.context().newPage();
    await other.goto(house.url);
    await other.locator('.examples button').first().waitFor();
    await other.locator('#message').fill('My temperature was 37.6 C today.');
    await other.keyboard.press('Enter');
    await other.locator('.fact', { hasText: '37.6' }).waitFor();
    await other.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.locator('.measure', { hasText: '37.6' }).waitFor();
  });
});

describe('a phone', () => {
  const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

  test('a drawer takes the focus and gives it back; what it covers is out of reach', async () => {
    await open(PHONE);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.locator('.show-record').waitFor();
    expect(await page.locator('.middle').evaluate((middle) => (middle as HTMLElement).inert)).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('.show-record').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Record');
    expect(await page.locator('.middle').evaluate((middle) => (middle as HTMLElement).inert)).toBe(false);
  });

  test('opens over plain HTTP, where browsers give no random ids', async () => {
    await come(PHONE);
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
    await page.goto(house.url);
    await page.locator('.examples button').first().waitFor();
    await ask('What does eGFR mean?');
    await page.getByRole('button', { name: 'Chats' }).click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.examples button').first().waitFor();
  });

  test('has who answers, the search and the theme among the chats, and the team beside the field', async () => {
    await open(PHONE);
    await page.getByRole('button', { name: 'Chats' }).click();
    await page.getByText('Answers come from: Offline engine').waitFor();
    await shoot(page, 'phone-chats');
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('dialog', { name: 'Find' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Team' }).selectOption('kitchen');
    expect(await page.evaluate(() => localStorage.getItem('consilium.team'))).toBe('"kitchen"');
  });
});
