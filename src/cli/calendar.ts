/** `consilium calendar`: a person's events, without talking. */
import { readFile, stat } from 'node:fs/promises';
import {
  addDays,
  addMinutes,
  checkWhen,
  describeTurn,
  EVENT,
  type Followed,
  minutesBetween,
  sayBrought,
  wallOf,
} from '../assistant/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import {
  atDesk,
  forget,
  type Options,
  print,
  type RemoveOptions,
  saidBack,
  user,
  type WeighedOptions,
  weigh,
  zoneOf,
} from './desk.ts';
import { here } from './house.ts';
import { printFile } from './terminal.ts';

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

export async function addEvent(
  title: string,
  options: WeighedOptions & { start?: string; end?: string },
): Promise<void> {
  if (options.start === undefined) throw new ConsiliumError('INPUT_INVALID', 'Say when: --start, or --every.');
  const start = checkWhen(options.start);
  const end = options.end ?? (start.length === 10 ? addDays(start, 1) : addMinutes(start, 60));
  await atDesk(options, async (assistant) => {
    const notes = await weigh(assistant, { what: title }, options);
    const { event, clashes } = assistant.calendar.add(user, { title, start, end, zone: zoneOf(options) });
    const clash = clashes[0] === undefined ? '' : ` It clashes with ${clashes[0].title}.`;
    print(
      options,
      { id: event.id, ...event.body, clashes },
      [`Added ${title} on ${start.replace('T', ' at ')}.${clash}${turned(start, options)}`],
      notes,
    );
  });
}

function turned(start: string, options: Options): string {
  const turn = describeTurn(start, zoneOf(options));
  return turn === undefined ? '' : ` I took ${turn}.`;
}

/** Another time, length kept, or another name. */
export async function changeEvent(
  id: string,
  options: WeighedOptions & { title?: string; start?: string; end?: string; occasion?: string },
): Promise<void> {
  const { title, start, occasion } = options;
  if (title === undefined && start === undefined)
    throw new ConsiliumError('INPUT_INVALID', 'Say what to change: --title or --start.');
  await atDesk(options, async (assistant) => {
    const { calendar, belonging } = assistant;
    if (start !== undefined) checkWhen(start);
    const body = calendar.get(user, id)?.body;
    if (body === undefined) throw new ConsiliumError('EVENT_UNKNOWN', 'There is no such event in the calendar.');
    const end = options.end ?? (start && endFor(start, body));
    const notes = title === undefined ? [] : await weigh(assistant, { what: title }, options);
    const patch = { ...(title && { title }), ...(start && { start }), ...(end && { end }) };
    const { event } = calendar.change(user, id, patch, { occasion });
    const followed = await belonging.follow(user);
    print(options, { id, ...event.body }, [
      `Changed ${event.body.title}.${turned(event.body.start, options)}`,
      ...sayFollowed(followed),
      ...notes,
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
    const { brought, sent, removed, conflicts, skipped, kept } = synced;
    print(options, synced, [
      `${brought} brought, ${sent} sent, ${removed} removed.`,
      ...conflicts.map((name) => `Changed on both sides, the server's stands: ${name}.`),
      ...(skipped > 0 ? [`${skipped} on the server were not understood, and left.`] : []),
      ...(kept.length > 0 ? ['Nearly everything is gone from the server at once, so it was kept here:'] : []),
      ...kept.map((name) => `  ${name}`),
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
  await atDesk(options, async ({ bringing }) => {
    const brought = await bringing.file(user, text, zoneOf(options));
    print(options, brought, sayBrought(brought));
  });
}

export async function takeCalendar(options: Options): Promise<void> {
  await atDesk(options, async ({ calendar }) => {
    printFile(await calendar.take(user));
  });
}
