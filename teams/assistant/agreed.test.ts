/** A yes is for what was shown: what has changed since is left, and each of it is named with why. */
import { expect, test } from 'vitest';
import { openDesk } from './fixture.ts';

test('of what was to be moved, what was cancelled or pushed meanwhile is named', async () => {
  const desk = await openDesk();
  desk.clock.set(Date.parse('2026-11-16T21:50:00Z'));
  for (const one of ['dentist on Friday at 9', 'gym on Friday at 12', 'dinner on Friday at 19:00']) await desk.ask(one);
  const asked = await desk.ask('move everything on Friday to Saturday', 'all');
  expect(asked.pending).toBeDefined();
  await desk.ask('cancel the gym');
  await desk.ask('push the dinner back an hour');
  const told = await desk.ask('yes', 'all');
  expect(told.text).toContain('Moved to Sat 21 Nov:\n\n- dentist');
  expect(told.text).toContain('gym (Fri 20 Nov, 12:00) (it is no longer there)');
  expect(told.text).toContain('dinner (Fri 20 Nov, 19:00) (it is now dinner (Fri 20 Nov, 20:00))');
  const kept = desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
  expect(kept.toSorted()).toEqual(['dentist 2026-11-21T09:00', 'dinner 2026-11-20T20:00']);
  await desk.close();
});
