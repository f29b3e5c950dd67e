/** The assistant's page: real Chromium, real server; todos, calendar, reminders, memory and undo, and all of it on a phone. */
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

const tab = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a person keeps todos, events, reminders and memories, and takes a change back', async () => {
  page = await house.page();
  await page.goto(`${house.url}/assistant`);
  const todo = page.getByRole('form', { name: 'Add a todo' });
  await todo.getByLabel('What').fill('Buy milk');
  await todo.getByLabel('List').fill('Groceries');
  await todo.getByRole('button').click();
  await page.getByRole('region', { name: 'Groceries' }).getByText('Buy milk').waitFor();
  await shoot(page, 'assistant-todos');
  expect(await seriousIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit Buy milk' }).click();
  const edit = page.getByRole('form', { name: 'Edit Buy milk' });
  await edit.getByLabel('What').fill('Buy oat milk');
  await edit.getByLabel('List').fill('');
  await edit.getByLabel('Due').fill('2031-03-04');
  await edit.getByLabel('Priority').selectOption('high');
  await shoot(page, 'assistant-todo-edit');
  expect(await seriousIssues(page)).toEqual([]);
  await edit.getByRole('button', { name: 'Save' }).click();
  const own = page.getByRole('region', { name: 'Todos' });
  await own.getByText('Buy oat milk').waitFor();
  await own.getByText(/4 Mar.* · high priority/).waitFor();
  await page.getByRole('checkbox').click();
  await page.getByText('Nothing is open.').waitFor();

  await tab('Calendar');
  const event = page.getByRole('form', { name: 'Add an event' });
  await event.getByLabel('What').fill('Dentist');
  const soon = new Date(Date.now() + 60 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await event.getByLabel('When').fill(local);
  await event.getByRole('button').click();
  await page.getByText('Dentist').first().waitFor();
  await event.getByLabel('What').fill('Call with Jo');
  await event.getByLabel('When').fill(local);
  await event.getByRole('button').click();
  await page.getByText('Call with Jo clashes with Dentist.').waitFor();
  await page
    .getByRole('button', { name: /Call with Jo/ })
    .first()
    .click();
  const moved = page.getByRole('form', { name: 'Edit Call with Jo' });
  await moved.getByLabel('What').fill('Call with Ana');
  await moved.getByLabel('Until').fill('2020-01-01T10:00');
  await moved.getByRole('button', { name: 'Save' }).click();
  // What is wrong is said, and what was written stays.
  await page.getByText('ends before it begins').waitFor();
  expect(await moved.getByLabel('What').inputValue()).toBe('Call with Ana');
  expect(page.problems.splice(0)).toEqual([expect.stringContaining('400')]);
  await shoot(page, 'assistant-event-edit');
  expect(await seriousIssues(page)).toEqual([]);
  await moved.getByLabel('Until').fill(new Date(Date.parse(`${local}Z`) + 1_800_000).toISOString().slice(0, 16));
  await moved.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('button', { name: /Call with Ana/ })
    .first()
    .waitFor();
  // What comes again is made and ended as a whole.
  await event.getByLabel('What').fill('Choir');
  await event.getByLabel('When').fill(local);
  await event.getByLabel('How often').selectOption('Every week');
  await event.getByRole('button').click();
  await page.getByRole('button', { name: /Choir/ }).first().click();
  await page.getByRole('checkbox', { name: /All of them/ }).check();
  await page.getByRole('button', { name: 'Cancel the event Choir' }).click();
  await page.getByRole('button', { name: 'Cancel all of them' }).last().click();
  await page.getByRole('button', { name: /Choir/ }).first().waitFor({ state: 'detached' });
  await page.getByLabel('Bring in an iCalendar file').setInputFiles({
    name: 'away.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:<img src=x onerror=alert(1)>\r\nDTSTART;TZID=Mars/Olympus:20310304T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  });
  await page.getByText('The time zone "Mars/Olympus" is unknown').waitFor();
  await shoot(page, 'assistant-calendar');
  expect(await seriousIssues(page)).toEqual([]);

  await tab('Reminders');
  const reminder = page.getByRole('form', { name: 'Set a reminder' });
  await reminder.getByLabel('Of what').fill('Water the plants');
  await reminder.getByLabel('When, as you would say it').fill('every Monday at 8');
  await reminder.getByRole('button').click();
  await page.getByText('Water the plants').first().waitFor();
  await page.getByRole('button', { name: 'Change Water the plants' }).click();
  const later = page.getByRole('form', { name: 'Change Water the plants' });
  await later.getByRole('textbox').fill('every Tuesday at 9');
  await later.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/every Tuesday at 09:00/).waitFor();
  await shoot(page, 'assistant-reminders');
  expect(await seriousIssues(page)).toEqual([]);

  await tab('Memory');
  const note = page.getByRole('form', { name: 'Remember' });
  await note.getByLabel('About').fill('GP');
  await note.getByLabel('What').fill('Dr. Lee');
  await note.getByRole('button').click();
  await page.getByText('Dr. Lee').first().waitFor();
  await page.getByRole('button', { name: 'Correct GP' }).click();
  const correction = page.getByRole('form', { name: 'Correct GP' });
  await correction.getByLabel('GP').fill('Dr. Moss');
  await shoot(page, 'assistant-memory');
  await correction.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Dr. Moss').waitFor();

  await tab('Changes');
  const corrected = 'Corrected what is remembered about GP';
  await page.getByRole('button', { name: `Undo: ${corrected}` }).click();
  await page.getByText(`Undone: ${corrected}`).waitFor();
  await shoot(page, 'assistant-changes');
  expect(await seriousIssues(page)).toEqual([]);
  await tab('Memory');
  await page.getByText('Dr. Lee').waitFor();
});

test('on a phone nothing is cut off, and what is said in the chat is on the page', async () => {
  page = await house.page({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const assistant = await house.app.team('assistant');
  await assistant.send({ message: 'add eggs and flour to groceries', session: 'phone', stream: false }).result;
  await page.goto(`${house.url}/assistant`);
  await page.getByRole('region', { name: 'groceries' }).getByText('flour').waitFor();
  for (const name of ['Todos', 'Calendar', 'Reminders', 'Memory', 'Changes']) {
    await tab(name);
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([name, width]).toEqual([name, 390]);
    await shoot(page, `assistant-phone-${name.toLowerCase()}`);
  }
  expect(await seriousIssues(page)).toEqual([]);
});
