/** `consilium todo`, `calendar`: a person's things, without talking. */
import { readFile, stat } from 'node:fs/promises';
import {
  type Assistant,
  addDays,
  addMinutes,
  checkWhen,
  describeTurn,
  EVENT,
  type Followed,
  minutesBetween,
  TODO,
  type Todo,
  UNDO_DAYS,
  wallOf,
  whenIn,
} from '../assistant/index.ts';
import { ConsiliumError, isZone, machineUser } from '../kernel/index.ts';
import type { Home } from '../storage/index.ts';
import { here, visitor, withApp } from './house.ts';
import { ruleOf } from './rhythm.ts';
import { printJson, terminal } from './terminal.ts';

export interface Options {
  readonly home?: string;
  readonly json?: boolean;
  readonly timezone?: string;
}

export const { user } = machineUser();

type Work<T> = (assistant: Assistant, now: number, home: Home) => T | Promise<T>;

export async function atDesk<T>(options: Options, work: Work<T>): Promise<T> {
  return withApp(options, async (app) => {
    // What is changed is told with the change; that somebody looked, here.
    app.home.audit.write({ ...visitor(), action: 'read:assistant' });
    return work(await app.service('assistant'), app.clock.now(), app.home);
  });
}

export function zoneOf({ timezone }: Options): string {
  if (timezone !== undefined && !isZone(timezone))
    throw new ConsiliumError('ZONE_UNKNOWN', `"${timezone.slice(0, 60)}" is no time zone.`, {
      hint: 'Write it as Europe/Berlin.',
    });
  const zone = terminal().env['TZ'];
  return timezone ?? (zone && isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone);
}

export function print(options: Options, value: unknown, lines: readonly string[], notes: readonly string[] = []): void {
  if (options.json) printJson(value);
  else terminal().stdout.write(lines.length === 0 ? 'Nothing.\n' : `${[...lines, ...notes].join('\n')}\n`);
}

export async function listTodos(options: Options): Promise<void> {
  await atDesk(options, ({ todos }) => {
    const list = todos.list(user).map(({ id, body }) => ({ id, ...body }));
    print(
      options,
      { todos: list },
      list.map((one) =>
        [one.id, sayDue(one, zoneOf(options)), one.title, one.project ? `(${one.project})` : '', weight(one.priority)]
          .filter(Boolean)
          .join('  '),
      ),
      list.some(({ due }) => due?.includes('T')) ? [`Times are those of ${zoneOf(options)}.`] : [],
    );
  });
}

/** As the clock of whoever looks shows it, beside that of where it was said. */
function sayDue({ due, zone }: Pick<Todo, 'due' | 'zone'>, viewer: string): string {
  if (due === undefined) return '';
  const shown = whenIn(due, zone, viewer);
  return `${shown.replace('T', ' ')}${shown === due ? '' : ` (${due.replace('T', ' ')} in ${zone})`}`;
}

const WEIGHTS = ['low', 'normal', 'high'] as const;
const weight = (priority: string) => (priority === 'normal' ? '' : `${priority} priority`);

function readWeight(given: string | undefined): (typeof WEIGHTS)[number] | undefined {
  const found = WEIGHTS.find((one) => one === given);
  if (given === undefined || found !== undefined) return found;
  throw new ConsiliumError('INPUT_INVALID', `--priority is low, normal or high, not "${given}".`);
}

export async function addTodo(
  title: string,
  options: Options & { list?: string; due?: string; every?: string; priority?: string },
): Promise<void> {
  await atDesk(options, ({ todos }, now) => {
    const priority = readWeight(options.priority);
    const again = rhythmOf(options, now);
    const { todo } = todos.add(user, {
      title,
      project: options.list,
      due: options.due,
      zone: zoneOf(options),
      ...again,
      ...(priority && { priority }),
    });
    print(options, { id: todo.id, ...todo.body }, [`Added ${todo.body.title} (${todo.id}).`]);
  });
}

function rhythmOf({ every, ...options }: Options & { every?: string }, now: number) {
  return every === undefined ? {} : ruleOf(every, now, zoneOf(options));
}

export async function completeTodo(id: string, options: Options): Promise<void> {
  await atDesk(options, async ({ todos, reminders: kept }) => {
    const { todo } = todos.complete(user, id);
    await kept.follow(user, id);
    print(options, { id: todo.id, ...todo.body }, [`Done: ${todo.body.title}.`]);
  });
}

export async function changeTodo(
  id: string,
  options: Options & { title?: string; list?: string; due?: string; every?: string; priority?: string },
): Promise<void> {
  const { title, list: project, due } = options;
  const priority = readWeight(options.priority);
  const patch = Object.fromEntries(Object.entries({ title, project, due, priority }).filter(([, value]) => value));
  if (Object.keys(patch).length === 0 && options.every === undefined)
    throw new ConsiliumError('INPUT_INVALID', 'Say what to change: --title, --list, --due, --every or --priority.');
  await atDesk(options, async ({ todos, reminders: kept }, now) => {
    const again = rhythmOf(options, now);
    const zone = due !== undefined || options.every !== undefined ? { zone: zoneOf(options) } : {};
    const { todo } = todos.change(user, id, { ...again, ...patch, ...zone });
    await kept.follow(user, id);
    print(options, { id: todo.id, ...todo.body }, [`Changed ${todo.body.title}.`]);
  });
}

interface RemoveOptions extends Options {
  readonly forGood?: boolean;
}

/** Whether it is there or was deleted before. */
async function forget({ forgetting }: Assistant, home: Home, [kind, id]: [string, string], options: Options) {
  if (!(await forgetting.forget(user, kind, id)))
    throw new ConsiliumError('THING_UNKNOWN', `There is no such ${kind}, and none was deleted.`);
  home.scrub();
  print(options, { forgotten: id }, ['Forgotten for good.']);
}

const saidBack = `"consilium undo" brings it back, for ${UNDO_DAYS} days; --for-good forgets it at once.`;

export async function removeTodo(id: string, options: RemoveOptions): Promise<void> {
  await atDesk(options, async (assistant, _, home) => {
    const { todos, reminders: kept } = assistant;
    if (options.forGood) return forget(assistant, home, [TODO, id], options);
    const change = todos.remove(user, id);
    await kept.follow(user, id);
    print(options, change, [`${change.what}. ${saidBack}`]);
  });
}

export async function undoLast(given: string | undefined, options: Options): Promise<void> {
  await atDesk(options, async ({ effects }) => {
    const change = (await effects.undo(user, given))!;
    print(options, change, [`${change.what}.`]);
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
      events.length === 0
        ? []
        : [
            ...events.map((one) =>
              [one.event, wallOf(one.from, zoneOf(options)).replace('T', ' '), one.title, one.location ?? '']
                .filter(Boolean)
                .join('  '),
            ),
            `Times are those of ${zoneOf(options)}.`,
          ],
    );
  });
}

export async function addEvent(title: string, options: Options & { start?: string; end?: string }): Promise<void> {
  if (options.start === undefined) throw new ConsiliumError('INPUT_INVALID', 'Say when: --start, or --every.');
  const start = checkWhen(options.start);
  const end = options.end ?? (start.length === 10 ? addDays(start, 1) : addMinutes(start, 60));
  await atDesk(options, ({ calendar }) => {
    const { event, clashes } = calendar.add(user, { title, start, end, zone: zoneOf(options) });
    const clash = clashes[0] === undefined ? '' : ` It clashes with ${clashes[0].title}.`;
    print(options, { id: event.id, ...event.body, clashes }, [
      `Added ${title} on ${start.replace('T', ' at ')}.${clash}${turned(start, options)}`,
    ]);
  });
}

function turned(start: string, options: Options): string {
  const turn = describeTurn(start, zoneOf(options));
  return turn === undefined ? '' : ` I took ${turn}.`;
}

/** Another time, length kept, or another name. */
export async function changeEvent(
  id: string,
  options: Options & { title?: string; start?: string; end?: string; occasion?: string },
): Promise<void> {
  const { title, start, occasion } = options;
  if (title === undefined && start === undefined)
    throw new ConsiliumError('INPUT_INVALID', 'Say what to change: --title or --start.');
  await atDesk(options, async ({ calendar, belonging }) => {
    if (start !== undefined) checkWhen(start);
    const body = calendar.get(user, id)?.body;
    if (body === undefined) throw new ConsiliumError('EVENT_UNKNOWN', 'There is no such event in the calendar.');
    const end = options.end ?? (start && endFor(start, body));
    const patch = { ...(title && { title }), ...(start && { start }), ...(end && { end }) };
    const { event } = calendar.change(user, id, patch, { occasion });
    const followed = await belonging.follow(user);
    print(options, { id, ...event.body }, [
      `Changed ${event.body.title}.${turned(event.body.start, options)}`,
      ...sayFollowed(followed),
    ]);
  });
}

function endFor(start: string, body: { start: string; end: string }): string {
  const minutes = minutesBetween(body.start, body.end);
  return start.length === 10 ? addDays(start, Math.max(1, Math.round(minutes / 1440))) : addMinutes(start, minutes);
}

export async function cancelEvent(id: string, options: RemoveOptions & { occasion?: string }): Promise<void> {
  await atDesk(options, async (assistant, _, home) => {
    const { calendar, belonging } = assistant;
    if (options.forGood && options.occasion === undefined) {
      if (calendar.get(user, id) !== undefined) calendar.cancel(user, id, {});
      return forget(assistant, home, [EVENT, id], options);
    }
    const change = calendar.cancel(user, id, { occasion: options.occasion });
    const followed = await belonging.follow(user);
    print(options, change, [`${change.what}. ${saidBack}`, ...sayFollowed(followed)]);
  });
}

/** The reminders that went with an event. */
function sayFollowed(followed: readonly Followed[]): string[] {
  return followed.map(({ title, due }) =>
    due === undefined ? `No reminder of ${title} any more.` : `Its reminder ${title}: ${due.replace('T', ' at ')}.`,
  );
}

export async function syncCalendar(options: Options): Promise<void> {
  await atDesk(options, async ({ sync }) => {
    const synced = await sync.now(user, zoneOf(options));
    const { brought, sent, removed, conflicts, skipped } = synced;
    print(options, synced, [
      `${brought} brought, ${sent} sent, ${removed} removed.`,
      ...conflicts.map((name) => `Changed on both sides, the server's stands: ${name}.`),
      ...(skipped > 0 ? [`${skipped} on the server were not understood, and left.`] : []),
    ]);
  });
}

const MOST_FILE = 4 * 1024 * 1024;

export async function bringCalendar(file: string, options: Options): Promise<void> {
  const path = here(file);
  const { size } = await stat(path).catch((cause) => {
    throw new ConsiliumError('FILE_UNREADABLE', `${file} cannot be read.`, { cause });
  });
  if (size > MOST_FILE) throw new ConsiliumError('ICS_TOO_LARGE', 'A calendar file may have at most 2 MB.');
  const text = await readFile(path, 'utf8');
  await atDesk(options, async ({ calendar, belonging }) => {
    const brought = await calendar.bring(user, text, zoneOf(options), 'file');
    await belonging.follow(user);
    const left = Object.entries(brought.skipped).map(([why, count]) => `Left out: ${count} ${why}.`);
    const own = brought.zones.map((name) => `The time zone "${name}" is unknown; its times were taken as yours.`);
    print(options, brought, [`${brought.added} added, ${brought.updated} updated.`, ...left, ...own]);
  });
}

export async function takeCalendar(options: Options): Promise<void> {
  await atDesk(options, ({ calendar }) => {
    terminal().stdout.write(calendar.take(user));
  });
}
