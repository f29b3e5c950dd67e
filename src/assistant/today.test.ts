import { expect, test } from 'vitest';
import { openDesk } from '../../teams/assistant/fixture.ts';
import { machineUser } from '../kernel/index.ts';
import { assistantToday } from './today.ts';

test("what fired, what is on and what is due is on the page of today, one person's own, and a todo can be done there", async () => {
  const desk = await openDesk();
  try {
    const source = assistantToday(async () => desk.assistant);
    const query = (user: string) => ({
      principal: machineUser(user),
      now: desk.clock.now(),
      timezone: 'Europe/Berlin',
    });
    const lines = async (user = 'local') =>
      (await source.items(query(user))).map(({ title, detail, can }) => [title, detail, can.join(' ')]);
    expect(await lines()).toEqual([]);
    await desk.ask('add pay rent to my home list, due today');
    await desk.ask('book physio today at 3pm');
    await desk.ask('book the dentist on Friday at 3pm');
    desk.assistant.todos.add('local', { title: 'Old bill', due: '2026-11-10', zone: 'Europe/Berlin' });
    await desk.ask('remind me at 1pm to call Nora');
    const [reminder] = await desk.assistant.reminders.list('local');
    await desk.triggers.runNow(reminder!.id);
    await desk.triggers.tick();
    await desk.triggers.drain();
    expect(await lines()).toEqual([
      ['call Nora', 'You asked to be reminded', 'done'],
      ['physio', '15:00 to 16:00', 'dismiss'],
      ['Old bill', 'overdue since 2026-11-10', 'done later dismiss'],
      ['pay rent', 'due today · home', 'done later dismiss'],
    ]);
    expect(await lines('somebody')).toEqual([]);
    const [notice, , , rent] = await source.items(query('local'));
    await source.done!(rent!.id, query('local'));
    await source.done!(notice!.id, query('local'));
    expect((await lines()).map(([title]) => title)).toEqual(['physio', 'Old bill']);
    // What comes once is done with its reminder.
    expect(desk.assistant.todos.list('local').map(({ body }) => body.title)).toEqual(['Old bill']);
  } finally {
    await desk.close();
  }
});
