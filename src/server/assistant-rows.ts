/** What the doors to a person's things take and say. */
import { z } from 'zod';
import { UNDO_DAYS } from '../assistant/shelf.ts';
import { isWhen } from '../assistant/wall.ts';
import { isZone } from '../kernel/index.ts';
import type { Route } from './route.ts';

/** Of what may name a medicine: whose record it is weighed against, and that what speaks against it was read. */
const weighed = {
  patient_id: z.string().max(200).optional().describe('a medicine is weighed against this record'),
  agreed: z.boolean().optional().describe('set a medicine though MEDICINE_CAUTION was answered'),
};
const when = z
  .string()
  .max(40)
  .refine(isWhen, 'is no day and no time (2026-11-15T08:30)')
  .describe('2026-11-20 or 2026-11-20T15:00');
const zone = z.string().max(64).refine(isZone, 'is no time zone');
export const todo = z.strictObject({
  title: z.string().min(1).max(500),
  project: z.string().max(100).optional(),
  due: when.optional(),
  zone: zone.optional(),
  rule: z.string().max(500).optional(),
  priority: z.enum(['low', 'normal', 'high']).optional(),
  notes: z.string().max(10_000).optional(),
  ...weighed,
});
/** What is null is taken away. */
export const todoPatch = todo.partial().extend({
  project: todo.shape.project.nullable(),
  due: todo.shape.due.nullable(),
  done: z.boolean().optional(),
});
export const event = z.strictObject({
  title: z.string().min(1).max(500),
  start: when,
  end: when,
  zone,
  rule: z.string().max(500).optional(),
  location: z.string().max(500).optional(),
  notes: z.string().max(10_000).optional(),
  ...weighed,
});
export const eventPatch = event.partial().extend({ occasion: when.optional() });
export const doneQuery = z.object({ done: z.enum(['true', 'false']).optional() });
export const note = z.strictObject({ text: z.string().min(1).max(20_000), subject: z.string().max(120).optional() });
export const correction = note.pick({ text: true });
export const place = z.strictObject({ zone });
export const reminder = z.strictObject({
  what: z.string().min(1).max(500),
  when: z.string().min(1).max(200),
  zone,
  ...weighed,
});
export const moved = reminder.pick({ when: true, patient_id: true, agreed: true });
export const file = z.strictObject({ ics: z.string().min(1), zone });
export const span = z.object({ from: when.optional(), to: when.optional(), zone: zone.optional() });
export const goodQuery = z.object({
  good: z.enum(['true']).optional().describe('for good: it cannot be brought back'),
});
export const cancelQuery = goodQuery.extend({ occasion: when.optional() });
export const anything = z.record(z.string(), z.unknown());

type Row = readonly [
  Route['method'],
  string,
  string,
  { body?: z.ZodType; query?: z.ZodObject; gives?: readonly string[]; once?: true }?,
];

export const ROWS: readonly Row[] = [
  ['get', 'todos', 'List your todos', { query: doneQuery }],
  ['post', 'todos', 'Add a todo', { body: todo, once: true }],
  ['post', 'todos/:id', 'Change a todo, or mark it as done', { body: todoPatch }],
  [
    'delete',
    'todos/:id',
    `Remove a todo; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: goodQuery },
  ],
  ['get', 'events', 'What is in your calendar in a span', { query: span }],
  ['post', 'events', 'Add an event', { body: event, once: true }],
  ['post', 'events/:id', 'Change an event, or one occasion of it', { body: eventPatch }],
  [
    'delete',
    'events/:id',
    `Cancel an event, or one occasion of it; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: cancelQuery },
  ],
  ['get', 'calendar.ics', 'Your calendar as iCalendar', { gives: ['text/calendar'] }],
  ['post', 'calendar', 'Bring events from an iCalendar file', { body: file }],
  ['post', 'calendar/sync', 'Bring your calendar and its CalDAV server to the same state', { body: place }],
  ['get', 'notes', 'What is remembered about you'],
  ['post', 'notes', 'Remember a fact or a note', { body: note, once: true }],
  ['post', 'notes/:id', 'Correct what is remembered; what was true before is kept', { body: correction }],
  [
    'delete',
    'notes/:id',
    `Forget; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: goodQuery },
  ],
  ['get', 'reminders', 'Your reminders, and what has come due'],
  ['post', 'reminders', 'Set a reminder', { body: reminder, once: true }],
  ['post', 'reminders/:id', 'Another time for a reminder', { body: moved }],
  ['delete', 'reminders/:id', 'Cancel a reminder'],
  ['get', 'changes', 'What was changed, the newest first'],
  ['post', 'changes/:id/undo', `Undo a change of the last ${UNDO_DAYS} days`],
  ['delete', 'changes/:id', 'Forget for good what this change deleted'],
  ['get', 'export', 'Everything that is kept for you'],
];
