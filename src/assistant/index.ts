/**
 * The assistant's things: calendar, todos, reminders, memory, files, on one shelf per person. May touch: the kernel, the
 * database, triggers, workspaces. What the assistant team says and does with them is the team's (teams/assistant).
 */
import { join } from 'node:path';
import type { Clock } from '../kernel/index.ts';
import { openWorkspaces, type Workspace, type WorkspacesOptions } from '../memory/index.ts';
import type { Triggers } from '../triggers/index.ts';
import type { AskTeam } from './asking.ts';
import { type Belonging, nextEach, openBelonging } from './belonging.ts';
import { type Bringing, openBringing } from './bringing.ts';
import { type CalDavEnv, type CalendarSync, openCalendarSync } from './caldav/index.ts';
import { type Calendar, openCalendar } from './calendar/index.ts';
import { type Effects, openEffects } from './effects.ts';
import { openFolders } from './folders.ts';
import { type Forgetting, openForgetting } from './forgetting.ts';
import { type HomeEnv, type HomeLink, linkHome } from './home-link.ts';
import { type Notes, openNotes } from './notes.ts';
import { openReminders, type Reminders } from './reminders.ts';
import type { Shelf } from './shelf.ts';
import { openTodos, type Todos } from './todo.ts';
import { openToldDays } from './told-days.ts';
import type { Known } from './understanding/known.ts';
import { type Medicines, openMedicines } from './weighing.ts';

export type { AskTeam, Caution } from './asking.ts';
export { withAttribute } from './attributes.ts';
export type { Belonging, Followed, Owner } from './belonging.ts';
export { type BroughtFile, sayBrought } from './bringing.ts';
export type { CalendarSync, Synced } from './caldav/index.ts';
export { type Become, type Chosen, endOf, sayDays, weekdaysOf } from './calendar/alteration.ts';
export type { Calendar, CalendarEvent, Occasion } from './calendar/index.ts';
export { isUnchanged } from './difference.ts';
export { type Distance, sayDistance } from './distance.ts';
export { ASKED, type Confirm, type DeviceEffect, type Effects } from './effects.ts';
export type { Device, Home } from './home.ts';
export { type HomeLink, linkHome } from './home-link.ts';
export { type HomeAction, type HomeOrder, holds, orderBack, orderFor, shiftedTo } from './home-order.ts';
export { EVENT, NOTE, TODO } from './kinds.ts';
export { type MedicineOrder, medicineIn } from './medicine.ts';
export type { Note, Notes } from './notes.ts';
export { ownAllergies, ownIntolerances } from './own-allergies.ts';
export type { Notice, Reminder, Reminders } from './reminders.ts';
export { type AsSeries, type Series, sayAgain, seriesOf } from './rule.ts';
export { runSandboxed } from './sandbox.ts';
export { type Change, type Shelf, type Thing, UNDO_DAYS } from './shelf.ts';
export type { Todo, Todos } from './todo.ts';
export { understandAside } from './understanding/aside.ts';
export { isBooked } from './understanding/booked.ts';
export { type Dated, datedIn, pointsIn } from './understanding/dated.ts';
export { isDeed } from './understanding/deed.ts';
export { kindsIn } from './understanding/devices.ts';
export { isOfKind } from './understanding/kinds.ts';
export { isOthers, type Known, ownersIn } from './understanding/known.ts';
export { limitsIn } from './understanding/limited.ts';
export { type Held, type Request, type Understood, understand } from './understanding/read.ts';
export { todosIn } from './understanding/report.ts';
export { contradicts, isAbout } from './understanding/telling.ts';
export { readWhen } from './understanding/time/join.ts';
export { zoneSaid } from './understanding/time/zones.ts';
export { nearerHalf } from './understanding/timed.ts';
export type { Topic } from './understanding/topic.ts';
export { besideThem, type HowMuch, isOneAct, lastChanges, type Talk, type Undone, undoAll } from './undoing.ts';
export {
  addDays,
  addMinutes,
  addMonths,
  checkWhen,
  dayOf,
  describeTurn,
  isWhen,
  minutesBetween,
  momentOf,
  wallOf,
  whenIn,
} from './wall.ts';
export type { MedicineDeed, Medicines, TypedDeed } from './weighing.ts';

export interface Assistant {
  readonly shelf: Shelf;
  readonly calendar: Calendar;
  /** With a CalDAV server, where one is named. */
  readonly sync: CalendarSync;
  readonly todos: Todos;
  readonly notes: Notes;
  readonly reminders: Reminders;
  /** Reminders that go with an event. */
  readonly belonging: Belonging;
  /** Everything that was done, to take it back. */
  readonly effects: Effects;
  /** What is not to be kept any more. */
  readonly forgetting: Forgetting;
  /** What speaks against a deed with a medicine. */
  readonly medicines: Medicines;
  /** The devices at home. */
  readonly home: HomeLink;
  /** A person's own folder: CONSILIUM_HOME/workspaces/<user>. */
  files(user: string): Promise<Workspace>;
  /** Puts a question to another team of the house, as the same person. Absent where the assistant stands alone. */
  readonly askTeam?: AskTeam | undefined;
  readonly lastReport?: LastReport | undefined;
  /** Calendar files. */
  readonly bringing: Bringing;
  /** The names of a person's things, as they may say them. */
  known(user: string): Promise<Known>;
}

/** The newest report of the research desk that this person has, on a subject if one is named. */
export type LastReport = (
  user: string,
  about: string | undefined,
) => Promise<{ readonly name: string; readonly path: string; readonly text: string } | undefined>;

declare module '../kernel/context.ts' {
  interface Services {
    readonly assistant?: Assistant;
  }
}

export function openAssistant(given: {
  shelf: Shelf;
  archive: WorkspacesOptions['archive'];
  dir: string;
  clock: Clock;
  triggers: Triggers;
  askTeam?: AskTeam;
  lastReport?: LastReport;
  env?: CalDavEnv & HomeEnv;
}): Assistant {
  const { shelf, archive, dir, clock, triggers, askTeam, lastReport, env = {} } = given;
  const todos = openTodos(shelf, clock);
  const calendar = openCalendar(shelf, clock);
  const notes = openNotes(shelf);
  const home = linkHome(env);
  const now = () => clock.now();
  const reminders = openReminders({
    ...{ shelf, todos, triggers, now },
    nextOf: (user, wish) => nextEach(calendar, user, wish, now()),
  });
  const belonging = openBelonging({ calendar, todos, reminders, now: () => clock.now() });
  const sync = openCalendarSync({ calendar, dir, env, now: () => clock.now(), changed: belonging.follow });
  const workspaces = openWorkspaces({ archive, dir: join(dir, 'workspaces'), now: () => clock.now() });
  const files = openFolders(workspaces, join(dir, 'workspaces'));
  const toldDays = openToldDays();
  return {
    shelf,
    calendar,
    sync,
    todos,
    notes,
    reminders,
    belonging,
    effects: openEffects({ shelf, files, reminders, belonging, home }),
    forgetting: openForgetting({ shelf, triggers, clock }),
    medicines: openMedicines({ notes, clock, askTeam, coming: reminders.coming }),
    home,
    files,
    askTeam,
    lastReport,
    bringing: openBringing({ calendar, todos, belonging, reminders }),
    known: async (user) => {
      const next = nextTimes(calendar, user, clock.now());
      const open = todos.list(user);
      const paths = (await (await files(user)).list()).files.map(({ path }) => path);
      return {
        lists: [...new Set(open.flatMap(({ body }) => body.project || []))],
        events: calendar.list(user).map(({ body }) => body.title),
        todos: open.map(({ body }) => body.title),
        reminders: (await reminders.list(user)).map(({ what }) => what),
        notes: notes.list(user).map(({ body }) => body.subject ?? body.text.slice(0, 60)),
        told: notes.list(user).map(({ body }) => [body.subject, body.text.slice(0, 300)].filter(Boolean).join(' ')),
        files: paths,
        briefs: paths.filter((path) => path.startsWith('briefs/')).map((path) => path.slice('briefs/'.length)),
        devices: home.known().map(({ name }) => name),
        starts: { ...(await toldDays.of(notes.list(user), clock.now())), ...next.starts },
        ends: next.ends,
        listed: Object.fromEntries(open.flatMap(({ body: { title, project } }) => (project ? [[title, project]] : []))),
        series: calendar.list(user).flatMap(({ body }) => (body.rule === undefined ? [] : [body.title])),
      };
    },
  };
}

const AHEAD = 366 * 24 * 60 * 60 * 1000;

/** When the next occasion of each event begins and ends. */
function nextTimes(calendar: Calendar, user: string, now: number): Required<Pick<Known, 'starts' | 'ends'>> {
  const starts: Record<string, number> = {};
  const ends: Record<string, number> = {};
  for (const { title, start, from, to, isDay } of calendar.next(user, now, now + AHEAD)) {
    if (starts[title] === undefined && !isDay) ends[title] = to;
    starts[title] ??= isDay ? Date.parse(`${start}T12:00Z`) : from;
  }
  return { starts, ends };
}
