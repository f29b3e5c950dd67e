/**
 * Two-way: what changed here goes to the server, what changed there comes here, each once. Where both changed the server's
 * stands, and ours is among the changes, to be brought back. What is not understood there is never touched.
 *
 * Invariant: nothing is written over or deleted there that is not the version we last saw (its ETag).
 */
import { createHash } from 'node:crypto';
import { ConsiliumError } from '../../kernel/index.ts';
import { mergeIcsAside, readIcsAside } from '../calendar/aside.ts';
import type { Calendar, CalendarEvent } from '../calendar/index.ts';
import type { Thing } from '../shelf.ts';
import { SERVER_ACT } from '../undoing.ts';
import type { CalDav, RemoteObject } from './client.ts';
import type { Link, Links } from './links.ts';

export interface Synced {
  readonly brought: number;
  readonly sent: number;
  /** Gone on one side, and now on the other too. */
  readonly removed: number;
  /** Changed on both sides: by name. */
  readonly conflicts: readonly string[];
  /** On the server and not understood here. */
  readonly skipped: number;
  /** Gone there, and so many at once that nobody may have meant it: still here, by name. */
  readonly kept: readonly string[];
}

interface Side {
  readonly object: RemoteObject;
  readonly event: CalendarEvent;
}

type Tally = { -readonly [Key in keyof Synced]: Synced[Key] extends readonly string[] ? string[] : number };

export interface SyncHouse {
  readonly calendar: Calendar;
  readonly remote: CalDav;
  readonly links: Links;
  readonly user: string;
  readonly zone: string;
  readonly now: number;
}

export async function syncCalendar(house: SyncHouse): Promise<Synced> {
  const first = await lookOnce(house);
  if (first.conflicts.length === 0) return first;
  // Who was there first is seen by a second look: what is told to stand there then stands here too.
  const second = await lookOnce(house);
  return {
    brought: first.brought + second.brought,
    sent: first.sent + second.sent,
    removed: first.removed + second.removed,
    conflicts: [...new Set([...first.conflicts, ...second.conflicts])],
    skipped: second.skipped,
    kept: second.kept,
  };
}

async function lookOnce(house: SyncHouse): Promise<Synced> {
  const { calendar, remote, links, user, zone } = house;
  const tally: Tally = { brought: 0, sent: 0, removed: 0, conflicts: [], skipped: 0, kept: [] };
  const there = new Map<string, Side>();
  for (const object of await remote.list()) {
    const event = await eventIn(object, zone);
    if (event === undefined || there.has(event.uid)) tally.skipped++;
    else there.set(event.uid, { object, event });
  }
  const here = new Map(calendar.list(user).map((thing) => [thing.body.uid, thing]));
  const before = links.read(user, remote.url);
  const after = new Map<string, Link>();
  const hidden = tally.skipped > 0;
  const emptied = isEmptied(before, there);
  for (const uid of new Set([...there.keys(), ...here.keys(), ...before.keys()])) {
    const given = { uid, side: there.get(uid), thing: here.get(uid), link: before.get(uid), hidden, emptied };
    const link = await settle(house, given, tally);
    if (link !== undefined) after.set(uid, link);
  }
  links.write(user, remote.url, after);
  return tally;
}

interface Given {
  readonly uid: string;
  readonly side: Side | undefined;
  readonly thing: Thing<CalendarEvent> | undefined;
  readonly link: Link | undefined;
  /** Something there was not understood: what is missing may be that. */
  readonly hidden: boolean;
  readonly emptied: boolean;
}

/** Nearly nothing of what was there is there: a server that was set up anew looks so, and a person's own tidying hardly ever. */
function isEmptied(before: ReadonlyMap<string, Link>, there: ReadonlyMap<string, Side>): boolean {
  const known = [...before].flatMap(([uid, { kept }]) => (kept ? [] : [uid]));
  const left = known.filter((uid) => there.has(uid)).length;
  return known.length >= FEW && left * FEW <= known.length;
}

const FEW = 4;

async function settle(house: SyncHouse, given: Given, tally: Tally): Promise<Link | undefined> {
  const { side, thing, link } = given;
  if (side !== undefined && thing !== undefined) return bothSides(house, side, thing, link, tally);
  if (side !== undefined) return link === undefined ? bring(house, side, tally) : goneHere(house, side, link, tally);
  if (thing !== undefined) return link === undefined ? send(house, thing, tally) : goneThere(house, given, tally);
  return undefined;
}

async function bothSides(
  house: SyncHouse,
  side: Side,
  thing: Thing<CalendarEvent>,
  link: Link | undefined,
  tally: Tally,
) {
  const [changedHere, changedThere] = [hashOf(thing.body) !== link?.hash, isChanged(side, link)];
  if (isSame(thing.body, side.event)) return linkOf(side.object, thing.body);
  if (!changedHere && !changedThere) return link;
  if (changedHere && !changedThere) {
    const { title } = thing.body;
    const merged = await mergeIcsAside(side.object.data, thing.body, house.now);
    const sent = await tried(() => house.remote.update(side.object, merged));
    if (!sent) tally.conflicts.push(title);
    else tally.sent++;
    // Its new ETag is seen at the next look.
    return sent ? { ...linkOf(side.object, thing.body), etag: '' } : link;
  }
  if (changedHere && link !== undefined) tally.conflicts.push(thing.body.title);
  return bring(house, side, tally);
}

/** Whether it is another there than what was seen or sent last; what we sent ourselves is known by what it says. */
function isChanged({ object, event }: Side, link: Link | undefined): boolean {
  return link?.etag === '' ? hashOf(event) !== link.hash : object.etag !== link?.etag;
}

/** What the calendar has no room for is not linked: else it would count as deleted here, and be deleted there. */
async function bring(
  { calendar, user, zone, now }: SyncHouse,
  { object, event }: Side,
  tally: Tally,
): Promise<Link | undefined> {
  const { skipped } = await calendar.bring(user, object.data, zone, SOURCE, serverKey(event.uid, now, object.etag));
  if (Object.keys(skipped).length > 0) {
    tally.skipped++;
    return undefined;
  }
  tally.brought++;
  return linkOf(object, event);
}

async function send(
  { remote, now }: SyncHouse,
  { body }: Thing<CalendarEvent>,
  tally: Tally,
): Promise<Link | undefined> {
  const written = await mergeIcsAside(undefined, body, now);
  const sent = await tried(() => remote.create(body.uid, written));
  if (!sent) tally.conflicts.push(body.title);
  else tally.sent++;
  return sent ? { url: '', etag: '', hash: hashOf(body) } : undefined;
}

/** Deleted here: there too, unless somebody changed it there since. */
async function goneHere(house: SyncHouse, side: Side, link: Link, tally: Tally): Promise<Link | undefined> {
  if (isChanged(side, link)) return bring(house, side, tally);
  if (!(await tried(() => house.remote.remove(side.object)))) return link;
  tally.removed++;
  return undefined;
}

/** Deleted there: here too (and it can be undone), unless it was changed here since. */
async function goneThere(house: SyncHouse, given: Given, tally: Tally): Promise<Link | undefined> {
  const { thing, link, hidden, emptied } = given;
  const { calendar, user } = house;
  if (hidden) return link;
  if (hashOf(thing!.body) !== link!.hash) return send(house, thing!, tally);
  if (emptied || link!.kept) {
    tally.kept.push(thing!.body.title);
    return { ...link!, kept: true };
  }
  calendar.cancel(user, thing!.id, { key: serverKey(thing!.body.uid, house.now, 'gone') });
  tally.removed++;
  return undefined;
}

export const SOURCE = 'CalDAV';

/** Done by somebody else, and no message's: a bare "undo" does not take it back. */
const serverKey = (uid: string, now: number, version: string) => `${SERVER_ACT}:${now}:${uid}:${version}`;

async function eventIn({ data }: RemoteObject, zone: string): Promise<CalendarEvent | undefined> {
  try {
    const { events } = await readIcsAside(data, zone, SOURCE);
    return events.length === 1 ? events[0] : undefined;
  } catch {
    return undefined;
  }
}

/** False where somebody else was there first; whatever else is wrong ends the sync. */
async function tried(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && LOST.has(thrown.code)) return false;
    throw thrown;
  }
}

const LOST = new Set(['CALDAV_CONFLICT', 'CALDAV_GONE']);

function linkOf({ url, etag }: RemoteObject, event: CalendarEvent): Link {
  return { url, etag, hash: hashOf(event) };
}

/** What a calendar shows of it; where it came from, and what it goes on from, no file tells. */
function hashOf({ source: _, continues: __, ...event }: CalendarEvent): string {
  const ordered = Object.fromEntries(Object.entries(event).toSorted(([one], [other]) => one.localeCompare(other)));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 32);
}

function isSame(one: CalendarEvent, other: CalendarEvent): boolean {
  return hashOf(one) === hashOf(other);
}
