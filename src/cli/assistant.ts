/** `consilium todo`, `calendar`, `memory`, `reminders`: a person's things, without talking. */
import { readFile, stat } from 'node:fs/promises';
import { type Assistant, addDays, addMinutes, wallOf } from '../assistant/index.ts';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import { here, withApp } from './house.ts';
import { printJson, terminal } from './terminal.ts';

interface Options {
  readonly home?: string;
  readonly json?: boolean;
  readonly timezone?: string;
}

const { user } = machineUser();

async function atDesk<T>(options: Options, work: (assistant: Assistant, now: number) => T | Promise<T>): Promise<T> {
  return withApp(options, async (app) => work(await app.service('assistant'), app.clock.now()));
}

function zoneOf({ timezone }: Options): string {
  return timezone ?? process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function print(options: Options, value: unknown, lines: readonly string[]): void {
  if (options.json) printJson(value);
  else terminal().stdout.write(lines.length === 0 ? 'Nothing.\n' : `${lines.join('\n')}\n`);
}

export async function listTodos(options: Options): Promise<void> {
  await atDesk(options, ({ todos }) => {
    const list = todos.list(user).map(({ id, body }) => ({ id, ...body }));
    print(
      options,
      { todos: list },
      list.map((one) =>
        [one.id, one.due ?? '', one.title, one.project ? `(${one.project})` : ''].filter(Boolean).join('  '),
      ),
    );
  });
}

export async function addTodo(
  title: string,
  options: Options & { list?: string; due?: string; priority?: string },
): Promise<void> {
  await atDesk(options, ({ todos }) => {
    const priority = options.priority as 'low' | 'normal' | 'high' | undefined;
    const { todo } = todos.add(user, {
      title,
      project: options.list,
      due: options.due,
      zone: zoneOf(options),
      ...(priority && { priority }),
    });
    print(options, { id: todo.id, ...todo.body }, [`Added ${todo.body.title} (${todo.id}).`]);
  });
}

export async function completeTodo(id: string, options: Options): Promise<void> {
  await atDesk(options, ({ todos }) => {
    const { todo } = todos.complete(user, id);
    print(options, { id: todo.id, ...todo.body }, [`Done: ${todo.body.title}.`]);
  });
}

const DAY = 24 * 60 * 60 * 1000;

export async function listEvents(options: Options & { days: string }): Promise<void> {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > 1_000)
    throw new ConsiliumError('INPUT_INVALID', '--days is a number from 1 to 1000.');
  await atDesk(options, ({ calendar }, now) => {
    const events = calendar.between(user, now, now + days * DAY);
    print(
      options,
      { events },
      events.map((one) =>
        [wallOf(one.from, zoneOf(options)).replace('T', ' '), one.title, one.location ?? ''].filter(Boolean).join('  '),
      ),
    );
  });
}

export async function addEvent(title: string, options: Options & { start: string; end?: string }): Promise<void> {
  const { start } = options;
  const end = options.end ?? (start.length === 10 ? addDays(start, 1) : addMinutes(start, 60));
  await atDesk(options, ({ calendar }) => {
    const { event, clashes } = calendar.add(user, { title, start, end, zone: zoneOf(options) });
    const clash = clashes[0] === undefined ? '' : ` It clashes with ${clashes[0].title}.`;
    print(options, { id: event.id, ...event.body, clashes }, [
      `Added ${title} on ${start.replace('T', ' at ')}.${clash}`,
    ]);
  });
}

const MOST_FILE = 4 * 1024 * 1024;

export async function bringCalendar(file: string, options: Options): Promise<void> {
  const path = here(file);
  if ((await stat(path)).size > MOST_FILE)
    throw new ConsiliumError('ICS_TOO_LARGE', 'A calendar file may have at most 2 MB.');
  const text = await readFile(path, 'utf8');
  await atDesk(options, ({ calendar }) => {
    const brought = calendar.bring(user, text, zoneOf(options), 'file');
    const left = Object.entries(brought.skipped).map(([why, count]) => `Left out: ${count} ${why}.`);
    print(options, brought, [`${brought.added} added, ${brought.updated} updated.`, ...left]);
  });
}

export async function takeCalendar(options: Options): Promise<void> {
  await atDesk(options, ({ calendar }) => {
    terminal().stdout.write(calendar.take(user));
  });
}

export async function memories(options: Options & { forget?: string }): Promise<void> {
  await atDesk(options, ({ notes }) => {
    if (options.forget !== undefined) {
      if (!notes.forget(user, options.forget))
        throw new ConsiliumError('NOTE_UNKNOWN', 'Nothing of that is remembered.');
      return print(options, { forgotten: options.forget }, ['Forgotten for good.']);
    }
    const list = notes.list(user).map(({ id, body, updated }) => ({ id, updated, ...body }));
    print(
      options,
      { memories: list },
      list.map((one) => [one.id, one.subject ? `${one.subject}:` : '', one.text].filter(Boolean).join('  ')),
    );
  });
}

export async function reminders(options: Options & { cancel?: string }): Promise<void> {
  await atDesk(options, async ({ reminders: kept }) => {
    if (options.cancel !== undefined) {
      const gone = await kept.cancel(user, options.cancel);
      return print(options, gone, [`Cancelled: ${gone.what}.`]);
    }
    const list = await kept.list(user);
    print(
      options,
      { reminders: list },
      list.map((one) => `${one.id}  ${new Date(one.next).toISOString()}  ${one.what}  (${one.understood})`),
    );
  });
}
