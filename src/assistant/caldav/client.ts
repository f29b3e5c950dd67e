/**
 * One calendar on a CalDAV server: its objects with their ETags, and changing them only where nobody else did meanwhile.
 * The protocol is tsdav's; what is ours is the guard around it: one origin, a limit of time and size, errors in words.
 */
import { createHash } from 'node:crypto';
import {
  createAccount,
  createCalendarObject,
  type DAVCalendar,
  DAVNamespaceShort,
  deleteCalendarObject,
  fetchCalendarObjects,
  fetchCalendars,
  propfind,
  updateCalendarObject,
} from 'tsdav';
import { ConsiliumError } from '../../kernel/index.ts';

export interface CalDavOptions {
  /** The server, or the calendar itself. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Which of several, by its name. */
  readonly calendar?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface RemoteObject {
  readonly url: string;
  readonly etag: string;
  readonly data: string;
}

export interface CalDav {
  /** The calendar itself, whichever address it was found by. */
  readonly url: string;
  list(): Promise<RemoteObject[]>;
  /** A new one; refused where there is one already. */
  create(name: string, data: string): Promise<void>;
  /** CALDAV_CONFLICT where it is no longer the one with this ETag. */
  update(object: RemoteObject, data: string): Promise<void>;
  remove(object: Pick<RemoteObject, 'url' | 'etag'>): Promise<void>;
}

const MOST_BYTES = 16 * 1024 * 1024;

export async function openCalDav(options: CalDavOptions): Promise<CalDav> {
  const { url, user, password } = options;
  const fetch = guarded(options);
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const calendar = await findCalendar(options, fetch, headers);
  const given = { headers, fetch };
  return {
    url: new URL(calendar.url, url).href,
    list: async () => {
      const objects = await inWords(() => fetchCalendarObjects({ calendar, ...given }));
      return objects.flatMap(({ url: at, etag, data }) =>
        typeof data === 'string' && etag ? [{ url: new URL(at, url).href, etag, data }] : [],
      );
    },
    create: (name, data) =>
      demand(() => createCalendarObject({ calendar, filename: `${fileNameOf(name)}.ics`, iCalString: data, ...given })),
    update: ({ url: at, etag }, data) =>
      demand(() => updateCalendarObject({ calendarObject: { url: at, etag, data }, ...given })),
    remove: ({ url: at, etag }) => demand(() => deleteCalendarObject({ calendarObject: { url: at, etag }, ...given })),
  };
}

/**
 * Whoever made the event chose its UID. What is no plain name (a path, an address) never becomes part of one on the server: it
 * could lead elsewhere, and a server that writes it otherwise than it was sent would seem to have lost it.
 */
function fileNameOf(uid: string): string {
  const isPlain = /^[a-z0-9](?:[a-z0-9_@-]|\.(?!\.)){0,119}$/i.test(uid);
  return isPlain ? encodeURIComponent(uid) : createHash('sha256').update(uid).digest('hex');
}

type Fetch = typeof globalThis.fetch;

/** The address itself where it is a calendar, else one of those that the server has for this user. */
async function findCalendar(
  { url, user, password, calendar: wanted }: CalDavOptions,
  fetch: Fetch,
  headers: Record<string, string>,
): Promise<DAVCalendar> {
  const [self] = await inWords(() =>
    propfind({ url, depth: '0', headers, fetch, props: { [`${DAVNamespaceShort.DAV}:resourcetype`]: {} } }),
  );
  if (Object.keys((self?.props?.['resourcetype'] ?? {}) as object).includes('calendar')) return { url };
  const account = await inWords(() =>
    createAccount({
      account: { accountType: 'caldav', serverUrl: url, credentials: { username: user, password } },
      headers,
      fetch,
    }),
  );
  const all = await inWords(() => fetchCalendars({ account, headers, fetch }));
  const events = all.filter(({ components }) => components === undefined || components.includes('VEVENT'));
  const found = wanted === undefined ? events[0] : events.find(({ displayName }) => displayName === wanted);
  if (found !== undefined) return found;
  throw new ConsiliumError(
    'CALDAV_NO_CALENDAR',
    wanted === undefined
      ? 'The CalDAV server has no calendar for this user.'
      : `The CalDAV server has no calendar called "${wanted}".`,
    { hint: 'Is CALDAV_URL right? It may also name the calendar itself.' },
  );
}

/** To the one server only, with its password; not for long, and not for ever more. */
function guarded({ url, timeoutMs = 20_000 }: CalDavOptions): Fetch {
  const { origin } = new URL(url);
  return async (input, init = {}) => {
    const to = new URL(input instanceof Request ? input.url : String(input), url);
    if (to.origin !== origin)
      throw new ConsiliumError('CALDAV_ELSEWHERE', 'The CalDAV server points to another server; it is not followed.');
    let response: Response;
    try {
      response = await globalThis.fetch(to, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    } catch (cause) {
      throw unreachable(cause);
    }
    if (response.status === 401 || response.status === 403)
      throw new ConsiliumError('CALDAV_FORBIDDEN', 'The CalDAV server does not accept the user and the password.', {
        hint: 'Look at CALDAV_USER and CALDAV_PASSWORD.',
      });
    if (response.status >= 500)
      throw new ConsiliumError('CALDAV_FAILED', `The CalDAV server answered with status ${response.status}.`, {
        retryable: true,
      });
    const text = NO_BODY.has(response.status) ? null : await bounded(response);
    if (init.method === 'REPORT' && (response.status !== 207 || !isWhole(text ?? ''))) throw nonsense();
    return new Response(text, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

/** What is missing from half a list, or from a page in its place, would be taken for deleted. */
function isWhole(list: string): boolean {
  return /<(?:[\w-]+:)?multistatus\b[^>]*\/>\s*$|<\/(?:[\w-]+:)?multistatus\s*>\s*$/.test(list);
}

const NO_BODY = new Set([204, 205, 304]);

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MOST_BYTES) break;
      parts.push(part);
    }
  } catch (cause) {
    throw unreachable(cause);
  }
  if (size > MOST_BYTES)
    throw new ConsiliumError('CALDAV_TOO_LARGE', 'The CalDAV server sent more than a calendar can be.');
  return Buffer.concat(parts).toString('utf8');
}

function unreachable(cause: unknown): ConsiliumError {
  return new ConsiliumError('CALDAV_UNREACHABLE', 'The CalDAV server cannot be reached.', {
    retryable: true,
    hint: 'Is it running, and is CALDAV_URL right?',
    cause,
  });
}

/** What the library throws of its own is a server that does not speak the protocol. */
async function inWords<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw nonsense(thrown);
  }
}

function nonsense(cause?: unknown): ConsiliumError {
  return new ConsiliumError('CALDAV_NONSENSE', 'The CalDAV server gave an answer that is none.', { cause });
}

async function demand(run: () => Promise<Response>): Promise<void> {
  const { status, ok } = await inWords(run);
  if (status === 412 || status === 409)
    throw new ConsiliumError('CALDAV_CONFLICT', 'It was changed on the CalDAV server meanwhile.');
  if (status === 404 || status === 410)
    throw new ConsiliumError('CALDAV_GONE', 'It is no longer on the CalDAV server.');
  if (!ok) throw new ConsiliumError('CALDAV_REFUSED', `The CalDAV server refused it with status ${status}.`);
}
