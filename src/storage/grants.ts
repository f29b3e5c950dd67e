/** What a token allows: which kinds of work, whose records, until when. */
import { ConsiliumError, DAY_MS } from '../kernel/index.ts';

/** Each kind of work, in words for whoever issues a token. */
export const SCOPES = {
  read: 'read chats and records',
  chat: 'talk to teams, which writes to records; import',
  work: 'functions, pipelines, search and its index; trying agents of other machines',
  a2a: 'call agents from other machines, which read and write records as they do',
  audit: 'read who looked at whose record',
  metrics: 'counts and times of the server',
  admin: 'issue, list and revoke tokens',
} as const;

export type Scope = keyof typeof SCOPES;

export interface Grant {
  readonly scopes: readonly string[];
  /** Null: everybody. */
  readonly patients: readonly string[] | null;
  /** Milliseconds since the epoch; null: never. */
  readonly expires: number | null;
  /** Agents that it may call, each as `Agent` or `Agent:action`; null: all. */
  readonly agents: readonly string[] | null;
  /** It acts for its own user only: a request to an agent that names another is refused. */
  readonly bound: boolean;
}

/** A grant in the words of whoever asks for it. */
export interface GrantWish {
  /** As whom it acts; without it, somebody called like the token. */
  readonly user?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly patients?: readonly string[] | undefined;
  /** `10m`, `12h`, `30d`, `8w`, a day or a moment in ISO 8601, or `never`. */
  readonly expires?: string | undefined;
  readonly agents?: readonly string[] | undefined;
  /** A service that says whom it serves, unsigned: whomever a call names. */
  readonly forAnyone?: boolean | undefined;
}

export const USUAL_SCOPES: readonly Scope[] = ['read', 'chat', 'work', 'a2a'];
export const USUAL_EXPIRY = '90d';

/** Scopes that teams ask for, beside those of the house, with what each allows. */
export type TeamScopes = Readonly<Record<string, string>>;

export function readGrant(
  { scopes, patients, expires, agents, user, forAnyone = false }: GrantWish,
  now: number,
  more: TeamScopes = {},
): Grant {
  const grant: Grant = {
    // A token for agents is for them alone unless it says otherwise.
    scopes:
      scopes !== undefined ? readScopes(scopes, { ...more, ...SCOPES }) : agents === undefined ? USUAL_SCOPES : ['a2a'],
    agents: agents === undefined ? null : readAgents(agents),
    bound: user !== undefined,
    patients: patients === undefined ? null : readPatients(patients),
    expires: readExpiry(expires ?? USUAL_EXPIRY, now),
  };
  const tooWide = grant.scopes.find((scope) => scope === 'admin' || scope === 'metrics');
  if (grant.patients !== null && tooWide !== undefined)
    throw new ConsiliumError('SCOPE_INVALID', `A token for certain patients cannot have the scope ${tooWide}.`, {
      hint: 'Issue two tokens: one for the patients, one for the house.',
    });
  const beyond = grant.scopes.find((scope) => scope === 'chat' || scope === 'read');
  if (grant.agents !== null && beyond !== undefined)
    throw new ConsiliumError('SCOPE_INVALID', `A token for certain agents cannot have the scope ${beyond} as well.`, {
      hint: 'Issue two tokens: one for the agents, one for the person.',
    });
  if (forAnyone && (user !== undefined || !isService(grant.scopes)))
    throw new ConsiliumError('SCOPE_INVALID', 'Only a token of a service can act for anyone that a call names.', {
      hint: 'It has the scope a2a (or agents), neither read nor chat, and no user of its own.',
    });
  return { ...grant, bound: grant.bound || (isService(grant.scopes) && !forAnyone) };
}

/** For agents alone: whoever may chat or read is a person, and acts as nobody else. */
export function isService(scopes: readonly string[]): boolean {
  return scopes.includes('a2a') && !scopes.includes('chat') && !scopes.includes('read');
}

function readScopes(words: readonly string[], known: TeamScopes): string[] {
  const scopes = [...new Set(words.map((word) => word.trim()))];
  const unknown = scopes.find((scope) => !Object.hasOwn(known, scope));
  if (unknown !== undefined || scopes.length === 0)
    throw new ConsiliumError('SCOPE_INVALID', `There is no scope ${JSON.stringify(unknown ?? '')}.`, {
      hint: `Scopes are ${[...Object.keys(SCOPES), ...Object.keys(known).filter((scope) => !Object.hasOwn(SCOPES, scope))].join(', ')}.`,
    });
  return scopes;
}

function readPatients(ids: readonly string[]): string[] {
  const patients = [...new Set(ids.map((id) => id.trim()))];
  if (patients.length === 0 || patients.some((id) => id === '' || id.length > 200))
    throw new ConsiliumError('PATIENT_INVALID', 'A token for certain patients names at least one of them, by id.');
  return patients;
}

/** `Agent` or `team/Agent`, with or without `:action`. */
const AGENT = /^(?:[A-Za-z0-9_][\w-]{0,63}\/)?[A-Za-z0-9_][\w-]{0,63}(?::[A-Za-z_][\w-]{0,63})?$/;

function readAgents(names: readonly string[]): string[] {
  const agents = [...new Set(names.map((name) => name.trim()))];
  const wrong = agents.find((name) => !AGENT.test(name));
  if (wrong !== undefined || agents.length === 0)
    throw new ConsiliumError('AGENT_INVALID', `${JSON.stringify(wrong ?? '')} is no agent.`, {
      hint: 'Write an agent, where several teams have it with its team (mentor/AnalyticsAgent), and one of its actions if it is for that alone: AnalyticsAgent:get_progress_insights.',
    });
  return agents;
}

const UNITS = { m: DAY_MS / 1440, h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS } as const;
const LATEST = Date.UTC(10_000, 0);

/** A span counts from now; a day is meant to its end, where this machine is. */
export function readExpiry(text: string, now: number): number | null {
  if (text === 'never') return null;
  const span = /^(\d{1,6})([mhdw])$/.exec(text);
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const time =
    span !== null
      ? now + Number(span[1]) * UNITS[span[2] as keyof typeof UNITS]
      : day !== null
        ? endOfDay(Number(day[1]), Number(day[2]), Number(day[3]))
        : /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)
          ? Date.parse(text)
          : Number.NaN;
  if (time > now && time < LATEST) return time;
  throw new ConsiliumError(
    'EXPIRES_INVALID',
    Number.isNaN(time) ? `${JSON.stringify(text)} is no time for a token to expire.` : `${text} is not ahead of us.`,
    { hint: 'Write 10m (minutes), 12h, 30d, 8w, a day such as 2027-01-31, or never.' },
  );
}

function endOfDay(year: number, month: number, day: number): number {
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  return isReal ? new Date(year, month - 1, day + 1).getTime() : Number.NaN;
}
